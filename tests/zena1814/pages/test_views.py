"""Playing Zena 1814 with plain forms: placement, drafts and plans of turns, windows, the resolution sheet, discards."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engines.contract import encode
from engines.zena1814 import ENGINE
from engines.zena1814.actions import React
from engines.zena1814.state import AskDiscards, EndRound, State
from tables.models import Draft, FiledAnswer, Move, Seat, Table
from tables.selectors.play import asking, state
from tables.services.play import preparing
from tables.services.play.advance import advance_table
from tests.rows import columns, rewrite
from tests.site import factories
from tests.site.views import HTMX, page_of, read, signed_in
from tests.zena1814.pages.walkthrough import Form, forms, offered
from tests.zena1814.positions import advance, at_area, card, family, position, started, with_public

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NAMES = ("Anna", "Ben", "Carla", "Dora")


def table_at(true: State) -> Table:
    """Create and return a table in this position."""
    people = [factories.person(name) for name in NAMES[: len(true.hands)]]
    table = factories.running_table(*people, game="zena1814", options={"mode": true.public.mode})
    rewrite(Table.objects.filter(pk=table.pk), state=encode(true).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    return table


def seat_at(table: Table, index: int) -> Seat:
    return table.seats.select_related("user", "table").get(index=index)


def client_of(table: Table, index: int) -> Client:
    return signed_in(seat_at(table, index).user)


def address(table: Table) -> str:
    return reverse("tables:detail", args=[table.code])


def public(table: Table) -> Any:
    return state.seen(factories.fresh(table), None).public


def kinds(table: Table) -> set[tuple[int, str, str]]:
    """Return seat, kind and urgency of the open decisions."""
    return {(each.seat, each.kind, each.when.value) for each in ENGINE.pending(public(table))}


def raw(name: str, **fields: Any) -> str:
    """Return an action in the encoding that a button sends."""
    return json.dumps({"type": name, **fields}, separators=(",", ":"))


def sends(page: str, action: str) -> Form:
    """Return the form that can send this action."""
    return next(form for form in forms(page) if action in form.fields.get("action", []))


def composes(page: str, kind: str) -> Form:
    return next(form for form in forms(page) if form.fields.get("compose") == [kind])


def post(client: Client, form: Form, status: int = 200, **chosen: Any) -> str:
    """Send a form with its hidden fields and the chosen values. Return the page."""
    hidden = ("key", "own_ply", "token", "how", "otherwise", "compose", "wanted")
    fields = {name: form.fields[name][0] for name in hidden if name in form.fields}
    said = client.post(form.address, fields | chosen, headers=HTMX)
    assert said.status_code == status
    return said.content.decode()


def choose_and_send(client: Client, table: Table, action: str) -> None:
    """Choose an action with a button, which changes nothing on the table, and send it with another button."""
    before = public(table)
    said = post(client, sends(page_of(client, address(table)), action), action=action)
    assert public(table) == before
    form = sends(said, action)
    assert form.address.endswith("/act/")
    post(client, form, action=action)


# The placement


def test_four_figures_are_placed_at_once_and_the_start_is_filed():
    table = table_at(started(3))
    client = client_of(table, 0)
    page = page_of(client, address(table))
    start = raw("NameStarter", seat=0)
    said = post(client, sends(page, start), action=start)
    assert "Saved. Nobody else can see it." in said
    form = composes(said, "place")
    chosen = dict(zip(("lord", "lady", "heir_1", "heir_2"), form.fields["lord"], strict=False))
    said = post(client, form, **chosen)
    assert public(table).families[0].sealed == 4
    assert "Sealed: the Lord on" in said
    assert FiledAnswer.objects.filter(seat=seat_at(table, 0), key="start", status="active").count() == 1
    assert (0, "place", "now") not in kinds(table)


def test_filing_the_start_keeps_the_placement_that_is_filled_in():
    client = client_of(table := table_at(started(3)), 0)
    page, start = page_of(client, address(table)), raw("NameStarter", seat=0)
    assert 'hx-include=".zp-place input"' in page
    chosen = composes(page, "place").fields["lord"][1]
    said = post(client, sends(page, start), action=start, lord=chosen)
    assert f'name="lord" value="{chosen}" required checked' in read(said)


def sent_out(page: str) -> dict[str, str]:
    """Return the names of the viewer's figures on their way, by area."""
    areas = re.findall(r'id="area-(\w+)".*?<ul class="zq-sent"[^>]*>(.*?)</ul>', page, re.DOTALL)
    return {area: " ".join(re.findall(r"<b>(\w+) \d", figures)) for area, figures in areas}


