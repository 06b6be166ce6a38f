"""Forms of Principato: they offer the legal choices, mark the usual ones, and describe their effects."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from engines.contract import Pending, When, encode, view
from engines.principato import ENGINE, military
from engines.principato.actions import (
    BuildTiles,
    CollectCubes,
    CreateCulture,
    Cubes,
    EndTurn,
    ExchangeCard,
    FeedUnits,
    RecruitUnits,
    ReleaseUnits,
    StationCubes,
)
from engines.principato.state import SCORING, AskFeeding, Scoring, State
from tables.games.principato.presenter import PRESENTER
from tests.principato.pages.walkthrough import SLOT, Form, asked, forms, nameless, panel, panel_html, played
from tests.principato.positions import position, realm, replace, units
from tests.site.views import read

TURNS = list(asked("turn", played(2)[0], played(3)[0], played(4)[0]))[::5]
FEEDINGS = list(asked("feed", *(played(seats, seed=seed)[0] for seats in (2, 3, 4) for seed in (1, 2))))
RELEASES = list(asked("release", *(played(seats)[0] for seats in (2, 3, 4))))


def turn_of(state: State) -> Pending:
    return ENGINE.pending(state.public)[0]


def offered(html: str) -> list[Any]:
    return [action for form in forms(html) for action in form.actions()]


def composing(html: str, kind: str) -> Form:
    return next(form for form in forms(html) if form.fields.get("compose") == [kind])


def draft(*actions: Any) -> list[dict[str, Any]]:
    return [{"words": "A step", "ok": True, "why": "", "value": encode(action).decode()} for action in actions]


def test_the_forms_of_a_turn_send_every_legal_action_and_no_other() -> None:
    kinds = set()
    for state, pending in TURNS:
        legal = list(ENGINE.legal(view(state, pending.seat), pending))
        sent = list(map(nameless, offered(panel_html(state, pending))))
        assert set(sent) == set(legal)
        assert len(sent) == len(legal)
        kinds |= {type(action) for action in legal}
    assert len(kinds) == 8


def test_every_answer_to_a_scoring_can_be_given() -> None:
    for state, pending in FEEDINGS + RELEASES:
        legal = set(ENGINE.legal(view(state, pending.seat), pending))
        assert legal <= set(offered(panel_html(state, pending)))


def test_ready_answers_are_legal_and_said_once() -> None:
    for state, pending in FEEDINGS + RELEASES:
        legal = set(ENGINE.legal(view(state, pending.seat), pending))
        ready = [PRESENTER.panel.compose(pending.kind, {"choice": each.value})[0] for each in panel(state, pending)["choices"]]
        assert set(ready) <= legal
        assert len(ready) == len(set(ready))


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("turn", {}),
        ("build", {}),
        ("build", {"card": "0", "deal": "1-1"}),
        ("build", {"card": "2", "deal": "0-1-0-0"}),
        ("build", {"card": "0", "deal": "0-1-0-0", "take": "9"}),
        ("create", {"card": "0", "deal": "0-1-2-0"}),
        ("recruit", {"card": "0", "count": "1000"}),
        ("collect", {"card": "0", "gain": "-1-0-0-0"}),
        ("exchange", {"card": "0", "take": ""}),
        ("station", {"cube": "gold", "unit": "militia", "count": "1"}),
        ("feed", {"choice": "1-1"}),
        ("feed", {"choice": "own", "food": "many"}),
        ("release", {}),
    ],
)
def test_nonsense_makes_no_action(kind: str, fields: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        PRESENTER.panel.compose(kind, fields)


def test_the_payment_with_least_favour_is_marked() -> None:
    state = position(realm("carve_monument", "build_bank", food=2, money=2, favour=3, farms=2), seats=2)
    html = panel_html(state, turn_of(state))
    marked = re.findall(r'name="deal" value="([^"]+)" required checked', read(html))
    assert marked == ["0-1-2-0", "0-1-0-0"]
    more = re.search(r"Pay with more favour.*?</details>", html, re.DOTALL)
    assert more
    assert 'value="0-0-0-3"' in more.group()
    assert "required" not in more.group()


def test_the_best_tile_comes_first_and_a_single_value_is_not_asked() -> None:
    state = position(realm("paint_painting", "build_bank", money=5, banks=3))
    html = panel_html(state, turn_of(state))
    tile = r'name="points" value="(\d)"( checked)?><span><b>\d</b><span class="visually-hidden">: ([^<]+),</span> ([^<]+)<'
    assert re.findall(tile, read(html)) == [
        ("7", " checked", "7 points", "5 left"),
        ("6", "", "6 points", "5 left"),
        ("5", "", "5 points", "5 left"),
    ]
    one_left = tuple(replace(stock, tiles=5 if stock.points == 5 else 0) for stock in state.public.supply.paintings)
    scarce = replace(state, public=replace(state.public, supply=replace(state.public.supply, paintings=one_left)))
    assert 'type="radio" name="points"' not in panel_html(scarce, turn_of(scarce))
    assert offered(panel_html(scarce, turn_of(scarce))).count(CreateCulture(0, 0, Cubes(0, 5), 5)) == 1


def test_a_split_that_loses_nothing_is_marked() -> None:
    state = position(realm("tax_collector", "build_bank"))
    html = panel_html(state, turn_of(state))
    assert re.findall(r'name="gain" value="([^"]+)" required checked', read(html)) == ["1-1-0-0"]
    assert "1 food; 1 food lost" in html


def test_cubes_straight_onto_units_are_asked_only_where_there_is_a_choice() -> None:
    roomy = position(realm("tithe_food", "build_bank", farms=2, militia=1))
    assert "More cubes onto units" in panel_html(roomy, turn_of(roomy))
    without = position(realm("tithe_food", "build_bank", farms=2))
    assert "More cubes onto units" not in panel_html(without, turn_of(without))


def test_a_card_that_cannot_be_paid_has_no_form() -> None:
    state = position(realm("write_book", "tithe_food"))
    html = panel_html(state, turn_of(state))
    assert [form.fields["card"] for form in forms(html) if "gain" in form.fields] == [["1"]]
    assert not [form for form in forms(html) if "points" in form.fields]
    assert 'class="pact shut"' in html


def test_only_cards_with_the_symbol_ask_for_one_of_the_display() -> None:
    state = position(realm("build_bank", "harvest"))
    html = panel_html(state, turn_of(state))
    assert "take" not in composing(html, "build").fields
    assert composing(html, "collect").fields["take"] == [f"{slot}-{card}" for slot, card in enumerate(state.public.display)]


def test_with_two_actions_done_only_cubes_are_moved_and_the_turn_is_sent() -> None:
    state = position(realm("build_bank", "harvest", militia=1), done=2)
    html = panel_html(state, turn_of(state), draft=draft(ExchangeCard(0, 1), ExchangeCard(1, 1)), sendable=True)
    assert {type(action) for action in offered(html)} == {StationCubes, EndTurn, ExchangeCard}
    send = next(form for form in forms(html) if form.address == SLOT["act_url"])
    steps = [encode(each).decode() for each in (ExchangeCard(0, 1), ExchangeCard(1, 1), EndTurn())]
    assert send.fields["action"] == steps
    assert "Send turn" in html


@pytest.mark.parametrize(("done", "words"), [(0, "Skip both actions"), (1, "End the turn with one action"), (2, "Send turn")])
def test_the_button_says_how_many_actions_are_forgone(done: int, words: str) -> None:
    state = position(realm("build_bank", "harvest"), done=done)
    assert words in panel_html(state, turn_of(state))


def test_a_draft_that_cannot_be_played_is_not_sent() -> None:
    state = position(realm("build_bank", "harvest"))
    broken = [{"words": "A step", "ok": False, "why": "The price is 1 food.", "value": "{}"}]
    html = panel_html(state, turn_of(state), draft=broken, sendable=False)
    assert "The price is 1 food." in html
    assert SLOT["act_url"] not in {form.address for form in forms(html)}


def test_the_end_of_the_turn_names_the_card_that_leaves() -> None:
    state = position(realm("build_bank", "harvest"), done=1, display=("collect_rent",))
    html = panel_html(state, turn_of(state), draft=draft(ExchangeCard(0, 1)), sendable=True)
    assert "“Rents” leaves the game." in html
    assert "You gave away this card." not in html
    given = panel_html(state, turn_of(state), draft=draft(CollectCubes(0, Cubes(1), take=0)), sendable=True)
    assert "You gave away this card." in given


def test_turns_left_and_scorings_to_come_are_told() -> None:
    state = position(realm("build_bank", "harvest"), pile=("collect_rent", "buy_field"))
    assert "After this turn, 2 turns are left this year." in panel_html(state, turn_of(state))
    last = position(realm("build_bank", "harvest"), pile=())
    html = panel_html(last, turn_of(last))
    assert "a military scoring follows" in html
    assert "left in this year" not in html
    double = position(realm("build_bank", "harvest"), year=2, pile=(SCORING,))
    assert "two military scorings follow" in panel_html(double, turn_of(double))


def feeding(*realms: Any, waiting: tuple[int, ...], mode: str = "in_order") -> State:
    state = position(*realms)
    scoring = Scoring(1, 1, "year_end", military.feeding_order(state.public))
    public = replace(state.public, agenda=(AskFeeding(waiting),), scorings=(scoring,), feeding=mode, pile=0)
    return replace(state, public=public)


def feeding_of(state: State) -> Pending:
    return next(each for each in ENGINE.pending(state.public) if (each.seat, each.kind) == (0, "feed"))


def test_a_feeding_says_what_it_leads_to() -> None:
    state = feeding(realm(militia=3, food=2, farms=2), realm(catapults=2), waiting=(0,))
    pending = feeding_of(state)
    choices = {each.name: each for each in panel(state, pending)["choices"]}
    assert choices["As many as possible"].strength == "3"
    assert choices["As many as possible"].points == "5 military points"
    assert choices["As many as possible without favour"].strength == "1"
    assert choices["None"].strength == "−3"
    assert choices["None"].points == "0 military points"
    assert "Just enough to secure first rank" not in choices


def test_just_enough_is_offered_where_it_is_certain() -> None:
    state = feeding(realm(militia=units(4), food=4, farms=2), realm(catapults=1), waiting=(0,))
    pending = feeding_of(state)
    choice = next(each for each in panel(state, pending)["choices"] if each.name.startswith("Just enough"))
    assert PRESENTER.panel.compose("feed", {"choice": choice.value}) == [FeedUnits(food=3)]
    assert choice.strength == "2"


def test_supplying_nobody_is_called_so_whatever_else_comes_to_it() -> None:
    """If only favour is available, supplying all units without favour supplies none."""
    state = feeding(realm(militia=1, food=0, favour=1), realm(catapults=2), waiting=(0,))
    choices = panel(state, feeding_of(state))["choices"]
    assert [each.name for each in choices] == ["As many as possible", "None"]


def test_what_others_may_still_do_is_counted_in() -> None:
    state = feeding(realm(militia=2, food=2), realm(militia=1), waiting=(0, 1))
    pending = feeding_of(state)
    assert next(each for each in panel(state, pending)["choices"] if each.name == "None").points == "0 military points"
    armies = {army.player.name: (army.now, army.best) for army in panel(state, pending)["armies"]}
    assert armies == {"Anna": ("−2", "2"), "Bruno": ("−1", "1")}


def test_others_see_whose_answer_lies_sealed() -> None:
    started = feeding(realm(militia=2, food=2), realm(militia=1, food=1), waiting=(0, 1))
    state = replace(started, public=replace(started.public, feeding="sealed"))
    state = ENGINE.apply(state, 1, FeedUnits(food=1)).state
    pending = feeding_of(state)
    said = {army.player.name: (army.state, army.best) for army in panel(state, pending)["armies"]}
    assert said == {"Anna": ("still to decide", "2"), "Bruno": ("sealed", "1")}


def test_an_answer_ahead_is_filed_and_can_be_withdrawn() -> None:
    state, pending = next((state, each) for state, each in FEEDINGS if each.when is When.AHEAD)
    plain = panel_html(state, pending)
    assert {form.address for form in forms(plain)} == {SLOT["file_url"]}
    assert "Withdraw" not in plain
    filed = panel_html(state, pending, filed=object(), filed_words=["2 food onto militia"])
    assert "Your queued answer: 2 food onto militia." in filed
    assert 'value="withdraw"' in filed


def test_a_sealed_answer_can_be_changed_and_is_shown_to_its_owner() -> None:
    state, pending = next((state, each) for state, each in RELEASES if each.when is When.MAY)
    sealed = state.hands[pending.seat].release
    assert isinstance(sealed, ReleaseUnits)
    shown = panel(state, pending)
    assert shown["changing"]
    own = {"choice": shown["chosen"], **{field.name: str(field.value) for field in shown["fields"]}}
    assert PRESENTER.panel.compose("release", own) == [sealed]
    assert "Your decision is sealed" in panel_html(state, pending)


def test_a_draft_beyond_the_turn_can_only_be_sent() -> None:
    state = position(realm("build_bank", "harvest"))
    shown = PRESENTER.panel.context(view(state, 0), turn_of(state), [], [])
    html = render_to_string(
        "games/principato/_panel.html", {"panel": shown, "slot": SLOT | {"draft": draft(EndTurn()), "sendable": True}}
    )
    assert offered(html) == [EndTurn()]


def test_steps_are_worded_by_the_cards_as_they_lie_then() -> None:
    state = position(realm("build_bank", "harvest"), display=("collect_rent",))
    say = [
        (BuildTiles(0, 1, Cubes(2, 0, 1)), "“Build a bank”: 2 banks for 2 food and 1 favour"),
        (ExchangeCard(1, 0), "Exchange “Harvest” for “Rents”"),
        (CollectCubes(1, Cubes(3), take=0), "“Harvest”: 1 food; 2 food lost; then “Rents” in exchange"),
        (RecruitUnits(0, 2), "“Build a bank”: 2"),
        (BuildTiles(1, 3, Cubes(1), take=6), "“Harvest”: tiles for 1 food; then “a card from the display” in exchange"),
    ]
    for action, words in say:
        assert PRESENTER.words.action_words(action, state.public, []) == words
