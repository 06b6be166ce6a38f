"""What every game engine offers to the site, and what it may count on.

A game is a pure function of (options, seats, key, actions): no clock, no I/O, no globals, no ``random`` module and no
sentences in any language. All types are frozen :class:`msgspec.Struct`\\ s; state holds tuples, never lists, dicts, sets or
floats. A game is a package ``engines/<slug>/`` whose ``ENGINE`` satisfies :class:`Engine`;
it may inherit what it has nothing of its own for from :class:`engines.kit.game.Game`.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, Literal, Protocol

import msgspec


class When(StrEnum):
    """How urgently a decision is asked.

    ``now``: the rules stand still for this seat and its clock runs. ``ahead``: its place comes within this pause; it may file
    its answer at once and its clock runs, unless one of its standing orders will answer. ``may``: nobody waits. A sealed
    ``may`` is applied at once (it replaces the answer), an unsealed one can only be filed (the turn that follows).
    """

    NOW = "now"
    AHEAD = "ahead"
    MAY = "may"


class Trait(StrEnum):
    """What a game may have and not every game does, by the words for it. An engine names its own once; the tests of all games
    hold it to them, and leave out by name what a game does not have.

    ``hidden``: something lies in hands or vault. ``chance``: something is drawn. ``sealed``: some answers are. ``ahead``: some
    may be given before their place. ``variants``: a facet that is a text tells games apart. ``orders``: standing orders.
    ``facets``, ``openings``: games are found by facets of their own, and by how seats began.
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
    """One decision one seat is asked for, computed from Public alone.

    ``key`` names this one asking ("plan/3", "turn/3", "feed/2/seat1"); together with ``seat`` it is never used twice in a game.
    ``kind`` names the module in ``decisions/`` and the form on the page. ``sealed``: others learn only that it is answered.
    ``reply``: an answer to somebody else's move; paces give replies less time. ``continues`` is the key of the choice before it
    in the same turn: whoever sends a turn step by step gets no new time for each step. An unsealed ``may`` that ``continues``
    the step just answered is the rest of a turn that others interrupt: what is sent after that step is filed for it.
    """

    seat: int
    kind: str
    key: str
    when: When = When.NOW
    sealed: bool = False
    reply: bool = False
    continues: str = ""


class State[PublicT, HandT, VaultT](msgspec.Struct, frozen=True):
    """The true state: what all know, what each seat alone knows, what nobody knows."""

    public: PublicT
    hands: tuple[HandT, ...]
    vault: VaultT

    def __repr__(self) -> str:
        return f"<State of {len(self.hands)} hands>"


class Seen[PublicT, HandT](msgspec.Struct, frozen=True):
    """What one viewer sees; ``seat`` and ``hand`` are None for an onlooker."""

    public: PublicT
    hand: HandT | None = None
    seat: int | None = None

    def __repr__(self) -> str:
        return f"<Seen by {'an onlooker' if self.seat is None else f'seat {self.seat}'}>"


class Told[EventT](msgspec.Struct, frozen=True):
    """An event and whom it is told: everybody (``to`` is None) or the named seats.

    ``reveals``: it shows something that was hidden or random until now, so a preview must stop before it.
    ``opens``: keys of sealed decisions (of every seat that answered them) whose content this event makes public.
    """

    event: EventT
    to: tuple[int, ...] | None = None
    reveals: bool = False
    opens: tuple[str, ...] = ()

    def visible_to(self, seat: int | None) -> bool:
        """Whether the viewer may read it; None is an onlooker."""
        return self.to is None or seat in self.to


class Draw(msgspec.Struct, frozen=True):
    """One random draw: its unique label, how many things it drew from or shuffled, and the numbers that came out."""

    label: str
    size: int
    result: tuple[int, ...]


class Step[StateT, EventT](msgspec.Struct, frozen=True):
    """What ``start`` and ``apply`` return.

    ``certain`` is the state right before the first of the events that reveal something; None if none does. A preview shows it.
    ``own`` is the number of events that the action told by itself, before all that follows from it; None where nobody says so.
    """

    state: StateT
    events: tuple[Told[EventT], ...] = ()
    draws: tuple[Draw, ...] = ()
    certain: StateT | None = None
    own: int | None = None


class Hint(msgspec.Struct, frozen=True):
    """What a bot proposes: the actions of one turn in their order, and how many points it takes that to be worth.

    ``worth`` counts what it hopes for later as well; it is None where the bot follows a rule and weighs nothing.
    """

    actions: tuple[Any, ...]
    worth: float | None = None


