"""Stages: the cut, and the ties that people decide."""
