"""Interface between the site and every game engine.

A game is a pure function of (options, seats, key, actions). It uses no clock, no I/O, no globals, no ``random`` module and no
sentences in any language. All types are frozen subclasses of :class:`msgspec.Struct`. State holds tuples, never lists, dicts,
sets or floats. A game is a package ``engines/<slug>/`` with an ``ENGINE`` that satisfies :class:`Engine`. It can inherit the
defaults of :class:`engines.kit.game.Game`.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, Literal, Protocol

import msgspec


class When(StrEnum):
    """Urgency of a decision.

    ``now``: the game waits for this seat and its clock runs. ``ahead``: the seat decides later, before play can go on. It can
    answer now, and its clock runs unless a standing order will answer. ``may``: nobody waits for the seat. An answer to a
    sealed ``may`` replaces the previous answer straight away. An answer to an unsealed ``may`` is queued for a later turn.
    """

    NOW = "now"
    AHEAD = "ahead"
    MAY = "may"


class Trait(StrEnum):
    """Optional features of games, with their descriptions as values.

    An engine lists its traits once. The common tests check listed traits, and skip tests of missing traits by name.

    ``hidden``: hands or vault hold hidden information. ``chance``: the game makes random draws. ``sealed``: some answers are
    sealed. ``ahead``: some answers can be given in advance. ``variants``: a text facet distinguishes games. ``orders``:
    standing orders. ``facets``, ``openings``: finished games can be found by the game's own facets, and by openings.
    """

    HIDDEN = "hidden information"
    CHANCE = "chance"
    SEALED = "sealed answers"
    AHEAD = "answers given ahead"
    VARIANTS = "variants"
    ORDERS = "standing orders"
    FACETS = "facets"
    OPENINGS = "openings"


class Pending(msgspec.Struct, frozen=True):
    """One decision of one seat, computed from Public alone.

    ``key`` identifies the decision ("plan/3", "turn/3", "feed/2/seat1"). Together with ``seat`` it is unique within a game.
    ``kind`` names the module in ``decisions/`` and the form on the page. ``sealed``: other players only see that the seat has
    answered. ``reply``: the seat reacts to another player's move; every pace has less time for replies. ``continues`` is the
    key of the previous step of the same turn, so that sending a turn step by step gains no time. If an unsealed ``may``
    continues the step just answered, other seats have interrupted the turn, and the actions sent after that step are queued for
    the ``may``.
    """

    seat: int
    kind: str
    key: str
    when: When = When.NOW
    sealed: bool = False
    reply: bool = False
    continues: str = ""


class State[PublicT, HandT, VaultT](msgspec.Struct, frozen=True):
    """True state: public knowledge, each seat's own knowledge, and items that no player knows."""

    public: PublicT
    hands: tuple[HandT, ...]
    vault: VaultT

    def __repr__(self) -> str:
        return f"<State of {len(self.hands)} hands>"


class Seen[PublicT, HandT](msgspec.Struct, frozen=True):
    """View of one viewer; ``seat`` and ``hand`` are None for a spectator."""

    public: PublicT
    hand: HandT | None = None
    seat: int | None = None

    def __repr__(self) -> str:
        return f"<Seen by {'an onlooker' if self.seat is None else f'seat {self.seat}'}>"


class Told[EventT](msgspec.Struct, frozen=True):
    """An event and its recipients: everybody (``to`` is None) or the named seats.

    ``reveals``: the event shows something that was hidden or random until now, so a preview must stop before this event.
    ``opens``: keys of the sealed decisions that this event makes public, for every seat that answered.
    """

    event: EventT
    to: tuple[int, ...] | None = None
    reveals: bool = False
    opens: tuple[str, ...] = ()

    def visible_to(self, seat: int | None) -> bool:
        """Return whether the viewer may read the event; None is a spectator."""
        return self.to is None or seat in self.to


class Draw(msgspec.Struct, frozen=True):
    """One random draw: its unique label, the number of items, and the resulting numbers."""

    label: str
    size: int
    result: tuple[int, ...]


class Step[StateT, EventT](msgspec.Struct, frozen=True):
    """Result of ``start`` and ``apply``.

    ``certain`` is the state right before the first event that reveals something, or None if no event does. A preview shows it.
    ``own`` is the number of events of the action itself, without its consequences. It is None if it was not recorded.
    """

    state: StateT
    events: tuple[Told[EventT], ...] = ()
    draws: tuple[Draw, ...] = ()
    certain: StateT | None = None
    own: int | None = None


class Hint(msgspec.Struct, frozen=True):
    """Proposal of a bot: the actions of one turn in order, and the points that the bot expects from them.

    ``worth`` includes points expected later. It is None if the bot follows a rule and computes no worth.
    """

    actions: tuple[Any, ...]
    worth: float | None = None


class Line(msgspec.Struct, frozen=True):
    """One line of a seat's final score: points, and a code that the presenter turns into words."""

    code: str
    points: int


