"""The rules of a game whose sequence of play is an agenda, and whose decisions are modules, one for each kind."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from engines.contract import NotPending, Outcome, Pending, Seen, State, StateOf, Step
from engines.kit.desk import Desk
from engines.kit.game import Game, is_open


class Asking[PublicT](Protocol):
    """What says who is asked."""

    def pending(self, public: PublicT) -> Iterable[Pending]:
        """The open decisions it knows of."""
        ...


class Kind[PublicT, HandT, ActionT, DeskT](Asking[PublicT], Protocol):
    """One kind of decision: who is asked, what is legal and what it does. ``ACTIONS`` are the types that answer it."""

    @property
    def KIND(self) -> str:
        """The ``kind`` of its decisions."""
        ...

    @property
    def ACTIONS(self) -> tuple[type, ...]:
        """The types of the actions that answer it, and no other kind."""
        ...

    def legal(self, seen: Seen[PublicT, HandT], pending: Pending) -> Iterable[ActionT]:
        """Every action the seat may take."""
        ...

    # Each takes its own actions, those of ACTIONS.
    def apply(self, desk: DeskT, seat: int, action: Any) -> None:
        """Play one of them. Raises :class:`engines.contract.IllegalAction`."""
        ...


class Agenda[OptionsT, PublicT, HandT, VaultT, ActionT, EventT, DeskT: Desk[Any, Any, Any, Any]]:
    """Such rules, put together of functions and modules.

    ``set_up`` lays the table; ``desk`` makes a desk of a state; ``kinds`` are the modules, in the order of the rules;
    ``advance`` carries out tasks until somebody must decide; ``ahead`` says who else is asked ahead of a decision of a kind.
    """

    def __init__(
        self,
        *,
        set_up: Callable[[OptionsT, int, bytes], DeskT],
        desk: Callable[[State[PublicT, HandT, VaultT]], DeskT],
        kinds: Sequence[Kind[PublicT, HandT, ActionT, DeskT]],
        advance: Callable[[DeskT], None],
        outcome: Callable[[PublicT], Outcome | None],
        progress: Callable[[PublicT], tuple[int, int]],
        ahead: Sequence[Asking[PublicT]] = (),
    ) -> None:
        self.outcome, self.progress = outcome, progress
        self._set_up, self._desk, self._advance = set_up, desk, advance
        self._asking = (*kinds, *ahead)
        self._by_kind = {kind.KIND: kind for kind in kinds}
        self._last: tuple[Kind[PublicT, HandT, ActionT, DeskT], PublicT, tuple[Pending, ...]] | None = None
        self._by_action = {action: kind for kind in kinds for action in kind.ACTIONS}

    def start(self, options: OptionsT, seats: int, key: bytes) -> Step[State[PublicT, HandT, VaultT], EventT]:
        """Set up and go on to the first choice."""
        return self._carried_out(self._set_up(options, seats, key))

    def pending(self, public: PublicT) -> tuple[Pending, ...]:
        """What the modules ask."""
        return tuple(pending for module in self._asking for pending in module.pending(public))

    def legal(self, seen: Seen[PublicT, HandT], pending: Pending) -> Iterable[ActionT]:
        """What the module of its kind says."""
        return self._by_kind[pending.kind].legal(seen, pending)

    def apply(
        self, state: State[PublicT, HandT, VaultT], seat: int, action: ActionT
    ) -> Step[State[PublicT, HandT, VaultT], EventT]:
        """What the module of its kind does, and all that follows until somebody must decide again. Raises
        :class:`NotPending` if the seat is not asked for such an action."""
        kind = self._by_action[type(action)]
        if not any(pending.seat == seat and is_open(pending) for pending in self._pending_of(kind, state.public)):
            raise NotPending(f"seat {seat} is not asked for {type(action).__name__}")
        desk = self._desk(state)
        kind.apply(desk, seat, action)
        desk.acted()
        return self._carried_out(desk)

    def _pending_of(self, kind: Kind[PublicT, HandT, ActionT, DeskT], public: PublicT) -> tuple[Pending, ...]:
        """What a module asks. Whoever weighs the actions of a position tries hundreds of them, so the last answer is kept."""
        known = self._last
        if known is not None and known[0] is kind and known[1] is public:
            return known[2]
        pending = tuple(kind.pending(public))
        self._last = kind, public, pending
        return pending

    def _carried_out(self, desk: DeskT) -> Step[State[PublicT, HandT, VaultT], EventT]:
        self._advance(desk)
        step: Step[State[PublicT, HandT, VaultT], EventT] = desk.step()
        return step


class AgendaGame[OptionsT, PublicT, HandT, VaultT, ActionT, EventT, PolicyT](
    Game[OptionsT, PublicT, HandT, VaultT, ActionT, EventT, PolicyT]
):
    """A game whose rules are an :class:`Agenda`."""

    def apply(
        self, state: StateOf[PublicT, HandT, VaultT], seat: int, action: ActionT
    ) -> Step[StateOf[PublicT, HandT, VaultT], EventT]:
        """As the rules say: they refuse a seat that is not asked for such an action, and look at nothing else for that."""
        return self.parts.rules.apply(state, seat, action)
