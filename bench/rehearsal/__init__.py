"""A whole championship day under load, through the public API: `make rehearsal`."""
