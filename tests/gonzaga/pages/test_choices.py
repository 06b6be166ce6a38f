"""Note of the first plan that a player is offered, in each language."""

import pytest
from django.utils import translation

from engines.contract import When, view
from engines.gonzaga import ENGINE
from tables.games.gonzaga.presenter import PRESENTER
from tests.gonzaga.pages.walkthrough import asked, played, players


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "points straight away on the current map"),
        ("de", "Punkte sofort, beim jetzigen Stand der Karte"),
        ("it", "punti subito, con la mappa attuale"),
    ],
)
def test_a_plan_promises_points_at_once_in_good_order(language: str, said: str) -> None:
    state, pending = next(asked("plan", When.NOW, played()[0]))
    seen = view(state, pending.seat)
    with translation.override(language):
        offered = PRESENTER.panel.choices(seen, pending, list(ENGINE.legal(seen, pending)), players(state))
    first = offered[0]
    assert said in first.note
    assert not any(twice in first.note for twice in ("up to at", "bis zu sofort", "fino a subito"))
