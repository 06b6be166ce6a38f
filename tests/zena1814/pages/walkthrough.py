"""Games of Zena 1814 for tests of pages: positions, their panels, and the actions that a form can send."""

import random
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import product
from typing import Any

from django.template.loader import render_to_string

from engines.contract import IllegalAction, Pending, When, decode, view
from engines.zena1814 import ENGINE
from engines.zena1814.options import Options
from engines.zena1814.state import State
from tables.games.contract import Player
from tables.games.zena1814.presenter import PRESENTER

NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")
SLOT = {"draft_url": "/draft/", "act_url": "/act/", "file_url": "/file/", "draft": [], "filed_words": [], "ranks": [""]}
KEY = b"lanterna" * 4


@cache
def played(seats: int = 3, mode: str = "expert", seed: int = 1) -> tuple[tuple[State, ...], tuple[Any, ...]]:
    """Return all positions and events of a random game with many offers and influences."""
    dice = random.Random(seed)
    step = ENGINE.start(Options(mode=mode), seats, KEY)
    states, told = [step.state], list(step.events)
    while asked := [each for each in ENGINE.pending(states[-1].public) if each.when is When.NOW]:
        pending = dice.choice(asked)
        step = ENGINE.apply(states[-1], pending.seat, _chosen(states[-1], pending, dice))
        states.append(step.state)
        told += step.events
    return tuple(states), tuple(each.event for each in told)


def _chosen(state: State, pending: Pending, dice: random.Random) -> Any:
    """Return a random action. All kinds are equally likely, except that ending, bonus and decline are often left out."""
    kinds: dict[str, list[Any]] = {}
    for action in ENGINE.legal(view(state, pending.seat), pending):
        kinds.setdefault(type(action).__name__, []).append(action)
    lazy = {"EndTurn", "TakeBonus", "Decline"}
    wanted = [kind for kind in kinds if kind not in lazy or len(kinds) == 1 or dice.random() < 0.25]
    return dice.choice(kinds[dice.choice(wanted or list(kinds))])


def asked(kind: str, *games: tuple[State, ...]) -> Iterator[tuple[State, Pending]]:
    """Yield every position of some games in which this kind of decision is open, and the decision."""
    for state in (state for game in games for state in game):
        for pending in ENGINE.pending(state.public):
            if pending.kind == kind:
                yield state, pending


def players(state: State, me: int | None = None) -> list[Player]:
    """Return the players of a position."""
    seats = range(len(state.public.families))
    return [Player(seat, NAMES[seat], PRESENTER.board.seat_css(state.public, seat), seat == me) for seat in seats]


def panel(state: State, pending: Pending) -> dict[str, Any]:
    """Return the template context of the panel for a decision."""
    seen = view(state, pending.seat)
    return dict(PRESENTER.panel.context(seen, pending, list(ENGINE.legal(seen, pending)), players(state, pending.seat)))


def panel_html(state: State, pending: Pending, **slot: Any) -> str:
    """Return the HTML of the panel for a decision."""
    context = {"panel": panel(state, pending), "slot": SLOT | {"kind": pending.kind, "when": pending.when} | slot}
    return render_to_string("games/zena1814/_panel.html", context)


def hand_html(state: State, me: int | None) -> str:
    """Return the HTML of the hand as this seat sees it."""
    return render_to_string("games/zena1814/_hand.html", {"hand": PRESENTER.hand.context(view(state, me), players(state, me))})


class Form:
    """Form of a page: its target, and the values each field can take without scripts."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.fields: dict[str, list[str]] = {}

    def submissions(self) -> Iterator[dict[str, str]]:
        """Yield each combination of field values that the form can send."""
        for values in product(*self.fields.values()):
            yield dict(zip(self.fields, values, strict=True))

    def actions(self) -> Iterator[Any]:
        """Yield the actions that the form can send, without the combinations that are refused."""
        for fields in self.submissions():
            try:
                yield from composed(fields)
            except IllegalAction:
                continue


def composed(fields: dict[str, str]) -> Iterator[Any]:
    """Yield the actions that these field values encode."""
    if kind := fields.get("compose"):
        yield from PRESENTER.panel.compose(kind, fields)
    elif fields.get("action"):
        yield decode(ENGINE.Action, fields["action"])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.named: dict[str, Form] = {}
        self.beside: list[tuple[str, str, list[str]]] = []
        self.open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(found["action"]))
            self.named[found.get("id", "")] = self.forms[-1]
        elif tag == "select":
            self.open = found.get("name", "")
        elif tag == "option" and self.open:
            self._add(self.open, [found["value"]])
        elif tag in ("input", "button") and found.get("name") and found.get("form"):
            self.beside.append((found["form"], found["name"], _values(found)))
        elif tag in ("input", "button") and found.get("name"):
            self._add(found["name"], _values(found))

    def _add(self, name: str, values: list[str]) -> None:
        _fill(self.forms[-1], name, values)

    def close(self) -> None:
        """Finish parsing, and add buttons outside of a form to the form that they name."""
        super().close()
        for form, name, values in self.beside:
            _fill(self.named[form], name, values)


def _fill(form: Form, name: str, values: list[str]) -> None:
    known = form.fields.setdefault(name, [])
    known += [value for value in values if value not in known]


def _values(field: dict[str, str]) -> list[str]:
    """Return the values that a field can send: every number in its range, or its own value."""
    if field.get("type") == "number":
        return [str(number) for number in range(int(field["min"]), int(field["max"]) + 1)]
    return [field.get("value", "")]


def forms(html: str) -> list[Form]:
    """Return the forms of a page in order."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.forms


def offered(html: str) -> list[Any]:
    """Return the actions that the forms of a page can send."""
    return [action for form in forms(html) for action in form.actions()]
