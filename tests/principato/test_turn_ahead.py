"""Turns of Principato queued in advance. They have the key of the later turn and name the cards they take."""

import pytest

from engines import playout
from engines.contract import Abstain, Filed, NotPending, When, encode, view
from engines.principato import ENGINE, ahead
from engines.principato.actions import CollectCubes, Cubes, EndTurn, ExchangeCard, RecruitUnits, StationCubes, TakeFavour
from engines.principato.state import AskRelease, AskTurn, State
from tests.principato.positions import CONTENT, after, bare, pending, position, realm, refusal, units
from tests.principato.scorings import before_extra, before_year_end, ended, random_game, scoring

SIZES = {seats: CONTENT.for_seats(seats).display for seats in (2, 3, 4)}


def to_file(state: State) -> dict[int, str]:
    """Return the key under which each seat may queue its next turn."""
    found = [each for each in ENGINE.pending(state.public) if each.kind == "turn" and each.when is When.MAY]
    assert not any(each.sealed or each.reply or each.continues for each in found)
    return {each.seat: each.key for each in found}


def test_a_player_out_of_turn_may_queue_their_next_turn() -> None:
    """Section 7.2, P-4.1: a seat may queue its next turn while another seat has the turn. Its key is that of the later turn."""
    state = position(realm(), realm(), realm(), seat=1)
    number = state.public.turn
    assert to_file(state) == {2: f"turn/{number + 1}/0", 0: f"turn/{number + 2}/0"}
    following = after(state, 1, EndTurn())
    assert pending(following, 2).key == f"turn/{number + 1}/0"
    assert to_file(following) == {0: f"turn/{number + 2}/0", 1: f"turn/{number + 3}/0"}


def test_it_may_be_filed_while_a_scoring_goes_on() -> None:
    """Section 7.2: during a scoring every seat may queue a turn, including the seat whose turn has just ended."""
    state = scoring(bare(militia=1, food=1), bare(militia=1, food=1))
    number = state.public.turn
    assert to_file(state) == {0: f"turn/{number + 2}/0", 1: f"turn/{number + 1}/0"}
    released = after(after(state, 0, ENGINE.fallback(view(state, 0), pending(state, 0, "feed"))), 1, *_feeding(state))
    assert isinstance(released.public.task, AskRelease)
    assert to_file(released) == to_file(state)


def _feeding(state: State) -> tuple[object, ...]:
    return (ENGINE.fallback(view(state, 1), pending(state, 1, "feed")),)


@pytest.mark.parametrize(
    ("card", "men", "onto"),
    [
        ("tithe_food", {}, {(0, 0)}),
        ("tithe_food", {"militia": 2}, {(0, 0), (1, 0), (2, 0)}),
        ("tithe_food", {"militia": 5, "condottieri": 2}, {(0, 0), (1, 0), (2, 0), (3, 0)}),
        ("tribute_money", {"condottieri": 1, "militia": 2}, {(0, 0), (0, 1)}),
        ("tax_collector", {"condottieri": 1, "militia": 1}, {(0, 0), (1, 0), (0, 1), (1, 1)}),
    ],
)
def test_cubes_of_a_gain_may_go_onto_all_units_there_will_be(card, men, onto) -> None:
    """P-2.11, P-15.2: any number of gained cubes up to the number of units may go onto units.

    A scoring before the turn may clear the units.
    """
    state = position(realm(), bare(card, "build_bank", **men))
    asked = next(each for each in ENGINE.pending(state.public) if each.seat == 1)
    found = [each for each in ENGINE.legal(view(state, 1), asked) if isinstance(each, CollectCubes) and each.card == 0]
    assert {(each.onto.food, each.onto.money) for each in found} == onto
    assert all(each.onto.food <= each.gain.food and each.onto.money <= each.gain.money for each in found)


def test_nobody_files_a_turn_that_never_comes() -> None:
    """P-16: no seat can queue a turn that would come after the last card of the last pile."""
    assert not to_file(before_year_end(realm(), realm(), year=3))
    assert to_file(position(realm(), realm(), realm(), year=3, pile=("harvest",))).keys() == {1}
    assert to_file(before_year_end(realm(), realm(), year=2)).keys() == {1}


def test_what_is_filed_is_not_played() -> None:
    """Section 7.2: the engine accepts a turn only from the seat whose turn it is."""
    state = position(realm(), realm())
    for action in (EndTurn(), TakeFavour("church"), ExchangeCard(0, 0)):
        with pytest.raises(NotPending):
            ENGINE.apply(state, 1, action)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_keys_are_kept_through_whole_games(seats: int) -> None:
    """Section 7.2: scorings and year ends do not change the keys.

    The predicted turn is correct if the other players only pass.
    """
    foreseen: dict[str, tuple[int, int]] = {}
    for before, _seat, action, step in random_game(seats, 5):
        for one in ENGINE.pending(before.public):
            if one.kind == "turn" and one.when is When.MAY:
                coming = ahead.foreseen(before.public, one.seat)
                assert coming.task == AskTurn(one.seat)
                foreseen[one.key] = (one.seat, coming.turns_left)
        public = step.state.public
        if isinstance(public.task, AskTurn) and isinstance(action, EndTurn) and public.turn > seats:
            asked = pending(step.state, public.task.seat)
            assert foreseen[asked.key] == (public.task.seat, public.turns_left)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_cards_foreseen_are_those_that_stay(seats: int) -> None:
    """P-6.1: one card leaves the display at the end of each turn. The prediction contains only the cards that stay."""
    state = position(seats=seats)
    for seat in range(1, seats):
        found = ahead.foreseen(state.public, seat).display
        assert found == state.public.display[seat:]
        passing = state
        for other in range(seat):
            passing = after(passing, other, EndTurn())
        assert passing.public.display[: len(found)] == found
        assert len(passing.public.display) == SIZES[seats]


