"""Standings: the revisions of one championship's tables."""
