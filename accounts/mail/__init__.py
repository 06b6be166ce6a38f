"""Mails about accounts, and what every mail of the site has."""
