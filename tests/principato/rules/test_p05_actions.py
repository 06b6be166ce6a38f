"""Section P-5: activating, exchanging, taking favour."""

import pytest

from engines.principato.actions import BuildTiles, CollectCubes, CreateCulture, ExchangeCard, RecruitUnits, TakeFavour
from engines.principato.events import CardsExchanged, CubesCollected, FavourTaken, TilesBuilt
from tests.principato.positions import (
    END,
    after,
    bare,
    cubes,
    legal,
    legal_of,
    own,
    play,
    position,
    realm,
    refusal,
    told,
    units,
)

SHOWN = ("build_farm", "build_palazzo", "collect_rent", "buy_field", "muster_militia")
HARVEST = cubes(food=1)


def _exchange(step) -> CardsExchanged:
    (event,) = told(step, CardsExchanged)
    return event


def test_activate_once() -> None:
    """P-5.1: an activated card takes effect exactly once."""
    step = play(position(bare("tithe_food", "build_bank", farms=4)), 0, CollectCubes(0, cubes(food=3), take=0))
    assert own(step.state).food == 3
    assert len(told(step, CubesCollected)) == 1


def test_full_price() -> None:
    """P-5.2: without the full price a card cannot be activated."""
    state = position(bare("build_catapult_y12", "build_bank", food=1))
    assert not [each for each in legal_of(state, BuildTiles) if each.card == 0]
    for pay in (cubes(), cubes(food=1), cubes(1, 1)):
        refusal(state, 0, BuildTiles(0, 0, pay))


def test_no_overpaying() -> None:
    """P-5.2, P-13.19: paying more than the price is refused."""
    state = position(bare("build_bank", "harvest", food=2, money=2, favour=2))
    for pay in (cubes(food=2), cubes(1, 0, 1), cubes(1, 1), cubes(money=1)):
        refusal(state, 0, BuildTiles(0, 0, pay))


def test_one_option() -> None:
    """P-5.3: an activation uses one of the card's offers, for one tile or for two, never both."""
    state = position(bare("build_bank", "harvest", farms=2, food=4))
    assert own(after(state, 0, BuildTiles(0, 0, cubes(food=1)))).banks == 2
    two = play(state, 0, BuildTiles(0, 1, cubes(food=3)))
    assert own(two.state).banks == 3
    assert [event.count for event in told(two, TilesBuilt)] == [2]
    refusal(state, 0, BuildTiles(0, 2, cubes(food=3)))


def test_forced_exchange() -> None:
    """P-5.4, P-5.14, E-11: in a forced exchange the activated card goes into the slot of the card taken.

    Both happen in the same action.
    """
    state = position(bare("harvest", "build_bank"), display=SHOWN)
    for slot, taken in enumerate(SHOWN):
        step = play(state, 0, CollectCubes(0, HARVEST, take=slot))
        assert own(step.state).cards == (taken, "build_bank")
        assert step.state.public.display == (*SHOWN[:slot], "harvest", *SHOWN[slot + 1 :])
        assert _exchange(step) == CardsExchanged(0, "harvest", taken, slot, forced=True)
        assert step.state.public.task.done == 1


def test_forced_exchange_is_compulsory() -> None:
    """P-5.4, E-11: a card with the exchange symbol must be exchanged when activated, for any card of the display."""
    state = position(bare("harvest", "muster_militia"), display=SHOWN)
    refusal(state, 0, CollectCubes(0, HARVEST))
    refusal(state, 0, RecruitUnits(1, 1))
    assert {each.take for each in legal_of(state, CollectCubes)} == set(range(5))
    assert {each.take for each in legal_of(state, RecruitUnits)} == set(range(5))


def test_no_exchange_without_symbol() -> None:
    """P-5.5, E-12: a card without the exchange symbol stays in the hand after its activation."""
    state = position(bare("build_bank", "carve_monument", food=2, money=2), display=SHOWN)
    refusal(state, 0, BuildTiles(0, 0, cubes(food=1), take=0))
    refusal(state, 0, CreateCulture(1, 0, cubes(1, 2), 4, take=0))
    built = after(state, 0, BuildTiles(0, 0, cubes(food=1)))
    assert (own(built).cards, built.public.display) == (("build_bank", "carve_monument"), SHOWN)


def test_the_activated_card_is_not_the_one_taken() -> None:
    """P-5.6: the card taken was already in the display before the activated card went there."""
    state = position(bare("harvest", "build_bank"), display=SHOWN)
    for action in legal_of(state, CollectCubes):
        assert own(after(state, 0, action)).cards[0] == SHOWN[action.take]


