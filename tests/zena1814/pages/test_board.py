"""Board of Zena 1814: figures in their areas, cards with price and markers, drawn in every position."""

import re
from itertools import count
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from engines.contract import view
from engines.zena1814 import events
from engines.zena1814.content import AREAS, Area, Gain
from engines.zena1814.state import State
from tables.games.contract import Player
from tables.games.zena1814.board import board as zena1814_board
from tables.games.zena1814.board import cards, pieces, town
from tables.games.zena1814.board import fresh as zena1814_fresh
from tables.games.zena1814.board import rows as zena1814_rows
from tables.games.zena1814.board.pieces import COLOURS
from tables.games.zena1814.board.rows import Quarter, RowCard
from tests.site.views import read
from tests.zena1814.games import random_game
from tests.zena1814.positions import CONTENT, at_area, card, family, position, started, with_public

NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")
SHARES = "bk_shares"


def players(state: State, me: int | None = None) -> list[Player]:
    return [Player(seat, NAMES[seat], COLOURS[seat], seat == me) for seat in range(len(state.public.families))]


def board(state: State, me: int | None = None, marked: tuple[Any, ...] = ()) -> dict[str, Any]:
    return zena1814_board.context(view(state, me), players(state, me), marked)


def board_html(state: State, me: int | None = None, marked: tuple[Any, ...] = ()) -> str:
    return render_to_string("games/zena1814/_board.html", {"board": board(state, me, marked)})


def quarter(state: State, area: Area, marked: tuple[Any, ...] = ()) -> Quarter:
    return next(each for each in board(state, None, marked)["quarters"] if each.area == area)


def only_card(state: State, area: Area, marked: tuple[Any, ...] = ()) -> RowCard:
    [found] = quarter(state, area, marked).cards
    return found


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def figures(html: str) -> list[str]:
    return re.findall(r'href="#zn-((?:lord|lady|heir)-[a-z]+)"', html.partition("</svg>")[2])


# The town


def test_every_figure_stands_where_it_is() -> None:
    state = position(family("port", lord="bank"), family("palace", heir_2="port"), seats=2)
    places = {each.area: [person.glyph for person, _ in each.quay.people] for each in board(state)["quarters"]}
    assert places == {
        "old_town": [],
        "cathedral": [],
        "palace": ["lord-yellow", "lady-yellow", "heir-yellow"],
        "bank": ["lord-red"],
        "port": ["lady-red", "heir-red", "heir-red", "heir-yellow"],
        "fort": [],
    }
    assert sorted(figures(board_html(state))) == sorted(glyph for glyphs in places.values() for glyph in glyphs)


def test_a_figure_shows_what_it_counts_and_the_markers_under_it() -> None:
    """E-37, E-40: a figure shows its strength and the markers under it."""
    state = position(family("port", under={"lord": 1, "heir_1": 2}), seats=2)
    there = quarter(state, "port").quay.people
    assert [(person.worth, len(person.cubes)) for person, _ in there] == [(6, 1), (4, 2), (3, 0), (2, 0)]


def test_the_flag_of_who_holds_a_place_flies_over_it() -> None:
    """V-3, V-4: the flag of the family with the majority flies over an area.

    At the Bank the Lord has the majority. At the Port, the lone Lady gives no family the majority.
    """
    paul = family("old_town", heir_1="bank", lady="port")
    state = position(paul, family("fort", lady="bank", heir_1="port"), family("palace", lord="bank"), seats=3)
    held = {each.area: each.quay.holder for each in board(state)["quarters"]}
    assert (held["bank"], held["port"], held["cathedral"]) == ("green", "", "")
    html = board_html(state)
    assert html.partition("zn-quarters")[2].count('href="#zn-flag-green"') == 2
    assert "Clara has the majority with 5." in html
    assert "Nobody has the majority: the Lady of Anna is strongest, but alone." in html


def test_a_tie_and_an_empty_place_are_held_by_nobody() -> None:
    state = position(family("bank"), family("bank"), seats=2)
    assert quarter(state, "bank").verdict == "Nobody has the majority: a tie at 12."
    assert quarter(state, "port").verdict == "No figures here."
    assert quarter(state, "bank").holder is quarter(state, "port").holder is None


