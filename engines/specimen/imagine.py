"""Some state a viewer cannot tell from the true one: all it does not see is dealt anew."""

from collections import Counter

from msgspec.structs import replace

from engines import chance
from engines.specimen.content import BAGS, Bag, Content, content
from engines.specimen.state import Courier, Hand, Public, Saddle, Seen, State, Vault


def imagine(seen: Seen, key: bytes) -> State:
    """Deal the unseen letters to hands and bags by their backs, seal any roads, and let the dice come from another key."""
    facts = content(seen.public.version)
    stock = {bag: list(_unseen(seen, facts, bag, key)) for bag in BAGS}
    hands = tuple(
        seen.hand if seat == seen.seat and seen.hand is not None else _hand(seen.public, facts, seat, stock, key)
        for seat in range(len(seen.public.couriers))
    )
    return State(seen.public, hands, Vault(key, tuple(stock["town"]), tuple(stock["court"])))


def redraw(state: State, key: bytes) -> State:
    """Shuffle the bags, and let the dice come from another key."""
    town, court = (chance.shuffle(key, f"redraw/{bag}", state.vault.bag(bag))[0] for bag in BAGS)
    return replace(state, vault=Vault(key, town, court))


def _unseen(seen: Seen, facts: Content, bag: Bag, key: bytes) -> tuple[str, ...]:
    """The letters of a bag this viewer has not seen, in an order of our own."""
    known = Counter(seen.public.gone) + Counter(letter for letters in seen.public.opened for letter in letters)
    if seen.hand is not None and not seen.public.opened:
        known += Counter(seen.hand.letters)
    unseen = Counter(facts.stock(bag)) - known
    return chance.shuffle(key, f"imagine/{bag}", tuple(unseen.elements()))[0]


def _hand(public: Public, facts: Content, seat: int, stock: dict[Bag, list[str]], key: bytes) -> Hand:
    """A hand with the backs everybody sees; what it sealed is any of what it could have sealed."""
    if public.opened:
        return Hand(public.opened[seat])
    courier = public.couriers[seat]
    letters = tuple(sorted(stock[bag].pop() for bag in BAGS for _ in range(courier.letters.of(bag))))
    if isinstance(public.task, Saddle):
        return Hand(letters, road=_road(facts, courier, seat, key))
    mixed, _ = chance.shuffle(key, f"imagine/pack/{seat}", letters)
    return Hand(letters, packed=tuple(sorted(mixed[: courier.sealed])))


def _road(facts: Content, courier: Courier, seat: int, key: bytes) -> str | None:
    roads = tuple(facts.roads)
    return roads[chance.pick(key, f"imagine/road/{seat}", len(roads))[0]] if courier.sealed else None
