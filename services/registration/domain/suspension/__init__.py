"""Suspensions of one person: from one championship, or from all until a date."""
