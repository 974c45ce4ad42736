"""The auditor: holds what clients were told against stores, streams and those who heard."""
