"""One protest, from filing to the closed ruling."""
