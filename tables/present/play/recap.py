"""What happened since somebody last moved, in words: one object for the page, the mail and the feed."""

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
    Since.START: gettext_lazy("So far"),
}
_NOTES: dict[str, Promise] = {
    Move.Via.DEADLINE: gettext_lazy("played by the deadline"),
    Move.Via.STEWARD: gettext_lazy("played by the steward"),
    Move.Via.ORDER: gettext_lazy("played by your standing order"),
}
type PlayersThen = Callable[[int], Sequence[Player]]


@dataclass(frozen=True)
class Step:
    """One move that has something to say, or something beside the moves, and the silent moves before it.

    ``seq`` is the number of the newest move by then. ``note`` says how it came about if all may know.
    """

    number: int
    seq: int
    at: datetime
    sentences: Sequence[str]
    note: str
    events: Sequence[Any] = field(repr=False)


@dataclass(frozen=True)
class Change:
    """Something that is counted, as it was and as it is."""

    words: str
    before: int
    after: int

    def __str__(self) -> str:
        return f"{self.words} {self.before} → {self.after}"


@dataclass(frozen=True)
class Tally:
    """What changed in one player's numbers."""

    player: Player
    changes: Sequence[Change]

    def __str__(self) -> str:
        return f"{self.player.name}: {', '.join(map(str, self.changes))}"


@dataclass(frozen=True)
class Recap:
    """The whole gap, oldest first. ``is_all``: nothing was left out at its beginning.

    ``events`` are what a board marks as new.
    """

    since: Since
    steps: Sequence[Step]
    is_all: bool
    events: Sequence[Any] = field(repr=False)
    count: Callable[[], Sequence[Tally]] = field(repr=False, compare=False)

    @cached_property
    def tallies(self) -> Sequence[Tally]:
        """The players whose numbers changed; counted only where they are shown."""
        return self.count()

    @property
    def title(self) -> str:
        """What it is a recap of: "Since your last move"."""
        return str(_TITLES[self.since])

    @property
    def sentences(self) -> Sequence[str]:
        """All that happened."""
        return [sentence for step in self.steps for sentence in step.sentences]

    @property
    def headline(self) -> str:
        """How much happened, in a sentence."""
        count = len(self.sentences)
        words = {"since": self.title, "count": count}
        if not self.is_all:
            return _("%(since)s: more than %(count)d things happened.") % words
        return ngettext("%(since)s: %(count)d thing happened.", "%(since)s: %(count)d things happened.", count) % words


def recap(gap: Gap, show: Presenter, public: Any, players: Sequence[Player], *, then: PlayersThen | None = None) -> Recap:
    """The gap in words, up to the position ``public``; ``then`` says who played when a move was made, where seats changed
    hands."""
    return Recap(
        since=gap.since,
        steps=list(_steps(gap, show, public, then or (lambda _seq: players))),
        is_all=gap.is_all,
        events=[event for entry in gap.entries if entry.seq for event in entry.events],
        count=lambda: tallies(show, gap.before, public, players) if gap.before is not None else (),
    )


def note(via: Move.Via) -> str:
    """How a move came about, where all may know it; empty where there is nothing to say."""
    return str(_NOTES.get(via, ""))


def tallies(show: Presenter, before: Any, after: Any, players: Sequence[Player]) -> Sequence[Tally]:
    """Whose numbers differ between two positions, and how."""
    old, new = show.counted(before, len(players)), show.counted(after, len(players))
    all_tallies = (Tally(player, _changes(old, new, player.seat)) for player in players)
    return [tally for tally in all_tallies if tally.changes]


def _changes(old: Any, new: Any, seat: int) -> Sequence[Change]:
    both = [Change(capfirst(words), old[words][seat], counts[seat]) for words, counts in new.items() if words in old]
    return [change for change in both if change.before != change.after]


def _steps(gap: Gap, show: Presenter, public: Any, then: PlayersThen) -> Iterator[Step]:
    silent: list[Any] = []
    number = 0
    for seq, happened in _in_order(gap):
        said: Sequence[str]
        if isinstance(happened, SiteEvent):
            said, how = (site_events.sentence(happened),), ""
        else:
            said, how = show.told_words(happened.events, public, then(seq)), note(happened.via)
            silent += happened.events
        if said:
            number += 1
            yield Step(number, seq, happened.at, said, how, silent)
            silent = []


def _in_order(gap: Gap) -> Iterator[tuple[int, Entry | SiteEvent]]:
    """Everything as it happened, with the number of the newest move by then: what is no move stands after the one before it."""
    beside = list(gap.beside)
    for entry in gap.entries:
        while beside and beside[0].after_seq < entry.seq:
            yield beside[0].after_seq, beside.pop(0)
        yield entry.seq, entry
    yield from ((event.after_seq, event) for event in beside)
