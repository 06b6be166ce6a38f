"""Content of a table's webhook: open decisions, standings and result, as a spectator sees them."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines import registry
from tables.channels.notice import Call, Notice
from tables.games.registry import presenter
from tables.mail import words
from tables.mail.asking import due_words
from tables.models import NameElsewhere, Notification, Seat, Table, Webhook
from tables.present.play import situation
from tables.present.seats import seating
from tables.selectors.play import state, waiting
from tables.selectors.time.clocks import own_end

Kind = Notification.Kind


@dataclass(frozen=True)
class Bulletin:
    """Message about a table, a club or an event.

    ``seq`` is the number of the last move or change. ``decision_keys`` has the open decisions in the format of
    ``Webhook.told_for``, for a club or an event a hash of the message. ``is_last`` is true when the game or event is over.
    """

    notice: Notice
    seq: int
    decision_keys: frozenset[str]
    is_last: bool


def read_bulletin(hook: Webhook, table: Table, *, now: datetime) -> Bulletin:
    """Return the current message, in the hook's language and its creator's time zone. Raises state.Unreadable."""
    with reading(hook):
        if table.status == Table.Status.ENDED:
            return Bulletin(
                _notice(hook, table, [Kind.FINISHED], _ending(table), (), now), table.seq, frozenset(), is_last=True
            )
        seats = {seat.pk: seat for seat in table.seats.select_related("user")}
        waits = [wait for wait in waiting.waits([table]).get(table.pk, ()) if seats[wait.seat_id].is_played_by_person]
        names = _names(hook, [seats[wait.seat_id] for wait in waits])
        calls = [_call(table, seats[wait.seat_id], wait, names) for wait in waits]
        public = state.seen(table, None).public
        lines = situation.facts(table.game, public, seating.players(table.game, public, seats.values()))
        open_decisions = frozenset(f"{wait.seat_id}:{wait.key}" for wait in waits)
        return Bulletin(_notice(hook, table, [Kind.TURN], lines, calls, now), table.seq, open_decisions, is_last=False)


@contextmanager
def reading(hook: Webhook) -> Iterator[None]:
    """Activate the language of the hook and the time zone of its creator."""
    zone = hook.made_by.tz if hook.made_by else timezone.get_default_timezone()
    with translation.override(hook.language or settings.LANGUAGE_CODE), timezone.override(zone):
        yield


def standing(notice: Notice, seq: int, *, is_last: bool = False) -> Bulletin:
    """Return a message that is new if its title or lines are."""
    digest = hashlib.sha256("\n".join([notice.title, *notice.lines]).encode()).hexdigest()
    return Bulletin(notice, seq, frozenset([digest]), is_last=is_last)


def _notice(
    hook: Webhook, table: Table, kinds: Sequence[Kind], lines: Sequence[str], calls: Sequence[Call], now: datetime
) -> Notice:
    label = words.table_label(registry.engine(table.game).title, table)
    return Notice(
        number=f"table.{table.code}.{table.seq}",
        thread=table.code,
        kinds=kinds,
        title=words.subject(kinds, label, "") if Kind.FINISHED in kinds else label,
        lines=lines,
        calls=calls,
        url=settings.SITE_URL + reverse("tables:detail", args=[table.code]),
        language=hook.language,
        at=now,
        game=table.game,
        table=table.code,
        due_at=min((end for call in calls if (end := own_end(call.clock))), default=None),
        is_pressing=bool(calls),
    )


def _call(table: Table, seat: Seat, wait: waiting.Wait, names: Mapping[int, str]) -> Call:
    question = presenter(table.game).words.question_words(wait.kind)
    due = due_words(wait.clock)
    text = _("%(question)s, due %(due)s") % {"question": question, "due": due} if due else str(question)
    return Call(seating.seat_name(seat), names.get(seat.user_id or 0, ""), text, wait.clock)


def _names(hook: Webhook, seats: Sequence[Seat]) -> Mapping[int, str]:
    aliases = NameElsewhere.objects.filter(kind=hook.kind, user__in=[seat.user_id for seat in seats if seat.user_id])
    return dict(aliases.values_list("user_id", "name"))


def _ending(table: Table) -> list[str]:
    name_of: Any = seating.naming(table, None).seat
    seats = table.seats.filter(place__isnull=False).select_related("user").order_by("place", "index")
    return [*words.leads([Kind.FINISHED], table, 0), *(_placed(seat, name_of(seat)) for seat in seats)]


def _placed(seat: Seat, name: str) -> str:
    if seat.score is None:
        return f"{seat.place}. {name}"
    points = ngettext("%(count)d point", "%(count)d points", seat.score) % {"count": seat.score}
    return f"{seat.place}. {name} ({points})"
