"""Shared parts of games: an engine built from modules, and defaults for everything a game leaves out."""
