"""The four services. They never import one another; what they share lies in `shared`."""
