"""``make chaos``: people play all games while processes and servers are killed, hung, refused or slowed.

docs/proofs.md says what it proves and how to read its output.
"""
