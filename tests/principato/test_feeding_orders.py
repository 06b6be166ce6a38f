"""Standing orders for supplying units [7.2]."""

from typing import Any

import pytest

from engines.contract import Abstain, When, decode, encode, view
from engines.playout import nth_key, play_game
from engines.principato import ENGINE
from engines.principato.actions import FeedUnits, ReleaseUnits
from engines.principato.policy import FeedAll, FeedExactly, FeedNone, FeedToKeepRank, FeedToReach, ReleaseNone
from engines.principato.state import Hand, State
from tests.principato.positions import after, bare, legal, pending, position, replace, units
from tests.principato.scorings import before_extra, ended, scoring

MIXED = bare(farms=2, food=1, money=1, favour=2, militia=3, condottieri=3)
"""Three units of each kind without a cube; a food, a money and two favour."""
PLENTY = bare(farms=3, banks=3, food=5, money=5, favour=3, militia=2, condottieri=3)


def answer(order: Any, state: State, seat: int = 0) -> Any:
    """Return an order's answer to a supply decision, and check that the answer is legal.

    The order is encoded and decoded first.
    """
    stored = decode(ENGINE.Policy, encode(order))
    found = ENGINE.policy(stored, view(state, seat), pending(state, seat, "feed"))
    assert isinstance(found, Abstain) or found in legal(state, seat, "feed")
    return found


def alone(order: Any, realm: Any) -> Any:
    """Return an order's answer for this principality if the only other one is bare."""
    return answer(order, scoring(realm, bare()))


def test_all() -> None:
    """Section 7.2: ``FeedAll`` supplies as many units as possible.

    It uses food and money before favour, and puts favour onto militia first.
    """
    assert alone(FeedAll(), MIXED) == FeedUnits(food=1, money=1, favour_militia=2)
    assert alone(FeedAll(), PLENTY) == FeedUnits(food=2, money=3)
    assert alone(FeedAll(), bare(militia=1, condottieri=2, favour=3)) == FeedUnits(favour_militia=1, favour_condottieri=2)
    assert alone(FeedAll(), bare(militia=units(2, 1), condottieri=1, food=2, favour=1)) == FeedUnits(1, 0, 0, 1)


def test_all_but_favour() -> None:
    """Section 7.2: ``FeedAll`` with ``keep_favour`` uses no favour from the church."""
    assert alone(FeedAll(keep_favour=True), MIXED) == FeedUnits(food=1, money=1)
    assert alone(FeedAll(keep_favour=True), bare(militia=1, favour=3)) == FeedUnits()


def test_none() -> None:
    """Section 7.2: ``FeedNone`` supplies nothing."""
    assert alone(FeedNone(), PLENTY) == FeedUnits()


@pytest.mark.parametrize(
    ("order", "fed"),
    [
        (FeedExactly(1, 1, 1, 1), FeedUnits(1, 1, 1, 1)),
        (FeedExactly(food=9), FeedUnits(food=1)),
        (FeedExactly(money=9), FeedUnits(money=1)),
        (FeedExactly(favour_militia=9), FeedUnits(favour_militia=2)),
        (FeedExactly(favour_condottieri=9), FeedUnits(favour_condottieri=2)),
        (FeedExactly(0, 0, 2, 2), FeedUnits(favour_militia=2)),
        (FeedExactly(0, 0, 1, 2), FeedUnits(favour_militia=1, favour_condottieri=1)),
        (FeedExactly(), FeedUnits()),
    ],
)
def test_exactly_is_cut_to_what_is_stored(order: FeedExactly, fed: FeedUnits) -> None:
    """Section 7.2: ``FeedExactly`` reduces each number to the cubes in store. Favour goes to militia first."""
    assert alone(order, MIXED) == fed


@pytest.mark.parametrize(
    ("order", "fed"),
    [
        (FeedExactly(food=5, favour_militia=2), FeedUnits(food=2)),
        (FeedExactly(food=1, favour_militia=2), FeedUnits(food=1, favour_militia=1)),
        (FeedExactly(money=2, favour_condottieri=3), FeedUnits(money=2, favour_condottieri=1)),
        (FeedExactly(99, 99, 99, 99), FeedUnits(food=2, money=3)),
    ],
)
def test_exactly_is_cut_to_what_fits(order: FeedExactly, fed: FeedUnits) -> None:
    """Section 7.2: ``FeedExactly`` uses one cube per unit, and food and money before favour."""
    assert alone(order, PLENTY) == fed


REACH = bare(catapults=1, militia=2, condottieri=2, food=1, money=1, favour=1)
"""Strength −3 as it is; −1, 1 and 3 with one, two and three cubes."""


