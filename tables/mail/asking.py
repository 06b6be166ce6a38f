"""What a mail asks: one open decision, until when, and the answers that take two taps."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from engines import registry
from engines.contract import Pending, Seen, When
from tables.games.contract import Answer, Player
from tables.games.registry import presenter
from tables.mail import times
from tables.mail.replies.addresses import Answerable
from tables.models import Decision, Seat, Table
from tables.present.seats import seating
from tables.present.time import clocks
from tables.selectors.mail import links
from tables.selectors.mail.linked import LinkedDecision
from tables.selectors.time.clocks import Timed, own_end


@dataclass(frozen=True)
class Offer:
    """An answer that takes two taps: what it is, what it brings at once (empty for nothing), and where it is confirmed."""

    words: str
    note: str
    url: str


@dataclass(frozen=True)
class Ask:
    """One open decision: what is asked, and in words (empty if there is none) its deadline with what comes after the own time,
    the end of the own time alone, and when the bank begins to pay.

    ``about``: what it is about, what it earns and what one has, in sentences. ``url`` leads to the page that offers the
    answers without signing in; empty if there are none that need no form. ``offers`` are the first of them, ``more`` if there
    are others. ``by_number``: what their numbers stand for in an answer by mail.
    """

    question: str
    due: str
    own_end: str
    bank: str
    about: Sequence[str] = ()
    url: str = ""
    offers: Sequence[Offer] = ()
    more: bool = False
    by_number: Answerable | None = None


def read_ask(
    table: Table,
    decision: Decision,
    *,
    seat: Seat,
    seen: Seen[Any, Any] | None,
    people: Sequence[Player],
    most: int,
    now: datetime,
) -> Ask:
    """One decision as its mail tells of it, with so many answers at most. Needs the language and zone of the seat's holder
    active."""
    pending = _pending(table, decision, seen) if seen is not None and _plays_itself(table, seat) else None
    found: Sequence[Answer] = ()
    about: Sequence[str] = ()
    if seen is not None and pending is not None:
        shown = presenter(table.game)
        found, about = shown.answers(seen, pending, people), shown.panel.brief(seen, pending, people)
        if is_last(table.game, seen.public, pending):
            about = (_("You are the last one: all others have answered."), *about)
    url = links.address(links.make(decision, seat.user_id or 0, now)) if found else ""
    return Ask(
        question=question_words(table.game, decision),
        due=due_words(decision),
        own_end=moment_words(own_end(decision)),
        bank=moment_words(bank_at(decision)),
        about=about,
        url=url,
        offers=[Offer(answer.words, answer.note, f"{url}?choice={answer.code}") for answer in found[:most]],
        more=len(found) > most,
        by_number=_by_number(decision, seat, found[:most]) if found and settings.INBOUND else None,
    )


def _by_number(decision: Decision, seat: Seat, answers: Sequence[Answer]) -> Answerable:
    codes = tuple(answer.code for answer in answers)
    return Answerable(decision.seat_id, decision.key, seat.user_id or 0, seat.plies, codes)


def answers(linked: LinkedDecision) -> Sequence[Answer]:
    """What a mail offers for a decision that is still open."""
    game = linked.table.game
    seats = linked.table.seats.select_related("user")
    people = seating.players(game, linked.seen.public, seats, me=linked.seat)
    return presenter(game).answers(linked.seen, linked.pending, people)


def is_last(game: str, public: Any, pending: Pending) -> bool:
    """Whether everybody knows that all others have answered what they were asked together with this seat.

    Sealed answers can be replaced until the last one is given. Nothing but Public is asked: what somebody has drafted, filed or
    ordered for their place is no answer yet.
    """
    others = [one for one in registry.engine(game).pending(public) if one.key == pending.key and one.seat != pending.seat]
    return bool(others) and all(one.sealed and one.when is When.MAY for one in others)


def question_words(game: str, decision: Decision) -> str:
    """What is asked."""
    return capfirst(presenter(game).words.question_words(decision.kind))


def moment_words(moment: datetime | None) -> str:
    """A moment in the active zone; empty for none."""
    return times.absolute(moment, timezone.get_current_timezone()) if moment else ""


def bank_at(decision: Decision) -> datetime | None:
    """When the bank begins to pay; None if it is empty."""
    return None if decision.bank_at == decision.due_at else decision.bank_at


def due_words(timed: Timed) -> str:
    """The end of the own time in the active zone, and what comes after it; empty if no clock runs."""
    return clocks.deadline_words(timed, moment_words)


def _plays_itself(table: Table, seat: Seat) -> bool:
    """Whether a link would be good for anything: its holder plays the seat, and the table is not set aside."""
    return seat.is_played_by_person and not table.quarantined_at


def _pending(table: Table, decision: Decision, seen: Seen[Any, Any]) -> Pending | None:
    open_now = registry.engine(table.game).pending(seen.public)
    return next((one for one in open_now if one.seat == seen.seat and one.key == decision.key), None)
