"""Board of Principato: the principalities in drawing and words, display, years, scorings, supply, picture and front page."""

import dataclasses
import io
import re
from collections import Counter
from functools import cache
from itertools import count
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from msgspec.structs import replace
from PIL import Image

from engines.contract import When, view
from engines.principato import ENGINE, events, storage
from engines.principato.actions import Cubes
from engines.principato.loader import content
from engines.principato.options import Options
from engines.principato.state import AskTurn, Principality, Public, Scoring, State, Stock, Units
from tables.games import pictures
from tables.games.contract import Player
from tables.games.kit import png
from tables.games.principato import showcase
from tables.games.principato.board import land, pieces
from tables.games.principato.board import year as principato_year
from tables.games.principato.presenter import PRESENTER
from tests.site.pages.test_look import DAY, EYES, NIGHT, TOKENS, contrast, difference

NAMES = ("Anna", "Bruno", "Clara", "Dario")
CONTENT = content("1")
RICH = Principality(
    cards=("tax_collector", "build_bank"),
    fields=2,
    farms=3,
    palazzi=1,
    banks=2,
    food=4,
    money=3,
    favour=2,
    catapults=2,
    condottieri=Units(2, 1, 0),
    militia=Units(2, 0, 1),
    monuments=(4, 2),
    books=(5,),
    points=11,
)
LANDLORD = replace(RICH, fields=7, farms=9, food=15, palazzi=6, banks=5, money=9)
WARLORD = replace(RICH, catapults=3, condottieri=Units(9, 2, 1), militia=Units(8, 3, 0))


@cache
def begun(seats: int = 3) -> State:
    """Return the state at the first turn of a game."""
    state: State = ENGINE.start(Options(), seats, b"realm" * 7).state
    return state


@cache
def played(seats: int) -> tuple[State, ...]:
    """Return every position of a game among bots."""
    states = [begun(seats)]
    for _ in count():
        asked = [each for each in ENGINE.pending(states[-1].public) if each.when is When.NOW]
        if not asked:
            return tuple(states)
        action = ENGINE.bot(view(states[-1], asked[0].seat), asked[0])
        states.append(ENGINE.apply(states[-1], asked[0].seat, action).state)
    raise AssertionError


def having(public: Public, *realms: Principality) -> Public:
    """Return the same state with these principalities in the first seats."""
    return replace(public, realms=(*realms, *public.realms[len(realms) :]))


def players(public: Public, me: int | None = None) -> list[Player]:
    return [Player(seat, NAMES[seat], PRESENTER.board.seat_css(public, seat), seat == me) for seat in range(len(public.realms))]


def board(public: Public, me: int | None = None, marked: tuple[Any, ...] = ()) -> dict[str, Any]:
    seen = replace(view(begun(len(public.realms)), me), public=public)
    return dict(PRESENTER.board.context(seen, players(public, me), marked))


def board_html(public: Public, me: int | None = None, marked: tuple[Any, ...] = ()) -> str:
    return render_to_string("games/principato/_board.html", {"board": board(public, me, marked)})


def drawn(realm: Principality, marked: tuple[Any, ...] = ()) -> str:
    """Return the drawing of a principality as SVG."""
    shown = board(having(begun().public, realm), None, marked)["realms"]
    mine = next(each for each in shown if each.player.seat == 0)
    return render_to_string("games/principato/_realm.svg", {"realm": mine.drawn, "title": mine.title, "words": mine.words})


def glyphs(svg: str) -> Counter[str]:
    return Counter(re.findall(r'href="#pr-([a-z]+)"', svg))


@pytest.mark.parametrize("realm", [RICH, LANDLORD, replace(RICH, monuments=(4,) * 6, paintings=(7, 6, 6, 5))])
def test_every_tile_is_drawn_once(realm: Principality) -> None:
    found = glyphs(drawn(realm))
    tiles = {"farm": realm.farms, "sheaf": realm.fields, "palazzo": realm.palazzi, "bank": realm.banks}
    tiles |= {"catapult": realm.catapults, "condottiere": realm.condottieri.count, "militia": realm.militia.count}
    tiles |= {"monument": len(realm.monuments), "book": len(realm.books), "painting": len(realm.paintings)}
    assert {glyph: found[glyph] for glyph in tiles} == tiles