class Line(msgspec.Struct, frozen=True):
    """One line of a seat's final score: a code that the presenter turns into words, and points."""

    code: str
    points: int


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended.

    ``ranking`` lists seats by place, best first, tied seats together; ``scores`` and ``breakdown`` are indexed by seat and
    each breakdown sums up to the score. ``tiebreak`` per seat is whatever number decided ties (0 where none was needed).
    """

    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    breakdown: tuple[tuple[Line, ...], ...]
    reason: str
    tiebreak: tuple[int, ...] = ()


class Facet(msgspec.Struct, frozen=True):
    """A fact of a finished game it can be found by: a text is one of a few, a number is asked for "at least".

    ``name`` is an identifier; each name comes once for a game. The presenter says what it is called, and what its texts mean.
    ``first`` is the seat that began, in games whose rules name one: nobody searches by it, but wins are counted in this order.
    """

    name: str
    value: int | str


class Filed[ActionT](msgspec.Struct, frozen=True):
    """An answer given before its place comes; a row of the site, never part of a state.

    ``first`` plays the first action that is legal at its place; ``each`` plays them in order at the seat's next decisions of
    that turn and stops at the first illegal one. ``otherwise`` says what happens when none of them can be played; without
    actions and with ``ask`` the seat waits for those before it. What is being played with ``each`` speaks only for decisions of
    the kind it was filed for: an engine keeps that kind open as ``may`` while something interrupts the turn. What is sent in
    one with the step that is interrupted is filed by the site, ``each`` with ``ask``, for the ``may`` that continues it.
    """

    key: str
    actions: tuple[ActionT, ...]
    how: Literal["first", "each"] = "first"
    otherwise: Literal["ask", "fallback"] = "ask"


class Abstain(msgspec.Struct, frozen=True):
    """A policy has nothing to say here; ``reason`` is a code the presenter turns into words.

    ``asks``: the order itself says "ask me", so no later order may speak for this decision either. ``over``: what it was made
    for is gone for good, it will never speak again; ``reason`` is why.
    """

    reason: str
    asks: bool = False
    over: bool = False


class EngineError(Exception):
    """What an engine refuses with; the state is untouched."""


class NotPending(EngineError):
    """The seat is not asked for such an action at the moment."""


class IllegalAction(EngineError):
    """The action breaks a rule: ``code`` for the presenter, ``rule`` as cited in the ledger ("G-8.7"), ``params`` for words."""

    def __init__(self, code: str, rule: str, **params: str | int) -> None:
        super().__init__(f"{code} [{rule}]")
        self.code = code
        self.rule = rule
        self.params = params


class BadOptions(EngineError):
    """The options or the number of seats do not make a game; ``code`` and ``params`` as in :class:`IllegalAction`."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class BrokenState(EngineError):
    """``check`` found a state that no play can reach."""


class DataError(EngineError):
    """A data file is broken; the message names the file, the entry and the fault."""


type StateOf[PublicT, HandT, VaultT] = State[PublicT, HandT, VaultT]
"""A state, by another name where ``State`` is the attribute of an engine."""
type Stage = Literal["specimen", "alpha", "beta", "stable"]
"""The stage of a game's development; specimens are only for tests and docs."""
type Reply[ActionT] = ActionT | Filed[ActionT] | Abstain
"""What a policy says: play this; play what is filed; nothing."""


