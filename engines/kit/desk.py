"""Table during one action: its current state, and the events and draws so far.

Each game derives its own class, which knows the items in front of the seats. Every function that carries out a rule receives
the desk.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engines.contract import Draw, State, Step, Told


class Desk[PublicT: Struct, HandT: Struct, VaultT, EventT]:
    """Working copy of the state, so that a refused action changes nothing."""

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
        """Return the step of this action: the new state, the events and the draws."""
        state = State(self.public, self.hands, self.vault)
        return Step(state, tuple(self._events), tuple(self._draws), self._certain, self._own)

    def acted(self) -> None:
        """Mark the action itself as carried out: later events are its consequences."""
        self._own = len(self._events)

    def tell(self, event: EventT, *, to: tuple[int, ...] | None = None) -> None:
        """Record an event, for everybody or the named seats."""
        self._events.append(Told(event, to))

    def reveal(self, event: EventT, *, to: tuple[int, ...] | None = None, opens: tuple[str, ...] = ()) -> None:
        """Record an event that shows hidden or random information. ``opens`` has the same meaning as in
        :class:`engines.contract.Told`.

        If something changes before the event is recorded, call ``before_reveal`` first.
        """
        self.before_reveal()
        self._events.append(Told(event, to, True, opens))

    def before_reveal(self) -> None:
        """Save the current state for previews, unless this action has already revealed something."""
        self._certain = self._certain or State(self.public, self.hands, self.vault)

    def drew(self, *draws: Draw) -> None:
        """Record random draws."""
        self._draws.extend(draws)

    def change(self, **fields: Any) -> None:
        """Change the public state."""
        self.public = replace(self.public, **fields)

    def change_hand(self, seat: int, **fields: Any) -> None:
        """Change the private information of one seat."""
        self.hands = put(self.hands, seat, replace(self.hands[seat], **fields))


class AgendaDesk[PublicT: Struct, HandT: Struct, VaultT, EventT, TaskT](Desk[PublicT, HandT, VaultT, EventT]):
    """Desk of a game with an ``agenda: tuple[TaskT, ...]`` in ``Public``: the coming tasks, the current one first."""

    def push(self, *tasks: TaskT) -> None:
        """Put tasks on top of the agenda: they come before everything else."""
        self.change(agenda=tasks + self._agenda)

    def pop(self) -> None:
        """Remove the first task of the agenda."""
        self.change(agenda=self._agenda[1:])

    @property
    def _agenda(self) -> tuple[TaskT, ...]:
        # The type checker cannot express that the struct of a type variable has one more field.
        return self.public.agenda  # type: ignore[attr-defined,no-any-return]


def put[ItemT](items: tuple[ItemT, ...], index: int, item: ItemT) -> tuple[ItemT, ...]:
    """Return a copy of the tuple with the item at one index replaced."""
    return (*items[:index], item, *items[index + 1 :])