@pytest.mark.parametrize(
    ("strength", "fed"),
    [
        (-37, FeedUnits()),
        (-3, FeedUnits()),
        (-2, FeedUnits(food=1)),
        (-1, FeedUnits(food=1)),
        (0, FeedUnits(food=1, money=1)),
        (1, FeedUnits(food=1, money=1)),
        (2, FeedUnits(food=1, money=1, favour_militia=1)),
        (3, FeedUnits(food=1, money=1, favour_militia=1)),
    ],
)
@pytest.mark.parametrize("otherwise", ["all", "none"])
def test_reach(strength: int, fed: FeedUnits, otherwise: Any) -> None:
    """Section 7.2: ``FeedToReach`` uses the fewest cubes, if any are needed: food first, then money, then favour."""
    assert alone(FeedToReach(strength, otherwise), REACH) == fed


def test_reach_out_of_reach() -> None:
    """Section 7.2: if the strength is out of reach, ``FeedToReach`` supplies all units or none, as the order says."""
    assert alone(FeedToReach(4), REACH) == FeedUnits(food=1, money=1, favour_militia=1)
    assert alone(FeedToReach(4, "all"), REACH) == FeedUnits(food=1, money=1, favour_militia=1)
    assert alone(FeedToReach(4, "none"), REACH) == FeedUnits()


def test_cubes_on_units_count_for_reach() -> None:
    """P-8.2, section 7.2: ``FeedToReach`` counts cubes already on units, here on two militia."""
    realm = bare(militia=units(4, 1, 1), food=2)
    assert alone(FeedToReach(0), realm) == FeedUnits()
    assert alone(FeedToReach(1), realm) == FeedUnits(food=1)


def _others_have(*others: Any, me: Any = REACH) -> State:
    """Return a scoring in which seat 0 has the most tiles and decides first."""
    return scoring(me, *others)


@pytest.mark.parametrize(
    ("other", "fed"),
    [
        pytest.param(bare(condottieri=4), FeedUnits(), id="ahead already"),
        pytest.param(bare(condottieri=3), FeedUnits(food=1), id="level is not ahead"),
        pytest.param(bare(catapults=0), FeedUnits(1, 1), id="zero without tiles"),
        pytest.param(bare(catapults=1), FeedUnits(1, 1, 1), id="level at one is not ahead"),
        pytest.param(bare(catapults=2), FeedUnits(1, 1, 1), id="beats two"),
        pytest.param(bare(militia=2, food=1), FeedUnits(1, 1), id="at most zero, if it feeds"),
        pytest.param(bare(militia=2, food=2), FeedUnits(1, 1, 1), id="at most two, if it feeds"),
        pytest.param(bare(militia=2, favour=1, money=2), FeedUnits(1, 1), id="money feeds no militia"),
        pytest.param(bare(condottieri=1, militia=1, money=2, favour=1), FeedUnits(1, 1, 1), id="favour feeds either"),
    ],
)
@pytest.mark.parametrize("feeding", ["in_order", "sealed"])
def test_beat_the_best(other: Any, fed: FeedUnits, feeding: str) -> None:
    """Section 7.2: ``FeedToKeepRank(1)`` exceeds the highest strength that the other seats have or can still reach."""
    assert answer(FeedToKeepRank(1), scoring(REACH, other, feeding=feeding)) == fed


def test_beat_the_best_out_of_reach() -> None:
    """Section 7.2: if rank 1 is out of reach, ``FeedToKeepRank`` supplies all units or none, as the order says."""
    state = _others_have(bare(catapults=3))
    assert answer(FeedToKeepRank(1), state) == FeedUnits(1, 1, 1)
    assert answer(FeedToKeepRank(1, "none"), state) == FeedUnits()


@pytest.mark.parametrize(
    ("rank", "fed"), [(1, FeedUnits(1, 1, 1)), (2, FeedUnits(1, 1)), (3, FeedUnits(food=1)), (4, FeedUnits())]
)
def test_keep_a_rank(rank: int, fed: FeedUnits) -> None:
    """Section 7.2: for second place one other seat may be level or stronger, for third place two."""
    others = (bare(condottieri=2), bare(catapults=2), bare())
    assert answer(FeedToKeepRank(rank), _others_have(*others)) == fed


def test_a_rank_everybody_has_costs_nothing() -> None:
    """Section 7.2: with two seats, the second, third or fourth rank needs no cubes."""
    for rank in (2, 3, 4):
        assert answer(FeedToKeepRank(rank, "all"), _others_have(bare(catapults=9))) == FeedUnits()


def test_what_is_decided_counts_as_it_is() -> None:
    """Section 7.2, E-34: a seat that has supplied few units cannot add to them."""
    first = bare(militia=5, farms=2, food=4)
    state = scoring(first, REACH)
    assert answer(FeedToKeepRank(1), after(state, 0, FeedUnits()), 1) == FeedUnits()
    assert answer(FeedToKeepRank(1), after(state, 0, FeedUnits(food=2)), 1) == FeedUnits(1, 1)
    assert answer(FeedToKeepRank(1), after(state, 0, FeedUnits(food=3)), 1) == FeedUnits(1, 1, 1)


