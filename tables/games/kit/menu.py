"""Long lists of options, rendered without a template, which would be too slow."""

from collections.abc import Iterable
from html import escape

from django.utils.safestring import SafeString, mark_safe


class Menu:
    """Options of a ``select``, each with its value and text."""

    def __init__(self, options: Iterable[tuple[str, str]]) -> None:
        self._options = [(value, f'<option value="{escape(value)}"', f">{escape(words)}</option>") for value, words in options]

    def __len__(self) -> int:
        return len(self._options)

    def with_chosen(self, chosen: str) -> SafeString:
        """Return all options. The one with the value ``chosen`` is selected."""
        tags = (f"{start}{' selected' if value == chosen else ''}{rest}" for value, start, rest in self._options)
        return mark_safe("".join(tags))  # noqa: S308 - escaped above