def test_exchange() -> None:
    """P-5.7: either hand card can be exchanged for any slot. No card is activated."""
    state = position(bare("harvest", "build_bank"), display=SHOWN)
    assert {(each.card, each.take) for each in legal_of(state, ExchangeCard)} == {(c, s) for c in (0, 1) for s in range(5)}
    step = play(state, 0, ExchangeCard(1, 3))
    assert own(step.state) == bare("harvest", "buy_field")
    assert step.state.public.display == (*SHOWN[:3], "build_bank", SHOWN[4])
    assert _exchange(step) == CardsExchanged(0, "build_bank", "buy_field", 3, forced=False)
    assert step.state.public.supply == state.public.supply


def test_exchange_with_and_without_symbol() -> None:
    """P-5.8, E-12: any hand card can be exchanged. A card without the symbol leaves the hand in no other way."""
    state = position(bare("harvest", "build_bank", food=1), display=SHOWN)
    gone = {type(action) for action in legal(state) if "build_bank" not in own(after(state, 0, action)).cards}
    assert gone == {ExchangeCard}
    assert own(after(state, 0, ExchangeCard(0, 0))).cards == ("build_farm", "build_bank")


def test_two_exchanges() -> None:
    """P-5.9, E-15: both actions may be exchanges, even of the same hand card."""
    state = after(position(bare("harvest", "build_bank"), display=SHOWN), 0, ExchangeCard(0, 0), ExchangeCard(0, 1))
    assert own(state).cards == ("build_palazzo", "build_bank")
    assert state.public.display == ("harvest", "build_farm", *SHOWN[2:])


@pytest.mark.parametrize(("to", "name"), [("church", "favour"), ("militia", "militia"), ("condottiere", "condottieri")])
def test_take_favour(to, name: str) -> None:
    """P-5.10, P-2.10: one favour goes into the church or straight onto an empty unit."""
    state = position(bare(militia=1, condottieri=1))
    step = play(state, 0, TakeFavour(to))
    assert getattr(own(step.state), name) == (1 if to == "church" else units(1, favour=1))
    assert step.state.public.supply.favour == state.public.supply.favour - 1
    assert told(step, FavourTaken) == [FavourTaken(0, to)]


def test_favour_that_would_do_nothing() -> None:
    """P-5.11: favour cannot be taken if the church is full and no unit is empty, or if the supply has no favour."""
    full = position(realm(favour=3, militia=units(1, proper=1)))
    assert not legal_of(full, TakeFavour)
    refusal(full, 0, TakeFavour("church"))
    none_left = position(realm(favour=1, militia=1), realm(favour=3, militia=units(8, favour=8)))
    assert not legal_of(none_left, TakeFavour)
    assert refusal(none_left, 0, TakeFavour("militia")).rule == "P-5.11"
    assert END in legal(full)


def test_an_activation_for_nothing_is_an_exchange() -> None:
    """P-5.12, E-22: without room the activation has the effect of an exchange."""
    state = position(realm("collect_rent", "build_bank", money=2, palazzi=3), display=SHOWN)
    activated = after(state, 0, CollectCubes(0, cubes(money=3), take=4))
    assert activated.public == after(state, 0, ExchangeCard(0, 4)).public


def test_twice_in_a_turn() -> None:
    """P-5.13, E-13: a card without the symbol can be used twice, here to build two single banks for two food."""
    state = position(bare("build_bank", "harvest", food=2))
    single = BuildTiles(0, 0, cubes(food=1))
    state = after(state, 0, single, single)
    assert (own(state).banks, own(state).food) == (3, 0)
    refusal(position(bare("build_bank", "harvest", food=2)), 0, BuildTiles(0, 1, cubes(food=2)))


def test_not_twice_with_symbol() -> None:
    """P-5.13: a card with the symbol cannot be used twice, because it leaves the hand after the first use."""
    state = after(position(bare("harvest", "build_bank"), display=SHOWN), 0, CollectCubes(0, HARVEST, take=0))
    assert not legal_of(state, CollectCubes)


@pytest.mark.parametrize(("seats", "size"), [(2, 5), (3, 6), (4, 7)])
def test_slots(seats: int, size: int) -> None:
    """P-5.14: slots are numbered from 0 at the left, up to the size of the display."""
    state = position(bare("harvest", "build_bank"), seats=seats)
    assert {each.take for each in legal_of(state, ExchangeCard)} == set(range(size))
    if size < 7:
        refusal(state, 0, ExchangeCard(0, size))
        refusal(state, 0, CollectCubes(0, HARVEST, take=size))


def test_only_what_the_card_does() -> None:
    """P-5.1: a card cannot be activated with another card's effect."""
    state = position(realm("harvest", "build_bank"), display=SHOWN)
    for action in (
        BuildTiles(0, 0, cubes(food=1)),
        CollectCubes(1, HARVEST, take=0),
        CollectCubes(0, cubes(money=1), take=0),
        CollectCubes(0, cubes(food=2), take=0),
        CollectCubes(0, cubes(), take=0),
        RecruitUnits(0, 1, take=0),
        CreateCulture(1, 0, cubes(food=1), 4),
    ):
        refusal(state, 0, action)


