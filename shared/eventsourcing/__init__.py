"""The event-sourcing kit: decider, command loop, codec, stores, projections.

Ordering decides everything here; `store.py` states the promises and `schema.sql` keeps them.
Knows no business noun and no HTTP.
"""
