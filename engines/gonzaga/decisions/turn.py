"""Phase 4: on its turn a seat places its fief, arranges a Wedding or donates [G-7, G-8, G-9, G-10]."""

from itertools import pairwise

from engines.contract import IllegalAction, Pending, When
from engines.gonzaga import placements
from engines.gonzaga.actions import INACTIVE, ActionCard, Donate, HoldWedding, PlaceFief, SealPlan, Turn
from engines.gonzaga.board import Cover, World, mask
from engines.gonzaga.state import AskTurn, Court, Public

KIND = "turn"
DONATE = Donate()


def key(public: Public) -> str:
    """Return the key of this round's turns, the same for every seat."""
    return f"turn/{public.round}"


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decision of the current seat, and decisions of the seats that can queue a turn.

    Seats later in the order can queue a turn. During planning, all seats with a sealed plan can queue one.
    """
    turn_key = key(public)
    seats_to_act = [step.seat for step in public.agenda if isinstance(step, AskTurn)]
    if seats_to_act:
        return tuple(
            Pending(seat, KIND, turn_key, When.MAY if position else When.NOW) for position, seat in enumerate(seats_to_act)
        )
    return tuple(Pending(seat, KIND, turn_key, When.MAY) for seat, court in enumerate(public.courts) if court.sealed)


def fief_of(court: Court) -> int:
    """Return the tile of the drawn card; 0 if the fief is spent [G-3.5]."""
    return 0 if court.drawn is None else court.drawn // 10 * 10


def rings_for(court: Court, plan: SealPlan) -> int:
    """Return the rings left for a Wedding; an unrevealed privilege counts as paid [X-6, X-7]."""
    return court.rings - (1 if plan.privilege and court.plan is None else 0)


def candidates(world: World, cover: Cover, court: Court, seat: int, plan: SealPlan) -> list[tuple[int, Turn]]:
    """Return every fief and Wedding of a seat under a plan, each with the mask of its hexes [G-7.1]."""
    barred = cover.bars_fief(seat)
    fits = placements.fit_list(world, fief_of(court), plan.region, plan.action)
    open_turns: list[tuple[int, Turn]] = [fit for fit in fits if not fit[0] & barred]
    if plan.action == ActionCard.ALLIANCE:
        barred = cover.bars_ring(seat)
        weddings = placements.wedding_list(world, plan.region, min(2, rings_for(court, plan)))
        open_turns += [wedding for wedding in weddings if not wedding[0] & barred]
    return open_turns


def legal(world: World, cover: Cover, court: Court, seat: int, plan: SealPlan) -> list[Turn]:
    """Return every turn of a seat under a plan: fiefs, Weddings, donation [G-7.1, G-10.1]."""
    return [*(turn for _, turn in candidates(world, cover, court, seat, plan)), DONATE]


def only_donation(world: World, cover: Cover, court: Court, seat: int, plan: SealPlan) -> bool:
    """Return whether neither a placement nor a Wedding is possible [G-10.7]."""
    barred = cover.bars_fief(seat)
    if any(not bits & barred for bits, _ in placements.fit_list(world, fief_of(court), plan.region, plan.action)):
        return False
    wedding = (
        plan.action == ActionCard.ALLIANCE and rings_for(court, plan) and world.areas[plan.region] & ~cover.bars_ring(seat)
    )
    return not wedding


def check_fief(world: World, cover: Cover, court: Court, seat: int, plan: SealPlan, cells: tuple[int, ...]) -> placements.Fit:
    """Return the fit of a legal placement. Raises :class:`IllegalAction` with the rule that forbids it."""
    fit = placements.fits(world, fief_of(court), plan.region, plan.action).get(cells)
    if fit is None:
        _refuse_cells(world, fief_of(court), plan, cells)
    elif not fit.mask & cover.bars_fief(seat):
        return fit
    _refuse_covered(cover, seat, cells)
    raise AssertionError("a placement neither fits nor has a reason against it")


def _refuse_covered(cover: Cover, seat: int, cells: tuple[int, ...]) -> None:
    for cell in cells:
        if cover.all_fiefs >> cell & 1:
            raise IllegalAction("fief_there", "G-8.3", hex=cell)
        if cover.rings[seat] >> cell & 1:
            raise IllegalAction("own_ring_there", "G-8.4", hex=cell)


def _refuse_cells(world: World, fief: int, plan: SealPlan, cells: tuple[int, ...]) -> None:
    """Raise the error for cells that do not fit even on an empty map."""
    board = world.board
    for cell in cells:
        if not 0 <= cell < board.size:
            raise IllegalAction("off_the_map", "G-8.1", hex=cell)
    if any(one >= other for one, other in pairwise(cells)):
        raise IllegalAction("cells_unsorted", "X-21")
    poses = placements.poses(board, fief, cells)
    if not poses:
        raise IllegalAction("wrong_shape", "G-3.4", fief=fief)
    if board.crosses_barrier(cells):
        raise IllegalAction("barrier_under_fief", "G-8.8")
    if not any(placements.on_land(board, pose.castles) for pose in poses):
        raise IllegalAction("castle_at_sea", "G-8.7")
    bits = mask(cells)
    if not bits & world.areas[plan.region]:
        raise IllegalAction("outside_region", "G-8.10", region=plan.region)
    _refuse_sites(plan.action, (bits & board.cities).bit_count(), (bits & board.harbours).bit_count())


def _refuse_sites(action_card: ActionCard, cities: int, harbours: int) -> None:
    match action_card:
        case ActionCard.HARBOURS if cities:
            raise IllegalAction("city_under_harbours", "G-7.2", cities=cities)
        case ActionCard.HARBOURS if not harbours:
            raise IllegalAction("no_harbour", "G-7.2")
        case ActionCard.HARBOURS if harbours > placements.MOST_HARBOURS:
            raise IllegalAction("too_many_harbours", "G-7.2", harbours=harbours)
        case ActionCard.CITIES if harbours:
            raise IllegalAction("harbour_under_cities", "G-7.3", harbours=harbours)
        case ActionCard.CITIES if cities > placements.MOST_CITIES:
            raise IllegalAction("too_many_cities", "G-7.3", cities=cities)
        case ActionCard.ALLIANCE if not cities and not harbours:
            raise IllegalAction("no_site_under_alliance", "G-7.9")
        case ActionCard.ALLIANCE if not cities or not harbours:
            raise IllegalAction("alliance_needs_both", "G-7.8", cities=cities, harbours=harbours)
        case ActionCard.ALLIANCE if not placements.meets_demand(action_card, cities, harbours):
            raise IllegalAction("too_many_sites_under_alliance", "G-7.6", cities=cities, harbours=harbours)


def check_wedding(world: World, cover: Cover, court: Court, seat: int, plan: SealPlan, wedding: HoldWedding) -> tuple[int, ...]:
    """Return the hexes of a legal Wedding. Raises :class:`IllegalAction` with the rule that forbids it."""
    if plan.action != ActionCard.ALLIANCE:
        raise IllegalAction("wedding_needs_alliance", "G-9.1")
    hexes = (wedding.first,) if wedding.second is None else (wedding.first, wedding.second)
    if len(hexes) > rings_for(court, plan):
        raise IllegalAction("not_enough_rings", "G-9.3", rings=rings_for(court, plan))
    for cell in hexes:
        if not 0 <= cell < world.board.size:
            raise IllegalAction("off_the_map", "G-9.8", hex=cell)
    _refuse_first(world, plan, wedding.first)
    if wedding.second is not None:
        _refuse_second(world, wedding.first, wedding.second)
    for cell in hexes:
        _refuse_ring(cover, seat, cell)
    return hexes


def _refuse_first(world: World, plan: SealPlan, first: int) -> None:
    if not world.board.land >> first & 1:
        raise IllegalAction("first_ring_at_sea", "G-9.9", hex=first)
    if not world.areas[plan.region] >> first & 1:
        rule = "G-9.5" if plan.region == INACTIVE else "G-9.4"
        raise IllegalAction("first_ring_outside_region", rule, hex=first, region=plan.region)


def _refuse_second(world: World, first: int, second: int) -> None:
    if first == second:
        raise IllegalAction("rings_on_one_hex", "G-9.18", hex=first)
    if not world.board.around[first] >> second & 1:
        raise IllegalAction("second_ring_not_adjacent", "G-9.6", hex=second)


def _refuse_ring(cover: Cover, seat: int, cell: int) -> None:
    if cover.all_rings >> cell & 1:
        raise IllegalAction("ring_there", "G-9.8", hex=cell)
    if cover.fiefs[seat] >> cell & 1:
        raise IllegalAction("own_fief_there", "G-9.8", hex=cell)


def check(world: World, cover: Cover, court: Court, seat: int, plan: SealPlan, turn: Turn) -> None:
    """Raise :class:`IllegalAction` unless the seat may take this turn."""
    match turn:
        case PlaceFief(cells):
            check_fief(world, cover, court, seat, plan, cells)
        case HoldWedding():
            check_wedding(world, cover, court, seat, plan, turn)
        case Donate():
            pass
