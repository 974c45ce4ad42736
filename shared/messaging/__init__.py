"""JetStream as a rebuildable transport: streams, relay, consumer. PostgreSQL is the record."""
