"""Games of Principato for tests of pages: positions to look at, and everything a form can send."""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import product
from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec import UNSET
from msgspec.structs import replace

from engines import chance
from engines.contract import Pending, When, decode, view
from engines.principato import ENGINE
from engines.principato.actions import ExchangeCard, RecruitUnits
from engines.principato.options import Options
from engines.principato.state import State
from tables.games.contract import Player
from tables.games.principato.presenter import PRESENTER
from tables.models import Seat, Table
from tables.selectors.play import state as positions
from tests.site import factories

RECRUITING = ("hire_condottieri", "muster_militia")
NAMES = ("Anna", "Bruno", "Clara", "Dario")
SLOT = {"draft_url": "/draft/", "act_url": "/act/", "file_url": "/file/", "draft": [], "filed_words": []}


@cache
def played(seats: int = 3, feeding: str = "in_order", seed: int = 1) -> tuple[tuple[State, ...], tuple[Any, ...]]:
    """Play a whole random game with units and culture tiles. Return every position and every event."""
    dice = random.Random(seed)
    step = ENGINE.start(Options(feeding=feeding), seats, b"palazzo" * 5)
    states, told = [step.state], [each.event for each in step.events]
    while asked := ENGINE.pending(states[-1].public):
        pending = next(each for each in asked if each.when == "now")
        step = ENGINE.apply(states[-1], pending.seat, _chosen(states[-1], pending, dice))
        states.append(step.state)
        told += [each.event for each in step.events]
    return tuple(states), tuple(told)


def _chosen(state: State, pending: Pending, dice: random.Random) -> Any:
    """Choose among kinds of action with equal probability. Few units are recruited at a time, because units need supply."""
    kinds: dict[str, list[Any]] = {}
    for action in ENGINE.legal(view(state, pending.seat), pending):
        if getattr(action, "count", 0) <= 3:
            kinds.setdefault(type(action).__name__, []).append(action)
    wanted = [kind for kind in kinds if kind != "EndTurn" or len(kinds) == 1 or dice.random() < 0.2]
    return dice.choice(kinds[dice.choice(wanted)])


def asked(kind: str, *games: tuple[State, ...]) -> Iterator[tuple[State, Pending]]:
    """Yield every position and seat with this decision, except decisions for queued turns."""
    for state in (state for game in games for state in game):
        for pending in ENGINE.pending(state.public):
            if pending.kind == kind and (pending.sealed or pending.when is not When.MAY):
                yield state, pending


def nameless(action: Any) -> Any:
    """Return the action without the name of the card it takes, as in the list of legal actions."""
    return replace(action, named=UNSET) if isinstance(getattr(action, "named", UNSET), str) else action


def deal_alike(monkeypatch: pytest.MonkeyPatch, word: bytes) -> None:
    """Deal the same cards at every table created later. Otherwise the deal depends on the table's random code."""
    monkeypatch.setattr(chance, "game_key", lambda *_parts: word.ljust(32))


def players(state: State, me: int | None = None) -> list[Player]:
    """Return the players of a state, with ``me`` as the viewer's seat."""
    seats = range(len(state.public.realms))
    return [Player(seat, NAMES[seat], PRESENTER.board.seat_css(state.public, seat), seat == me) for seat in seats]


def panel(state: State, pending: Pending) -> dict[str, Any]:
    """Return the context of the form for a decision."""
    seen = view(state, pending.seat)
    return dict(PRESENTER.panel.context(seen, pending, list(ENGINE.legal(seen, pending)), players(state, pending.seat)))


def panel_html(state: State, pending: Pending, **slot: Any) -> str:
    """Return the form for a decision as the page shows it."""
    return render_to_string("games/principato/_panel.html", {"panel": panel(state, pending), "slot": SLOT | slot})


def hand_html(state: State, me: int | None) -> str:
    """Return the hand panel as the page shows it to a viewer."""
    return render_to_string(
        "games/principato/_hand.html", {"hand": PRESENTER.hand.context(view(state, me), players(state, me))}
    )


class Form:
    """Form of a page: its address, and the values each field can take without scripts."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.fields: dict[str, list[str]] = {}

    def submissions(self) -> Iterator[dict[str, str]]:
        """Yield every set of values that the form can send."""
        for values in product(*self.fields.values()):
            yield dict(zip(self.fields, values, strict=True))

    def actions(self) -> Iterator[Any]:
        """Yield the actions that the form can send."""
        for fields in self.submissions():
            if kind := fields.get("compose"):
                yield from PRESENTER.panel.compose(kind, fields)
            elif "action" in fields:
                yield decode(ENGINE.Action, fields["action"])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(found["action"]))
        elif tag == "select":
            self.open = found.get("name", "")
        elif tag == "option" and self.open:
            self._add(self.open, [found["value"]])
        elif tag in ("input", "button") and found.get("name"):
            self._add(found["name"], _values(found))

    def _add(self, name: str, values: list[str]) -> None:
        self.forms[-1].fields.setdefault(name, []).extend(values)


def _values(field: dict[str, str]) -> list[str]:
    if field.get("type") == "number":
        return [str(number) for number in range(int(field["min"]), int(field["max"]) + 1)]
    return [field.get("value", "on")]


def forms(html: str) -> list[Form]:
    """Return all forms of a page."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def until(table: Table, kind: str, when: When) -> Seat:
    """Play on, recruiting units where possible, until this decision comes up. Return its seat."""
    for now in factories.moments():
        asked = ENGINE.pending(positions.seen(factories.fresh(table), None).public)
        found = next((each for each in asked if each.kind == kind and each.when is when), None)
        if found:
            return seat_of(table, found)
        pending = next(each for each in asked if each.when is When.NOW)
        seat = seat_of(table, pending)
        seen = positions.seen(factories.fresh(table), seat)
        factories.send(
            seat, warlike(seen, ENGINE.legal(seen, pending)) or ENGINE.fallback(seen, pending), key=pending.key, now=now
        )
    raise AssertionError


def seat_of(table: Table, pending: Pending) -> Seat:
    """Return the seat that has the decision."""
    return Seat.objects.select_related("user", "table").get(table=table, index=pending.seat)


def warlike(seen: Any, legal: Iterable[Any]) -> Any:
    """Return an action that recruits two units or takes a recruiting card, or None."""
    cards = seen.public.display
    actions = list(legal)
    recruits = [each for each in actions if isinstance(each, RecruitUnits) and each.count == 2]
    swaps = [each for each in actions if isinstance(each, ExchangeCard) and cards[each.take] in RECRUITING]
    return next(iter(recruits + swaps), None)
