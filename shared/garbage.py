"""The garbage collector of a process that serves: it need not look through what is there to stay."""

import gc

THRESHOLDS = (50_000, 20, 50)
"""Standings of thousands of players are a million objects that all stay until they are written."""


def settle() -> None:
    """Leave out of every later collection what was made at the start: modules, classes, handlers.

    A full collection would go through all of it, tens of milliseconds in which a process answers nobody.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
