"""Gameplay: what happened at a table.

It owns the streams `game-<id>`, one for every game of a published draw: who sat where, what the
table's judge entered and signed, and what rulings made of it. It never scores, ranks or decides a
protest, and it says nothing of a role, a shot or a check before the protocol is signed.
"""
