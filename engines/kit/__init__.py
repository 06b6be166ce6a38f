"""Shared parts of games: an engine built from modules, and defaults for the parts that a game can leave out."""
