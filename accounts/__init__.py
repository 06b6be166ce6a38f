"""People: how they sign up, sign in and want to be addressed. Knows nothing of tables."""
