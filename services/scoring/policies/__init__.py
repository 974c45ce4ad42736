"""What scoring does about what it hears."""
