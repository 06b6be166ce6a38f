"""Replies to emails: their address, content and proof of origin."""
