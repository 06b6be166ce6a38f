"""Dice just rolled, shown on the table for all players, including the player who caused the roll."""

import pytest

from engines.contract import When
from engines.zena1814.actions import PayCoins
from engines.zena1814.state import AskCoins
from tests.site import factories
from tests.site.views import page_of, signed_in
from tests.zena1814.asking import table_at
from tests.zena1814.pages.walkthrough import asked, played

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def test_the_die_one_let_roll_oneself_is_shown_with_its_result() -> None:
    found = [each for each in asked("dice", played(5)[0]) if each[1].when is When.NOW]
    state, pending = next(
        each for each in found if isinstance(each[0].public.task, AskCoins) and len(each[0].public.task.waiting) == 1
    )
    table, me = table_at(state, pending.seat)
    factories.send(factories.seat_of(table, me), PayCoins(0), key=pending.key)
    page = page_of(signed_in(me), table.get_absolute_url())
    assert "Latest dice rolls" in page
