"""Formats of competition for two to five seats at a table: designs, pairings, seats, standings.

All functions are pure. Players are numbers. Draws take a 32-byte seed, as games take a key.
"""
