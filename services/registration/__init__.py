"""Registration: who takes part, where and when.

Owns championships with their regulations, plan and officials; people and accounts; entries, fees and
quotas; draws. Streams: `championship`, `roster` (all entries of one championship), `draw`, `account`.
It never scores, never seats a game in progress, and never puts a real name or a contact into an event.
"""
