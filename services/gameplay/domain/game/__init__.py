"""The game: from the draw that schedules it to the signed result and what rulings make of it.

Beside the decider stand rule modules with a vocabulary of their own; the README lists them. `summary`
applies those of a whole result, `course` and `legality` those of the table, move by move.
"""
