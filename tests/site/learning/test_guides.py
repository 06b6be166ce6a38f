"""Guided first games on the real page: every step of every guide in every language, and the answers that steps reject."""

import html
import re
import uuid
from functools import cache, partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from engines import registry
from engines.contract import encode
from engines.guide import LEARNER, Guide, GuideStep, guides_of
from tables.games.registry import presenter
from tables.models import Lesson, Move, Table
from tables.selectors.play import state
from tests.site.factories import person, seat_of
from tests.site.views import page_of, signed_in

pytestmark = pytest.mark.django_db(transaction=True)
GUIDES = [guide for game in registry.PLAYABLE for guide in guides_of(game)]
NAMES = [guide.slug for guide in GUIDES]
LANGUAGES = ("en", "de", "it")
MOST_WORDS = 65
TAUGHT = {
    "gonzaga": {
        "G-4.4",
        "G-5.7",
        "G-5.9",
        "G-8.3",
        "G-8.7",
        "G-8.8",
        "G-8.13",
        "G-9.4",
        "G-9.6",
        "G-10.1",
        "G-11.2",
        "G-7.2",
        "G-7.3",
        "G-7.6",
        "G-14.2",
    },
    "principato": {
        "P-2.12",
        "P-5.7",
        "P-5.13",
        "P-6.1",
        "P-8.7",
        "P-8.8",
        "P-7.4",
        "P-11.4",
        "P-13.3",
        "P-13.4",
        "P-13.18",
        "P-8.11",
        "P-8.12",
        "P-12.5",
        "P-13.1",
    },
    "zena1814": {
        "Z-6.7",
        "Z-8.3",
        "Z-8.5",
        "Z-11.3",
        "Z-14.3",
        "Z-15.4",
        "Z-16.1",
        "Z-16.2",
        "Z-16.3",
        "Z-8.10",
        "Z-9.1",
        "Z-14.6",
        "Z-15.1",
    },
}
"""The rules that learners could not tell afterwards when a guide did not say them."""


class Learner:
    """User at a table with a guide, and their browser."""

    def __init__(self, guide: Guide, language: str = "en") -> None:
        self.guide, self.user = guide, person("Learner")
        self.user.language = language
        self.user.save()
        self.client: Client = signed_in(self.user)
        self.address = self.client.post(reverse("tables:guide", args=[guide.slug])).headers["Location"]
        self.table = Table.objects.get(seats__user=self.user)
        # Cached, because the rules page is the same at every step.
        self.rules = cache(partial(page_of, self.client))

    def page(self) -> str:
        return html.unescape(page_of(self.client, self.address))

    def go_on(self, number: int) -> None:
        self.client.post(reverse("tables:guide_next", args=[self.table.code]), {"station": str(number)})

    def send(self, station: GuideStep, actions: Any) -> Any:
        sent = {"key": station.key, "own_ply": seat_of(self.table, self.user).plies, "actions": encode(actions).decode()}
        return self.client.post(reverse("tables:act", args=[self.table.code]), sent | {"token": str(uuid.uuid4())})

    def unwelcome(self, station: GuideStep) -> tuple[Any, str] | None:
        """Return a legal answer that the step rejects, and the code of its message, or None."""
        self.table.refresh_from_db()
        seen = state.seen(self.table, seat_of(self.table, self.user))
        engine = registry.engine(self.guide.game)
        pending = next(one for one in engine.pending(seen.public) if (one.seat, one.key) == (LEARNER, station.key))
        judged = ((action, station.judge(seen, [action])) for action in engine.legal(seen, pending))
        return next(((action, wrong) for action, wrong in judged if wrong), None)


def has_place(learner: Learner, page: str, rule: str) -> bool:
    """Return whether a rule cited on the page links to its text on the rules page."""
    found = re.search(rf'href="(/rules/{learner.guide.game}/)#([^"]+)">{re.escape(rule)}<', page)
    return found is not None and f'id="{found.group(2)}"' in learner.rules(found.group(1))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_every_station_is_played(guide: Guide, language: str) -> None:
    learner = Learner(guide, language)
    words = presenter(guide.game).guides[guide.slug].stations
    for number, station in enumerate(guide.stations, 1):
        shown = learner.page()
        with translation.override(language):
            said = [str(words[station.id].title), str(words[station.id].what), str(words[station.id].do)]
        assert [sentence for sentence in said if sentence not in shown] == []
        assert f'data-station="{number}"' in shown
        assert [rule for rule in words[station.id].rules if not has_place(learner, shown, rule)] == []
        if not station.key:
            learner.go_on(number)
            continue
        not_so = learner.unwelcome(station)
        assert not_so is not None
        before = Move.objects.filter(table=learner.table).count()
        answer = learner.send(station, [not_so[0]])
        assert answer.status_code == 422
        with translation.override(language):
            advice = words[station.id].wrong[not_so[1]]
            assert str(advice.words) in html.unescape(answer.content.decode())
            assert has_place(learner, answer.content.decode(), advice.rule)
        assert Move.objects.filter(table=learner.table).count() == before
        assert learner.page().count(f'data-station="{number}"') == 1
        assert learner.send(station, station.example).status_code == 302

    assert not Lesson.objects.filter(table=learner.table).exists()
    assert "data-station" not in learner.page()


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_every_code_of_a_judge_has_words_and_every_station_too(guide: Guide) -> None:
    words = presenter(guide.game).guides[guide.slug]

    assert list(words.stations) == [station.id for station in guide.stations]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_a_station_is_read_in_half_a_minute(guide: Guide, language: str) -> None:
    words = presenter(guide.game).guides[guide.slug].stations
    with translation.override(language):
        read = {name: len(f"{said.what} {said.do}".split()) for name, said in words.items()}

    assert {name: count for name, count in read.items() if count > MOST_WORDS} == {}


