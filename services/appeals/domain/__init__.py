"""The pure core of appeals: no I/O, no clock, no chance."""
