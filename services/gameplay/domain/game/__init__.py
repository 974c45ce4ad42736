"""The game: from the draw that schedules it to the signed result and what rulings make of it.

Beside the decider stand rule modules with a vocabulary of their own: `composition`, `eliminations`,
`endings`, `best_move`, `awards`, `best_player`, `fouls`; `summary` applies them all.
"""
