"""What games share: an engine put together from modules, and what it does where a game has nothing of its own."""