def test_ribbons_say_what_a_majority_earns() -> None:
    signs = {
        each.area: [(glyph.sign, glyph.count, paid) for glyph, paid in each.quay.signs]
        for each in board(position(seats=2))["quarters"]
    }
    assert signs == {
        "old_town": [("card", 2, False), ("coin", 1, False)],
        "cathedral": [("card", 1, False), ("coin", 2, False)],
        "palace": [("vp", 2, False), ("coin", 1, True)],
        "bank": [("coin", 3, False)],
        "port": [("vp", 1, False), ("coin", 1, False)],
        "fort": [("vp", 1, False), ("card", 1, False)],
    }


def test_the_palace_sells_points() -> None:
    """Z-14.10: the Palace sells points."""
    assert quarter(position(), "palace").sale == "The player with the majority may buy 2 points for 1 coin."
    assert quarter(position(), "bank").sale == ""


def test_a_place_is_told_in_words() -> None:
    state = position(family("bank"), family("port", lady="bank"), seats=2)
    html = board_html(state)
    words = "Bank. Anna: Lord 5, Lady 3, First Heir 2 and Second Heir 2. Bruno: Lady 3. Anna has the majority with 12."
    assert f'aria-label="{words}"' in html
    assert set(re.findall(r'<a href="#(area-[^"]+)"', html)) == {f"area-{area}" for area in AREAS}


def test_beginners_have_four_places_side_by_side() -> None:
    """Z-1.2: beginners have four areas side by side."""
    state = started(mode="beginner")
    assert [each.area for each in board(state)["quarters"]] == ["cathedral", "palace", "bank", "port"]
    assert pieces.scene(state.public).quiet == ("old_town", "fort")
    html = board_html(state)
    assert "The four areas and their cards" in html
    assert "goal cards" not in html.lower()


def test_own_figures_are_as_wide_as_a_finger_and_do_not_cover_each_other() -> None:
    for mine in ("palace", "port"):
        others = [family(mine) for _ in range(2)]
        state = position(family("bank", lord=mine, heir_1=mine), *others, seats=3)
        quay = next(each.quay for each in board(state, 0)["quarters"] if each.area == mine)
        tapped = [spot for _, spot in quay.people if spot is not None]
        assert len(tapped) == 2
        (first, second) = sorted((float(spot.x), float(spot.x) + float(spot.width)) for spot in tapped)
        assert first[1] <= second[0] + 0.2
        assert all((last - left) * quay.size / 100 > 59 for left, last in (first, second))
    assert not any(spot for each in board(state)["quarters"] for _, spot in each.quay.people)


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("many", [*range(1, 13), 16, 20])
def test_any_number_of_figures_stands_in_its_place_and_apart(area: Area, many: int) -> None:
    for place, crowd in ((town.PLACES[area], town.crowd(area, many)), (town.QUAYS[area], town.on_quay(area, many))):
        stand_apart(place, crowd, many)


def stand_apart(place: town.Place | town.Quay, crowd: town.Crowd, many: int) -> None:
    assert len(crowd.spots) == many
    wide, high = town.FIGURE_WIDE * crowd.scale, town.FIGURE_HIGH * crowd.scale
    for spot in crowd.spots:
        left, top = crowd.left + spot.x * crowd.scale, crowd.top + spot.y * crowd.scale
        assert place.left - 0.1 <= left
        assert left + wide <= place.right + 0.1
        assert top >= -40
        assert top + high <= place.foot + 0.1
    gaps = [abs(one.x - other.x) + abs(one.y - other.y) for one in crowd.spots for other in crowd.spots if one is not other]
    assert min(gaps, default=99) >= 20


def test_before_the_placement_is_opened_the_town_is_empty() -> None:
    """Z-4.2: before the placement is revealed, the drawing of the town is empty."""
    html = board_html(started(5))
    assert figures(html) == []
    assert html.count("There are no cards here.") == len(AREAS)
    assert "zn-round" not in html


# The rows


