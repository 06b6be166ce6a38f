"""Processes of the site, including the broker, and the supervisor that keeps them running."""
