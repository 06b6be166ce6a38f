"""Number of touches for a turn of Gonzaga.

A script on the page counts the touches for every legal fief and Wedding of a hundred positions.
"""

import json
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from engines.contract import Pending, When, encode, view
from engines.gonzaga import ENGINE
from engines.gonzaga.actions import ActionCard
from engines.gonzaga.options import Options
from engines.gonzaga.state import State
from tables.models import Table
from tables.services.play.advance import advance_table
from tests.browser.one_look import PHONE
from tests.gonzaga.pages.walkthrough import NAMES, panel, played
from tests.rows import rewrite
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
POSITIONS, MOST = 100, 3

# The script puts the choices of other positions into panel and map. It then searches for the fewest touches that draft each
# fief and Wedding, by sending click events. It returns the touches of each, keyed by kind and hexes.
COUNT = """async (offers) => {
    const fresh = document.querySelector("[data-turn]").cloneNode(true);
    const load = () => document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: document.body } }));
    const own = () => document.querySelector("[data-own]");
    const click = (each) => each.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const hex = (index) => click(document.querySelector(`.hx[data-i="${index}"]`));
    const mode = (name) => document.querySelector(`[data-mode="${name}"]`).click();
    const drafted = () => {
        if (!own().checked || own().disabled) return "";
        const { cells, first, second } = JSON.parse(own().value);
        return JSON.stringify(cells ?? [first, second].filter((each) => each !== null));
    };
    const ways = function* (cells, length) {
        if (!length) return yield [];
        for (const way of ways(cells, length - 1)) for (const cell of cells) yield [...way, cell];
    };
    const found = [];
    for (const offer of offers) {
        sessionStorage.clear();
        const turn = fresh.cloneNode(true);
        turn.querySelector('script[type="application/json"]').textContent = JSON.stringify(offer);
        for (const each of turn.querySelectorAll("[data-kept]")) { delete each.dataset.kept; delete each.dataset.half; }
        document.querySelector("[data-turn]").replaceWith(turn);
        load();
        const begun = document.querySelector("[data-mode][aria-pressed=true]").dataset.mode;
        const counted = {};
        for (const kind of ["fiefs", "weddings"]) {
            const wanted = new Map(offer[kind].map((row) => [JSON.stringify(row[0]), row[0]]));
            const before = kind === begun ? [] : [kind];
            const tried = new Set();
            const attempt = (touches) => {
                if (tried.has(touches.join())) return;
                tried.add(touches.join());
                mode(kind);
                touches.forEach(hex);
                const done = drafted();
                if (wanted.delete(done)) counted[`${kind} ${done}`] = [...before, ...touches];
            };
            for (const cell of new Set([...wanted.values()].flat())) attempt([cell]);
            for (const length of [2, 3]) {
                for (const [name, cells] of [...wanted]) {
                    if (!wanted.has(name)) continue;
                    for (const way of ways(cells, length)) { attempt(way); if (!wanted.has(name)) break; }
                }
            }
            for (const name of wanted.keys()) counted[`${kind} ${name}`] = null;
        }
        found.push(counted);
    }
    return found;
}"""

# The script puts other positions into the panel as above. It touches each lit hex and then each other lit hex. It returns the
# pairs with a wrong result after the second touch, and the number of all pairs.
PAIRS = """async (offers) => {
    const fresh = document.querySelector("[data-turn]").cloneNode(true);
    const click = (each) => each.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const shown = () => JSON.parse(document.querySelector("[data-own]").value).cells;
    const wrong = [];
    let pairs = 0;
    for (const offer of offers) {
        sessionStorage.clear();
        const turn = fresh.cloneNode(true);
        turn.querySelector('script[type="application/json"]').textContent = JSON.stringify(offer);
        for (const each of turn.querySelectorAll("[data-kept]")) { delete each.dataset.kept; delete each.dataset.half; }
        document.querySelector("[data-turn]").replaceWith(turn);
        document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: document.body } }));
        const hexes = [...new Set(offer.fiefs.flatMap((row) => row[0]))];
        const best = (...touched) => offer.fiefs.find((row) => touched.every((each) => row[0].includes(each)))?.[0];
        for (const one of hexes) for (const other of hexes.filter((each) => each !== one)) {
            document.querySelector('[data-mode="fiefs"]').click();
            click(document.querySelector(`.hx[data-i="${one}"]`));
            const before = shown();
            click(document.querySelector(`.hx[data-i="${other}"]`));
            const wanted = before.includes(other) ? before : best(one, other) ?? best(other);
            pairs += 1;
            const right = String(before) === String(best(one)) && String(shown()) === String(wanted);
            if (!right) wrong.push([one, other, before, shown()]);
        }
    }
    return [pairs, wrong];
}"""


