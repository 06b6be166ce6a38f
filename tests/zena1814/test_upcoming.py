"""Entries of the resolution sheet: complete from the first stop of the phase, and rarely unused."""

from collections import Counter
from collections.abc import Iterator

import pytest

from engines.contract import Pending, When, encode, view
from engines.zena1814 import ENGINE
from engines.zena1814.actions import MoveTrick, PayCoins, PutUnder, RaiseTo
from engines.zena1814.state import AskCoins, AskFigure, DrawCards, State
from engines.zena1814.upcoming import upcoming
from tests.engines.walks import Setup, walk
from tests.zena1814.positions import at_area, card, family, legal, legal_of, number, position

SHEET = ("manezzi", "trick", "dice", "palace")
GAMES = [Setup("zena1814", b"{}", seats, number) for seats in (2, 3, 4, 5) for number in range(4)]
GAMES += [Setup("zena1814", b'{"mode":"beginner"}', seats, number) for seats in (2, 5) for number in range(2)]

type Listed = dict[tuple[int, str], frozenset[bytes]]
"""What is legal for a decision, by seat and key."""


# Over whole games


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_whatever_comes_up_had_been_asked_ahead(setup: Setup) -> None:
    """Ledger 7.4: every later decision of a resolution, with all its legal answers, was on the sheet from its first stop.

    No decision is added to the sheet later.
    """
    for stops in _resolutions(setup):
        sheet: Listed | None = None
        for state in stops:
            now, ahead = _listed(state, When.NOW), _listed(state, When.AHEAD)
            if sheet is not None:
                assert _within(now, sheet)
                assert _within(ahead, sheet)
            sheet = ahead | now


def test_little_stands_on_the_sheet_for_nothing() -> None:
    """Ledger 7.4: at least 90 percent of the decisions open ahead come up later."""
    asked, came = Counter[str](), Counter[str]()
    for setup in GAMES:
        for stops in _resolutions(setup):
            ahead = {name for state in stops for name in _listed(state, When.AHEAD)}
            now = {name for state in stops for name in _listed(state, When.NOW)}
            asked.update(key.partition("/")[0] for _, key in ahead)
            came.update(key.partition("/")[0] for _, key in ahead & now)
    assert set(asked) == set(SHEET)
    assert all(came[kind] >= 0.9 * count for kind, count in asked.items())


@pytest.mark.parametrize("setup", GAMES[:8], ids=str)
def test_the_sheet_depends_on_what_everybody_sees(setup: Setup) -> None:
    """Ledger 7.4: the sheet does not depend on decks, hands and future rolls."""
    for stops in _resolutions(setup):
        for state in stops:
            other = ENGINE.imagine(view(state, None), b"\5" * 32)
            for one in _sheet(state):
                assert list(ENGINE.legal(view(other, one.seat), one)) == list(ENGINE.legal(view(state, one.seat), one))


def _resolutions(setup: Setup) -> Iterator[list[State]]:
    """Yield, for each resolution of a game, the list of its states."""
    stops: list[State] = []
    for ply in walk(setup):
        if ply.step.state.public.phase == "resolution":
            stops.append(ply.step.state)
        elif stops:
            yield stops
            stops = []


def _sheet(state: State) -> list[Pending]:
    return [one for one in ENGINE.pending(state.public) if one.kind in SHEET]


def _listed(state: State, when: When) -> Listed:
    return {
        (one.seat, one.key): frozenset(map(encode, ENGINE.legal(view(state, one.seat), one)))
        for one in _sheet(state)
        if one.when is when
    }


def _within(listed: Listed, sheet: Listed) -> bool:
    return all(actions <= sheet.get(name, frozenset()) for name, actions in listed.items())


# Small positions


def _ahead(state: State) -> list[tuple[str, int, str | None, int]]:
    """Return kind, seat, card and maximum number of coins of each entry of the sheet."""
    found = []
    for each in upcoming(state.public):
        name = None if each.laid is None else state.public.laid(each.laid)[1].card
        found.append((each.kind, each.seat, name, each.coins))
    return found


DRAW = DrawCards(0, 1)
"""What stops the resolution before its first area."""


