"""Contacts, looking-for-game notices, spectators' chat and reports."""
