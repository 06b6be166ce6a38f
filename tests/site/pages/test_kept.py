"""Expensive results that are made only once: pictures of boards, and the check of a finished game."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings
from PIL import Image

from config import single_flight, sources
from engines import registry
from tables.games import pictures
from tables.models import Move
from tables.selectors.archive import games
from tests.rows import rewrite
from tests.site import archiving, factories
from tests.site.archiving import signed_in, text_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
AWAY = {"default": {**settings.CACHES["default"], "LOCATION": "unix:///tmp/not-running.sock"}}
DRAWN = '[{"label":"x","size":6,"result":[1]}]'
unused = count(1)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Elena", "Franco")]


@pytest.fixture
def winter(people):
    """Return a game of Gonzaga that was conceded after the first fiefs were placed on the map."""
    table = archiving.witnessed(people, game="gonzaga", most=4).table
    archiving.ending.concede(table_id=table.pk, user=people[0], now=factories.NOW)
    return factories.fresh(table)


@pytest.fixture
def encoded(monkeypatch):
    """Return a growing list with the size of each picture that Pillow reduces to a palette."""
    asked, quantize = [], Image.Image.quantize

    def counted(image, *positions, **named):
        asked.append(image.size)
        return quantize(image, *positions, **named)

    monkeypatch.setattr(Image.Image, "quantize", counted)
    return asked


@pytest.fixture
def replayed(monkeypatch):
    """Return a growing list with each action that the specimen engine applies."""
    engine, asked = registry.engine("specimen"), []
    apply = engine.apply

    def counted(state, seat, action):
        asked.append(action)
        return apply(state, seat, action)

    monkeypatch.setattr(engine, "apply", counted)
    return asked


def new_key():
    return f"test/{next(unused)}"


class Slow:
    """Callable that counts its calls and is slow enough for other threads to ask for the result during a call."""

    def __init__(self):
        self.times = 0

    def __call__(self):
        self.times += 1
        time.sleep(0.1)
        return f"made {self.times}"


def from_threads(key, make, most=6):
    together = threading.Barrier(most)

    def one(_number):
        together.wait()
        return single_flight.get_or_compute(key, make, seconds=60)

    with ThreadPoolExecutor(most) as pool:
        return list(pool.map(one, range(most)))


def test_threads_that_want_the_same_get_what_one_of_them_made():
    key, make = new_key(), Slow()
    assert from_threads(key, make) == ["made 1"] * 6
    assert single_flight.get_or_compute(key, make, seconds=60) == "made 1"


def test_without_the_cache_they_do_too():
    with override_settings(CACHES=AWAY):
        make = Slow()
        assert from_threads(new_key(), make) == ["made 1"] * 6


def test_another_process_that_is_at_it_is_waited_for():
    key, make = new_key(), Slow()
    cache.add(f"{key}/lock", 1, 60)
    theirs = threading.Timer(0.15, lambda: cache.set(key, "theirs", 60))
    theirs.start()
    assert single_flight.get_or_compute(key, make, seconds=60) == "theirs"
    assert make.times == 0
    theirs.join()


def test_a_process_that_died_at_it_is_not_waited_for_longer_than_its_lock():
    key, make = new_key(), Slow()
    cache.add(f"{key}/lock", 1, 1)
    assert single_flight.get_or_compute(key, make, seconds=60) == "made 1"


def test_what_cannot_be_made_fails_for_all_who_wait_and_is_tried_again():
    key = new_key()

    def fail():
        raise games.Unplayable("x")

    with pytest.raises(games.Unplayable):
        single_flight.get_or_compute(key, fail, seconds=60)
    assert not cache.has_key(f"{key}/lock")
    assert single_flight.get_or_compute(key, Slow(), seconds=60) == "made 1"


def test_a_version_changes_with_what_a_file_holds(tmp_path):
    files = [tmp_path / name for name in ("a", "b")]
    for each in files:
        each.write_text("same")
    before = sources.version_of(files)
    assert sources.version_of(files) == before
    files[1].write_text("other")
    assert sources.version_of(files) != before
    assert sources.version_of(files, ["pillow"]) != sources.version_of(files)


def test_the_drawing_is_made_of_files_of_every_kind():
    for pattern in pictures._DRAWN_FROM:
        assert list(sources.ROOT.glob(pattern)), pattern


def test_the_picture_of_a_step_is_drawn_once(winter, encoded):
    first = signed_in().get(f"/archive/{winter.code}/2.png")
    drawn = len(encoded)
    assert drawn
    again = signed_in(factories.person()).get(f"/archive/{winter.code}/2.png")
    assert again.content == first.content
    assert len(encoded) == drawn
    signed_in().get(f"/archive/{winter.code}/3.png")
    assert len(encoded) == 2 * drawn


def test_another_record_is_another_picture(winter, encoded):
    first = signed_in().get(f"/archive/{winter.code}/2.png")
    kept = Move.objects.filter(table=winter, seq__lte=2, seat__isnull=False).order_by("-seq").first()
    assert kept is not None
    rewrite(Move.objects.filter(pk=kept.pk), action="{}")
    assert signed_in().get(f"/archive/{winter.code}/2.png").status_code == 404
    rewrite(Move.objects.filter(pk=kept.pk), action=kept.action)
    assert signed_in().get(f"/archive/{winter.code}/2.png").content == first.content


def test_a_new_version_of_the_drawing_has_another_tag(winter, monkeypatch, encoded):
    path = f"/archive/{winter.code}/2.png"
    before = signed_in().get(path)["ETag"]
    encoded.clear()
    monkeypatch.setattr(pictures, "version", lambda: "another")
    again = signed_in().get(path, headers={"If-None-Match": before})
    assert (again.status_code, again["ETag"] != before, bool(encoded)) == (200, True, True)


def test_a_finished_game_is_checked_once(people, replayed):
    night = archiving.finished(*people)
    path = f"/archive/{night.code}/check/"
    replayed.clear()
    first = text_of(signed_in().get(path))
    assert "Everything matches" in first
    assert len(replayed) == night.seq
    assert text_of(signed_in(people[0]).get(path)) == first
    assert len(replayed) == night.seq


@pytest.mark.parametrize(
    "change", [{"events": "[]"}, {"draws": DRAWN}, {"salt": b"x"}, {"receipt": "0" * 64}, {"sealed": True}, {"key": "x/1"}]
)
def test_a_game_that_somebody_changed_is_checked_again(people, change):
    night = archiving.finished(*people)
    path = f"/archive/{night.code}/check/"
    assert "Everything matches" in text_of(signed_in().get(path))
    move = Move.objects.filter(table=night, seat__isnull=False, sealed=False).order_by("seq").last()
    assert move is not None
    rewrite([move], **change)
    assert "Something in this record does not match." in text_of(signed_in().get(path))


def test_a_visitor_who_asks_for_too_many_checks_waits(people, monkeypatch):
    night = archiving.finished(*people)
    monkeypatch.setitem(settings.ACCOUNT_RATE_LIMITS, "check", "2/m/key")
    cache.clear()
    assert [signed_in().get(f"/archive/{night.code}/check/").status_code for _time in range(3)] == [200, 200, 429]
