"""User accounts: signing up, signing in and preferences. This app knows nothing of tables."""
