"""Keys, what they seal, and how a database and its keys are kept."""
