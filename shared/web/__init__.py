"""The HTTP kit: one way to build a service's API, its errors, its access, its answers."""
