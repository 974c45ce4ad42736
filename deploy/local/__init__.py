"""The embedded stack: real servers from wheels, the services, and the supervisor that keeps them running.

Owns processes, ports, keys and the data folder. Knows no rule of the game and opens no service's tables.
"""
