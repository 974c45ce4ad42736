"""A sample championship, played through the public API by a driver that knows no rule."""
