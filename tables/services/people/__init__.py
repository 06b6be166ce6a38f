"""What people say about each other, and what becomes of it."""
