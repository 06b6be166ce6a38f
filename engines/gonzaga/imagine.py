"""States a viewer cannot tell from the true one: what it does not see is dealt anew."""

from msgspec.structs import replace

from engines import chance
from engines.gonzaga.board import World
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.state import Hand, Public, Seen, State, Vault


def imagine(world: World, seen: Seen, key: bytes) -> State:
    """Deal decks, the objectives of others and their sealed plans at random; keep what the viewer sees [G-15]."""
    objectives, rest = _objectives(world, seen, key)
    hands = tuple(
        seen.hand if seat == seen.seat and seen.hand is not None else _hand(world, seen.public, seat, objective, key)
        for seat, objective in enumerate(objectives)
    )
    return State(seen.public, hands, Vault(_decks(world, seen.public, key), rest))


def redraw(state: State, key: bytes) -> State:
    """Shuffle what is left of each deck."""
    decks = (chance.shuffle(key, f"redraw/deck/{seat}", deck)[0] for seat, deck in enumerate(state.vault.decks))
    return replace(state, vault=replace(state.vault, decks=tuple(decks)))


def _objectives(world: World, seen: Seen, key: bytes) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """An objective for each seat, those known kept, and the undealt ones."""
    known = [court.objective for court in seen.public.courts]
    if seen.seat is not None and seen.hand is not None:
        known[seen.seat] = seen.hand.objective
    free = [objective.id for objective in world.board.content.objectives if objective.id not in known]
    drawn = list(chance.shuffle(key, "objectives", free)[0])
    return tuple(objective if objective is not None else drawn.pop() for objective in known), tuple(drawn)


def _hand(world: World, public: Public, seat: int, objective: int, key: bytes) -> Hand:
    court = public.courts[seat]
    if not court.sealed:
        return Hand(objective)
    plans = planning.legal(world, court)
    return Hand(objective, plans[chance.pick(key, f"plan/{seat}", len(plans))[0]])


def _decks(world: World, public: Public, key: bytes) -> tuple[tuple[int, ...], ...]:
    """The cards each seat has not turned up yet, in random order [G-15.4]."""
    content = world.board.content
    rest = [[card for card in content.deck(court.colour) if card not in court.used] for court in public.courts]
    return tuple(chance.shuffle(key, f"deck/{seat}", cards)[0] for seat, cards in enumerate(rest))