class Outcome(msgspec.Struct, frozen=True):
    """Result of a finished game.

    ``ranking`` lists the seats from first to last finishing place, tied seats together. ``scores`` and ``breakdown`` are
    indexed by seat, and each breakdown adds up to the score. ``tiebreak`` is the number per seat that decided ties (0 if none
    was needed).
    """

    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    breakdown: tuple[tuple[Line, ...], ...]
    reason: str
    tiebreak: tuple[int, ...] = ()


class Facet(msgspec.Struct, frozen=True):
    """A searchable fact of a finished game. A text facet has few values. A number facet is searched by its minimum.

    ``name`` is an identifier and occurs once per game. The presenter supplies its label and the meaning of its texts. ``first``
    is the start player, in games that have one. It is not searchable; wins are counted in turn order from that seat.
    """

    name: str
    value: int | str


class Filed[ActionT](msgspec.Struct, frozen=True):
    """A queued turn: stored by the site, never part of a state.

    ``first`` plays the first action that is legal when the turn comes. ``each`` plays the actions in order at the seat's next
    decisions of that turn and stops at the first illegal one. ``otherwise`` says what happens if none of them can be played.
    Without actions and with ``ask``, the seat waits for earlier seats. Once begun, an ``each`` turn answers only decisions of
    its own kind. The engine keeps that kind open as ``may`` while other seats interrupt the turn. The site then queues the
    remaining actions, with ``each`` and ``ask``, for the ``may`` that continues the turn.
    """

    key: str
    actions: tuple[ActionT, ...]
    how: Literal["first", "each"] = "first"
    otherwise: Literal["ask", "fallback"] = "ask"


class Abstain(msgspec.Struct, frozen=True):
    """Reply of a policy that does not decide; ``reason`` is a code that the presenter turns into words.

    ``asks``: the order says "ask me", so later orders cannot answer this decision either. ``over``: the order will answer
    no further decision; ``reason`` is the reason for that.
    """

    reason: str
    asks: bool = False
    over: bool = False


class EngineError(Exception):
    """Refusal of an engine; the state is unchanged."""


class NotPending(EngineError):
    """Refusal of an action for which the seat has no open decision."""


class IllegalAction(EngineError):
    """Refusal of an action that breaks a rule.

    ``code`` selects the presenter's text, ``params`` fill it in. ``rule`` is cited as in the ledger ("G-8.7").
    """

    def __init__(self, code: str, rule: str, **params: str | int) -> None:
        super().__init__(f"{code} [{rule}]")
        self.code = code
        self.rule = rule
        self.params = params


class BadOptions(EngineError):
    """Refusal of invalid options or an invalid number of seats.

    ``code`` and ``params`` are as in :class:`IllegalAction`.
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class BrokenState(EngineError):
    """Error of ``check``: the state cannot arise in play."""


class DataError(EngineError):
    """Error in a data file; the message names the file, the entry and the fault."""


type StateOf[PublicT, HandT, VaultT] = State[PublicT, HandT, VaultT]
"""Alias of ``State`` inside engines, where that name is an attribute."""
type Stage = Literal["specimen", "alpha", "beta", "stable"]
"""The stage of a game's development; specimens are only for tests and docs."""
type Reply[ActionT] = ActionT | Filed[ActionT] | Abstain
"""Reply of a policy: an action, a queued turn or an abstention."""


