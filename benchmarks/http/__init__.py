"""Many clients at once, at the real web server."""
