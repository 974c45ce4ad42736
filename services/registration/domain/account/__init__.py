"""Accounts: people and clients, and by what secret each comes in."""
