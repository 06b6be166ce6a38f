"""States a viewer cannot tell from the true one: all hidden items are dealt at random."""

from msgspec.structs import replace

from engines import chance
from engines.gonzaga.board import World
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.state import Hand, Public, Seen, State, Vault


def imagine(world: World, seen: Seen, key: bytes) -> State:
    """Return a state with random decks, objectives and sealed plans where the viewer does not know them [G-15]."""
    objectives, undealt = _objectives(world, seen, key)
    hands = tuple(
        seen.hand if seat == seen.seat and seen.hand is not None else _hand(world, seen.public, seat, objective, key)
        for seat, objective in enumerate(objectives)
    )
    return State(seen.public, hands, Vault(_decks(world, seen.public, key), undealt))


def redraw(state: State, key: bytes) -> State:
    """Return the state with the rest of each deck shuffled."""
    decks = (chance.shuffle(key, f"redraw/deck/{seat}", deck)[0] for seat, deck in enumerate(state.vault.decks))
    return replace(state, vault=replace(state.vault, decks=tuple(decks)))


def _objectives(world: World, seen: Seen, key: bytes) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return an objective for each seat, known ones kept, and the undealt objectives."""
    objectives = [court.objective for court in seen.public.courts]
    if seen.seat is not None and seen.hand is not None:
        objectives[seen.seat] = seen.hand.objective
    unknown = [objective.id for objective in world.board.content.objectives if objective.id not in objectives]
    shuffled = list(chance.shuffle(key, "objectives", unknown)[0])
    return tuple(objective if objective is not None else shuffled.pop() for objective in objectives), tuple(shuffled)


def _hand(world: World, public: Public, seat: int, objective: int, key: bytes) -> Hand:
    court = public.courts[seat]
    if not court.sealed:
        return Hand(objective)
    plans = planning.legal(world, court)
    return Hand(objective, plans[chance.pick(key, f"plan/{seat}", len(plans))[0]])


def _decks(world: World, public: Public, key: bytes) -> tuple[tuple[int, ...], ...]:
    """Return the cards each seat has not turned up yet, in random order [G-15.4]."""
    content = world.board.content
    undrawn = [[card for card in content.deck(court.colour) if card not in court.used] for court in public.courts]
    return tuple(chance.shuffle(key, f"deck/{seat}", cards)[0] for seat, cards in enumerate(undrawn))
