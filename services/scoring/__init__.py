"""Scoring: what the games are worth.

Owns the streams `stage` (cuts, decisions of ties) and `standings` (one per championship: every
revision of its tables). Keeps what it heard of registration, gameplay and appeals, and computes
standings anew from those facts; it never adjusts a number. Judges no game, seats nobody, and
refuses no result: what a protocol may hold is gameplay's to check.
"""
