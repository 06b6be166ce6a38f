"""Names of things for programs that keep them: the same for ever, wherever the site may be one day."""

from datetime import date


def tag(authority: str, day: date | str, path: str) -> str:
    """Return a tag URI (RFC 4151) for what ``path`` names; ``authority`` had that name on that day."""
    return f"tag:{authority},{day}:{path}"
