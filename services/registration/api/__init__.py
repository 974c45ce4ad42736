"""The HTTP interface: parse, command, answer. No rules."""
