"""What a table's webhook tells: who is waited for, how the game stands, how it ended. As an onlooker sees it, nobody more."""

from collections.abc import Mapping, Sequence
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
    """One message about a table. ``seq``: it is about the position after this move. ``asked``: who is asked what, as it is
    kept with the hook. ``is_last``: the game is over."""

    notice: Notice
    seq: int
    asked: frozenset[str]
    is_last: bool


def read_bulletin(hook: Webhook, table: Table, *, now: datetime) -> Bulletin:
    """What is to be told now, in the language of the hook and the time zone of whoever added it. Raises state.Unreadable."""
    zone = hook.made_by.tz if hook.made_by else timezone.get_default_timezone()
    with translation.override(hook.language or settings.LANGUAGE_CODE), timezone.override(zone):
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
        asked = frozenset(f"{wait.seat_id}:{wait.key}" for wait in waits)
        return Bulletin(_notice(hook, table, [Kind.TURN], lines, calls, now), table.seq, asked, is_last=False)


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
    said = _("%(question)s, until %(due)s") % {"question": question, "due": due} if due else str(question)
    return Call(seating.seat_name(seat), names.get(seat.user_id or 0, ""), said, wait.clock)


def _names(hook: Webhook, seats: Sequence[Seat]) -> Mapping[int, str]:
    found = NameElsewhere.objects.filter(kind=hook.kind, user__in=[seat.user_id for seat in seats if seat.user_id])
    return dict(found.values_list("user_id", "name"))


def _ending(table: Table) -> list[str]:
    called: Any = seating.naming(table, None).seat
    placed = table.seats.filter(place__isnull=False).select_related("user").order_by("place", "index")
    return [*words.leads([Kind.FINISHED], table, 0), *(_placed(seat, called(seat)) for seat in placed)]


def _placed(seat: Seat, name: str) -> str:
    if seat.score is None:
        return f"{seat.place}. {name}"
    points = ngettext("%(count)d point", "%(count)d points", seat.score) % {"count": seat.score}
    return f"{seat.place}. {name} ({points})"