def test_outside_the_resolution_nothing_is_ahead() -> None:
    """Ledger 7.4: the sheet exists only after the last turn."""
    state = position(family("bank"), rows={"bank": [card("bk_investment", 0, 1)]})
    assert _ahead(state) == []


def test_all_owners_of_a_dice_card_in_order() -> None:
    """Z-16.4, R-16: each owner is listed once, the owner of the top marker first. Seats that can have no coins are omitted."""
    rows = {"bank": [card("bk_investment", 1, 0, 1)], "port": [card("po_trade_route", 2)]}
    state = position(family(coins=3), family(coins=1), family(coins=0), seats=3, rows=rows)
    found = [("dice", 1, "bk_investment", 1), ("dice", 0, "bk_investment", 3)]
    assert _ahead(at_area(state, "bank", DRAW)) == found


def test_coins_of_cards_before_it() -> None:
    """E-52, Z-12.1: coins from older cards and earlier areas of this phase can be paid, coins from later ones cannot."""
    rows = {
        "cathedral": [card("ca_chapel", 1)],
        "bank": [card("bk_savings", 0), card("bk_investment", 0, 1), card("bk_loan", 0)],
    }
    state = position(family(coins=0), family(coins=0), seats=2, rows=rows, event="ev_siege_alarm")
    assert _ahead(at_area(state, "cathedral", DRAW)) == [("dice", 0, "bk_investment", 1), ("dice", 1, "bk_investment", 1)]
    assert _ahead(at_area(state, "bank", DRAW)) == [("dice", 0, "bk_investment", 1)]


def test_a_roll_counts_as_a_success() -> None:
    """Ledger 7.4: the sheet allows for a success of every roll, including the event's change [Z-5.3]."""
    rows = {"bank": [card("bk_investment", 0)], "port": [card("po_trade_route", 0), card("po_ocean_route", 0)]}
    state = position(family(coins=1), seats=2, rows=rows, event="ev_easy_credit")
    assert [each[3] for each in _ahead(at_area(state, "bank", DRAW))] == [1, 7, 7]
    state = position(family(coins=1), seats=2, rows=rows, event="ev_bank_run")
    assert [each[3] for each in _ahead(at_area(state, "bank", DRAW))] == [1, 5, 5]


def test_majorities_of_earlier_areas() -> None:
    """Z-11.4: the income of an area is paid before the next area's cards, and only to the family with the majority."""
    rows = {"bank": [card("bk_investment", 0, 1)]}
    state = position(family("cathedral", coins=0), family("palace", coins=0), seats=2, rows=rows)
    assert _ahead(at_area(state, "cathedral", DRAW)) == [("dice", 0, "bk_investment", 2)]


def test_a_trick_card_pays_where_it_pays_best_on_the_way() -> None:
    """Z-18.8: a trick card moved to Cathedral or Palace pays before the Bank is resolved.

    A trick card moved to the Bank pays before the Port is resolved.
    """
    rows = {
        "old_town": [card("ot_sollevacoin", 0)],
        "bank": [card("bk_investment", 0)],
        "port": [card("po_trade_route", 0)],
        "fort": [card("fo_1", 0)],
    }
    state = at_area(position(family(coins=0), seats=2, rows=rows, event="ev_easy_credit"), "old_town", DRAW)
    assert _ahead(state) == [
        ("trick", 0, "ot_sollevacoin", 0),
        ("dice", 0, "bk_investment", 2),
        ("dice", 0, "po_trade_route", 3 + 6),
        ("dice", 0, "fo_1", 3 + 6),
    ]


def test_markers_of_manezzi_may_go_anywhere() -> None:
    """Z-18.3, Z-14.10: a seat that could hold the Palace, with or without the marker, may decide ahead."""
    rows = {"old_town": [card("ot_manezzi", 0)]}
    lords = (family("port", lord="palace"), family("port", lord="palace"), family("bank", heir_1="palace"))
    state = at_area(position(*lords, seats=3, rows=rows), "old_town", DRAW)
    assert [each[:2] for each in _ahead(state)] == [("manezzi", 0), ("palace", 0)]
    stronger = (family("port", heir_1="palace", heir_2="palace"), family("port", lord="palace"))
    state = at_area(position(*stronger, seats=2, rows=rows), "old_town", DRAW)
    assert [each[:2] for each in _ahead(state)] == [("manezzi", 0), ("palace", 1)]


