"""Publishing: the public table frozen and released, final and revised."""
