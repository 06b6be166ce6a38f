"""Button for the next step: in view at every kind of decision, at both widths, before and after a choice."""

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engines import registry
from engines.contract import Filed
from tables.selectors.play import state
from tests.browser.one_look import DESK, FAULTS, PHONE
from tests.engines import walks
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Buttons that send the decision or add a step. Buttons of tools next to the decision do not count.
BUTTONS = "#panel .slot:first-of-type :is(.send-bar, form) button:not([type=button], :disabled)"
# The script lists forms with a choice for which no visible button, in the form or elsewhere, leads on.
GOES_ON = """() => [...document.querySelectorAll("#panel .picked form, #panel .plan-form, #panel .turn > form")]
    .filter((form) => form.checkVisibility())
    .map((form) => [...form.elements].filter((each) => each.matches("button:not([type=button])")))
    .filter((buttons) => !document.querySelector("#panel [data-pr-next]:not([hidden])"))
    .filter((buttons) => !buttons.some((each) => {
        const box = each.getBoundingClientRect();
        const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        return each.checkVisibility() && box.bottom <= innerHeight && each.contains(top);
    })).map((buttons) => buttons.map((each) => each.textContent.trim()))"""


def in_view(page: "Page") -> None:
    """Assert that a button for the next step and the whole foot are in view and uncovered."""
    foot = page.locator("#panel .send-bar:visible").count()
    faults = page.evaluate(FAULTS, ["#panel .send-bar" if foot else BUTTONS])
    assert not foot or faults == [], faults
    assert len(faults) < max(1, page.locator(BUTTONS).count()), faults
    assert page.evaluate(GOES_ON) == []


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", registry.PLAYABLE)
def test_what_is_pressed_next_is_in_view(sit, transactional_db, game, screen):
    """The next button is in view along a game of bots.

    The check covers the first two decisions of each kind, and each own card at these decisions.
    """
    engine = registry.engine(game)
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"), game=game, rated=False)
    pages = {user.pk: sit(user, **screen) for user in (seat.user for seat in table.seats.select_related("user"))}
    looked_at = Counter[str]()
    while asked := factories.waiting(table):
        seat = table.seats.select_related("user", "table").get(index=asked[0].seat)
        if looked_at[asked[0].kind] < 2:
            looked_at[asked[0].kind] += 1
            page = pages[seat.user_id]
            page.goto(f"/t/{table.code}/")
            in_view(page)
            for card in page.locator("[data-pr-card]:not(:disabled)").all():
                card.click()
                in_view(page)
        reply: Any = engine.bot(state.seen(table, seat), asked[0])
        factories.send(seat, reply.actions[0] if isinstance(reply, Filed) else reply, key=asked[0].key)
    assert looked_at["turn"] if game == "principato" else len(looked_at) >= min(2, len(walks.kinds(game)))
