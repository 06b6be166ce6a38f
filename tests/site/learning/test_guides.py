"""Guided first games on the real page: every station of every guide in every language, and what is not welcome there."""

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
from engines.guide import LEARNER, Guide, Station, guides_of
from tables.games.registry import presenter
from tables.models import Lesson, Move, Table
from tables.selectors.play import state
from tests.site.factories import person, seat_of
from tests.site.views import page_of, signed_in

pytestmark = pytest.mark.django_db(transaction=True)
GUIDES = [guide for game in registry.PLAYABLE for guide in guides_of(game)]
NAMES = [guide.slug for guide in GUIDES]
LANGUAGES = ("en", "de", "it")


class Learner:
    """Somebody at a guided table, and their browser."""

    def __init__(self, guide: Guide, language: str = "en") -> None:
        self.guide, self.user = guide, person("Learner")
        self.user.language = language
        self.user.save()
        self.client: Client = signed_in(self.user)
        self.address = self.client.post(reverse("tables:guide", args=[guide.slug])).headers["Location"]
        self.table = Table.objects.get(seats__user=self.user)
        # The page of rules is the same at every station.
        self.rules = cache(partial(page_of, self.client))

    def page(self) -> str:
        return html.unescape(page_of(self.client, self.address))

    def go_on(self, number: int) -> None:
        self.client.post(reverse("tables:guide_next", args=[self.table.code]), {"station": str(number)})

    def send(self, station: Station, actions: Any) -> Any:
        sent = {"key": station.key, "own_ply": seat_of(self.table, self.user).plies, "actions": encode(actions).decode()}
        return self.client.post(reverse("tables:act", args=[self.table.code]), sent | {"token": str(uuid.uuid4())})

    def unwelcome(self, station: Station) -> tuple[Any, str] | None:
        """A legal answer that is not welcome, and the code of what is said to it."""
        self.table.refresh_from_db()
        seen = state.seen(self.table, seat_of(self.table, self.user))
        engine = registry.engine(self.guide.game)
        pending = next(one for one in engine.pending(seen.public) if (one.seat, one.key) == (LEARNER, station.key))
        judged = ((action, station.judge(seen, [action])) for action in engine.legal(seen, pending))
        return next(((action, wrong) for action, wrong in judged if wrong), None)


def has_place(learner: Learner, page: str, rule: str) -> bool:
    """Whether the rule that a page cites is linked to where it stands on the page of rules."""
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


@pytest.mark.parametrize("guide", GUIDES[:1], ids=NAMES[:1])
def test_whoever_comes_back_goes_on_there_and_may_begin_afresh(guide: Guide) -> None:
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
    from engines.gonzaga.actions import Deed, SealPlan

    learner = Learner(guide)
    station = next(station for station in guide.stations if station.key)

    answer = learner.send(station, [SealPlan("germania", Deed.CITIES)])

    assert "[G-1.4]" in answer.content.decode()


def test_the_end_leads_on_to_the_next_guide_of_the_game() -> None:
    guide = next(guide for guide in GUIDES if guide.slug == "zena1814")
    learner = Learner(guide)
    Lesson.objects.filter(table=learner.table).update(station=len(guide.stations) - 1)

    assert 'action="/guide/zena1814-expert/"' in learner.page()


def test_there_is_no_such_guide() -> None:
    assert signed_in(person()).post(reverse("tables:guide", args=["chess"])).status_code == 404


@pytest.mark.parametrize("guide", GUIDES[:1], ids=NAMES[:1])
def test_a_stranger_learns_as_a_guest_and_nobody_else_sees_it(guide: Guide) -> None:
    stranger = Client()
    address = stranger.post(reverse("tables:guide", args=[guide.slug])).headers["Location"]

    assert 'data-station="1"' in page_of(stranger, address)
    assert signed_in(person()).get(address).status_code == 404
