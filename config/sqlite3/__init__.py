"""SQLite database backend in which writers take turns holding the single write lock."""
