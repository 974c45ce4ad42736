"""The read models of scoring: one file for each question, each the only writer of its tables."""

from sqlalchemy import MetaData

METADATA = MetaData()
