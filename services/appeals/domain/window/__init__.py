"""The window in which a game may be protested: one stream for each signed game."""
