"""Conditions for joining a table, in words."""

from collections.abc import Sequence

from django.conf import settings
from django.utils.translation import gettext as _

from tables.models import Table


def condition_words(table: Table) -> Sequence[str]:
    """Return a phrase for each condition of the table; empty if it has none."""
    phrases = [_("at least %(share)d%% on time") % {"share": table.min_reliability}] if table.min_reliability else []
    phrases += _rating_words(table.min_rating, table.max_rating)
    if table.language:
        phrases.append(str(dict(settings.LANGUAGES).get(table.language, table.language)))
    if table.favourites:
        phrases.append(_("for people chosen by the host"))
    if table.experienced:
        phrases.append(_("has finished this game before"))
    return phrases


def _rating_words(least: int | None, most: int | None) -> list[str]:
    if least is not None and most is not None:
        return [_("rating from %(least)d to %(most)d") % {"least": least, "most": most}]
    if least is not None:
        return [_("rating of at least %(least)d") % {"least": least}]
    return [_("rating of at most %(most)d") % {"most": most}] if most is not None else []
