"""Recap in words of the events since a player's last move: one object for the page, the email and the feed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.games.base import Presenter
from tables.games.contract import Player
from tables.models import Move, SiteEvent
from tables.present.play import site_events
from tables.selectors.play.log import Entry
from tables.selectors.play.recap import Gap, Since

_TITLES = {
    Since.OWN_MOVE: gettext_lazy("Since your last move"),
    Since.SEAT_TAKEN: gettext_lazy("Since you took the seat"),
    Since.START: gettext_lazy("Up to now"),
}
_NOTES: dict[str, Promise] = {
    Move.Via.DEADLINE: gettext_lazy("default move"),
    Move.Via.STEWARD: gettext_lazy("played by the steward"),
    Move.Via.ORDER: gettext_lazy("played by your standing order"),
}
type PlayersThen = Callable[[int], Sequence[Player]]


@dataclass(frozen=True)
class Step:
    """Step of a recap: a move with a text or another event, and the moves without text before it.

    ``seq`` is the number of the newest move at that time. ``note`` is the origin of the move, if the reader may know it.
    """

    number: int
    seq: int
    at: datetime
    sentences: Sequence[str]
    note: str
    events: Sequence[Any] = field(repr=False)


@dataclass(frozen=True)
class Change:
    """Change of a counted number, before and after."""

    words: str
    before: int
    after: int

    def __str__(self) -> str:
        return f"{self.words} {self.before} → {self.after}"


@dataclass(frozen=True)
class Tally:
    """Changes of one player's counters."""

    player: Player
    changes: Sequence[Change]

    def __str__(self) -> str:
        return f"{self.player.name}: {', '.join(map(str, self.changes))}"


@dataclass(frozen=True)
class Recap:
    """Recap of all events since a player's last move, or since another beginning, oldest first.

    ``is_all``: no earlier events are left out.

    ``events`` are those that a board marks as new.
    """

    since: Since
    steps: Sequence[Step]
    is_all: bool
    events: Sequence[Any] = field(repr=False)
    count: Callable[[], Sequence[Tally]] = field(repr=False, compare=False)

    @cached_property
    def tallies(self) -> Sequence[Tally]:
        """Players with changed numbers; computed only where they are shown."""
        return self.count()

    @property
    def title(self) -> str:
        """Title of the recap: "Since your last move"."""
        return str(_TITLES[self.since])

    @property
    def sentences(self) -> Sequence[str]:
        """All events in sentences."""
        return [sentence for step in self.steps for sentence in step.sentences]

    @property
    def headline(self) -> str:
        """Number of events, in a sentence."""
        count = len(self.sentences)
        words = {"since": self.title, "count": count}
        if not self.is_all:
            return _("%(since)s: more than %(count)d events.") % words
        return ngettext("%(since)s: %(count)d event.", "%(since)s: %(count)d events.", count) % words


def recap(
    gap: Gap, presenter: Presenter, public: Any, players: Sequence[Player], *, players_at: PlayersThen | None = None
) -> Recap:
    """Return the gap in words, up to the position ``public``.

    ``players_at`` returns the players at the time of a move, for games in which seats changed hands.
    """
    return Recap(
        since=gap.since,
        steps=list(_steps(gap, presenter, public, players_at or (lambda _seq: players))),
        is_all=gap.is_all,
        events=[event for entry in gap.entries if entry.seq for event in entry.events],
        count=lambda: tallies(presenter, gap.before, public, players) if gap.before is not None else (),
    )


def note(via: Move.Via) -> str:
    """Return a note on the origin of a move, such as "default move"; empty if there is none."""
    return str(_NOTES.get(via, ""))


def tallies(presenter: Presenter, before: Any, after: Any, players: Sequence[Player]) -> Sequence[Tally]:
    """Return the players with different numbers in two positions, and the changes."""
    old, new = presenter.counted(before, len(players)), presenter.counted(after, len(players))
    all_tallies = (Tally(player, _changes(old, new, player.seat)) for player in players)
    return [tally for tally in all_tallies if tally.changes]


def _changes(old: Any, new: Any, seat: int) -> Sequence[Change]:
    both = [Change(capfirst(words), old[words][seat], counts[seat]) for words, counts in new.items() if words in old]
    return [change for change in both if change.before != change.after]


def _steps(gap: Gap, presenter: Presenter, public: Any, players_at: PlayersThen) -> Iterator[Step]:
    silent: list[Any] = []
    number = 0
    for seq, happened in in_order(gap):
        sentences: Sequence[str]
        if isinstance(happened, SiteEvent):
            sentences, origin = (site_events.sentence(happened),), ""
        else:
            sentences, origin = presenter.told_words(happened.events, public, players_at(seq)), note(happened.via)
            silent += happened.events
        if sentences:
            number += 1
            yield Step(number, seq, happened.at, sentences, origin, silent)
            silent = []


def in_order(gap: Gap) -> Iterator[tuple[int, Entry | SiteEvent]]:
    """Yield moves and other events in order, each with the number of the newest move at that time."""
    other_events = list(gap.beside)
    for entry in gap.entries:
        while other_events and other_events[0].after_seq < entry.seq:
            yield other_events[0].after_seq, other_events.pop(0)
        yield entry.seq, entry
    yield from ((event.after_seq, event) for event in other_events)
