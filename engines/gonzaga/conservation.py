"""Invariants of every state that play can reach."""

from collections import Counter

from engines.contract import BrokenState
from engines.gonzaga import scoring
from engines.gonzaga.board import Cover, World, mask
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.placements import placements
from engines.gonzaga.setup import RINGS
from engines.gonzaga.state import AskPlans, AskTurn, Court, Public, State

ENDS = {scoring.COVERED, scoring.EXHAUSTED}


def check(world: World, state: State) -> None:
    """Raise :class:`BrokenState` unless all pieces, cards, rings, points and secrets are accounted for."""
    public = state.public
    _require(len(public.courts) == len(state.hands) == len(state.vault.decks), "seats differ")
    _require(len({court.colour for court in public.courts}) == len(public.courts), "two seats of one colour")
    _check_map(world, public)
    for seat in range(len(public.courts)):
        _check_cards(world, state, seat)
        _check_pieces(public, seat)
        _check_points(world, public, seat)
    _check_objectives(world, state)
    _check_planning(world, state)
    _check_turns(public)
    _check_end(public)


def _require(condition: bool, fault: str) -> None:
    if not condition:
        raise BrokenState(fault)


def _check_map(world: World, public: Public) -> None:
    """Check that no two fiefs or rings overlap, and no piece covers one of its own seat [G-2.10]."""
    fiefs = Counter(cell for piece in public.pieces if piece.fief for cell in piece.cells)
    rings = Counter(cell for piece in public.pieces if not piece.fief for cell in piece.cells)
    _require(max(fiefs.values(), default=0) <= 1, "two fiefs on one hex")
    _require(max(rings.values(), default=0) <= 1, "two rings on one hex")
    for piece in public.pieces:
        if piece.fief:
            fit = placements(world.board, piece.fief).get(piece.cells)
            _require(fit is not None and fit.castles == piece.castles, "a fief where it cannot lie")
        else:
            _require(len(piece.cells) == 1 and 0 <= piece.cells[0] < world.board.size, "a ring off the map")
    cover = Cover(len(public.courts), public.pieces)
    _require(not any(f & r for f, r in zip(cover.fiefs, cover.rings, strict=True)), "a ring on a fief of its own colour")


def _check_cards(world: World, state: State, seat: int) -> None:
    """Check that twelve cards and twelve fiefs are each in exactly one place [G-3.1, G-4.3]."""
    court = state.public.courts[seat]
    deck = state.vault.decks[seat]
    _require(sorted((*court.used, *deck)) == list(world.board.content.deck(court.colour)), "fief cards are missing or doubled")
    _require(court.drawn is None or court.drawn == court.used[-1], "the drawn card is not the last one")
    placed = [piece.fief for piece in state.public.pieces if piece.seat == seat and piece.fief]
    spent = [card // 10 * 10 for card in court.used if card != court.drawn]
    _require(sorted([*placed, *court.church, *court.dowries]) == sorted(spent), "a fief is in two places or in none")


def _check_pieces(public: Public, seat: int) -> None:
    """Check that each of a seat's six rings is in its supply, on the map or paid to the King [G-9.16]."""
    court = public.courts[seat]
    rings_on_map = sum(1 for piece in public.pieces if piece.seat == seat and not piece.fief)
    _require(court.rings >= 0 and court.rings + rings_on_map + court.privileges == RINGS, "rings are missing or doubled")


def _check_points(world: World, public: Public, seat: int) -> None:
    """Check that the points so far equal a recount of the pieces and cards on the table [X-52]."""
    court = public.courts[seat]
    pieces = [mask(piece.cells) for piece in public.pieces if piece.seat == seat]
    held = Cover(len(public.courts), public.pieces).held(seat)
    _require(court.tally.sites == sum(scoring.site_points(world, bits) for bits in pieces), "points of sites do not add up")
    _require(set(court.leagues) == set(scoring.new_leagues(world.board, 0, held)), "leagues do not match the harbours held")
    _require(court.tally.leagues == scoring.LEAGUE * len(court.leagues), "points of leagues do not add up")
    _require(court.tally.donations == scoring.DONATION * len(court.church), "points of donations do not add up")
    _require(bool(court.tally.bonus) <= (not public.agenda), "the bonus was given before the end")
    if court.objective is not None:
        cities = scoring.objective_cities(world.board, court.objective, held)
        _require(court.tally.objective == scoring.OBJECTIVE[cities], "points of the objective do not add up")


def _check_objectives(world: World, state: State) -> None:
    """Check that every objective is in one place and shown only at the end [G-1.8, G-1.9]."""
    dealt = [hand.objective for hand in state.hands]
    _require(sorted((*dealt, *state.vault.objectives)) == sorted(world.board.objectives), "objectives are missing or doubled")
    revealed = [court.objective for court in state.public.courts]
    _require(revealed == (dealt if not state.public.agenda else [None] * len(revealed)), "objectives shown at the wrong time")


def _check_planning(world: World, state: State) -> None:
    """Check that exactly the seats marked as sealed have a plan, and that each plan is legal."""
    is_planning = isinstance(next(iter(state.public.agenda), None), AskPlans)
    for court, hand in zip(state.public.courts, state.hands, strict=True):
        _require(court.sealed == (hand.plan is not None), "a sealed plan is missing")
        _require(is_planning or not court.sealed, "a plan is sealed outside the planning")
        _require(hand.plan is None or hand.plan in planning.legal(world, court), "an illegal plan is sealed")


def _check_turns(public: Public) -> None:
    """Check revealed plans, drawn fiefs and locked cards.

    Seats still to act have a revealed plan and a fief. Others have no revealed plan, and a fief only during planning.
    """
    seats_to_act = {step.seat for step in public.agenda if isinstance(step, AskTurn)}
    is_planning = isinstance(next(iter(public.agenda), None), AskPlans)
    for seat, court in enumerate(public.courts):
        _require((court.plan is not None) == (seat in seats_to_act), "a revealed plan without a turn, or a turn without a plan")
        _require((court.drawn is not None) == (is_planning or seat in seats_to_act), "a fief that should be spent")
        _require(_lock_is_due(public, court), "the wrong cards are locked")


def _lock_is_due(public: Public, court: Court) -> bool:
    """Return whether cards are locked when they must be, and only then.

    Cards are locked from a turn to the end of the next planning [G-12.3, G-12.4].
    """
    if isinstance(next(iter(public.agenda), None), AskPlans):
        return (court.locked is None) == (public.round == 1)
    return (court.locked is None) == (court.plan is not None)


def _check_end(public: Public) -> None:
    """Check that there is a card for each round, and that the last round has a reason.

    A card for each round means at most twelve rounds [G-13.7].
    """
    _require(public.round >= 1, "the rounds have not begun")
    _require({len(court.used) for court in public.courts} == {public.round}, "the round does not match the cards")
    _require((public.last_round is None) == (public.ending not in ENDS), "a last round without a reason")
    _require(public.last_round is None or public.last_round - public.round in (0, 1), "the last round is long past")
    _require(bool(public.agenda) or public.round == public.last_round, "the game ended before its last round")