@pytest.mark.parametrize("game", TAUGHT)
def test_what_one_must_know_is_taught(game: str) -> None:
    told = [guide.stations for guide in presenter(game).guides.values()]
    rules = {rule for stations in told for said in stations.values() for rule in said.rules}

    assert TAUGHT[game] - rules == set()


@pytest.mark.parametrize("guide", GUIDES, ids=NAMES)
def test_a_lesson_begun_before_its_stations_had_names_goes_on(guide: Guide) -> None:
    learner = Learner(guide)
    keyed = [number for number, station in enumerate(guide.stations) if station.key]
    Lesson.objects.filter(table=learner.table).update(station="2")
    assert 'data-station="1"' in learner.page()

    assert learner.send(guide.stations[keyed[0]], guide.stations[keyed[0]].example).status_code == 302
    Lesson.objects.filter(table=learner.table).update(station="3")

    assert f'data-station="{keyed[0] + 2}"' in learner.page()
    learner.go_on(keyed[0] + 2)
    assert learner.send(guide.stations[keyed[1]], guide.stations[keyed[1]].example).status_code == 302
    assert f'data-station="{keyed[1] + 2}"' in learner.page()


@pytest.mark.parametrize("guide", GUIDES[:1], ids=NAMES[:1])
def test_returning_learners_go_on_there_and_may_begin_again(guide: Guide) -> None:
    learner = Learner(guide)
    learner.go_on(1)

    again = learner.client.post(reverse("tables:guide", args=[guide.slug]))
    assert again.headers["Location"] == learner.address
    assert 'data-station="2"' in learner.page()

    afresh = learner.client.post(reverse("tables:guide", args=[guide.slug]), {"afresh": ""})
    assert afresh.headers["Location"] != learner.address
    assert 'data-station="1"' in page_of(learner.client, afresh.headers["Location"])
    assert learner.client.get(learner.address).status_code == 404


@pytest.mark.parametrize("guide", GUIDES[:1], ids=NAMES[:1])
def test_a_move_may_come_before_what_only_explains(guide: Guide) -> None:
    learner = Learner(guide)
    keyed = next(number for number, station in enumerate(guide.stations) if station.key)

    learner.send(guide.stations[keyed], guide.stations[keyed].example)

    assert f'data-station="{keyed + 2}"' in learner.page()


@pytest.mark.parametrize("guide", GUIDES[:1], ids=NAMES[:1])
def test_what_breaks_a_rule_is_refused_by_the_rule(guide: Guide) -> None:
    from engines.gonzaga.actions import ActionCard, SealPlan

    learner = Learner(guide)
    station = next(station for station in guide.stations if station.key)

    answer = learner.send(station, [SealPlan("germania", ActionCard.CITIES)])

    assert "[G-1.4]" in answer.content.decode()


def test_the_end_leads_on_to_the_next_guide_of_the_game() -> None:
    guide = next(guide for guide in GUIDES if guide.slug == "zena1814")
    learner = Learner(guide)
    Lesson.objects.filter(table=learner.table).update(station=guide.stations[-1].id)

    assert 'action="/guide/zena1814-expert/"' in learner.page()


def test_there_is_no_such_guide() -> None:
    assert signed_in(person()).post(reverse("tables:guide", args=["chess"])).status_code == 404


@pytest.mark.parametrize("guide", GUIDES[:1], ids=NAMES[:1])
def test_a_stranger_learns_as_a_guest_and_nobody_else_sees_it(guide: Guide) -> None:
    stranger = Client()
    address = stranger.post(reverse("tables:guide", args=[guide.slug])).headers["Location"]

    assert 'data-station="1"' in page_of(stranger, address)
    assert signed_in(person()).get(address).status_code == 404
