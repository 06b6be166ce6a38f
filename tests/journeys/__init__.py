"""``make journeys``: people walk through the whole site in a browser, from the front page to the record of a finished game."""
