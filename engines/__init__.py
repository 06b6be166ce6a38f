"""Rules of the games: pure functions of (options, seats, key, actions). They do not import Django."""