@pytest.mark.parametrize("realm", [RICH, LANDLORD])
def test_cubes_lie_in_their_places_and_empty_places_are_seen(realm: Principality) -> None:
    found = glyphs(drawn(realm))
    assert found["food"] == realm.food + realm.militia.proper
    assert found["money"] == realm.money + realm.condottieri.proper
    assert found["favour"] == realm.favour + realm.condottieri.favour + realm.militia.favour
    room = sum(storage.free(CONTENT, realm, cube) for cube in ("food", "money", "favour"))
    assert found["place"] == room + realm.condottieri.empty + realm.militia.empty


def test_printed_spaces_that_are_free_are_seen() -> None:
    found = glyphs(drawn(begun().public.realms[0]))
    spaces = CONTENT.spaces
    assert found["lot"] == spaces.city_centre - 2
    assert found["tuft"] == spaces.environs - 2
    assert found["stand"] == spaces.city_wall
    assert found["niche"] == spaces.palace


def test_works_of_art_show_their_points() -> None:
    assert re.findall(r'class="pr-sign"[^>]*>(\d+)<', drawn(RICH)) == ["4", "2", "5"]


def test_more_tiles_than_spaces_are_counted() -> None:
    assert re.findall(r'class="pr-count"[^>]*>(\d+)<', drawn(RICH)) == []
    assert re.findall(r'class="pr-count"[^>]*>(\d+)<', drawn(LANDLORD)) == ["16", "11"]


def test_a_crowd_stands_in_groups_by_their_cubes() -> None:
    svg = drawn(WARLORD)
    groups = re.findall(r'class="pr-sign"[^>]*>(\d+)<', svg)
    works = len(WARLORD.monuments + WARLORD.books)
    assert sum(int(group) for group in groups[works:]) == WARLORD.military_tiles
    assert groups[works:] == ["3", "2", "1", "6", "3", "5"]


@pytest.mark.parametrize("tiles", [*range(1, 16), 20, 30, 42])
def test_everything_stays_on_the_sheet_and_apart(tiles: int) -> None:
    for places in (
        [parcel.house for parcel in land.parcels(tiles)],
        land.places(land.CENTRE, tiles),
        land.places(land.PALACE, tiles),
    ):
        assert len(places) >= tiles
        for box in places:
            assert box.x - box.size / 2 >= 0
            assert box.x + box.size / 2 <= land.WIDTH
            assert 0 <= box.foot - box.size < box.foot <= land.HEIGHT
        spots = [(box.x, box.foot) for box in places]
        assert len(set(spots)) == len(spots)
        gap = min(abs(one.x - other.x) + abs(one.foot - other.foot) for one in places for other in places if one is not other)
        assert gap >= places[0].size * 0.6


def test_no_cube_is_hidden_by_the_gate() -> None:
    for soldiers in range(1, 13):
        for stand in land.stands(soldiers):
            assert abs(stand.x - land.WIDTH / 2) > land.niche(stand).size / 2 + 7


def test_only_what_the_marked_events_brought_is_new() -> None:
    assert "pr-fresh" not in drawn(RICH)
    built = events.TilesBuilt(0, "build_bank", "bank", 1, Cubes(food=1))
    assert drawn(RICH, (built,)).count('class="pr-fresh"') == 1
    assert "pr-fresh" not in drawn(RICH, (events.TilesBuilt(1, "build_bank", "bank", 1, Cubes(food=1)),))
    created = events.CultureCreated(0, "carve_monument", "monument", 2, Cubes(food=1, money=2))
    assert drawn(RICH, (built, created)).count('class="pr-fresh"') == 2
    collected = events.CubesCollected(0, "harvest", Cubes(food=3), Cubes(food=1))
    assert drawn(RICH, (collected,)).count('class="pr-fresh"') == 2
    assert drawn(RICH, (events.FavourTaken(0, "church"), events.FavourTaken(0, "militia"))).count('class="pr-fresh"') == 1


