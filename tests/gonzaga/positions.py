"""Small positions for Gonzaga tests. A hex is given as (col, row) on the map or by the name of its site."""

from collections.abc import Iterable
from typing import Any

import msgspec

from engines.contract import IllegalAction, Pending, Step, When, view
from engines.gonzaga import ENGINE, loader
from engines.gonzaga.actions import INACTIVE, ActionCard, Donate, HoldWedding, PlaceFief, SealPlan, Turn
from engines.gonzaga.board import Board, Cover, World, board_of
from engines.gonzaga.content import Content
from engines.gonzaga.placements import placements
from engines.gonzaga.state import AskTurn, CloseRound, Court, Hand, Piece, Public, State, Vault

A, B, C = ActionCard.HARBOURS, ActionCard.CITIES, ActionCard.ALLIANCE
Spot = tuple[int, int] | str
replace = msgspec.structs.replace

CONTENT: Content = loader.load(loader.DATA / "1")
BOARD: Board = board_of(CONTENT)
SITES = {site.name: site.hex for site in CONTENT.sites}
COLOMBO = "colombo"
KEY = bytes(32)


def world(scenario: str = COLOMBO) -> World:
    """Return the board of a scenario."""
    return loader.world(loader.DATA, "1", scenario)


def at(spot: Spot) -> int:
    """Return the number of a hex."""
    return SITES[spot] if isinstance(spot, str) else BOARD.number(*spot)


def cells(*spots: Spot) -> tuple[int, ...]:
    """Return the numbers of some hexes, ascending."""
    return tuple(sorted(at(spot) for spot in spots))


def fief(*spots: Spot) -> PlaceFief:
    """Return the action of placing a fief on these hexes."""
    return PlaceFief(cells(*spots))


def wedding(first: Spot, second: Spot | None = None) -> HoldWedding:
    """Return the action of placing one or two rings."""
    return HoldWedding(at(first), None if second is None else at(second))


def laid(seat: int, number: int, *spots: Spot, round: int = 1) -> Piece:
    """Return a seat's fief, placed on these hexes."""
    where = cells(*spots)
    return Piece(seat, round, number, where, placements(BOARD, number)[where].castles)


def ring(seat: int, spot: Spot, round: int = 1) -> Piece:
    """Return a seat's ring, placed on this hex."""
    return Piece(seat, round, 0, (at(spot),))


def _court(colour: str, card: int, plan: SealPlan) -> Court:
    return Court(colour, 6, drawn=card, used=(card,), plan=plan)


def card_of(colour: str, number: int) -> int:
    """Return a colour's card for a fief."""
    return next(card for card in CONTENT.deck(colour) if card // 10 * 10 == number)


def at_turn(
    number: int,
    deed: ActionCard,
    region: str,
    *,
    pieces: Iterable[Piece] = (),
    scenario: str = COLOMBO,
    round: int = 2,
    **court: Any,
) -> State:
    """Return a state in which it is seat 0's turn with this fief and plan, and the other seats act later.

    ``court`` changes the pieces and cards in front of seat 0.
    """
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
    """Start a game, with the first fiefs drawn."""
    return ENGINE.start(ENGINE.Options(scenario=scenario), seats, key).state


def with_court(state: State, seat: int, **changes: Any) -> State:
    """Return the state with changes to the pieces and cards in front of a seat."""
    courts = list(state.public.courts)
    courts[seat] = replace(courts[seat], **changes)
    return with_public(state, courts=tuple(courts))


def with_public(state: State, **changes: Any) -> State:
    """Return the state with changes to its public part."""
    return replace(state, public=replace(state.public, **changes))


def play(state: State, seat: int, action: Any) -> Step[State, Any]:
    """Play an action and return its step."""
    return ENGINE.apply(state, seat, action)


def after(state: State, seat: int, action: Any) -> State:
    """Play an action, and return the state after it."""
    return play(state, seat, action).state


def refusal(state: State, seat: int, action: Any) -> IllegalAction:
    """Return the refusal of an action. Fail if the action is accepted."""
    try:
        ENGINE.apply(state, seat, action)
    except IllegalAction as error:
        return error
    raise AssertionError(f"{action} was accepted")


def pending(state: State, seat: int, kind: str) -> Pending:
    """Return the seat's open decision of this kind."""
    return next(each for each in ENGINE.pending(state.public) if (each.seat, each.kind) == (seat, kind))


def legal(state: State, seat: int, kind: str = "turn") -> list[Any]:
    """Return all legal actions for a decision."""
    return list(ENGINE.legal(view(state, seat), pending(state, seat, kind)))


def sealed_by_all(state: State, *plans: SealPlan) -> Step[State, Any]:
    """Seal these plans, given in seat order, and return the last step."""
    for seat, plan in enumerate(plans[:-1]):
        state = after(state, seat, plan)
    return play(state, len(plans) - 1, plans[-1])


def now(state: State) -> list[tuple[int, str]]:
    """Return the seat and kind of each decision due now."""
    return [(each.seat, each.kind) for each in ENGINE.pending(state.public) if each.when is When.NOW]


def donated_out(state: State) -> Step[State, Any]:
    """Let all seats donate until the turns of the round are over, and return a step with all events."""
    step: Step[State, Any] = Step(state)
    while step.state.public.agenda and isinstance(step.state.public.agenda[0], AskTurn):
        following = play(step.state, step.state.public.agenda[0].seat, Donate())
        step = Step(following.state, step.events + following.events)
    return step


def round_of_donations(state: State) -> Step[State, Any]:
    """Play a whole round in which each seat makes the first legal plan without privilege and donates."""
    plans = [next(plan for plan in legal(state, seat, "plan") if not plan.privilege) for seat in range(len(state.hands))]
    revealed = sealed_by_all(state, *plans)
    rest = donated_out(revealed.state)
    return Step(rest.state, revealed.events + rest.events)


def told(step: Step[State, Any], kind: type) -> list[Any]:
    """Return the events of a type, in order."""
    return [each.event for each in step.events if isinstance(each.event, kind)]


def cover(state: State) -> Cover:
    """Return the hexes that each seat's pieces cover."""
    return Cover(len(state.public.courts), state.public.pieces)


def score_of(state: State, seat: int, action: Turn) -> int:
    """Return the points that an action scores immediately."""
    return after(state, seat, action).public.courts[seat].score - state.public.courts[seat].score