def test_the_place_is_foreseen_as_the_turn_of_its_seat() -> None:
    """Section 7.2: in the predicted state the seat must decide under the same key, and drafts are checked there."""
    state = position(realm(), realm("harvest", "build_bank", militia=1), realm())
    asked = next(each for each in ENGINE.pending(state.public) if each.seat == 1)
    place = ENGINE.foresee(state, asked)
    there = pending(place, 1)
    assert (there.key, there.when) == (asked.key, When.NOW)
    moved = ENGINE.apply(place, 1, StationCubes("food", "militia", 1)).state
    assert moved.public.realms[1].militia == units(1, 1)
    assert refusal(place, 1, ExchangeCard(0, SIZES[3] - 1)).code == "no_such_slot"


def test_what_a_scoring_between_makes_legal_is_listed() -> None:
    """P-8.11, P-8.12: a scoring before the turn clears cubes from units, and units given back can be recruited.

    Actions that this makes legal are listed.
    """
    mine = bare("hire_condottieri", "harvest", militia=units(2, 2), food=2, farms=2)
    state = before_extra(mine, bare(militia=4), rest=("harvest",), seat=1)
    asked = next(each for each in ENGINE.pending(state.public) if each.seat == 0)
    listed = set(ENGINE.legal(view(state, 0), asked))
    left = state.public.supply.units
    assert {RecruitUnits(0, left, 0), RecruitUnits(0, left + 6, 0), StationCubes("food", "militia", 2)} <= listed
    assert RecruitUnits(0, left + 7, 0) not in listed
    assert TakeFavour("militia") in listed


def test_a_card_that_is_named_is_taken_or_none() -> None:
    """P-5.14: a queued turn takes the card that its player saw, if that card is still in the display."""
    state = position(realm("harvest", "build_bank"), display=("collect_rent", "buy_field"))
    taken = after(state, 0, ExchangeCard(1, 1, "buy_field"))
    assert taken == after(state, 0, ExchangeCard(1, 1))
    assert after(state, 0, CollectCubes(0, Cubes(1), take=0, named="collect_rent")).public.realms[0].cards[0] == "collect_rent"
    for action in (ExchangeCard(1, 0, "buy_field"), ExchangeCard(1, 0, ""), CollectCubes(0, Cubes(1), take=1, named="harvest")):
        fault = refusal(state, 0, action)
        assert (fault.code, fault.rule) == ("other_card", "P-5.14")
    assert encode(ExchangeCard(1, 1)) == b'{"type":"ExchangeCard","card":1,"take":1}'


def test_cards_known_are_listed_by_their_names() -> None:
    """P-5.14: a card that is known is listed with its name and later slot, an unknown card only by its slot."""
    state = position(realm(), realm("build_farm", "build_bank"))
    asked = next(each for each in ENGINE.pending(state.public) if each.seat == 1)
    swaps = [each for each in ENGINE.legal(view(state, 1), asked) if isinstance(each, ExchangeCard) and each.card == 0]
    by_name = [(each.take, each.named) for each in swaps if isinstance(each.named, str)]
    assert by_name == list(enumerate(state.public.display[1:]))
    assert [each.take for each in swaps if not isinstance(each.named, str)] == list(range(SIZES[2]))


def test_the_bot_files_nothing_that_a_new_card_might_better() -> None:
    state = position(realm(), realm("build_farm", "build_bank"))
    asked = next(each for each in ENGINE.pending(state.public) if each.seat == 1)
    assert isinstance(ENGINE.bot(view(state, 1), asked), Abstain)


def test_the_bot_files_a_turn_that_brings_a_culture_tile() -> None:
    """The bot plans as if the other player took no card. Its queued turn names its cards and includes the end of the turn."""
    painter = bare("build_farm", "build_bank", banks=3, money=5)
    state = position(realm(), painter, display=("harvest", "write_book", "paint_painting"), pile=("harvest",), year=3)
    asked = next(each for each in ENGINE.pending(state.public) if each.seat == 1)
    answer = ENGINE.bot(view(state, 1), asked)
    assert isinstance(answer, Filed)
    assert (answer.key, answer.how, answer.otherwise) == (asked.key, "each", "ask")
    exchange, _painting, end = answer.actions
    assert (exchange.take, exchange.named) == (1, "paint_painting")
    assert end == EndTurn()
    following = ended(state).state
    assert list(answer.actions[:1]) == [ahead.bind_card(exchange, following.public.display)]


def test_whole_games_are_played_from_filed_turns() -> None:
    """Section 7.2: with orders and queued turns the game has at least five waits fewer."""
    series = playout.Series("principato", ENGINE.Options(), ("bot",) * 2, 3, (True, True))
    record = playout.play_nth(series, 0)
    assert record.waits < playout.play_nth(series._replace(ordering=()), 0).waits - 4