def test_a_new_card_moves_to_the_left_with_the_display() -> None:
    public = begun().public
    told = (
        events.CardsExchanged(0, "harvest", "buy_field", 3, forced=False),
        events.CardDropped("tithe_food"),
        events.CardTurnedUp("harvest"),
        events.CardDropped("build_farm"),
        events.CardTurnedUp("harvest"),
    )
    new = [slot.number for slot in board(public, None, told)["display"] if slot.fresh]
    last = len(public.display)
    assert new == [2, last - 1, last]
    assert not any(slot.fresh for slot in board(public)["display"])


def test_the_display_says_which_card_drops_out_and_what_is_to_come() -> None:
    public = begun().public
    shown = board(public)
    assert [slot.face.id for slot in shown["display"]] == list(public.display)
    assert [slot.drops for slot in shown["display"]] == [True, *[False] * (len(public.display) - 1)]
    html = board_html(public)
    assert "leaves after this turn" in html
    assert "<b>20</b>" in html
    assert "and the scoring card" not in html
    assert "and the scoring card" in board_html(replace(public, year=2, pile=21, scoring_due=True))


def test_a_place_without_card_is_seen_between_turns() -> None:
    public = replace(begun().public, display=begun().public.display[1:])
    assert board(public)["display"][-1].face is None
    assert "No card yet" in board_html(public)


def test_the_years_tell_turns_and_scorings() -> None:
    public = begun(4).public
    assert PRESENTER.words.round_words(public) == "year 1, turn 1 of 28"
    assert [[seal.extra for seal in year.seals] for year in principato_year.years(public)] == [
        [False],
        [True, False],
        [True, False],
    ]
    past = Scoring(1, 1, "year_end", (0, 1, 2, 3), (0, 0, 0, 0), (4, 4, 4, 4), ((0, 0),) * 4)
    later = replace(public, year=2, pile=20, scoring_due=True, scorings=(past,))
    assert PRESENTER.words.round_words(later) == "year 2, turn 9 of 28"
    first, second, third = principato_year.years(later)
    assert (first.stage, second.stage, third.stage) == ("done", "now", "to come")
    assert (first.part, second.over, third.over) == (100, 8, 0)
    assert [seal.stage for year in (first, second) for seal in year.seals] == ["done", "to come", "to come"]


@pytest.mark.parametrize(
    ("year", "pile", "due", "said"),
    [
        (1, 1, False, ""),
        (1, 0, False, "last turn of the year; a military"),
        (2, 1, True, "last turn of the year; two"),
        (2, 2, True, ""),
        (3, 0, False, "last turn of the game; a military"),
    ],
)
def test_scorings_that_are_certain_are_announced(year: int, pile: int, due: bool, said: str) -> None:
    banner = PRESENTER.words.banner(replace(begun().public, year=year, pile=pile, scoring_due=due))
    assert said in banner
    assert bool(banner) == bool(said)


def test_nothing_is_announced_that_has_begun() -> None:
    for state in played(2):
        if not isinstance(state.public.task, AskTurn):
            assert PRESENTER.words.banner(state.public) == ""


def test_the_armies_are_ranked_with_what_they_could_still_reach() -> None:
    weak = replace(begun().public.realms[0], food=2, militia=Units(2, 0, 0))
    strong = replace(weak, militia=Units(), catapults=1)
    armies = board(having(begun().public, weak, strong))["military"]["armies"]
    assert [army.player.name for army in armies] == ["Bruno", "Clara", "Anna"]
    assert [(army.strength, army.points) for army in armies] == [("1", 6), ("0", 3), ("−2", 0)]
    assert [(army.best, army.best_place) for army in armies] == [("1", 2), ("0", 3), ("2", 1)]


def test_scorings_that_are_over_are_told() -> None:
    counted = Scoring(1, 1, "year_end", (0, 1, 2), (3, -1, 0), (6, 0, 3), ((0, 0),) * 3)
    begun_only = Scoring(2, 2, "extra", (0, 1, 2))
    public = replace(begun().public, scorings=(counted, begun_only))
    [past] = board(public)["military"]["past"]
    assert (past.number, past.reason, past.results) == (1, "end of the year", (("3", 6), ("−1", 0), ("0", 3)))


