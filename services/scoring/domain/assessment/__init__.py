"""Assessments: what is at stake in a protest."""
