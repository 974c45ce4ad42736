"""The read models of appeals: one file for each question, each the only writer of its tables."""

from sqlalchemy import MetaData

METADATA = MetaData()
