"""The rules of the table, pure: no I/O, no clock, no chance."""
