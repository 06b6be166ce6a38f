"""The table while one action is carried out: the state so far, and what was told and drawn on the way.

A game makes a class of its own of it, which knows what lies before its seats, and hands it to whatever carries out a rule.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.contract import Draw, State, Step, Told


class Desk[PublicT: Struct, HandT: Struct, VaultT, EventT]:
    """Holds a scratch copy, so that a refusal half way leaves nothing behind."""

    def __init__(self, state: State[PublicT, HandT, VaultT]) -> None:
        self.public = state.public
        self.hands = state.hands
        self.vault = state.vault
        self._events: list[Told[EventT]] = []
        self._draws: list[Draw] = []
        self._certain: State[PublicT, HandT, VaultT] | None = None
        self._own: int | None = None

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.hands))

    def step(self) -> Step[State[PublicT, HandT, VaultT], EventT]:
        """What the engine returns."""
        state = State(self.public, self.hands, self.vault)
        return Step(state, tuple(self._events), tuple(self._draws), self._certain, self._own)

    def acted(self) -> None:
        """Note that the action itself is carried out: what is told from here on follows from it."""
        self._own = len(self._events)

    def tell(self, event: EventT, *, to: tuple[int, ...] | None = None) -> None:
        """Record an event, for everybody or the named seats."""
        self._events.append(Told(event, to))

    def reveal(self, event: EventT, *, to: tuple[int, ...] | None = None, opens: tuple[str, ...] = ()) -> None:
        """Record an event that shows what was hidden or random; ``opens`` as in :class:`engines.contract.Told`.

        Call ``before_reveal`` first where something changes by it before it is told.
        """
        self.before_reveal()
        self._events.append(Told(event, to, True, opens))

    def before_reveal(self) -> None:
        """Keep the state as it is as what a preview can show, unless something was revealed before."""
        self._certain = self._certain or State(self.public, self.hands, self.vault)

    def drew(self, *draws: Draw) -> None:
        """Record random draws."""
        self._draws.extend(draws)

    def change(self, **fields: Any) -> None:
        """Change what everybody knows."""
        self.public = replace(self.public, **fields)

    def change_hand(self, seat: int, **fields: Any) -> None:
        """Change what one seat alone knows."""
        self.hands = put(self.hands, seat, replace(self.hands[seat], **fields))


class AgendaDesk[PublicT: Struct, HandT: Struct, VaultT, EventT, TaskT](Desk[PublicT, HandT, VaultT, EventT]):
    """The desk of a game whose ``Public`` has an ``agenda: tuple[TaskT, ...]``: what comes next, its first task now."""

    def push(self, *tasks: TaskT) -> None:
        """Put tasks on top of the agenda: they come before everything else."""
        self.change(agenda=tasks + self._agenda)

    def pop(self) -> None:
        """Strike out the first task of the agenda."""
        self.change(agenda=self._agenda[1:])

    @property
    def _agenda(self) -> tuple[TaskT, ...]:
        # A struct with one field more cannot be said of a type variable.
        return self.public.agenda  # type: ignore[attr-defined,no-any-return]


def put[ItemT](items: tuple[ItemT, ...], index: int, item: ItemT) -> tuple[ItemT, ...]:
    """The same tuple with another item in one place."""
    return (*items[:index], item, *items[index + 1 :])
