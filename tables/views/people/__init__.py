"""Contacts of the user, people looking for a game, and reports."""
