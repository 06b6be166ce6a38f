"""Queries for contacts, looking-for-game notices, reports and spectator chat."""
