"""The database backend for SQLite: writers take turns at the one lock there is."""
