"""Results of a championship that was played elsewhere, from a CSV file to signed protocols.

`reading` makes rows of a file, `seats` seats of rows, `games` games of seats, `checking` holds them against
the championship, `carrying` sends them through the public API. What a file looks like: docs/import.md.
"""
