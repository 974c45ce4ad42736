"""How people and clients come in: keys, access tokens, links and secrets."""
