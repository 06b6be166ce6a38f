"""``make journeys``: people use the site in a browser, from the front page to the record of a finished game."""
