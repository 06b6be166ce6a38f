"""Rules of games with an agenda of tasks as the sequence of play, and one module per kind of decision."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, Protocol

from engines.contract import NotPending, Outcome, Pending, Seen, State, StateOf, Step
from engines.kit.desk import Desk
from engines.kit.game import Game, is_open


class DecisionSource[PublicT](Protocol):
    """Source of open decisions, such as the module of one kind."""

    def pending(self, public: PublicT) -> Iterable[Pending]:
        """Return the open decisions of this source."""
        ...


class Kind[PublicT, HandT, ActionT, DeskT](DecisionSource[PublicT], Protocol):
    """One kind of decision: the seats asked, the legal actions and their effects.

    ``ACTIONS`` are the types that answer it.
    """

    @property
    def KIND(self) -> str:
        """The ``kind`` of its decisions."""
        ...

    @property
    def ACTIONS(self) -> tuple[type, ...]:
        """Types of the actions that answer this kind and no other."""
        ...

    def legal(self, seen: Seen[PublicT, HandT], pending: Pending) -> Iterable[ActionT]:
        """Return every action the seat can take."""
        ...

    # Each kind accepts only its own actions, the types in ACTIONS.
    def apply(self, desk: DeskT, seat: int, action: Any) -> None:
        """Play one of the actions. Raises :class:`engines.contract.IllegalAction`."""
        ...


class Agenda[OptionsT, PublicT, HandT, VaultT, ActionT, EventT, DeskT: Desk[Any, Any, Any, Any]]:
    """Rules built from functions and modules.

    ``set_up`` sets up the table. ``desk`` makes a desk from a state. ``kinds`` are the modules, in the order of the rules.
    ``advance`` carries out tasks until somebody must decide. ``ahead`` are sources of further decisions that seats can
    answer in advance.
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
        ahead: Sequence[DecisionSource[PublicT]] = (),
    ) -> None:
        self.outcome, self.progress = outcome, progress
        self._set_up, self._desk, self._advance = set_up, desk, advance
        self._asking = (*kinds, *ahead)
        self._by_kind = {kind.KIND: kind for kind in kinds}
        self._last: tuple[PublicT, dict[DecisionSource[PublicT], tuple[Pending, ...]]] | None = None
        self._by_action = {action: kind for kind in kinds for action in kind.ACTIONS}

    def start(self, options: OptionsT, seats: int, key: bytes) -> Step[State[PublicT, HandT, VaultT], EventT]:
        """Set up the table and continue to the first decision."""
        return self._carried_out(self._set_up(options, seats, key))

    def pending(self, public: PublicT) -> tuple[Pending, ...]:
        """Return the open decisions of all modules, with those that seats can answer in advance."""
        found = {module: tuple(module.pending(public)) for module in self._asking}
        self._last = public, found
        return tuple(chain.from_iterable(found.values()))

    def legal(self, seen: Seen[PublicT, HandT], pending: Pending) -> Iterable[ActionT]:
        """Return the legal actions from the module of this kind."""
        return self._by_kind[pending.kind].legal(seen, pending)

    def apply(
        self, state: State[PublicT, HandT, VaultT], seat: int, action: ActionT
    ) -> Step[State[PublicT, HandT, VaultT], EventT]:
        """Play the action with its kind's module, then carry out tasks until the next decision.

        Raises :class:`NotPending` if the seat has no such decision.
        """
        kind = self._by_action[type(action)]
        if not any(pending.seat == seat and is_open(pending) for pending in self._pending_of(kind, state.public)):
            raise NotPending(f"seat {seat} is not asked for {type(action).__name__}")
        desk = self._desk(state)
        kind.apply(desk, seat, action)
        desk.acted()
        return self._carried_out(desk)

    def _pending_of(self, kind: Kind[PublicT, HandT, ActionT, DeskT], public: PublicT) -> tuple[Pending, ...]:
        """Return the decisions of a module.

        Bots try hundreds of actions in one position, so the answers for the last position are cached.
        """
        last = self._last
        if last is None or last[0] is not public:
            last = self._last = public, {}
        if kind not in last[1]:
            last[1][kind] = tuple(kind.pending(public))
        return last[1][kind]

    def _carried_out(self, desk: DeskT) -> Step[State[PublicT, HandT, VaultT], EventT]:
        self._advance(desk)
        step: Step[State[PublicT, HandT, VaultT], EventT] = desk.step()
        return step


class AgendaGame[OptionsT, PublicT, HandT, VaultT, ActionT, EventT, PolicyT](
    Game[OptionsT, PublicT, HandT, VaultT, ActionT, EventT, PolicyT]
):
    """Game with an :class:`Agenda` as its rules."""

    def apply(
        self, state: StateOf[PublicT, HandT, VaultT], seat: int, action: ActionT
    ) -> Step[StateOf[PublicT, HandT, VaultT], EventT]:
        """Play an action by the rules.

        The rules check that the seat has the decision, without computing all other decisions.
        """
        return self.parts.rules.apply(state, seat, action)