def test_the_planning_board_shows_the_figures_that_are_placed_there():
    """It shows neither the draft at the table nor figures that were placed after its move."""
    table = table_at(started(3))
    seat = seat_at(table, 0)
    client, plan = client_of(table, 0), reverse("tables:plan", args=[table.code])
    asked = factories.waiting(table, seat)[0]
    planned, drafted = (
        next(one for one in factories.legal(seat, asked) if one.figure == figure and not one.late)
        for figure in ("lord", "lady")
    )
    preparing.save_draft(seat_id=seat.pk, key=asked.key, actions=[drafted], now=factories.NOW)
    assert "Lady" in sent_out(page_of(client, address(table))).values()
    assert set(sent_out(page_of(client, plan)).values()) == {""}
    tried = client.post(plan, {"action": encode(planned).decode()})["Location"]
    page = page_of(client, tried)
    assert [name for name in sent_out(page).values() if name] == ["Lord"]
    assert "Sealed: the Lord on" in page


def test_two_figures_on_one_card_are_refused_in_words():
    table = table_at(started(3))
    client = client_of(table, 0)
    form = composes(page_of(client, address(table)), "place")
    hand = state.seen(table, seat_at(table, 0)).hand.cards
    single = next(name for name in hand if hand.count(name) == 1)
    said = post(client, form, 422, **dict.fromkeys(("lord", "lady", "heir_1", "heir_2"), single))
    assert "is not in your hand, or is already in use." in said
    assert public(table).families[0].sealed == 0


# A turn


def at_the_bank(**facts: Any) -> State:
    """Return a state in which seats 0 and 1 have figures at the Bank and seat 0 a card for it.

    A card of seat 2 is at the Port.
    """
    return position(
        family("bank", hand=("bk_shares", "po_cargo"), lady="port"),
        family("bank", **facts),
        family("cathedral"),
        family("cathedral"),
        rows={"port": [card("po_coastal_trade", 2)]},
    )


def test_a_turn_is_tried_taken_back_and_sent():
    table = table_at(at_the_bank())
    client, before = client_of(table, 0), public(table)
    move = raw("MoveFigure", figure="lord", to="fort")
    page = page_of(client, address(table))
    assert "Or take the bonus" in page
    said = post(client, sends(page, move), action=move)
    assert "Your draft, not sent yet. This is how the table would look." in said
    assert "Now you may offer a card" in said
    assert public(table) == before
    said = post(client, next(form for form in forms(said) if "back" in form.fields.get("do", [])), do="back")
    assert "Or take the bonus" in said
    said = post(client, sends(said, move), action=move)
    end = raw("EndTurn")
    post(client, sends(said, end), action=[move, end])
    assert public(table).families[0].figure("lord").area == "fort"
    assert (1, "turn", "now") in kinds(table)
    assert not Draft.objects.exists()


def test_the_bonus_is_chosen_and_sent():
    table = table_at(at_the_bank())
    choose_and_send(client_of(table, 0), table, raw("TakeBonus", take="coin"))
    assert public(table).families[0].coins == 11


def offered_and_planned(client: Client, table: Table) -> str:
    """Offer a card that other seats may join, and plan a marker for after their answers. Return the page."""
    offer = raw("OfferCard", card="bk_shares", second=False, reclaim=[])
    said = post(client, sends(page_of(client, address(table)), offer), action=offer)
    assert "Which cards do you want to influence after the others have decided?" in said
    influence = raw("Influence", laid=1, at_most=2, reclaim=None)
    plan = next(form for form in forms(said) if form.fields.get("laid") == ["1"] or influence in form.fields.get("action", []))
    chosen = {"laid": "1", "at_most": "2"} if "laid" in plan.fields else {"action": influence}
    return post(client, plan, **chosen)


