"""HTTP: parse, command, answer. No rule of protests lives here, but who may see what."""
