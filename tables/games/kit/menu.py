"""Long lists of options to choose from, which would take a template longer than all else on a page."""

from collections.abc import Iterable
from html import escape

from django.utils.safestring import SafeString, mark_safe


class Menu:
    """Options of a ``select``, each with what it sends and what it says."""

    def __init__(self, options: Iterable[tuple[str, str]]) -> None:
        self._options = [(value, f'<option value="{escape(value)}"', f">{escape(words)}</option>") for value, words in options]

    def __len__(self) -> int:
        return len(self._options)

    def with_chosen(self, chosen: str) -> SafeString:
        """All of them; one that sends ``chosen`` is."""
        shown = (f"{start}{' selected' if value == chosen else ''}{rest}" for value, start, rest in self._options)
        return mark_safe("".join(shown))  # noqa: S308 - escaped above