def test_a_turn_is_planned_past_the_window_and_played_when_all_have_answered():
    table = table_at(at_the_bank())
    client = client_of(table, 0)
    said = offered_and_planned(client, table)
    assert "after the others have decided" in said
    steps = [raw("OfferCard", card="bk_shares", second=False, reclaim=[]), raw("Influence", laid=1, at_most=2, reclaim=None)]
    end = raw("EndTurn")
    said = post(client, sends(said, end), action=[*steps, end])
    assert (1, "react", "now") in kinds(table)
    assert (0, "turn", "may") in kinds(table)
    assert len(asking.filings(seat_at(table, 0), "zena1814").waiting) == 1
    page = page_of(client, address(table))
    assert "Your plan is played afterwards" in page
    other = client_of(table, 1)
    answering = page_of(other, address(table))
    assert "Anna" in answering
    choose_and_send(other, table, raw("Decline"))
    assert public(table).laid(1)[1].markers == (2, 0)
    assert (1, "turn", "now") in kinds(table)


def test_a_turn_can_be_sent_without_a_plan_and_goes_on_after_the_window():
    table = table_at(at_the_bank())
    client = client_of(table, 0)
    offer = raw("OfferCard", card="bk_shares", second=False, reclaim=[])
    said = post(client, sends(page_of(client, address(table)), offer), action=offer)
    post(client, sends(said, raw("EndTurn")), action=[offer])
    assert not asking.filings(seat_at(table, 0), "zena1814").waiting
    other = client_of(table, 1)
    choose_and_send(other, table, raw("React", slot=2, markers=1, reclaim=[]))
    assert (0, "turn", "now") in kinds(table)
    assert "Now you may influence cards." in page_of(client, address(table))


# Windows


def crowded() -> State:
    """Return a state in which seat 0 is about to offer a card that all other seats may join."""
    others = [family("bank", coins=coins) for coins in (9, 9, 9)]
    return position(family("bank", hand=("bk_shares",)), *others)


def opened() -> Table:
    table = table_at(crowded())
    client, offer = client_of(table, 0), raw("OfferCard", card="bk_shares", second=False, reclaim=[])
    said = post(client, sends(page_of(client, address(table)), offer), action=offer)
    send = next(form for form in forms(said) if form.address.endswith("/act/"))
    post(client, send, action=[offer])
    return table


def test_windows_are_answered_ahead_changed_and_withdrawn():
    table = opened()
    assert {(1, "react", "now"), (2, "react", "ahead"), (3, "react", "ahead")} <= kinds(table)
    client = client_of(table, 3)
    page = page_of(client, address(table))
    second, third, decline = (
        raw("React", slot=2, markers=1, reclaim=[]),
        raw("React", slot=3, markers=1, reclaim=[]),
        raw("Decline"),
    )
    assert {React(2), React(3)} <= set(offered(page))
    said = post(client, sends(page, third), action=[third, decline], do="file")
    assert "Your queued answer: A marker in slot 3 from the left for 1 coin; Place no marker." in said
    assert "Your turn: " not in said
    said = post(client, sends(said, third), action=[second, third, decline], do="file")
    assert FiledAnswer.objects.filter(seat=seat_at(table, 3), status="active").count() == 1
    withdraw = next(form for form in forms(said) if "withdraw" in form.fields.get("do", []))
    assert "Your turn: " in post(client, withdraw, do="withdraw")


def test_an_answer_a_decline_and_waiting_look_alike_to_the_others():
    seen = []
    for do, action in (("file", ["React"]), ("file", []), ("wait", None)):
        table = opened()
        client = client_of(table, 3)
        page = page_of(client, address(table))
        join = raw("React", slot=2, markers=1, reclaim=[])
        form = sends(page, raw("Decline"))
        chosen = {} if action is None else {"action": [*([join] if action else []), raw("Decline")]}
        post(client, form, do=do, **chosen)
        watching = page_of(client_of(table, 2), address(table))
        seen.append(
            watching[watching.index('id="seats-title"') : watching.index('id="orders"')] if False else status_of(watching)
        )
    assert len(set(seen)) == 1


def status_of(page: str) -> str:
    """Return the part of the page that lists the awaited players."""
    return page[page.index('id="status"') :].split("</p>")[0]


