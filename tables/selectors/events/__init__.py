"""Queries for events: rows as the formats read them, lists, pages, and the conditions for entering."""
