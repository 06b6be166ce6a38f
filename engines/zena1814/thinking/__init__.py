"""What the bot thinks: what things are worth to a seat, from what it sees."""