class Engine[OptionsT = Any, PublicT = Any, HandT = Any, VaultT = Any, ActionT = Any, EventT = Any, PolicyT = Any](Protocol):
    """One game. Instances are stateless; every method is a pure function of its arguments.

    ``State`` is the parametrised state type (``State[Public, Hand, Vault]``), ``Options``, ``Action``, ``Event`` and ``Policy``
    are Structs or unions of tagged Structs: all of them are decoded and validated by :func:`decode`. ``Engine`` without
    parameters is that of any game: what is in its states is known to that game alone.
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
        """The stage of the game's development."""
        ...

    def __hash__(self) -> int:
        """What is made of an engine may be kept under it."""
        ...

    def start(self, options: OptionsT, seats: int, key: bytes) -> Step[StateOf[PublicT, HandT, VaultT], EventT]:
        """Set up a game. ``options.version`` names the data; raises :class:`BadOptions`."""
        ...

    def pending(self, public: PublicT) -> tuple[Pending, ...]:
        """All open decisions, in no particular order; empty once there is an outcome."""
        ...

    def legal(self, seen: Seen[PublicT, HandT], pending: Pending) -> Iterable[ActionT]:
        """Every action the seat may take for this decision: complete, finite, in a fixed order."""
        ...

    def apply(
        self, state: StateOf[PublicT, HandT, VaultT], seat: int, action: ActionT
    ) -> Step[StateOf[PublicT, HandT, VaultT], EventT]:
        """Play one action and all that follows by itself; raises :class:`NotPending` or :class:`IllegalAction`."""
        ...

    def imagine(self, seen: Seen[PublicT, HandT], key: bytes) -> StateOf[PublicT, HandT, VaultT]:
        """Some state this viewer cannot tell from the true one; different keys give different ones."""
        ...

    def redraw(self, state: StateOf[PublicT, HandT, VaultT], key: bytes) -> StateOf[PublicT, HandT, VaultT]:
        """The same position, with what nobody has drawn yet in another order: all chance to come is that of ``key``.

        What is known and what is held stays, so that the moves so far led here still.
        """
        ...

    def foresee(self, state: StateOf[PublicT, HandT, VaultT], pending: Pending) -> StateOf[PublicT, HandT, VaultT]:
        """The place of an unsealed ``may`` as far as it can be known, for trying out there what is to be filed.

        As if nothing happened until then but what is certain; ``pending`` is asked ``now`` there, under the same key. The
        state itself where the place cannot be foreseen, or is the rest of a turn.
        """
        ...

    def hints(self, seen: Seen[PublicT, HandT], pending: Pending) -> tuple[Hint, ...]:
        """What the bot would do, the best first, and a few other things it weighed; empty for a decision it would put off."""
        ...

    def outcome(self, public: PublicT) -> Outcome | None:
        """The result once the game is over."""
        ...

    def check(self, state: StateOf[PublicT, HandT, VaultT]) -> None:
        """Raise :class:`BrokenState` unless everything is conserved and within its limits."""
        ...

    def facets(self, options: OptionsT, public: PublicT, events: Sequence[Told[EventT]]) -> tuple[Facet, ...]:
        """What a game that is over can be found by: what was chosen for it and what it came to.

        ``events`` are those of all its steps, in order. A game that was broken off has the same facets, as far as it came.
        """
        ...

    def opening(self, moves: Sequence[tuple[int, ActionT]], seat: int) -> str:
        """How this seat began: a short code, the same for all games begun alike, few enough to be counted; "" if it did not.

        ``moves`` are all actions of the record, each with its seat, in order.
        """
        ...

    def progress(self, public: PublicT) -> tuple[int, int]:
        """(round now being played, most rounds there can be), both counted from 1."""
        ...

    def before(self, public: PublicT, seat: int) -> tuple[tuple[int, ...], ...]:
        """Which seats decide before this one is asked next, as far as the rules tell it now: in order, those that are asked at
        the same time together, nobody twice in a row. The others who are asked now come first."""
        ...

    def waits(self, options: OptionsT, seats: int) -> int:
        """How often a game like this stands still for somebody, as :mod:`engines.playout` measures it with bots and habits."""
        ...

    def habits(self, options: OptionsT) -> tuple[PolicyT, ...]:
        """The standing orders every person's seat begins with: Policies in the order they are tried; () for none."""
        ...

    def orders(self, options: OptionsT, seats: int) -> tuple[PolicyT, ...]:
        """The Policies a sensible player would order at the start, before the habits, in a game of so many seats; ``playout
        --orders`` asks for them."""
        ...

    def fallback(self, seen: Seen[PublicT, HandT], pending: Pending) -> ActionT:
        """The action taken at the deadline: always legal, no search, the same on every run."""
        ...

    def bot(self, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """The action a bot takes: always legal, deterministic in what it sees.

        For an unsealed ``may`` it may answer with a :class:`Filed`: the steps it means to take then, or a ranked list; or with
        :class:`Abstain`, if it would rather be asked then.
        """
        ...

    def steward(self, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """The action that keeps an absent seat alive without taking risks: always legal."""
        ...

    def policy(self, order: PolicyT, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """What a standing order of this seat answers: an action, a :class:`Filed` or :class:`Abstain`.

        The orders of a seat are tried one after another; the first action that can be played is. Of a :class:`Filed` that is
        the first of its actions that can. Asked ``ahead`` of its place, anything but :class:`Abstain` means that the seat need
        not be asked as long as that holds: the order is asked again at its place, and what it says then is played.
        """
        ...

    def settle(self, order: PolicyT, action: ActionT) -> PolicyT:
        """Return the order that takes the place of a standing order once its player has answered with this action themselves.

        Most orders stay as they are. One that asks once becomes what it was told.
        """
        ...


def view[PublicT, HandT](state: State[PublicT, HandT, Any], seat: int | None) -> Seen[PublicT, HandT]:
    """The part of a true state that a viewer is handed; None is an onlooker."""
    return Seen(public=state.public, hand=None if seat is None else state.hands[seat], seat=seat)


_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode(value: object) -> bytes:
    """Canonical JSON bytes of any contract type: the same value gives the same bytes on every Python."""
    return _ENCODER.encode(value)


def decode(what: Any, raw: bytes | str) -> Any:
    """Decode and validate; raises :class:`msgspec.ValidationError` or :class:`msgspec.DecodeError`."""
    try:
        return msgspec.json.decode(raw, type=what)
    except RecursionError:
        raise msgspec.DecodeError("nested too deeply") from None
