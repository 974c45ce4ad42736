"""The pure core: facts in, lines and places out. No I/O, no clock."""
