"""Guided first games: the example and random accepted moves lead to the end, and steps are found again later."""

import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest

from engines import chance, registry
from engines.contract import Pending, Seen
from engines.guide import LEARNER, Guide, GuideStep, guides_of
from engines.zena1814.loader import content
from tests.engines.guided import Lesson, as_written

GUIDES = [guide for game in registry.PLAYABLE for guide in guides_of(game)]
NAMES = [guide.slug for guide in GUIDES]
KEYED = [(guide, station) for guide in GUIDES for station in guide.stations if station.key]
STATIONS = [pytest.param(*each, id=f"{each[0].slug} {each[1].id}") for each in KEYED]
WANDERINGS = 12


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_played_as_written_it_comes_to_its_end(guide: Guide) -> None:
    lesson = Lesson(guide)

    reached = [station.id for station in lesson.play(as_written)]

    assert reached == [station.id for station in guide.stations]
    assert lesson.surprises == []
    assert lesson.said == {name: len(actions) for name, actions in guide.others.items()}, "all that it says of others is done"


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_every_welcome_move_leads_on(guide: Guide) -> None:
    for number in range(WANDERINGS):
        dice = random.Random(number)
        lesson = Lesson(guide)

        def any_welcome(
            station: GuideStep, seen: Seen[Any, Any], pending: Pending, dice: random.Random = dice, lesson: Lesson = lesson
        ) -> Sequence[Any]:
            if len(station.example) > 1:
                return station.example
            legal = lesson.engine.legal(seen, pending)
            return [dice.choice([action for action in legal if not station.judge(seen, [action])])]

        assert len(list(lesson.play(any_welcome))) == len(guide.stations)
        lesson.engine.check(lesson.state)


@pytest.mark.parametrize(("guide", "asked"), STATIONS)
def test_where_not_every_move_is_welcome_a_legal_one_is_not(guide: Guide, asked: GuideStep) -> None:
    lesson = Lesson(guide)
    for station in lesson.play(as_written):
        if station is asked:
            legal = list(lesson.engine.legal(lesson.seen(), lesson.asked(station.key)))
            assert any(station.judge(lesson.seen(), [action]) for action in legal)


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_the_learner_sits_at_its_seat(guide: Guide) -> None:
    dealt, _draw = chance.order(guide.key, "seats", guide.seats)

    assert dealt[0] == LEARNER
    assert len({station.id for station in guide.stations}) == len(guide.stations)
    # Reading a step takes half a minute, and a guide must take at most ten minutes.
    assert 8 <= len(guide.stations) <= 20


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_a_station_whose_decision_has_passed_is_left_behind(guide: Guide) -> None:
    keyed = [number for number, station in enumerate(guide.stations) if station.key]
    first, second = keyed[0], keyed[1]

    assert guide.place(first, {guide.stations[first].key}) == first
    assert guide.place(first, {guide.stations[second].key}) == first + 1
    assert guide.place(0, {guide.stations[first].key}) == 0
    assert guide.place(first, ()) == first


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_a_station_that_is_no_more_leads_to_what_is_asked(guide: Guide) -> None:
    keyed = [number for number, station in enumerate(guide.stations) if station.key]
    for before, number in itertools.pairwise(keyed):
        key = guide.stations[number].key
        assert guide.place(guide.number("dropped", {key}), {key}) == before + 1

    assert guide.number("dropped", {"turn/99"}) == len(guide.stations) - 1
    assert guide.number(guide.stations[3].id) == 3


def test_the_event_that_zenas_guide_names_is_the_one_that_is_dealt() -> None:
    """The text of step "round" names the Naval blockade: three coins for everybody, and Port cards pay one less."""
    lesson = Lesson(next(guide for guide in GUIDES if guide.slug == "zena1814"))
    next(station for station in lesson.play(as_written) if station.id == "round")

    event = content(lesson.state.public.version).event(lesson.state.public.event)
    assert (event.id, event.income, event.bank, event.port) == ("ev_blockade", 3, 0, -1)