def test_supply_and_box_are_open() -> None:
    supply = replace(begun().public.supply, books=(Stock(5, 4), Stock(4, 5), Stock(3, 0)))
    html = board_html(replace(begun().public, supply=supply, box=("harvest", "tithe_food", "harvest")))
    text = re.sub(r"<[^>]+>|\s+", " ", html)
    assert "Harvest × 2" in text
    assert re.search(r"4 +× 5 points, +5 +× 4 points, +0 +× 3 points", text)


def test_every_principality_is_told_in_words() -> None:
    shown = board(having(begun().public, RICH))["realms"]
    mine = next(each for each in shown if each.player.seat == 0)
    assert mine.title == "Principality of Anna"
    told = ("2 fields", "3 farms", "4 food, room for 6", "2 condottieri, 1 supplied", "2 monuments worth 4 and 2")
    for words in told:
        assert words in mine.words
    html = board_html(having(begun().public, RICH))
    assert html.count('role="img"') == 3
    assert mine.words in html
    assert set(re.findall(r'aria-(?:describedby|labelledby)="([^"]+)"', html)) <= set(re.findall(r'\sid="([^"]+)"', html))


def test_everybody_sees_all_cards() -> None:
    """P-1.6: a spectator sees the two cards of each player."""
    found = board_html(begun().public)
    assert found.count('class="pr-cards"') == 3
    assert len(re.findall(r'class="pcard (?!-)', found.partition('class="pr-strip"')[2])) == 6


def test_goals_lie_beside_their_principality_once_they_are_open() -> None:
    """P-14.1, E-49: goals appear beside their principality once the game is over."""
    running, over = board_html(played(3)[-2].public), board_html(played(3)[-1].public)
    assert (running.count('class="pgoal-row"'), over.count('class="pgoal-row"')) == (0, 3)


def test_the_viewer_comes_first() -> None:
    public = begun(4).public
    assert [each.player.seat for each in board(public, 2)["realms"]] == [2, 3, 0, 1]
    assert board(public)["realms"][0].player.seat == public.start


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_of_a_game_can_be_drawn(seats: int) -> None:
    for state in (*played(seats)[::17], played(seats)[-1]):
        html = board_html(state.public, 0)
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)
        assert set(re.findall(r"url\(#([^)]+)\)", html)) <= set(ids)
        assert "style=" not in html
        assert html.count('class="pr pr-scene') == seats


def test_the_points_shown_at_the_end_are_the_result() -> None:
    public = played(3)[-1].public
    outcome = ENGINE.outcome(public)
    assert outcome is not None
    assert tuple(PRESENTER.board.points(public, seat) for seat in range(3)) == outcome.scores
    assert PRESENTER.words.round_words(public) == "after three years"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_picture_is_a_png_of_the_whole_table(seats: int) -> None:
    picture = Image.open(io.BytesIO(pictures.board("principato", played(seats)[40].public)))
    assert picture.format == "PNG"
    assert picture.width == 760
    assert picture.height == {2: 428, 3: 727, 4: 727}[seats]
    assert PRESENTER.picture(played(seats)[0].public) != PRESENTER.picture(played(seats)[-1].public)


def test_the_flat_style_sheet_knows_every_token() -> None:
    flat = png.flat_css("principato/map.css")
    assert "var(" not in flat
    assert "light-dark(" not in flat
    assert "@" not in flat


def test_the_front_page_shows_a_principality_that_could_be() -> None:
    realm = showcase.REALM
    for cube in ("food", "money", "favour"):
        assert storage.free(CONTENT, realm, cube) >= 0
    assert realm.condottieri.empty >= 0 <= realm.militia.empty
    for kind in ("monument", "book", "painting"):
        assert set(realm.culture(kind)) <= {value.points for value in CONTENT.culture(kind).values}
    html = render_to_string("games/principato/_showcase_board.html", dict(PRESENTER.board.showcase()))
    assert glyphs(html)["farm"] == realm.farms
    assert "<title" in html


