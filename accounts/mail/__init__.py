"""Emails about accounts, and the headers that every email of the site has."""
