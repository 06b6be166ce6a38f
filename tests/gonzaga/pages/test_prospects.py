"""Preview of a plan, which matches the turns that the plan would allow."""

import re

from django.template.loader import render_to_string

from engines.contract import When, view
from engines.gonzaga import ENGINE, scoring
from engines.gonzaga.actions import Donate, PlaceFief
from engines.gonzaga.board import Cover
from engines.gonzaga.decisions import turn as turns
from tables.games.gonzaga.prospects import Prospect, Prospects
from tests.gonzaga.pages.walkthrough import asked, panel, played, slot
from tests.site.views import read


def test_every_plan_is_counted_as_its_turns_would_be() -> None:
    seen_kinds = set()
    for state, pending in list(asked("plan", When.NOW, played(4)[0]))[::5]:
        public, seat = state.public, pending.seat
        world, cover = ENGINE.world(public), Cover(len(public.courts), public.pieces)
        prospects = Prospects(public, seat)
        for plan in ENGINE.legal(view(state, seat), pending):
            options = turns.legal(world, cover, public.courts[seat], seat, plan)
            legal = [turn for turn in options if not isinstance(turn, Donate)]
            found = prospects.of(plan)
            assert found.fiefs == sum(isinstance(turn, PlaceFief) for turn in legal)
            assert found.weddings == len({frozenset(scoring.covered_by(turn)) for turn in legal}) - found.fiefs
            assert found.points == max((scoring.gain(world, cover, seat, turn).points for turn in legal), default=0)
            seen_kinds.add((bool(found.fiefs), bool(found.weddings)))
    assert len(seen_kinds) == 4


def test_what_a_plan_allows_in_words() -> None:
    assert Prospect(6, 97, 16).words == "6 ways, best 16"
    assert Prospect(1, 0, 3).words == "1 way, best 3"
    assert Prospect(0, 4, 6).words == "Weddings only, best 6"
    assert Prospect(0, 0, 0).words == "donation only"


def test_a_card_says_without_scripts_what_it_allows() -> None:
    """Each region card shows the number of turns that it allows with each free action.

    The card of a locked region shows none.
    """
    state, pending = next(
        (state, pending) for state, pending in asked("plan", When.NOW, played()[0]) if state.public.courts[pending.seat].locked
    )
    locked = state.public.courts[pending.seat].locked
    assert locked is not None
    shown = panel(state, pending)
    html = render_to_string("games/gonzaga/_panel.html", {"panel": shown, "slot": slot()})
    said = re.findall(r'<span class="ways">([^<]+)</span>', read(html))
    assert len(said) == len(shown["regions"]) - 1
    assert all(len(re.findall(r"[ABC]\N{NO-BREAK SPACE}\d+", each)) == 2 for each in said)
    assert locked.region not in shown["prospects"]
