"""The database backend for SQLite: writers stand in line for the one lock there is."""
