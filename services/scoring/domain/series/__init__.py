"""The series: championships that make one table, opened and kept by a club or a federation."""
