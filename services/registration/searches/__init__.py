"""Draws that are searched for in the background: one search at a time for each, kept in no event."""
