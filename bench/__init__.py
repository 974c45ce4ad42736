"""Measurements, each a ratio in one run. Nothing here is a test."""
