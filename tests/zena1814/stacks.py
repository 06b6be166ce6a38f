"""Places of the cards that a test does not name: in decks, in the box, or in the last seat's hand."""

from collections import Counter
from collections.abc import Iterable, Sequence

from engines.zena1814 import loader
from engines.zena1814.content import Content, Mode
from engines.zena1814.state import Row

CONTENT: Content = loader.load(loader.DATA / "1")


def event_deck(now: str, round: int, following: str) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Return the past events, the events to come, and the event in the box."""
    others = [each.id for each in CONTENT.events if each.id not in (now, following)]
    past, rest = others[: round - 1], others[round - 1 :]
    *to_come, last = [*([following] if following else []), *rest]
    return (*past, now), tuple(to_come), last


def dealt(seat: int) -> tuple[str, ...]:
    """Return cards with which a seat may have placed its figures."""
    return CONTENT.action_deck("expert")[4 * seat : 4 * seat + 4]


class Stacks:
    """Places of the remaining cards after rows and hands have been dealt."""

    def __init__(self, mode: Mode, hands: Iterable[Iterable[str]], rows: tuple[Row, ...], box: tuple[str, ...]) -> None:
        used = Counter(laid.card for row in rows for laid in row.cards)
        used.update(name for hand in hands for name in hand)
        used.update(box)
        self.actions = Counter(CONTENT.action_deck(mode))
        self.goals = Counter(CONTENT.goal_deck() if mode == "expert" else ())
        self.forts = Counter(each.id for each in CONTENT.forts)
        over = used - self.actions - self.goals - self.forts
        assert not over, f"there are not so many: {over}"
        self.used = used

    def action_deck(self, whole: Sequence[str] | None, top: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the action deck, and the remaining action cards, which are in the box."""
        left = self.actions - self.used
        if whole is None:
            return with_top(left, top), ()
        assert not Counter(whole) - left
        return tuple(whole), tuple((left - Counter(whole)).elements())

    def goal_deck(self, whole: Sequence[str] | None, top: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the goal deck, and the remaining goals, which are in the last seat's hand."""
        left = self.goals - self.used
        if whole is None:
            return with_top(left, top), ()
        assert not Counter(whole) - left
        return tuple(whole), tuple((left - Counter(whole)).elements())

    def fort_deck(self, top: tuple[str, ...], under: tuple[str, ...], won: tuple[str, ...]) -> tuple[str, ...]:
        """Return the Fort deck: unseen cards, with the known cards below them."""
        left = self.forts - self.used - Counter(under + won)
        assert not Counter(top) - left
        return (*top, *(left - Counter(top)).elements(), *under)


def with_top(left: Counter[str], top: Sequence[str]) -> tuple[str, ...]:
    named = Counter(name for name in top if name in left)
    first = tuple(name for name in top if name in named)
    assert not named - left
    return (*first, *(left - named).elements())
