"""Open decision in an email: the task, its deadline, and the answers that need two taps."""

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
from tables.games.contract import Answer, HexRow, Player
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
    """Answer that needs two taps: its words, immediate effect and shape (both can be empty), and the address to confirm it."""

    words: str
    note: str
    rows: Sequence[HexRow]
    url: str


@dataclass(frozen=True)
class Ask:
    """Open decision in an email. Its times are in words, and empty if there is none.

    - ``due`` is the end of the decision time with the time bank or grace period that follows, ``own_end`` that end alone.
    - ``bank`` is the start of the time bank.
    - ``about`` are sentences about the decision, its gains and the player's resources.
    - ``url`` is the page that offers the answers without signing in. It is empty if no answer can be offered.
    - ``offers`` are the first answers. ``more`` is True if there are others.
    - ``by_number`` is the meaning of the numbers in a reply by email, or None.
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
    """Return one decision for an email, with at most ``most`` answers.

    The language and time zone of the seat's holder must be active.
    """
    pending = _pending(table, decision, seen) if seen is not None and _plays_itself(table, seat) else None
    choices: Sequence[Answer] = ()
    about: Sequence[str] = ()
    if seen is not None and pending is not None:
        game_presenter = presenter(table.game)
        choices, about = game_presenter.answers(seen, pending, people), game_presenter.panel.brief(seen, pending, people)
        if is_last(table.game, seen.public, pending):
            about = (_("Everyone else has decided. Only you are left."), *about)
    url = links.address(links.make(decision, seat.user_id or 0, now)) if choices else ""
    return Ask(
        question=question_words(table.game, decision),
        due=due_words(decision),
        own_end=moment_words(own_end(decision)),
        bank=moment_words(bank_at(decision)),
        about=about,
        url=url,
        offers=[Offer(answer.words, answer.note, answer.rows, f"{url}?choice={answer.code}") for answer in choices[:most]],
        more=len(choices) > most,
        by_number=_by_number(decision, seat, choices[:most]) if choices and settings.INBOUND else None,
    )


def _by_number(decision: Decision, seat: Seat, answers: Sequence[Answer]) -> Answerable:
    codes = tuple(answer.code for answer in answers)
    return Answerable(decision.seat_id, decision.key, seat.user_id or 0, seat.plies, codes)


def answers(linked: LinkedDecision) -> Sequence[Answer]:
    """Return the answers that an email offers for an open decision."""
    game = linked.table.game
    seats = linked.table.seats.select_related("user")
    people = seating.players(game, linked.seen.public, seats, me=linked.seat)
    return presenter(game).answers(linked.seen, linked.pending, people)


def is_last(game: str, public: Any, pending: Pending) -> bool:
    """Return whether everyone can see that all other seats have answered the decision shared with this seat.

    Sealed answers can be replaced until the last one is given. Only the public state counts: drafts, queued turns and standing
    orders are not answers yet.
    """
    others = [one for one in registry.engine(game).pending(public) if one.key == pending.key and one.seat != pending.seat]
    return bool(others) and all(one.sealed and one.when is When.MAY for one in others)


def question_words(game: str, decision: Decision) -> str:
    """Return the task of a decision as a phrase with a capital letter."""
    return capfirst(presenter(game).words.question_words(decision.kind))


def moment_words(moment: datetime | None) -> str:
    """Return a time in words in the active time zone. It is empty for None."""
    return times.absolute(moment, timezone.get_current_timezone()) if moment else ""


def bank_at(decision: Decision) -> datetime | None:
    """Return the start of the time bank, or None if the bank is empty."""
    return None if decision.bank_at == decision.due_at else decision.bank_at


def due_words(timed: Timed) -> str:
    """Return in words the end of the decision time in the active time zone, and the time bank or grace period that follows.

    It is empty if no clock runs.
    """
    return clocks.deadline_words(timed, moment_words)


def _plays_itself(table: Table, seat: Seat) -> bool:
    """Return whether the holder plays the seat personally and the table is not on hold."""
    return seat.is_played_by_person and not table.quarantined_at


def _pending(table: Table, decision: Decision, seen: Seen[Any, Any]) -> Pending | None:
    open_now = registry.engine(table.game).pending(seen.public)
    return next((one for one in open_now if one.seat == seen.seat and one.key == decision.key), None)
