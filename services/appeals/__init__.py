"""Appeals: what was contested after a game, who judged it, and what the ruling changed.

Owns the streams `protest`. Never changes a game or a table: it publishes a ruling, and gameplay and
scoring apply what is theirs. Never says a vote, or who filed, before or beyond what the rules allow.
"""
