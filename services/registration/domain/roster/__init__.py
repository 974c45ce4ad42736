"""The roster of one championship: all its entries, so that quotas, places and nicks are decided together."""
