"""Valuations by the bot, from the information of its seat."""
