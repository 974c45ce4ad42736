"""Ties: which of them stand across the lines of a stage whose games are all in."""