def test_a_waiting_player_is_asked_at_their_place_and_sees_who_joined():
    table = opened()
    last = client_of(table, 3)
    wait = next(form for form in forms(page_of(last, address(table))) if "wait" in form.fields.get("do", []))
    assert "You wait until you are next in order." in post(last, wait, do="wait")
    for index, action in ((1, raw("React", slot=2, markers=1, reclaim=[])), (2, raw("Decline"))):
        choose_and_send(client_of(table, index), table, action)
    assert (3, "react", "now") in kinds(table)
    page = page_of(last, address(table))
    assert "None of your queued turns could be played here." not in page
    assert React(3) in offered(page)
    assert React(2) not in offered(page)


# The resolution, and the end of a round


def test_the_sheet_shows_every_roll_of_the_resolution_and_takes_answers_ahead():
    bank, port = card("bk_investment", 0, 1), card("po_trade_route", 1, 0)
    true = position(family("bank"), family("port"), rows={"bank": [bank], "port": [port]})
    table = table_at(advance(at_area(true, "bank")).state)
    assert {(0, "dice", "now"), (1, "dice", "ahead"), (0, "dice", "ahead")} <= kinds(table)
    client = client_of(table, 1)
    page = page_of(client, address(table))
    assert "Bank investment at the Bank" in page
    assert "Dangerous trade route at the Port" in page
    form = composes(page, "dice")
    said = post(client, form, pay="raise", modifier="3", at_most="2", do="file")
    assert "Your queued answer: Raise the modifier to +3 for at most 2 coins." in said
    first = client_of(table, 0)
    pay = next(form for form in forms(page_of(first, address(table))) if "coins" in form.fields and "/act/" in form.address)
    post(first, pay, pay="pay", coins="1")
    paid = columns(Move.objects.filter(table=table, kind="dice", seat=seat_at(table, 1)), "action", "via")[0]
    assert paid == (raw("RaiseTo", modifier=3, at_most=2), "order")


def test_cards_are_put_away_in_one_form_and_never_too_few():
    hand = ("bk_shares", "bk_loan", "po_cargo", "pa_senate", "ca_alms", "ca_chapel", "go_dagghe", "go_sensa_poia")
    true = position(family("bank", hand=hand))
    table = table_at(advance(with_public(true, phase="end", agenda=(AskDiscards(()), EndRound()))).state)
    client = client_of(table, 0)
    page = page_of(client, address(table))
    form = composes(page, "discard")
    assert form.fields["wanted"] == ["2"]
    said = post(client, form, 422, **{"card-1": "bk_loan"})
    assert "Choose exactly 2 cards; you have chosen 1." in said
    post(client, composes(said, "discard"), **{"card-1": "bk_loan", "card-2": "go_dagghe"})
    kept = state.seen(factories.fresh(table), seat_at(table, 0)).hand.cards
    assert set(hand) - set(kept) == {"bk_loan", "go_dagghe"}


def test_the_page_of_a_full_board_is_small():
    rows = {
        area: [card(name, 0, 1, 2) for name in names]
        for area, names in {
            "old_town": ("ot_workshop", "ot_workshop", "ot_tavern"),
            "cathedral": ("ca_chapel", "ca_chapel", "ca_confraternity"),
            "palace": ("pa_senate", "pa_senate", "pa_senate"),
        }.items()
    }
    hand = ("bk_shares", "bk_loan", "po_cargo", "pa_decree", "ca_alms", "go_dagghe")
    table = table_at(position(family("bank", hand=hand, lady="palace"), *[family("bank")] * 3, rows=rows))
    assert len(page_of(client_of(table, 0), address(table)).encode()) < 90_000


@pytest.mark.parametrize("mode", ["expert", "beginner"])
def test_a_finished_game_can_be_read_step_by_step(mode):
    people = [factories.person(name) for name in NAMES[:3]]
    table = factories.running_table(*people, game="zena1814", options={"mode": mode})
    factories.play_to_end(table)
    client = signed_in(people[0])
    page = page_of(client, address(table))
    assert "All eight rounds have been played." in page
    assert "Coins" in page
    for step in ("", "20/"):
        assert "zn-board" in page_of(client, f"/archive/{table.code}/{step}")
