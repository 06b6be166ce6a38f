"""``make chaos``: people play at tables of all games while everything the site stands on is killed, hung, refused or slowed.

docs/proofs.md tells what it proves and how to read what it prints.
"""
