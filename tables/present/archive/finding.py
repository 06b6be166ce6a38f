"""Lists of finished games in words: a line for each game, their number, and the search criteria."""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config import characters
from tables.games.registry import presenter
from tables.models import ArchivedGame
from tables.present.archive import lines
from tables.selectors.archive import finding

MOST_FACTS = 4
DAY = timedelta(days=1).total_seconds()


def row(game: ArchivedGame) -> dict[str, Any]:
    """Return a line of the list, with a few facts of the game."""
    extra = {"moves": game.plies, "days": _days(game), "facts": list(_facts(game))[:MOST_FACTS]}
    return {**lines.row(game.table), **extra}


def count_words(count: int) -> str:
    """Return the number of matching games in words; above a maximum, "More than" that maximum."""
    if count > finding.MOST_COUNTED:
        return _("More than %(count)d games") % {"count": finding.MOST_COUNTED}
    return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}


def criterion_words(field: forms.Field, value: Any) -> str:
    """Return one search criterion in words: "Number of players: 3"."""
    return _("%(label)s: %(value)s") % {"label": field.label, "value": _value(field, value)}


def _value(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return str(dict(choices)[value])
    return date_format(value, "DATE_FORMAT") if isinstance(value, date) else characters.isolated(str(value))


def _days(game: ArchivedGame) -> str:
    days = -int(-game.seconds // DAY)
    return ngettext("%(days)d day", "%(days)d days", max(1, days)) % {"days": max(1, days)}


def _facts(game: ArchivedGame) -> Iterator[Mapping[str, str]]:
    """Yield the facts of a game that are not zero or empty, each with the label of its search field."""
    for name, field in presenter(game.game).archive.facet_fields().items():
        value = game.facets.get(name)
        if value not in (None, 0, ""):
            yield {"label": field.label, "value": field.choices.get(str(value), str(value))}