def test_sealed_answers_count_as_undecided() -> None:
    """Section 7.2, 7.4: the order assumes the highest possible strength of a seat with a sealed answer."""
    state = scoring(bare(militia=2, food=2), REACH, feeding="sealed")
    for sealed in legal(state, 0, "feed"):
        assert answer(FeedToKeepRank(1), after(state, 0, sealed), 1) == FeedUnits(1, 1, 1)


def test_orders_know_only_what_the_seat_sees() -> None:
    """Section 7.4: other seats' hidden goals and the undealt decks change no answer."""
    state = _others_have(bare(militia=1, food=1))
    other = replace(state, hands=(state.hands[0], Hand(("town_charter", "villa"))), vault=replace(state.vault, decks=()))
    for order in (FeedAll(), FeedToReach(1), FeedToKeepRank(1)):
        assert answer(order, state) == answer(order, other)


def test_orders_for_feeding_speak_for_feeding_only() -> None:
    """Section 7.2: orders for supply give no answer in a turn or when units are given back."""
    turn = position()
    release = ended(before_extra(bare(militia=1), bare())).state
    for order in (FeedAll(), FeedNone(), FeedExactly(food=1), FeedToReach(1), FeedToKeepRank()):
        for state, kind in ((turn, "turn"), (release, "release")):
            found = ENGINE.policy(order, view(state, 0), pending(state, 0, kind))
            assert isinstance(found, Abstain)
            assert found.reason.isidentifier()
    assert isinstance(alone(ReleaseNone(), MIXED), Abstain)


def test_an_order_waits_for_its_place() -> None:
    """P-8.3: in advance an order gives no answer that decisions before its turn could change."""
    state = scoring(bare(militia=5, food=2), REACH)
    found = ENGINE.policy(FeedToKeepRank(1), view(state, 1), pending(state, 1, "feed"))
    assert isinstance(found, Abstain)


def test_an_order_that_needs_nobody_before_it_speaks_ahead() -> None:
    """P-8.3: an order answers in advance if no other decision can change its answer."""
    state = scoring(bare(militia=5, food=2), REACH)
    asked = pending(state, 1, "feed")
    assert asked.when is When.AHEAD
    for order in (FeedAll(), FeedAll(keep_favour=True), FeedNone(), FeedExactly(food=1), FeedToReach(3)):
        ahead = ENGINE.policy(order, view(state, 1), asked)
        assert ahead in legal(state, 1, "feed")
        assert answer(order, after(state, 0, FeedUnits(food=2)), 1) == ahead


def test_an_order_does_not_change_what_was_sealed() -> None:
    """P-8.3: a player may replace a sealed answer, but the player's orders do not replace it."""
    state = after(scoring(bare(militia=5, food=2), REACH, feeding="sealed"), 0, FeedUnits())
    asked = pending(state, 0, "feed")
    assert asked.when is When.MAY
    assert isinstance(ENGINE.policy(FeedAll(), view(state, 0), asked), Abstain)


def test_the_usual_orders_feed_and_keep_units_without_a_question() -> None:
    """Section 7.2: in a game of bots with the default orders, the bots decide only about turns."""
    key, usual = nth_key(1, 0), ENGINE.orders(ENGINE.Options(), 4)
    kinds: set[str] = set()

    def decide(seen: Any, asked: Any) -> Any:
        kinds.add(asked.kind)
        return ENGINE.bot(seen, asked)

    record = play_game(ENGINE, ENGINE.Options(), [decide] * 4, key, orders=[usual] * 4)
    assert kinds == {"turn"}
    assert {FeedUnits, ReleaseUnits} <= {type(move.action) for move in record.moves}


def test_an_order_speaks_in_both_scorings_of_a_double() -> None:
    """T-8, section 7.2: in the second scoring the same order applies to the remaining cubes."""
    state = ended(before_extra(bare(militia=2, farms=2, food=3), bare(catapults=1), rest=())).state
    assert answer(FeedAll(), state) == FeedUnits(food=2)
    state = after(state, 0, FeedUnits(food=2), ENGINE.policy(ReleaseNone(), *_asked(state)))
    assert answer(FeedAll(), state) == FeedUnits(food=1)


def _asked(state: State) -> tuple[Any, Any]:
    released = after(state, 0, FeedUnits(food=2))
    return view(released, 0), pending(released, 0, "release")


@pytest.mark.parametrize(
    "raw",
    [
        b'{"type":"FeedAll","keep_favour":1}',
        b'{"type":"FeedExactly","food":-1}',
        b'{"type":"FeedToReach"}',
        b'{"type":"FeedToReach","strength":1,"otherwise":"ask"}',
        b'{"type":"FeedToKeepRank","rank":0}',
        b'{"type":"FeedToKeepRank","rank":5}',
        b'{"type":"FeedNone","surprise":1}',
    ],
)
def test_broken_orders_are_refused(raw: bytes) -> None:
    """Section 7.2: invalid orders are refused when they are decoded."""
    with pytest.raises(ValueError, match=r"."):
        decode(ENGINE.Policy, raw)
