"""Small positions for tests. Hexes are given as (col, row) on the map or by the name of their site."""

from collections.abc import Iterable
from typing import Any

import msgspec

from engines.contract import IllegalAction, Pending, Step, When, view
from engines.gonzaga import ENGINE, loader
from engines.gonzaga.actions import INACTIVE, Deed, Donate, HoldWedding, PlaceFief, SealPlan, Turn
from engines.gonzaga.board import Board, Cover, World, board_of
from engines.gonzaga.content import Content
from engines.gonzaga.placements import placements
from engines.gonzaga.state import AskTurn, CloseRound, Court, Hand, Piece, Public, State, Vault

A, B, C = Deed.HARBOURS, Deed.CITIES, Deed.ALLIANCE
Spot = tuple[int, int] | str
replace = msgspec.structs.replace

CONTENT: Content = loader.load(loader.DATA / "1")
BOARD: Board = board_of(CONTENT)
SITES = {site.name: site.hex for site in CONTENT.sites}
COLOMBO = "colombo"
KEY = bytes(32)


def world(scenario: str = COLOMBO) -> World:
    """The board under a scenario."""
    return loader.world(loader.DATA, "1", scenario)


def at(spot: Spot) -> int:
    """The number of a hex."""
    return SITES[spot] if isinstance(spot, str) else BOARD.number(*spot)


def cells(*spots: Spot) -> tuple[int, ...]:
    """The numbers of some hexes, ascending."""
    return tuple(sorted(at(spot) for spot in spots))


def fief(*spots: Spot) -> PlaceFief:
    """The action of placing a fief there."""
    return PlaceFief(cells(*spots))


def wedding(first: Spot, second: Spot | None = None) -> HoldWedding:
    """The action of laying one ring, or two."""
    return HoldWedding(at(first), None if second is None else at(second))


def laid(seat: int, number: int, *spots: Spot, round: int = 1) -> Piece:
    """A fief on the map."""
    where = cells(*spots)
    return Piece(seat, round, number, where, placements(BOARD, number)[where].castles)


def ring(seat: int, spot: Spot, round: int = 1) -> Piece:
    """A ring on the map."""
    return Piece(seat, round, 0, (at(spot),))


def _court(colour: str, card: int, plan: SealPlan) -> Court:
    return Court(colour, 6, drawn=card, used=(card,), plan=plan)


def card_of(colour: str, number: int) -> int:
    """A colour's card for a fief."""
    return next(card for card in CONTENT.deck(colour) if card // 10 * 10 == number)


def at_turn(
    number: int,
    deed: Deed,
    region: str,
    *,
    pieces: Iterable[Piece] = (),
    scenario: str = COLOMBO,
    round: int = 2,
    **court: Any,
) -> State:
    """Seat 0 is at turn with this fief and plan, the others come after it; ``court`` changes what lies before seat 0."""
    seats = CONTENT.scenario(scenario).seats
    colours = CONTENT.colours()[:seats]
    cards = [card_of(colour, number) for colour in colours]
    plans = [SealPlan(region, deed), *[SealPlan(INACTIVE, B)] * (seats - 1)]
    courts = [_court(*each) for each in zip(colours, cards, plans, strict=True)]
    courts[0] = replace(courts[0], **court)
    agenda = (*(AskTurn(seat) for seat in range(seats)), CloseRound())
    public = Public("1", scenario, tuple(courts), agenda, round, tuple(pieces), tuple(range(seats)))
    decks = tuple(tuple(card for card in CONTENT.deck(colour) if card not in cards) for colour in colours)
    objectives = tuple(each.id for each in CONTENT.objectives)
    return State(public, tuple(Hand(each) for each in objectives[:seats]), Vault(decks, objectives[seats:]))


def started(seats: int = 3, scenario: str | None = None, key: bytes = KEY) -> State:
    """A game as it begins: the first fiefs are drawn."""
    return ENGINE.start(ENGINE.Options(scenario=scenario), seats, key).state


def with_court(state: State, seat: int, **changes: Any) -> State:
    """The state with something else before a seat."""
    courts = list(state.public.courts)
    courts[seat] = replace(courts[seat], **changes)
    return with_public(state, courts=tuple(courts))


def with_public(state: State, **changes: Any) -> State:
    """The state with something else in public."""
    return replace(state, public=replace(state.public, **changes))


def play(state: State, seat: int, action: Any) -> Step[State, Any]:
    """What follows from an action."""
    return ENGINE.apply(state, seat, action)


def after(state: State, seat: int, action: Any) -> State:
    """The state after an action."""
    return play(state, seat, action).state


def refusal(state: State, seat: int, action: Any) -> IllegalAction:
    """Why an action is refused. Fails if it is not."""
    try:
        ENGINE.apply(state, seat, action)
    except IllegalAction as error:
        return error
    raise AssertionError(f"{action} was accepted")


def pending(state: State, seat: int, kind: str) -> Pending:
    """The open decision of that kind."""
    return next(each for each in ENGINE.pending(state.public) if (each.seat, each.kind) == (seat, kind))


def legal(state: State, seat: int, kind: str = "turn") -> list[Any]:
    """All legal actions for a decision."""
    return list(ENGINE.legal(view(state, seat), pending(state, seat, kind)))


def sealed_by_all(state: State, *plans: SealPlan) -> Step[State, Any]:
    """What follows once the seats have sealed these plans, in order of seats."""
    for seat, plan in enumerate(plans[:-1]):
        state = after(state, seat, plan)
    return play(state, len(plans) - 1, plans[-1])


def now(state: State) -> list[tuple[int, str]]:
    """Who is waited for, and for what."""
    return [(each.seat, each.kind) for each in ENGINE.pending(state.public) if each.when is When.NOW]


def donated_out(state: State) -> Step[State, Any]:
    """Everybody donates until the turns of the round are over."""
    step: Step[State, Any] = Step(state)
    while step.state.public.agenda and isinstance(step.state.public.agenda[0], AskTurn):
        following = play(step.state, step.state.public.agenda[0].seat, Donate())
        step = Step(following.state, step.events + following.events)
    return step


def round_of_donations(state: State) -> Step[State, Any]:
    """A whole round in which everybody makes the first legal plan without privilege and donates."""
    plans = [next(plan for plan in legal(state, seat, "plan") if not plan.privilege) for seat in range(len(state.hands))]
    revealed = sealed_by_all(state, *plans)
    rest = donated_out(revealed.state)
    return Step(rest.state, revealed.events + rest.events)


def told(step: Step[State, Any], kind: type) -> list[Any]:
    """The events of a type, in order."""
    return [each.event for each in step.events if isinstance(each.event, kind)]


def cover(state: State) -> Cover:
    """What lies where."""
    return Cover(len(state.public.courts), state.public.pieces)


def score_of(state: State, seat: int, action: Turn) -> int:
    """The points an action brings at once."""
    return after(state, seat, action).public.courts[seat].score - state.public.courts[seat].score
