"""User accounts: signing up, signing in and preferences. This app imports nothing from ``tables``."""
