"""HTTP: parse, command, answer. No rule of the game lives here."""