def test_slots_show_prices_bonuses_and_who_is_on_them() -> None:
    """V-2: slots show their prices, bonuses and owners."""
    laid = only_card(position(rows={"bank": [card(SHARES, 2, 0)]}), "bank")
    assert [(slot.face.price, slot.player and slot.player.name) for slot in laid.slots] == [
        (4, "Clara"),
        (2, "Anna"),
        (1, None),
    ]
    assert [slot.face.bonus and slot.face.bonus.words for slot in laid.slots] == [None, "1 point", "1 card"]
    html = board_html(position(rows={"bank": [card(SHARES, 2, 0)]}))
    assert 'id="laid-1"' in html
    assert re.search(r"4 Clara 2 Anna 1 free \+ 1 bonus: 1 card 2 Each marker earns 2 coins", text(html))


def test_cards_lie_from_the_oldest_to_the_newest_in_their_area() -> None:
    rows = {"bank": [card(SHARES, 0), card("bk_loan", 1)], "port": [card("po_cargo", 0)]}
    html = board_html(position(rows=rows))
    assert re.findall(r'id="(area-\w+|laid-\d+)"', html) == [
        "area-old_town", "area-cathedral", "area-palace", "area-bank", "laid-1", "laid-2", "area-port", "laid-3", "area-fort",
    ]  # fmt: skip


def test_a_genoese_title_has_its_gloss_below_and_says_what_it_does() -> None:
    state = position(rows={"old_town": [card("ot_sollevacoin", 0)]})
    html = board_html(state).replace("\N{SOFT HYPHEN}", "")
    title = '<span title="Sollevaçoin in pilotæ" lang="lij">Sollevaçoin in pilotæ</span>'
    assert f'{title}</h4><p class="zc-gloss">Clever trick</p>' in read(html)
    assert html.count("moves it to another area") == 2
    moved = position(rows={"port": [card("ot_sollevacoin", 0, moved=True)]})
    assert "moves it to another area" not in board_html(moved)


@pytest.mark.parametrize(("kind", "name"), [("one_shot", "bk_loan"), ("permanent", SHARES), ("dice", "bk_investment")])
def test_each_kind_has_its_icon(kind: str, name: str) -> None:
    html = board_html(position(rows={"bank": [card(name, 0)]}))
    assert f'<li class="zc {kind}" id="laid-1">' in read(html)
    assert f'</title><use href="#zn-{kind}"/>' in html


def test_what_a_failure_destroys_is_a_sentence() -> None:
    assert (
        cards.face(CONTENT, "fo_1").destroys == "If it fails, it destroys the oldest card at the Palace and at the Cathedral."
    )


def test_a_fort_card_names_what_its_failure_destroys() -> None:
    """V-9: a Fort card names the areas that its failure destroys."""
    laid = only_card(position(rows={"fort": [card("fo_1", 0, 1)]}), "fort")
    assert laid.destroys == (("palace", "Palace"), ("cathedral", "Cathedral"))
    assert laid.added == "+1"
    assert only_card(position(rows={"fort": [card("fo_1")]}), "fort").added == ""


@pytest.mark.parametrize(
    ("lasting", "leaving"),
    [(2, ["", ""]), (3, ["leaves next", "", ""]), (4, ["leaves this round", "leaves next", "", ""])],
)
def test_the_oldest_of_a_full_area_is_marked(lasting: int, leaving: list[str]) -> None:
    """Z-13.2, Z-13.4: cards that a full area will push out, this round or next, are marked.

    One-shot cards leave after their resolution and push out no other card.
    """
    cards = [card("bk_loan", 0), *[card(name, 0) for name in (SHARES, "bk_savings", "bk_investment", SHARES)[:lasting]]]
    found = quarter(position(rows={"bank": cards}), "bank").cards
    assert [laid.leaving for laid in found] == ["", *leaving]


