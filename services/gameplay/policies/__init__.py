"""What gameplay does about what it hears."""
