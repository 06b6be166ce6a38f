"""States a viewer cannot tell from the true one: goals, sealed answers and deck orders are random."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from engines import chance
from engines.principato import military, setup
from engines.principato.actions import FeedUnits, ReleaseUnits
from engines.principato.content import Content
from engines.principato.loader import content
from engines.principato.state import SCORING, AskFeeding, AskRelease, Hand, Public, Seen, State, Vault


def imagine(seen: Seen, key: bytes) -> State:
    """Return an imagined state.

    The pile and future decks are shuffled, unseen goals are dealt, and the others' sealed answers are drawn at random.
    """
    public, facts = seen.public, content(seen.public.version)
    goals = public.goals or _goals(seen, facts, key)
    hands = tuple(
        seen.hand if seat == seen.seat and seen.hand is not None else _hand(public, seat, goals[seat], key)
        for seat in range(len(public.realms))
    )
    return State(public, hands, Vault(_pile(public, facts, key), _decks(public, facts, key)))


def redraw(state: State, key: bytes) -> State:
    """Return the state with its pile and future decks shuffled."""
    decks = (chance.shuffle(key, f"redraw/deck/{number}", deck)[0] for number, deck in enumerate(state.vault.decks))
    vault = Vault(chance.shuffle(key, "redraw/pile", state.vault.pile)[0], tuple(decks))
    return replace(state, vault=vault)


def _pile(public: Public, facts: Content, key: bytes) -> tuple[str, ...]:
    """Return the cards of this year's deck that have not been turned up, with a scoring card still to come, shuffled."""
    remaining = Counter(facts.deck(public.year, len(public.realms))) - Counter(public.turned)
    cards = (*remaining.elements(), SCORING) if public.scoring_due else tuple(remaining.elements())
    return chance.shuffle(key, "imagine/pile", cards)[0]


def _decks(public: Public, facts: Content, key: bytes) -> tuple[tuple[str, ...], ...]:
    seats = len(public.realms)
    numbers = range(public.year + 1, len(facts.for_seats(seats).decks) + 1)
    return tuple(chance.shuffle(key, f"imagine/deck/{number}", setup.full_deck(facts, number, seats))[0] for number in numbers)


def _goals(seen: Seen, facts: Content, key: bytes) -> tuple[tuple[str, str], ...]:
    """Return the goals of all seats: the viewer's own, and random goals for the others."""
    first, second = (_stack(seen, facts.stack(stack), index, key) for index, stack in enumerate(setup.STACKS))
    return tuple(zip(first, second, strict=True))


def _stack(seen: Seen, stack: Sequence[str], index: int, key: bytes) -> tuple[str, ...]:
    own_goal = seen.hand.goals[index] if seen.hand is not None else None
    others = list(chance.shuffle(key, f"imagine/goals/{index}", [goal for goal in stack if goal != own_goal])[0])
    return tuple(
        own_goal if own_goal is not None and seat == seen.seat else others.pop() for seat in range(len(seen.public.realms))
    )


def _hand(public: Public, seat: int, goals: tuple[str, str], key: bytes) -> Hand:
    match public.task:
        case AskFeeding(sealed=sealed) if seat in sealed:
            return Hand(goals, feeding=_feeding(public, seat, key))
        case AskRelease(sealed=sealed) if seat in sealed:
            return Hand(goals, release=_release(public, seat, key))
        case _:
            return Hand(goals)


def _feeding(public: Public, seat: int, key: bytes) -> FeedUnits:
    feedings = tuple(military.feedings(public.realms[seat]))
    return feedings[chance.pick(key, f"imagine/feed/{seat}", len(feedings))[0]]


def _release(public: Public, seat: int, key: bytes) -> ReleaseUnits:
    realm = public.realms[seat]
    condottieri = chance.pick(key, f"imagine/release/{seat}/condottieri", realm.condottieri.count + 1)[0]
    return ReleaseUnits(condottieri, chance.pick(key, f"imagine/release/{seat}/militia", realm.militia.count + 1)[0])
