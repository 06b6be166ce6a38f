"""Section G-15: public and secret information."""

import pytest

from engines.contract import encode, view
from engines.gonzaga import ENGINE
from engines.gonzaga.actions import SealPlan
from engines.gonzaga.events import ObjectiveDealt
from tests.gonzaga.positions import (
    COLOMBO,
    A,
    B,
    C,
    after,
    at_turn,
    fief,
    legal,
    play,
    replace,
    round_of_donations,
    sealed_by_all,
    started,
)

PLANS = (SealPlan("francia", A, True), SealPlan("italia", B), SealPlan("hispania", C))


def test_what_is_public() -> None:
    """G-15.1: a spectator sees the pieces on the map, and points, rings, used cards and church of a seat."""
    state = after(at_turn(10, A, "francia"), 0, fief("Marseille", (8, 12), "Genova"))
    court = view(state, None).public.courts[0]
    assert (court.score, court.rings, len(court.used), court.church) == (6, 6, 1, ())
    assert view(state, None).public.pieces == state.public.pieces


def test_objective_is_its_owners() -> None:
    """G-15.2: when objectives are dealt, each appears only in its owner's hand and events."""
    step = ENGINE.start(ENGINE.Options(), 3, bytes(32))
    for seat in range(3):
        assert view(step.state, seat).hand == step.state.hands[seat]
        heard = [each.event.seat for each in step.events if isinstance(each.event, ObjectiveDealt) and each.visible_to(seat)]
        assert heard == [seat]
    assert view(step.state, None).hand is None
    assert all(court.objective is None for court in step.state.public.courts)


def test_plans_are_secret_until_the_reveal() -> None:
    """G-15.3, X-56: others see that a plan has been sealed, and nothing of its content."""
    state = started(3, COLOMBO)
    seen = {encode(view(after(state, 0, plan), 1)) for plan in legal(state, 0, "plan")}
    assert len(seen) == 1
    assert view(after(state, 0, PLANS[0]), 1).public.courts[0].sealed
    assert sealed_by_all(state, *PLANS).state.public.courts[0].plan == PLANS[0]


def test_deck_order_is_in_nobodys_view() -> None:
    """G-15.4: a different order of the deck changes no view. The used cards show which fiefs are left."""
    state = started(3)
    turned = replace(state, vault=replace(state.vault, decks=tuple(deck[::-1] for deck in state.vault.decks)))
    for seat in (None, 0, 1, 2):
        assert encode(view(state, seat)) == encode(view(turned, seat))
    assert len(state.public.courts[0].used) == 1


def test_undealt_objectives_stay_unknown() -> None:
    """G-15.5, X-55: at the end, neither Public nor the events show an undealt objective."""
    state = started(2)
    while state.public.agenda:
        step = round_of_donations(state)
        state = step.state
    shown = {court.objective for court in state.public.courts}
    assert shown.isdisjoint(state.vault.objectives)
    told = b"".join(encode(each.event) for each in step.events if b"Objective" in encode(each.event))
    assert all(f'"objective":{each},'.encode() not in told for each in state.vault.objectives)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_imagined_states_look_the_same(seat: int | None) -> None:
    """G-15.2, G-15.3, G-15.4, G-15.5: an imagined state replaces exactly the information that its viewer does not see."""
    state = after(after(started(3, COLOMBO), 0, PLANS[0]), 1, PLANS[1])
    seen = view(state, seat)
    worlds = [ENGINE.imagine(seen, bytes([number])) for number in range(8)]
    for world in worlds:
        ENGINE.check(world)
        assert encode(view(world, seat)) == encode(seen)
    assert len({encode(world) for world in worlds}) == len(worlds)
    for other in {0, 1, 2} - {seat}:
        assert len({world.hands[other].objective for world in worlds}) > 1
    for other in {0, 1} - {seat}:
        assert len({world.hands[other].plan for world in worlds}) > 1


def test_the_last_plan_reveals_what_was_sealed() -> None:
    """G-15.3: the events of the reveal are marked as revealing, so that a preview stops before them."""
    state = after(after(started(3, COLOMBO), 0, PLANS[0]), 1, PLANS[1])
    step = play(state, 2, PLANS[2])
    assert any(each.reveals for each in step.events)
    assert not any(each.reveals for each in play(started(3, COLOMBO), 0, PLANS[0]).events)
