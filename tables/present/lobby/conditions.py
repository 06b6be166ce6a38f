"""What it takes to join a table, in words."""

from collections.abc import Sequence

from django.conf import settings
from django.utils.translation import gettext as _

from tables.models import Table


def condition_words(table: Table) -> Sequence[str]:
    """A phrase for each thing the table asks for; none if it is for everybody."""
    said = [_("at least %(share)d %% in time") % {"share": table.min_reliability}] if table.min_reliability else []
    said += _rating_words(table.min_rating, table.max_rating)
    if table.language:
        said.append(str(dict(settings.LANGUAGES).get(table.language, table.language)))
    if table.favourites:
        said.append(_("for people its host has chosen"))
    if table.experienced:
        said.append(_("played it before"))
    return said


def _rating_words(least: int | None, most: int | None) -> list[str]:
    if least is not None and most is not None:
        return [_("rating from %(least)d to %(most)d") % {"least": least, "most": most}]
    if least is not None:
        return [_("rating of %(least)d at least") % {"least": least}]
    return [_("rating of %(most)d at most") % {"most": most}] if most is not None else []
