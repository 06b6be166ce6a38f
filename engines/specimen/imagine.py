"""States that look like the true one to a viewer: everything unseen is dealt at random."""

from collections import Counter

from msgspec.structs import replace

from engines import chance
from engines.specimen.content import BAGS, Bag, Content, content
from engines.specimen.state import Courier, Hand, Public, Saddle, Seen, State, Vault


def imagine(seen: Seen, key: bytes) -> State:
    """Return an imagined state: unseen letters dealt by their backs, random sealed choices, and another key for dice."""
    facts = content(seen.public.version)
    stock = {bag: list(_unseen(seen, facts, bag, key)) for bag in BAGS}
    hands = tuple(
        seen.hand if seat == seen.seat and seen.hand is not None else _hand(seen.public, facts, seat, stock, key)
        for seat in range(len(seen.public.couriers))
    )
    return State(seen.public, hands, Vault(key, tuple(stock["town"]), tuple(stock["court"])))


def redraw(state: State, key: bytes) -> State:
    """Return the state with its bags shuffled and another key for dice."""
    town, court = (chance.shuffle(key, f"redraw/{bag}", state.vault.bag(bag))[0] for bag in BAGS)
    return replace(state, vault=Vault(key, town, court))


def _unseen(seen: Seen, facts: Content, bag: Bag, key: bytes) -> tuple[str, ...]:
    """Return a bag's letters that this viewer has not seen, in random order."""
    visible = Counter(seen.public.gone) + Counter(letter for letters in seen.public.opened for letter in letters)
    if seen.hand is not None and not seen.public.opened:
        visible += Counter(seen.hand.letters)
    unseen = Counter(facts.stock(bag)) - visible
    return chance.shuffle(key, f"imagine/{bag}", tuple(unseen.elements()))[0]


def _hand(public: Public, facts: Content, seat: int, stock: dict[Bag, list[str]], key: bytes) -> Hand:
    """Return a random hand with the public backs and a random sealed choice; the true hand once all are revealed."""
    if public.opened:
        return Hand(public.opened[seat])
    courier = public.couriers[seat]
    letters = tuple(sorted(stock[bag].pop() for bag in BAGS for _ in range(courier.letters.of(bag))))
    if isinstance(public.task, Saddle):
        return Hand(letters, road=_road(facts, courier, seat, key))
    shuffled, _ = chance.shuffle(key, f"imagine/pack/{seat}", letters)
    return Hand(letters, packed=tuple(sorted(shuffled[: courier.sealed])))


def _road(facts: Content, courier: Courier, seat: int, key: bytes) -> str | None:
    roads = tuple(facts.roads)
    return roads[chance.pick(key, f"imagine/road/{seat}", len(roads))[0]] if courier.sealed else None
