"""Sending by the touch that completes a choice, only for users with that setting. An incomplete choice is kept."""

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from engines import registry
from engines.contract import view
from tables.models import Move, Table
from tables.selectors import coding
from tests.browser import test_one_look_principato as principato
from tests.browser.test_gonzaga_map import at_turn
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MINE = pytest.mark.parametrize("at_once", [True, False], ids=["straight away", "by the button"])


def prefers(user, at_once):
    User.objects.filter(pk=user.pk).update(sends_at_once=at_once)


def moves(table, seat):
    return Move.objects.filter(table=table, seat__user=seat).count()


def one_position(table, user):
    """Return a hex that exactly one legal position covers, and one that several cover."""
    seat = table.seats.get(user=user)
    engine = registry.engine("gonzaga")
    state = coding.state("gonzaga", Table.objects.get(pk=table.pk).state)
    pending = next(one for one in engine.pending(state.public) if one.seat == seat.index)
    covers = [cell for turn in engine.legal(view(state, seat.index), pending) for cell in getattr(turn, "cells", ())]
    return (
        next((cell for cell in covers if covers.count(cell) == 1), None),
        next(cell for cell in covers if covers.count(cell) > 1),
    )


@MINE
def test_gonzaga(sit, transactional_db, at_once):
    table, me = at_turn("hispania")
    prefers(me, at_once)
    alone, several = one_position(table, me)
    assert alone is not None
    page = sit(me)
    page.goto(f"/t/{table.code}/")
    page.locator(f'.hx[data-i="{several}"]').click()
    expect(page.locator(".ghosts > *").first).to_be_visible()
    page.reload()
    expect(page.locator("#panel [data-clear]")).to_be_visible()
    assert moves(table, me) == 0, "several positions are left, and a reload completes nothing"
    page.get_by_role("button", name="Start over").click()
    page.locator(f'.hx[data-i="{alone}"]').click()
    if at_once:
        expect(page.locator("#panel [data-turn]")).to_have_count(0)
        assert moves(table, me) == 1
    else:
        expect(page.locator("#panel [data-clear]")).to_be_visible()
        assert moves(table, me) == 0


@MINE
def test_principato(sit, transactional_db, at_once, monkeypatch):
    principato.deal_alike(monkeypatch, b"lombards")
    people = [factories.person(name) for name in ("Anna", "Ben")]
    table = factories.running_table(*people, game="principato")
    me = table.seats.select_related("user").get(index=factories.waiting(table)[0].seat).user
    prefers(me, at_once)
    page = sit(me)
    page.goto(f"/t/{table.code}/")
    principato.act(page)
    page.get_by_role("button", name="Undo step").click()
    expect(page.locator(".draft-steps li")).to_have_count(0)
    principato.act(page)
    assert moves(table, me) == 0
    own = page.locator('[data-pr-card="0"]')
    own.click()
    page.locator(".pr-slot.takeable .pr-touch").first.click()
    if at_once:
        expect(page.locator("#panel-title")).to_have_text("It is not your turn")
        assert moves(table, me) > 0
    else:
        expect(page.locator(".draft-steps li")).to_have_count(2)
        assert moves(table, me) == 0


@MINE
def test_zena(sit, transactional_db, at_once):
    people = [factories.person(name) for name in ("Anna", "Ben")]
    table = factories.running_table(*people, game="zena1814", options={"mode": "beginner"})
    for now in factories.moments():
        pending = factories.waiting(table)[0]
        seat = table.seats.select_related("user", "table").get(index=pending.seat)
        if pending.kind == "turn":
            break
        seen = factories.state.seen(factories.fresh(table), seat)
        factories.send(seat, registry.engine("zena1814").fallback(seen, pending), key=pending.key, now=now)
    me = seat.user
    prefers(me, at_once)
    page = sit(me)
    before = moves(table, me)
    page.goto(f"/t/{table.code}/")
    page.locator("#panel .zp-idle button").click()
    if at_once:
        expect(page.locator("#panel-title")).to_have_text(re.compile("^(?!Your turn: take your turn)"))
        assert moves(table, me) > before
    else:
        expect(page.locator("#panel .send-bar button:not(.quiet)")).to_be_visible()
        assert moves(table, me) == before
