"""Relations between users, read for the user's own pages."""
