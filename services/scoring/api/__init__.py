"""Scoring's HTTP: parse, command, answer. No rules."""