def test_the_rules_say_what_the_decks_hold() -> None:
    """The rules list the decks of section 7.4 for two, three and four players; both catapults share a line."""
    decks = {card.name: card.decks for card in PRESENTER.board.showcase()["decks"]}
    assert decks["Harvest"] == ((2, 3, 4), (1, 2, 3), (1, 2, 3))
    assert decks["Painter"] == ((), (1, 1, 2), (2, 3, 3))
    assert decks["Build a catapult"] == ((1, 1, 1), (1, 2, 2), (1, 2, 3))
    assert [sum(counts[-1] for counts in deck if counts) for deck in zip(*decks.values(), strict=True)] == [34, 28, 28]
    html = render_to_string("games/principato/_showcase_decks.html", dict(PRESENTER.board.showcase()))
    assert ">1 / 2 / 3<" in html


def test_every_seat_has_a_pattern_of_its_own() -> None:
    drawing = render_to_string("games/principato/_defs.html")
    found = {re.search(rf'id="pr-pat-{css}".*?</pattern>', drawing, re.S)[0][16:] for css in ("red", "yellow", "green", "blue")}  # type: ignore[index]
    assert len(found) == 4


@pytest.mark.parametrize("mode", [DAY, NIGHT], ids=["day", "night"])
def test_numbers_on_the_drawing_can_be_read(mode: int) -> None:
    assert contrast(TOKENS["--emblem-ink"][mode], TOKENS["--marble"][mode]) >= 4.5
    assert contrast(TOKENS["--map-name"][mode], TOKENS["--map-halo"][mode]) >= 4.5


@pytest.mark.parametrize("mode", [DAY, NIGHT], ids=["day", "night"])
@pytest.mark.parametrize("eye", EYES)
def test_cubes_can_be_told_apart_by_everybody(eye: str, mode: int) -> None:
    cubes = [TOKENS[token][mode] for token in ("--food", "--money", "--favour")]
    assert min(difference(one, other, eye) for one in cubes for other in cubes if one != other) >= 20


def test_options_in_words() -> None:
    with translation.override("en"):
        assert PRESENTER.options.options_words(Options()) == ""
        assert PRESENTER.options.options_words(Options(feeding="sealed")) == "sealed supply of units"
    assert PRESENTER.options.form({"feeding": "sealed"}).is_valid()
    assert not PRESENTER.options.form({"feeding": "never"}).is_valid()
    form = PRESENTER.options.form({"feeding": "in_order"})
    assert form.is_valid()
    assert Options(**form.cleaned_data) == Options()


def test_a_place_for_every_unit_even_of_one_kind() -> None:
    scene = pieces.scene(CONTENT, replace(RICH, catapults=0, condottieri=Units(), militia=Units(13, 0, 0)))
    assert [sprite.sign for sprite in scene.guards] == ["13"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_principalities_that_are_kept_are_those_that_would_be_drawn(language):
    states = played(3)
    with translation.override(language):
        for state in [*states[::12], states[-1]]:
            for viewer in (None, 0, 2):
                for each in drawn_for(state, viewer):
                    # The second rendering comes from the cache and must equal the text rendered without it.
                    assert (
                        each.html == each.html == render_to_string("games/principato/_realm.html", {"realm": anew(each, state)})
                    )
                    assert "to move" not in each.at_rest.html
                    assert "am Zug" not in each.at_rest.html


def test_somebody_of_another_name_gets_a_principality_of_their_own():
    state = begun()
    [first, *_others] = drawn_for(state, 0)
    [other, *_more] = PRESENTER.board.context(view(state, 0), [replaced(player) for player in people(3)])["realms"]
    assert "Zoe &amp; Ada" in other.html
    assert "Zoe" not in first.html


def drawn_for(state, viewer):
    return PRESENTER.board.context(view(state, viewer), people(3))["realms"]


def people(seats):
    return [Player(seat, NAMES[seat], "red") for seat in range(seats)]


def replaced(player):
    return dataclasses.replace(player, name="Zoe & Ada")


def anew(each, state):
    scene = pieces.scene(CONTENT, state.public.realms[each.player.seat])
    return dataclasses.replace(each, drawn=dataclasses.replace(each.drawn, scene=scene))
