"""Rules of the games: pure functions of (options, seats, key, actions). Never imports Django."""
