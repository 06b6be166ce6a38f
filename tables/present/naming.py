"""Permanent names of objects for programs that store them, independent of the site's address."""

from datetime import date


def tag(authority: str, day: date | str, path: str) -> str:
    """Return a tag URI (RFC 4151) for the object of ``path``; ``authority`` is the domain name that the site owned on the tag's
    date."""
    return f"tag:{authority},{day}:{path}"