def test_activate_the_card_just_taken() -> None:
    """E-14, E-15, P-4.4: the card taken can be activated, both after a forced exchange and after an exchange action."""
    state = position(bare("harvest", "build_bank", money=1), display=SHOWN)
    build = BuildTiles(0, 0, cubes(money=1))
    assert own(after(state, 0, CollectCubes(0, HARVEST, take=0), build)).farms == 2
    assert own(after(state, 0, ExchangeCard(0, 0), build)).farms == 2


def test_taking_a_card_back() -> None:
    """T-14, E-16: Harvest leaves the hand, and the forced exchange of Rents takes it back."""
    shown = ("build_farm", "build_palazzo", "tithe_food", "buy_field", "muster_militia")
    state = position(bare("harvest", "collect_rent"), display=shown)
    state = after(state, 0, CollectCubes(0, HARVEST, take=2), CollectCubes(1, cubes(money=1), take=2))
    assert own(state).cards == ("tithe_food", "harvest")
    assert state.public.display == ("build_farm", "build_palazzo", "collect_rent", "buy_field", "muster_militia")


def test_taking_a_card_back_by_exchange() -> None:
    """E-16: a card can also be taken back by an exchange action."""
    state = position(bare("harvest", "build_bank"), display=SHOWN)
    state = after(state, 0, CollectCubes(0, HARVEST, take=1), ExchangeCard(1, 1))
    assert own(state).cards == ("build_palazzo", "harvest")
    assert state.public.display[1] == "build_bank"


def test_the_slot_decides_what_becomes_of_the_card() -> None:
    """E-17, T-13: a card put into the leftmost slot leaves the game at the end of the turn.

    A card in the second slot becomes the leftmost for the next player.
    """
    state = position(bare("harvest", "build_bank"), display=SHOWN, pile=["tithe_food", "hire_condottieri"])
    first = after(state, 0, CollectCubes(0, HARVEST, take=0), END)
    assert first.public.display == (*SHOWN[1:], "tithe_food")
    assert first.public.box[-1] == "harvest"
    second = after(state, 0, CollectCubes(0, HARVEST, take=1), END)
    assert second.public.display == ("harvest", *SHOWN[2:], "tithe_food")
    assert after(second, 1, END).public.box[-1] == "harvest"


def test_start_cards_are_cards() -> None:
    """E-18: others can take a start card once it is in the display."""
    state = position(realm("tax_collector", "build_bank"), realm("tax_collector", "build_farm"), display=SHOWN)
    state = after(state, 0, ExchangeCard(0, 3), END)
    assert state.public.display[2] == "tax_collector"
    state = after(state, 1, ExchangeCard(1, 2), CollectCubes(1, cubes(food=2), take=0))
    assert own(state, 1).cards[0] == "tax_collector"


def test_identical_cards() -> None:
    """E-19: of two equal cards in the display, the action takes the card in the named slot.

    A card may be exchanged for an equal card.
    """
    shown = ("build_farm", "harvest", "buy_field", "harvest", "build_bank")
    state = position(realm("tax_collector", "build_bank"), display=shown)
    for slot in (1, 3):
        taken = after(state, 0, ExchangeCard(0, slot))
        assert own(taken).cards == ("harvest", "build_bank")
        assert taken.public.display == (*shown[:slot], "tax_collector", *shown[slot + 1 :])
    same = after(state, 0, ExchangeCard(1, 4))
    assert (same.public.display, own(same), same.public.task.done) == (shown, own(state), 1)


def test_first_turn_of_three() -> None:
    """T-4: the player uses the tax collector, then builds a bank. The leftmost card leaves the game."""
    shown = ("harvest", "build_palazzo", "buy_field", "muster_militia", "collect_rent", "build_farm")
    state = position(realm("tax_collector", "build_bank"), seats=3, display=shown)
    state = after(state, 0, CollectCubes(0, cubes(1, 1), take=1))
    assert (own(state).food, own(state).money, own(state).cards) == (2, 2, ("build_palazzo", "build_bank"))
    assert state.public.display[1] == "tax_collector"
    state = after(state, 0, BuildTiles(1, 0, cubes(food=1)))
    assert (own(state).food, own(state).banks, own(state).cards) == (1, 2, ("build_palazzo", "build_bank"))
    top = state.vault.pile[0]
    state = after(state, 0, END)
    assert state.public.display == ("tax_collector", "buy_field", "muster_militia", "collect_rent", "build_farm", top)
    assert (state.public.box[-1], state.public.task.seat) == ("harvest", 1)
