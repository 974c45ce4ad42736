"""A championship: what was announced, and who officiates."""
