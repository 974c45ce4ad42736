"""The published language: public events, one module per publisher, and the regulations document.

A leaf package: it imports nothing of the project. The names of the events and of their fields are
the storage and wire format; they change only by adding a version.
"""