def test_the_event_changes_what_cards_with_coins_pay() -> None:
    """E-23 to E-25: the event changes the coins that cards pay. The Bank pays a coin less, but never less than zero."""
    rows = {"bank": [card(SHARES, 0), card("bk_savings", 1)], "port": [card("po_packet_boat", 0)]}
    state = position(rows=rows, event="ev_bank_run")
    shares, savings = quarter(state, "bank").cards
    assert (shares.reward, shares.changed) == (zena1814_rows.gained(Gain(coin=1)), True)
    assert savings.reward is not None
    assert [glyph.count for glyph in savings.reward.glyphs] == [0]
    assert not only_card(state, "port").changed
    assert quarter(state, "bank").change == "This round, if a card at the Bank pays coins, it pays 1 coin less."
    assert quarter(state, "port").change == ""


def test_the_area_being_resolved_is_marked() -> None:
    html = board_html(at_area(position(), "bank"))
    assert html.count("being resolved") == 1
    assert 'class="zq zq-bank now"' in html
    assert "being resolved" not in board_html(position())


# The round, the families, the decks


def test_the_event_in_force_says_what_it_brings() -> None:
    bulletin = board(position(event="ev_blockade", round=3))["bulletin"]
    assert bulletin.title == "Naval blockade"
    assert bulletin.lines == ("Every family got 3 coins.", "Cards at the Port: −1 coin.")
    assert bulletin.fort
    assert not board(position(event="ev_blockade", mode="beginner"))["bulletin"].fort
    assert board(started())["bulletin"] is None


def test_families_are_told_in_the_order_of_play() -> None:
    state = position(family(coins=3, hand=("bk_loan", "bk_loan", "go_dagghe")), family(), start=1, seat=1, seats=2)
    first, second = board(state, 0)["mats"]
    assert (first.player.name, first.starts, first.at_turn) == ("Bruno", True, True)
    assert (second.coins, second.supply, second.actions, second.goals) == (3, 10, 2, 1)
    assert (second.family, second.starts, second.at_turn) == ("Costaggia", False, False)
    html = board_html(state, 0)
    for said in ("Points", "Coins", "Markers in supply", "Action cards in hand", "Goal cards in hand", "Start player"):
        assert f"<title>{said}</title>" in html


def test_decks_battles_and_the_box_are_open() -> None:
    state = position(won=("fo_2",), under=("fo_3", "fo_4"), box=("bk_loan", "bk_loan", "pa_festa"), round=2)
    piles = {pile.name: pile.count for pile in board(state)["piles"]}
    decks = state.public.decks
    assert piles == {
        "action cards": decks.action,
        "goal cards": decks.goal,
        "Fort cards": decks.fort,
        "events": decks.event,
        "battles won": 1,
    }
    html = text(board_html(state))
    assert "Fort 3, Fort 4" in html
    assert "Short-term loan × 2" in html
    assert "Festa a-o Paxo (Party at the palace)" in html


def test_the_round_and_its_phases_are_shown() -> None:
    html = board_html(position(round=3))
    assert re.search(r'<li class="now" aria-current="step">3</li>', html)
    assert re.search(r'<li class="now" aria-current="step">Actions</li>', html)
    over = with_public(position(round=8), agenda=())
    assert "aria-current" not in board_html(over)


# What has just happened


def test_only_what_the_marked_events_brought_is_new() -> None:
    state = position(family("port"), seats=2, rows={"bank": [card(SHARES, 0, 1)], "port": [card("po_cargo", 1)]})
    assert "fresh" not in board_html(state).partition("zn-quarters")[2]
    told = (
        events.FigureMoved(0, "lady", "bank", "port"),
        events.CardOffered(1, "po_cargo", 2, "port"),
        events.MarkerPlaced(1, SHARES, 1, 2, 2),
        events.EventTurnedUp("ev_liberation", 3),
    )
    shown = board(state, None, told)
    fresh = [person.glyph for place in shown["quarters"] for person, _ in place.quay.people if person.fresh]
    assert fresh == ["lady-red"]
    assert [slot.fresh for slot in only_card(state, "bank", told).slots] == [False, True, False]
    assert [only_card(state, area, told).fresh for area in ("bank", "port")] == [False, True]
    assert shown["bulletin"].fresh


