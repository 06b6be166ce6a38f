"""A game of Gonzaga among bots, and the data of its pages."""

from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from engines import gonzaga as game
from engines import kit
from engines.contract import Pending, When, view
from engines.gonzaga import ENGINE
from engines.gonzaga.options import Options
from engines.gonzaga.state import State
from tables.games.contract import Player
from tables.games.gonzaga.board import ground
from tables.games.gonzaga.presenter import PRESENTER

NAMES = ("Anna", "Bruno", "Clara", "Dario")
SOURCES = Path(game.__file__).parent
KIT = Path(kit.__file__).parent
CONTENT = ground.content_of("1")
HEX = {site.name: site.hex for site in CONTENT.sites}


@cache
def played(seats: int = 3) -> tuple[tuple[State, ...], tuple[Any, ...]]:
    """Play a whole game among bots, and return every state and every event."""
    step = ENGINE.start(Options(), seats, b"atlas" * 7)
    states, told = [step.state], [each.event for each in step.events]
    for _ in count():
        asked = [each for each in ENGINE.pending(states[-1].public) if each.when is When.NOW]
        if not asked:
            return tuple(states), tuple(told)
        action = ENGINE.bot(view(states[-1], asked[0].seat), asked[0])
        step = ENGINE.apply(states[-1], asked[0].seat, action)
        states.append(step.state)
        told += [each.event for each in step.events]
    raise AssertionError


def players(state: State, me: int | None = None) -> list[Player]:
    seats = range(len(state.public.courts))
    return [Player(seat, NAMES[seat], PRESENTER.board.seat_css(state.public, seat), seat == me) for seat in seats]


def asked(kind: str, when: When, states: tuple[State, ...]) -> Iterator[tuple[State, Pending]]:
    for state in states:
        for pending in ENGINE.pending(state.public):
            if pending.kind == kind and pending.when is when:
                yield state, pending


def panel(state: State, pending: Pending) -> dict[str, Any]:
    seen = view(state, pending.seat)
    return dict(PRESENTER.panel.context(seen, pending, list(ENGINE.legal(seen, pending)), players(state, pending.seat)))


def slot() -> dict[str, Any]:
    return {"act_url": "/act/", "file_url": "/file/", "ranks": ["", ""], "otherwise": "ask"}
