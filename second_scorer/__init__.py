"""The second scorer: computes what scoring computes, and shares no code with it.

It stands beside the product so that a mistake in one is found by the other: before a result is final,
and offline, from an exported archive. It imports nothing but the standard library.
"""
