"""Forms of Zena 1814: they offer exactly the legal actions, and show their cost, reward and effect."""

import re
from itertools import islice
from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from engines.contract import Filed, IllegalAction, Pending, When, encode, view
from engines.zena1814 import ENGINE, rewards
from engines.zena1814.actions import (
    Decline,
    Discard,
    EndTurn,
    Influence,
    MoveFigure,
    OfferCard,
    PassCard,
    PayCoins,
    RaiseTo,
    React,
    Reclaimed,
    SealFigure,
    TakeBonus,
)
from engines.zena1814.content import FIGURES
from engines.zena1814.state import AskCoins, Laid, State
from tables.games.zena1814.panel import sheet
from tables.games.zena1814.presenter import PRESENTER
from tables.games.zena1814.words import card_title
from tests.zena1814.pages.walkthrough import SLOT, asked, forms, offered, panel, panel_html, played, players
from tests.zena1814.positions import at_area, card, family, position, window

GAMES = (played(2)[0], played(4)[0], played(5)[0], played(3, "beginner")[0])


def positions(kind: str, when: When, most: int = 12) -> list[tuple[State, Pending]]:
    """Return some positions from whole games in which such a decision is open, and the decisions."""
    found = [each for each in asked(kind, *GAMES) if each[1].when is when]
    return found[:: max(1, len(found) // most)]


def legal(state: State, pending: Pending) -> list[Any]:
    return list(ENGINE.legal(view(state, pending.seat), pending))


def addresses(html: str) -> set[str]:
    return {form.address for form in forms(html)}


EXACT = [("react", When.NOW), ("react", When.AHEAD), ("draw", When.NOW), ("festa", When.NOW), ("festa", When.MAY)]
EXACT += [("starter", When.NOW), ("starter", When.MAY), ("palace", When.NOW), ("palace", When.AHEAD)]
EXACT += [("manezzi", When.NOW), ("manezzi", When.AHEAD), ("trick", When.NOW), ("trick", When.AHEAD)]


@pytest.mark.parametrize(("kind", "when"), EXACT)
def test_the_form_sends_every_legal_answer_and_no_other(kind: str, when: When) -> None:
    found = positions(kind, when)
    for state, pending in found:
        assert set(offered(panel_html(state, pending))) == set(legal(state, pending))


def test_the_positions_are_not_empty() -> None:
    met = {(kind, when) for kind, when in EXACT if positions(kind, when)}
    assert met >= set(EXACT[:9])


def test_a_turn_offers_every_move_offer_and_bonus_and_influences_at_their_price() -> None:
    for state, pending in positions("turn", When.NOW, 30):
        could = legal(state, pending)
        sent = offered(panel_html(state, pending))
        assert len(sent) == len(set(sent))
        assert set(sent) <= set(could)
        assert {each for each in could if not isinstance(each, Influence)} <= set(sent)
        cheapest: dict[Any, Influence] = {}
        for each in could:
            if isinstance(each, Influence):
                cheapest.setdefault((each.laid, each.reclaim), each)
        assert set(cheapest.values()) <= set(sent)


def test_a_plan_can_be_filed_with_every_limit_that_makes_a_difference() -> None:
    found = positions("turn", When.MAY)
    assert found
    for state, pending in found:
        html = panel_html(state, pending)
        assert addresses(html) == {SLOT["file_url"]}
        sent, could = set(offered(html)), set(legal(state, pending))
        assert sent <= could
        assert EndTurn() in sent
        assert not re.search(r"<option[^>]*></option>", html)
        assert {each.laid for each in sent if isinstance(each, Influence)} == {
            each.laid for each in could if isinstance(each, Influence)
        }


def test_a_plan_that_is_filed_is_shown_and_can_be_changed() -> None:
    state, pending = positions("turn", When.MAY)[0]
    chosen = offered(panel_html(state, pending))[:1]
    said = [PRESENTER.words.action_words(each, state.public, players(state)) for each in chosen]
    ranks = [*(encode(each).decode() for each in chosen), ""]
    html = panel_html(state, pending, filed=Filed(pending.key, tuple(chosen), "each"), filed_words=said, ranks=ranks)
    assert f"<li>{said[0]}</li>" in html
    assert len(re.findall(r" selected>", html)) == 1
    assert "Withdraw" in html


def test_four_figures_are_placed_in_one_form() -> None:
    state, pending = positions("place", When.NOW)[0]
    form = next(form for form in forms(panel_html(state, pending)) if form.fields.get("compose") == ["place"])
    assert all(set(form.fields[figure]) == set(state.hands[pending.seat].cards) for figure in FIGURES)
    cards = state.hands[pending.seat].cards
    chosen = dict(zip(FIGURES, cards, strict=False))
    sent = PRESENTER.panel.compose("place", {**chosen, "key": "place/1"})
    assert sent == [SealFigure(figure, card) for figure, card in chosen.items()]
    for action in sent:
        state = ENGINE.apply(state, pending.seat, action).state
    assert state.public.families[pending.seat].sealed == 4


def test_a_placement_half_sealed_asks_for_the_rest() -> None:
    state, pending = positions("place", When.NOW)[0]
    card = state.hands[pending.seat].cards[0]
    half = ENGINE.apply(state, pending.seat, SealFigure("lady", card)).state
    after = next(each for each in ENGINE.pending(half.public) if each.seat == pending.seat and each.kind == "place")
    html = panel_html(half, after)
    assert "Sealed: the Lady on" in html
    form = next(form for form in forms(html) if form.fields.get("compose") == ["place"])
    assert "lady" not in form.fields
    assert "lord" in form.fields


def test_as_many_cards_as_asked_for_are_put_away_at_once() -> None:
    for state, pending in positions("discard", When.NOW):
        shown = panel(state, pending)
        cards = [card.value for card in shown["cards"]]
        chosen = cards[: shown["wanted"]]
        fields = {"wanted": str(shown["wanted"]), **{f"card-{number}": card for number, card in enumerate(chosen)}}
        sent = PRESENTER.panel.compose("discard", fields)
        assert sent == [Discard(card) for card in chosen]
        after = state
        for action in sent:
            after = ENGINE.apply(after, pending.seat, action).state
        mine = [each for each in ENGINE.pending(after.public) if (each.seat, each.kind) == (pending.seat, "discard")]
        assert not mine or mine[0].key.split("/")[1] != pending.key.split("/")[1]


def test_too_few_or_too_many_cards_are_refused_in_words() -> None:
    with pytest.raises(IllegalAction) as refused:
        PRESENTER.panel.compose("discard", {"wanted": "2", "card-1": "bk_loan"})
    assert PRESENTER.words.explain(refused.value.code, refused.value.params) == "Choose exactly 2 cards; you have chosen 1."


def test_what_the_deadline_puts_away_is_named() -> None:
    for state, pending in positions("discard", When.NOW, 6):
        gone = ENGINE.fallback(view(state, pending.seat), pending)
        assert card_title(gone.card) in panel(state, pending)["late"]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("turn", {}),
        ("place", {"lord": ""}),
        ("offer", {"card": "bk_shares"}),
        ("offer", {"card": "bk_shares", "markers": "1", "source": "x"}),
        ("influence", {"laid": "0", "at_most": "1"}),
        ("influence", {"laid": "1"}),
        ("dice", {"pay": "raise", "modifier": "9", "at_most": "1"}),
        ("dice", {"pay": "pay"}),
        ("discard", {}),
    ],
)
def test_nonsense_makes_no_action(kind: str, fields: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        PRESENTER.panel.compose(kind, fields)


def test_numbers_for_a_roll_are_read() -> None:
    assert PRESENTER.panel.compose("dice", {"pay": "none"}) == [PayCoins(0)]
    assert PRESENTER.panel.compose("dice", {"pay": "pay", "coins": "2"}) == [PayCoins(2)]
    assert PRESENTER.panel.compose("dice", {"pay": "raise", "modifier": "3", "at_most": "9"}) == [RaiseTo(3, 3)]


def test_what_is_paid_for_a_roll_is_legal_and_says_the_chances() -> None:
    for when in (When.NOW, When.AHEAD):
        for state, pending in positions("dice", when):
            assert set(offered(panel_html(state, pending))) <= set(legal(state, pending))


@pytest.mark.parametrize(("event", "coins"), [("ev_bank_run", 4), ("ev_liberation", 5), ("ev_easy_credit", 6)])
def test_a_reward_is_what_the_event_leaves_of_it(event: str, coins: int) -> None:
    """Rewards are shown after the change of the event.

    A roll, a window, an influence and an offer show the same reward as the board, which the card will pay.
    """
    investment = card("bk_investment", 1, 2)
    true = position(family("bank", hand=("bk_investment",)), seats=3, rows={"bank": [investment]}, event=event)
    laid = true.public.laid(1)[1]
    assert rewards.reward(true.public, "bank", laid).coin == coins
    turn = panel(true, asked_of(true, "turn"))
    rolling = at_area(true, "bank", AskCoins(1, (1, 2)))
    opened = window(true, "bk_investment", 0)
    found = [
        turn["reaches"][0].reward,
        turn["offers"][0].face.reward,
        panel(rolling, asked_of(rolling, "dice"))["card"].reward,
        panel(opened, asked_of(opened, "react"))["card"].reward,
    ]
    assert [each.words for each in found] == [f"{coins} coins"] * 4


def asked_of(state: State, kind: str) -> Pending:
    return next(each for each in ENGINE.pending(state.public) if each.kind == kind)


@pytest.mark.parametrize("when", [When.NOW, When.AHEAD])
def test_nothing_is_chosen_for_a_roll_before_somebody_chooses(when: When) -> None:
    state, pending = positions("dice", when)[0]
    filed = Filed(pending.key, (RaiseTo(3, 2),))
    for html in (panel_html(state, pending), panel_html(state, pending, filed=filed, filed_words=["Raise it."])):
        assert 'type="radio"' in html
        assert " required>" in html
        assert "checked" not in html


@pytest.mark.parametrize(
    ("modifier", "chances"), [(0, (50, 33, 17)), (1, (33, 33, 33)), (2, (17, 33, 50)), (3, (0, 33, 67)), (5, (0, 0, 100))]
)
def test_chances_of_a_roll(modifier: int, chances: tuple[int, int, int]) -> None:
    facts = sheet.content("1")
    found = sheet.chance(facts, modifier)
    assert (found.fails, found.stays, found.succeeds) == chances


def test_moving_leaves_out_where_the_figure_stands() -> None:
    state, pending = next((state, each) for state, each in positions("turn", When.NOW, 40) if each.key.endswith("/0"))
    html = panel_html(state, pending)
    assert html.count("zp-step here") == len(FIGURES)
    sent = [each for each in offered(html) if isinstance(each, MoveFigure)]
    assert len(sent) == len(FIGURES) * (len(state.public.areas) - 1)


def test_the_bonus_and_the_end_are_tried_out_like_everything_else() -> None:
    state, pending = next((state, each) for state, each in positions("turn", When.NOW, 40) if each.key.endswith("/0"))
    html = panel_html(state, pending)
    assert {TakeBonus, EndTurn} <= {type(action) for action in offered(html)}
    assert addresses(html) == {SLOT["draft_url"]}


def draft(*actions: Any, is_later: bool = False) -> list[dict[str, Any]]:
    return [
        {"words": "A step", "ok": True, "why": "", "value": encode(each).decode(), "is_later": is_later} for each in actions
    ]


def test_a_turn_is_sent_with_its_draft_and_its_end() -> None:
    state, pending = next((state, each) for state, each in positions("turn", When.NOW, 40) if not each.key.endswith("/0"))
    step = MoveFigure("lord", "port")
    html = panel_html(state, pending, draft=draft(step), sendable=True)
    send = next(form for form in forms(html) if form.address == SLOT["act_url"])
    assert send.fields["action"] == [encode(each).decode() for each in (step, EndTurn())]
    assert "Send turn" in html


def behind_html(state: State, pending: Pending, **slot: Any) -> str:
    """Return the HTML of the panel for a turn that continues after others' answers, where the next step can be queued."""
    seen = view(state, pending.seat)
    shown = PRESENTER.panel.context(seen, replace(pending, when=When.MAY), legal(state, pending), players(state, pending.seat))
    context = {"panel": shown, "slot": SLOT | {"kind": "turn", "when": When.NOW, "sendable": True} | slot}
    return render_to_string("games/zena1814/_panel.html", context)


def test_behind_a_window_the_turn_can_be_planned_or_left_open() -> None:
    state, pending = next(
        (state, each)
        for state, each in positions("turn", When.NOW, 60)
        if any(isinstance(action, Influence) for action in legal(state, each)) and not each.key.endswith("/0")
    )
    html = behind_html(state, pending, draft=draft(OfferCard("bk_shares")))
    assert "The others may join your card first." in html
    assert "Add to my plan" in html
    send = [form for form in forms(html) if form.address == SLOT["act_url"]]
    assert len(send) == 1
    assert "Send, then end the turn" in html
    assert "Send, then see who joins" in html


def test_a_plan_that_leaves_nothing_to_do_is_sent_with_the_end_of_the_turn() -> None:
    state, pending = positions("turn", When.NOW)[0]
    shown = PRESENTER.panel.context(view(state, pending.seat), pending, [], players(state, pending.seat))
    for is_later, words, sent in ((True, "Send, then end the turn", 2), (False, "Send turn", 1)):
        slot = SLOT | {"kind": "turn", "when": When.NOW, "draft": draft(Influence(3, 2), is_later=is_later), "sendable": True}
        html = render_to_string("games/zena1814/_panel.html", {"panel": shown, "slot": slot})
        assert words in html
        form = next(form for form in forms(html) if form.address == SLOT["act_url"])
        assert html.count('name="action"') == sent
        assert form.fields["action"] == [encode(each).decode() for each in (Influence(3, 2), EndTurn())][:sent]


@pytest.mark.parametrize("is_later", [True, False])
def test_a_turn_that_was_ended_is_not_ended_twice(is_later: bool) -> None:
    state, pending = positions("turn", When.NOW)[0]
    shown = PRESENTER.panel.context(view(state, pending.seat), pending, [], players(state, pending.seat))
    slot = SLOT | {"kind": "turn", "when": When.NOW, "draft": draft(EndTurn(), is_later=is_later), "sendable": True}
    html = render_to_string("games/zena1814/_panel.html", {"panel": shown, "slot": slot})
    assert html.count('name="action"') == 1
    assert "Send turn" in html


def test_a_draft_that_cannot_be_played_is_not_sent() -> None:
    state, pending = positions("turn", When.NOW)[0]
    broken = [{"words": "A step", "ok": False, "why": "This costs 4 coins.", "value": "{}", "is_later": False}]
    html = panel_html(state, pending, draft=broken, sendable=False)
    assert "This costs 4 coins." in html
    assert "A step of your draft can’t be played." in html


def test_a_draft_beyond_the_turn_can_only_be_sent() -> None:
    state, pending = positions("react", When.NOW)[0]
    html = panel_html(state, pending, kind="turn", draft=draft(EndTurn()), sendable=True)
    assert offered(html) == [EndTurn()]


def test_a_window_answers_ahead_for_each_slot_or_waits() -> None:
    state, pending = next((state, each) for state, each in positions("react", When.AHEAD, 40) if len(legal(state, each)) > 2)
    html = panel_html(state, pending)
    assert addresses(html) == {SLOT["file_url"]}
    assert "Wait and see who joins" in html
    assert "The others can’t see which answer you gave." in html
    answers = [each for each in legal(state, pending) if isinstance(each, React)]
    assert "checked" not in html
    for actions in ((answers[0],), (Decline(),), (answers[0], Decline())):
        filed = Filed(pending.key, actions, otherwise="fallback")
        ranks = [encode(action).decode() for action in actions]
        again = panel_html(state, pending, filed=filed, filed_words=["A marker in slot 2"], ranks=ranks)
        assert len(re.findall(r" (?:checked|selected)>", again)) == len(actions)
    assert "Your queued answer: A marker in slot 2." in again
    assert "Withdraw" in again
    waiting = panel_html(state, pending, filed=Filed(pending.key, ()), filed_words=[])
    assert "You wait until you are next in order." in waiting
    assert "Wait and see who joins" not in waiting


def test_a_window_says_what_joining_brings_the_promoter() -> None:
    said = " ".join(panel_html(state, pending) for state, pending in positions("react", When.NOW, 40))
    assert "as promoter" in said


def test_a_sealed_card_can_be_changed_and_is_marked() -> None:
    state, pending = positions("festa", When.MAY)[0]
    own = state.hands[pending.seat].passing
    assert own
    html = panel_html(state, pending)
    assert "You can change your choice until everybody has decided." in html
    marked = re.search(r'value="([^"]+)" required checked', html)
    assert marked
    assert marked.group(1).replace("&quot;", '"') == encode(PassCard(own)).decode()


def with_empty_supply(state: State, seat: int, cards: tuple[Laid, ...]) -> State:
    """Return a position with only these cards on the table, all at the Bank.

    The seat has an empty supply, twenty coins, a Bank card in hand, and all its figures at the Bank.
    """
    public = state.public
    rows = tuple(replace(row, cards=cards if row.area == "bank" else ()) for row in public.rows)
    at_bank = tuple(replace(standing, area="bank") for standing in public.families[seat].figures)
    family = replace(public.families[seat], supply=0, coins=20, figures=at_bank)
    families = (*public.families[:seat], family, *public.families[seat + 1 :])
    hand = replace(state.hands[seat], cards=("bk_savings",))
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return replace(state, public=replace(public, rows=rows, families=families), hands=hands)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_marker_taken_back_names_its_card(seats: int) -> None:
    state, pending = next(each for each in asked("turn", played(seats)[0]) if each[1].key.endswith("/0"))
    seat, other = pending.seat, (pending.seat + 1) % seats
    cards = (Laid(90, "bk_shares", (seat, other)), Laid(91, "bk_savings", (other,)), Laid(92, "bk_loan", (seat,)))
    short = with_empty_supply(state, seat, cards)
    html = panel_html(short, pending)
    assert "Take the marker from" in html
    sent = set(offered(html))
    assert Influence(91, 1, Reclaimed(90)) in sent
    assert Influence(91, 1, Reclaimed(92)) in sent
    assert OfferCard("bk_savings", reclaim=(Reclaimed(92),)) in sent
    twice = OfferCard("bk_savings", second=True, reclaim=(Reclaimed(90), Reclaimed(92)))
    assert (twice in sent) == (seats == 2)


def test_an_order_that_answers_hides_the_form() -> None:
    state, pending = positions("palace", When.AHEAD)[0]
    assert "<summary>Decide yourself</summary>" in panel_html(state, pending, ordered=True)
    assert "<summary>" not in panel_html(state, pending)


def test_every_form_works_without_scripts_and_says_where_it_goes() -> None:
    for state, pending in islice(((s, p) for kind, when in EXACT for s, p in positions(kind, when, 2)), 40):
        html = panel_html(state, pending)
        assert addresses(html) <= {SLOT["act_url"], SLOT["file_url"], SLOT["draft_url"]}
        assert html.count("<form") == html.count("hx-post")


def test_two_markers_name_what_the_second_brings_the_promoter() -> None:
    true = position(family("bank"), family("bank"), family("port"), seats=3, rows={"bank": [card("bk_shares", 0)]})
    state = window(true, "bk_shares", 1)
    asked_now = next(each for each in ENGINE.pending(state.public) if each.seat == 1 and each.kind == "react")
    (one, two) = panel(state, asked_now)["slots"][0].options
    assert "promoter" not in one.words
    assert "; a marker in slot 3 from the left: Anna gains" in two.words