def test_of_two_own_markers_the_lower_one_is_new() -> None:
    """X23, V-7: if a seat has two markers on a card, the one just placed, the lower one, is marked as new."""
    state = position(seats=3, rows={"bank": [card(SHARES, 1, 1)]})
    laid = only_card(state, "bank", (events.MarkerPlaced(1, SHARES, 1, 2, 2),))
    assert [slot.fresh for slot in laid.slots] == [False, True, False]


@pytest.mark.parametrize(
    ("die", "result", "outcome", "said"),
    [(3, 7, "succeeded", "succeeded"), (1, 5, "stays", "nothing happens"), (1, 3, "failed", "failed")],
)
def test_a_roll_is_shown_step_by_step(die: int, result: int, outcome: str, said: str) -> None:
    """V-5: a roll is shown step by step."""
    markers, paid = 1, result - die - 1
    told = [
        events.CoinsPaid(2, "bk_investment", 4, 1),
        events.CoinsPaid(0, "bk_investment", 4, paid - 1),
        events.CoinsPaid(0, "bk_investment", 9, 8),
        events.DieRolled(2, "bk_investment", 4, die, paid, markers, result),
    ]
    [roll] = zena1814_fresh.rolls(CONTENT, told, players(position()))
    assert (roll.title, roll.player.name, roll.die, roll.result) == ("Bank investment", "Clara", die, result)
    assert (roll.outcome, roll.words) == (outcome, said)
    assert len(roll.pips) == die
    assert roll.steps[0].startswith(f"+{paid} for ")
    assert "Clara 1" in roll.steps[0]
    assert roll.steps[1] == "+1 for the markers below the first"
    html = text(board_html(position(), None, tuple(told)))
    assert f"Clara rolled {die}, " in html
    assert f"= {result} : {said}" in html


def test_a_die_without_help_has_no_steps() -> None:
    [roll] = zena1814_fresh.rolls(CONTENT, [events.DieRolled(0, "fo_1", 1, 4, 0, 0, 4)], players(position()))
    assert roll.steps == ()
    html = board_html(position(), None, (events.DieRolled(0, "fo_1", 1, 4, 0, 0, 4),))
    assert "Anna rolled 4: nothing happens ." in text(html)


# Every position


@pytest.mark.parametrize(("seats", "mode"), [(2, "expert"), (3, "expert"), (5, "expert"), (2, "beginner"), (4, "beginner")])
def test_every_position_of_a_game_can_be_drawn(seats: int, mode: str) -> None:
    moves = random_game(seats, 1, mode)
    for move in (*moves[:: max(1, len(moves) // 12)], moves[-1]):
        html = board_html(move.step.state, 0, tuple(told.event for told in move.step.events))
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)
        assert set(re.findall(r"url\(#([^)]+)\)", html)) <= set(ids)
        assert "style=" not in html
        laid = [each for row in move.step.state.public.rows for each in row.cards]
        assert {f"laid-{each.number}" for each in laid} <= set(ids)
        public, hand = move.step.state.public, move.step.state.hands[0]
        sent = len(hand.placed) if public.phase == "setup" else 0
        placed = sum(standing.area is not None for each in public.families for standing in each.figures)
        assert len(figures(html)) == placed + sent


def test_a_full_table_of_five_stays_small() -> None:
    """The board of a full table of five seats stays small.

    It has four cards in every area, nearly every marker on a card, and all figures in the town.
    """
    turn = count()
    rows = {area: [card(name, next(turn) % 5, next(turn) % 5) for name in _four_of(area)] for area in AREAS}
    html = board_html(position(*(family(area) for area in AREAS[:5]), seats=5, rows=rows), 0)
    assert html.count('class="zc ') == 24
    assert len(html.encode()) < 48_000


def _four_of(area: Area) -> list[str]:
    if area == "fort":
        return [fort.id for fort in CONTENT.forts[:4]]
    return [each.id for each in CONTENT.actions if each.area == area and len(each.cost) > 1][:4]


def test_the_board_speaks_the_reader_s_language() -> None:
    """The board appears in the reader's language. No text is translated when the module is loaded."""
    state = position(rows={"bank": [card(SHARES, 0)]})
    with translation.override("de"):
        assert pieces.scene(state.public).places[0].area == "old_town"
        board_html(state)
