"""How Consigliere is put on machines: the embedded stack in `local/`, and the production image's files."""