class Engine[OptionsT = Any, PublicT = Any, HandT = Any, VaultT = Any, ActionT = Any, EventT = Any, PolicyT = Any](Protocol):
    """Interface of one game. Instances are stateless; every method is a pure function of its arguments.

    ``State`` is the parametrised state type (``State[Public, Hand, Vault]``). ``Options``, ``Action``, ``Event`` and ``Policy``
    are Structs or unions of tagged Structs; :func:`decode` decodes and validates them. ``Engine`` without parameters stands for
    any game: only the game itself knows the contents of its states.
    """

    slug: str
    title: str
    seat_range: range
    versions: tuple[str, ...]
    traits: frozenset[Trait]
    State: Any
    Options: Any
    Action: Any
    Event: Any
    Policy: Any

    @property
    def stage(self) -> Stage:
        """Development stage of the game."""
        ...

    def __hash__(self) -> int:
        """Return a hash, so that an engine can be a cache key."""
        ...

    def start(self, options: OptionsT, seats: int, key: bytes) -> Step[StateOf[PublicT, HandT, VaultT], EventT]:
        """Set up a game.

        ``options.version`` names the data. Raises :class:`BadOptions`.
        """
        ...

    def pending(self, public: PublicT) -> tuple[Pending, ...]:
        """Return all open decisions, in no particular order; empty once there is an outcome."""
        ...

    def legal(self, seen: Seen[PublicT, HandT], pending: Pending) -> Iterable[ActionT]:
        """Return every action the seat can take for this decision: complete, finite, in a fixed order."""
        ...

    def apply(
        self, state: StateOf[PublicT, HandT, VaultT], seat: int, action: ActionT
    ) -> Step[StateOf[PublicT, HandT, VaultT], EventT]:
        """Play one action and everything that follows automatically.

        Raises :class:`NotPending` or :class:`IllegalAction`.
        """
        ...

    def imagine(self, seen: Seen[PublicT, HandT], key: bytes) -> StateOf[PublicT, HandT, VaultT]:
        """Return a state that this viewer cannot tell from the true one. Different keys can give different states."""
        ...

    def redraw(self, state: StateOf[PublicT, HandT, VaultT], key: bytes) -> StateOf[PublicT, HandT, VaultT]:
        """Return the same position with all undrawn items shuffled by ``key``, which determines all future draws.

        Known information and hands stay the same, so the moves so far still lead to this position.
        """
        ...

    def foresee(self, state: StateOf[PublicT, HandT, VaultT], pending: Pending) -> StateOf[PublicT, HandT, VaultT]:
        """Return the expected state at the decision of an unsealed ``may``, for trying out a queued turn.

        Uncertain events before that decision are left out. In that state, ``pending`` is a ``now`` decision with the same key.
        Returns the state unchanged if that moment cannot be foreseen, or if the decision continues a turn.
        """
        ...

    def hints(self, seen: Seen[PublicT, HandT], pending: Pending, most: int = 3) -> tuple[Hint, ...]:
        """Return the bot's choice, then alternatives it weighed, best first, at most ``most`` hints together.

        The list is empty for a decision that the bot would postpone.
        """
        ...

    def outcome(self, public: PublicT) -> Outcome | None:
        """Return the result once the game is over."""
        ...

    def check(self, state: StateOf[PublicT, HandT, VaultT]) -> None:
        """Raise :class:`BrokenState` unless everything is conserved and within its limits."""
        ...

    def facets(self, options: OptionsT, public: PublicT, events: Sequence[Told[EventT]]) -> tuple[Facet, ...]:
        """Return the facts by which a finished game can be found: its settings and its results.

        ``events`` are the events of all steps, in order. A game that was broken off has the facets it reached.
        """
        ...

    def opening(self, moves: Sequence[tuple[int, ActionT]], seat: int) -> str:
        """Return a short code for the opening of this seat; "" if it has none.

        Equal openings have the same code, and the codes are few enough to be counted. ``moves`` are all actions of the
        record, each with its seat, in order.
        """
        ...

    def progress(self, public: PublicT) -> tuple[int, int]:
        """Return the number of the current round, counted from 1, and the maximum number of rounds."""
        ...

    def before(self, public: PublicT, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return the seats that decide before this seat's next decision, as far as they are already determined.

        The groups are in order; seats in one group decide at the same time. No seat occurs twice in a row. The other seats
        with a decision now come first.
        """
        ...

    def waits(self, options: OptionsT, seats: int) -> int:
        """Return the number of waits for a player in a typical game.

        :mod:`engines.playout` measures it with bots and habits.
        """
        ...

    def habits(self, options: OptionsT) -> tuple[PolicyT, ...]:
        """Return the initial standing orders of every human seat, in the order they are tried; () for none."""
        ...

    def orders(self, options: OptionsT, seats: int) -> tuple[PolicyT, ...]:
        """Return standing orders for a sensible player at the start. They come before the habits.

        ``playout --orders`` uses them.
        """
        ...

    def fallback(self, seen: Seen[PublicT, HandT], pending: Pending) -> ActionT:
        """Return the default move played at the deadline: always legal, no search, the same on every run."""
        ...

    def bot(self, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """Return a bot's action: always legal, and always the same for the same view.

        For an unsealed ``may`` it can return a :class:`Filed` with planned steps or a ranked list. It can also return
        :class:`Abstain` to decide later.
        """
        ...

    def steward(self, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """Return an action that keeps an absent seat alive without taking risks: always legal."""
        ...

    def policy(self, order: PolicyT, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """Return the answer of a standing order of this seat: an action, a :class:`Filed` or :class:`Abstain`.

        The site tries the orders of a seat one after another and plays the first playable action. From a :class:`Filed` it
        takes the first playable action. If the decision is ``ahead``, any answer but :class:`Abstain` means that nobody waits
        for the seat. The site tries the order again when the turn comes, and plays the answer it gives then.
        """
        ...

    def settle(self, order: PolicyT, action: ActionT) -> PolicyT:
        """Return the successor of a standing order after its player has answered with this action.

        Most orders do not change. An order that asks once turns into the player's answer.
        """
        ...


def view[PublicT, HandT](state: State[PublicT, HandT, Any], seat: int | None) -> Seen[PublicT, HandT]:
    """Return the part of a true state that a viewer sees; None is a spectator."""
    return Seen(public=state.public, hand=None if seat is None else state.hands[seat], seat=seat)


_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode(value: object) -> bytes:
    """Return canonical JSON bytes of any contract type: equal values give equal bytes on every Python."""
    return _ENCODER.encode(value)


def decode(value_type: Any, raw: bytes | str) -> Any:
    """Decode and validate a value, and return it.

    Raises :class:`msgspec.ValidationError` or :class:`msgspec.DecodeError`.
    """
    try:
        return msgspec.json.decode(raw, type=value_type)
    except RecursionError:
        raise msgspec.DecodeError("nested too deeply") from None
