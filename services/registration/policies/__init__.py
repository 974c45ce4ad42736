"""What registration does about what it hears: rulings on players are carried out, once."""
