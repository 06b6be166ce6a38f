"""Summary of an event for its organiser, before it is opened."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.events import lengths
from tables.models import Event
from tables.present.events.words import facts, longest
from tables.present.time.moments import moment
from tables.selectors.events.rows import setup_of

Format = Event.Format


def summary(event: Event) -> Sequence[tuple[str, str]]:
    """Return labels and values of an event that is not saved yet: its settings, and what follows from them."""
    rows = [
        *facts(event),
        (_("Days"), _days_words(event)),
        (_("Tables"), _tables_words(event)),
        (_("Meetings"), _meetings_words(event)),
        (_("Players"), _("at least %(least)s, at most %(most)s") % {"least": event.least, "most": event.most}),
        (_("Who can sign up"), _people_words(event)),
        (_("Signing up"), _("until %(moment)s") % {"moment": moment(event.closes_at)}),
    ]
    return [*rows, (_("Hidden tables"), _same_deal_words(event))] if event.same_deal else rows


def _days_words(event: Event) -> str:
    _rounds, length = longest(event)
    days = -(-length // timedelta(days=1))
    text = ngettext(
        "At most %(count)d day from the end of sign-up to the end of the event.",
        "At most %(count)d days from the end of sign-up to the end of the event.",
        days,
    )
    return text % {"count": days}


def _tables_words(event: Event) -> str:
    """Return the number of tables of the first round, with the fewest and the most players."""
    found = []
    for players in dict.fromkeys((event.least, event.most)):
        count = lengths.first_tables(setup_of(event), players)
        text = ngettext(
            "With %(players)d players, the first round has %(count)d table.",
            "With %(players)d players, the first round has %(count)d tables.",
            count,
        )
        found.append(text % {"players": players, "count": count})
    return " ".join(found)


def _meetings_words(event: Event) -> str:
    numbers = lengths.exact_fields(setup_of(event), least=event.least, most=event.most)
    if event.format == Format.KNOCKOUT:
        return _("Two players meet again only if a pairing is equal.")
    if not numbers:
        return _("With these numbers of players, not everybody can meet everybody exactly once.")
    params = {"numbers": _list(numbers)}
    if event.format == Format.SEASON:
        return _("With %(numbers)s players, everybody meets everybody of their division exactly once.") % params
    if event.format == Format.GROUPS:
        return _("With %(numbers)s players, everybody meets everybody of their group exactly once.") % params
    return _("With %(numbers)s players, everybody meets everybody exactly once.") % params


def _people_words(event: Event) -> str:
    if event.club is not None:
        return _("Members of %(club)s who meet the conditions.") % {"club": event.club}
    return _("Everybody who meets the conditions.")


def _same_deal_words(event: Event) -> str:
    words = _("Nobody sees another table of the round before its end. The standings count its results only after that.")
    numbers = range(event.least, event.most + 1)
    several = [players for players in numbers if lengths.has_several_tables(setup_of(event), players)]
    if not several:
        return words
    own = _("With %(numbers)s players, everybody has several tables in a round, so that each table has a deal of its own.")
    return f"{words} {own % {'numbers': _list(several)}}"


def _list(numbers: Sequence[int]) -> str:
    """Return the numbers in words, a row of three or more as "4–10"."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return get_text_list(list(map(str, numbers)), _("or"))
