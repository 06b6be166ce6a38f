"""The glossary of a game as the script beside the table reads it."""

import json
from functools import lru_cache

from django.utils import translation

from tables.games.registry import presenter


@lru_cache(maxsize=64)
def glossary_json(slug: str, language: str) -> str:
    """``entries`` as lists of selectors, name and sentence, and what is ``labelled``. Raises KeyError for an unknown game."""
    show = presenter(slug)
    with translation.override(language):
        entries = [[each.on, each.name, each.words] for each in show.glossary()]
        return json.dumps({"entries": entries, "labelled": dict(show.reading.labelled())}, ensure_ascii=False)
