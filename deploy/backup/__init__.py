"""Backups of the four databases, taken while everything runs, and their restoring."""