def test_a_family_that_is_all_in_one_area_puts_the_marker_there() -> None:
    """Z-18.1: a seat can put the marker only under its own figures.

    If they are all in one area, a tie there cannot last.
    """
    rows = {"old_town": [card("ot_manezzi", 0)]}
    together = (family("palace"), family("palace"))
    state = at_area(position(*together, seats=2, rows=rows), "old_town", DRAW)
    assert [each[:2] for each in _ahead(state)] == [("manezzi", 0), ("palace", 0)]


def test_no_purchase_without_coins() -> None:
    """E-49: a seat that cannot have a coin by then has no decision about the Palace."""
    state = position(family("palace", coins=0), family("port", coins=0), seats=2, event="ev_siege_alarm")
    assert _ahead(at_area(state, "palace", DRAW)) == []
    rich = position(family("palace", coins=0), family("port"), seats=2, rows={"palace": [card("pa_senate", 0)]})
    assert _ahead(at_area(rich, "palace", DRAW)) == []


def test_a_purchase_with_coins_earned_before() -> None:
    """E-50, Z-11.4: a trick card at the Palace pays before its majority counts."""
    rows = {"palace": [card("ot_sollevacoin", 0, moved=True)]}
    state = position(family("palace", coins=0), family("port"), seats=2, rows=rows)
    assert _ahead(at_area(state, "palace", DRAW)) == [("palace", 0, None, 2)]


def test_what_is_asked_now_is_not_ahead() -> None:
    """Ledger 7.4: a decision that is due now is not also open ahead."""
    rows = {"old_town": [card("ot_manezzi", 0)], "bank": [card("bk_investment", 1, 0)]}
    base = position(seats=2, rows=rows)
    state = at_area(base, "cathedral", AskFigure(number(base, "ot_manezzi")))
    assert {each[:2] for each in _ahead(state)} == {("dice", 1), ("dice", 0)}
    state = at_area(base, "port", AskCoins(number(base, "bk_investment"), (1, 0)))
    assert [each[:2] for each in _ahead(state)] == [("dice", 0)]


# Legal actions


def test_payments_ahead_reach_to_the_most_coins() -> None:
    """Ledger 7.4: ahead, payments are legal up to the most coins the seat could have, and now up to its actual coins."""
    rows = {"bank": [card("bk_savings", 0), card("bk_investment", 0)]}
    base = position(family(coins=2), seats=2, rows=rows, event="ev_siege_alarm")
    ahead = legal_of(at_area(base, "bank", DRAW), PayCoins, 0, "dice")
    assert ahead == [PayCoins(coins) for coins in range(4)]
    now = legal_of(at_area(base, "port", AskCoins(number(base, "bk_investment"), (0,))), PayCoins, 0, "dice")
    assert now == [PayCoins(coins) for coins in range(3)]


def test_raising_has_the_same_list_everywhere() -> None:
    """Ledger 7.4, Z-16.6: the list has every modifier that a roll can need, with every limit on coins."""
    rows = {"bank": [card("bk_investment", 0)]}
    base = position(family(coins=1), seats=2, rows=rows)
    every = [RaiseTo(modifier, most) for modifier in (1, 2, 3, 4, 5) for most in range(1, modifier + 1)]
    assert legal_of(at_area(base, "bank", DRAW), RaiseTo, 0, "dice") == every
    assert legal_of(at_area(base, "port", AskCoins(number(base, "bk_investment"), (0,))), RaiseTo, 0, "dice") == every


def test_figures_and_areas_ahead() -> None:
    """Z-18.1, Z-18.7: ahead, any figure is legal, and any area except the Fort and the card's own area."""
    rows = {"old_town": [card("ot_manezzi", 0), card("ot_sollevacoin", 1)]}
    state = at_area(position(seats=2, rows=rows), "old_town", DRAW)
    assert legal(state, 0, "manezzi") == [PutUnder(figure) for figure in ("lord", "lady", "heir_1", "heir_2")]
    assert legal(state, 1, "trick") == [MoveTrick(area) for area in ("cathedral", "palace", "bank", "port")]
