"""Words of events: formats, conditions, names of players, and the chronicle."""