def at_random(seats: int, chance: random.Random) -> Iterator[tuple[State, Pending]]:
    """Yield the turns of a game in which all players make random legal moves."""
    state = ENGINE.start(Options(), seats, chance.randbytes(32)).state
    while asked := [each for each in ENGINE.pending(state.public) if each.when is When.NOW]:
        if asked[0].kind == "turn":
            yield state, asked[0]
        state = ENGINE.apply(
            state, asked[0].seat, chance.choice(list(ENGINE.legal(view(state, asked[0].seat), asked[0])))
        ).state


def positions() -> list[tuple[State, Pending]]:
    chance = random.Random(16)
    found = [each for _game in range(6) for seats in (2, 3, 4) for each in at_random(seats, chance)]
    return chance.sample(found, POSITIONS)


def table_at(state: State, pending: Pending) -> tuple[Table, Any]:
    people = [factories.person(name) for name in NAMES[: len(state.public.courts)]]
    table = factories.running_table(*people, game="gonzaga")
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    return table, table.seats.select_related("user").get(index=pending.seat).user


def with_all_modes() -> tuple[State, Pending]:
    """Return a position of a game among bots where a fief and a Wedding are both possible."""
    return next(
        (state, pending)
        for state in played(4)[0]
        for pending in ENGINE.pending(state.public)
        if pending.kind == "turn"
        and pending.when is When.NOW
        and state.public.courts[pending.seat].plan.action is ActionCard.ALLIANCE
        and all(panel(state, pending)["data"]()[kind] for kind in ("fiefs", "weddings"))
    )


def test_every_placement_takes_three_touches_and_send(sit, transactional_db):
    found = positions()
    table, me = table_at(*with_all_modes())
    page = sit(me)
    page.goto(f"/t/{table.code}/")
    expect(page.locator(".hx.lit").first).to_be_attached()
    offers = [json.loads(json.dumps(panel(*each)["data"]())) for each in found]
    counted = page.evaluate(COUNT, offers)
    assert sum(map(len, counted)) == sum(len(offer["fiefs"]) + len(offer["weddings"]) for offer in offers) > 1000
    unreached = [name for each in counted for name, touches in each.items() if touches is None or len(touches) > MOST]
    assert unreached == []
    assert {len(touches) for each in counted for touches in each.values()} == {1, 2, 3}


def test_a_second_hex_never_drops_the_first_one_for_less(sit, transactional_db):
    """A touch on a second hex keeps the shown placement if it covers both hexes.

    Otherwise the touch shows a placement that covers both, if there is one.
    """
    table, me = table_at(*with_all_modes())
    page = sit(me)
    page.goto(f"/t/{table.code}/")
    expect(page.locator(".hx.lit").first).to_be_attached()
    offers = [json.loads(json.dumps(panel(*each)["data"]())) for each in positions()]
    pairs, wrong = page.evaluate(
        PAIRS, sorted((offer for offer in offers if offer["fiefs"]), key=lambda o: len(o["fiefs"]))[:24]
    )
    assert wrong == []
    assert pairs > 1000


def touched(page: "Page", touches: list[Any]) -> str:
    """Reload the page, make ``touches`` with a finger, and return the value that would be sent."""
    page.reload()
    expect(page.locator(".hx.lit").first).to_be_attached()
    for each in touches:
        page.locator(f'[data-mode="{each}"]' if isinstance(each, str) else f'.hx[data-i="{each}"]').tap()
    return page.locator("[data-own]").input_value()


@pytest.mark.parametrize("number", range(3))
def test_a_finger_does_the_same(sit, transactional_db, number):
    """A finger on a phone needs as many touches as counted. The test sends the first and last placement for each count."""
    state, pending = [each for each in positions() if panel(*each)["data"]()["fiefs"]][number]
    table, me = table_at(state, pending)
    page = sit(me, **PHONE)
    page.goto(f"/t/{table.code}/")
    expect(page.locator(".hx.lit").first).to_be_attached()
    [counted] = page.evaluate(COUNT, [json.loads(json.dumps(panel(state, pending)["data"]()))])
    by_length: dict[int, list[tuple[str, list[Any]]]] = {}
    for name, touches in counted.items():
        by_length.setdefault(len(touches), []).append((name, touches))
    for some in by_length.values():
        for name, touches in (some[0], some[-1]):
            page.evaluate("() => sessionStorage.clear()")
            action = json.loads(touched(page, touches))
            cells = action.get("cells") or [each for each in (action["first"], action["second"]) if each is not None]
            assert name.endswith(f" {json.dumps(cells, separators=(',', ':'))}")
    page.locator("#panel [data-send]").tap()
    expect(page.locator("[data-turn=now]")).to_have_count(0)
