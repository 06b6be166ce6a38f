"""Keys, sealed values, and backups of the database and its keys."""
