"""How the bot thinks: its weights, what it expects, what things are worth to it, and what it makes of a turn or a scoring."""
