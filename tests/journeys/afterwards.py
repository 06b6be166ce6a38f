"""Checks after the journeys: output of the site, the emails it sent and the tables it kept."""

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.journeys.conftest import SEEN
from tests.journeys.site import moment

if TYPE_CHECKING:
    from tests.journeys.site import Site

# Minimum views of each page, and minimum ended games per file of journeys. A lower number means that a part was skipped.
PAGES = {
    "alone": {"/t/*/": 240, "/archive/*/*/": 150, "/archive/*/check/": 6},
    "regulars": {"/t/*/": 20, "/archive/*/*/": 30, "/archive/*/check/": 2, "/t/*/orders/": 4, "/clubs/*/": 2},
    "together": {"/t/*/": 30, "/archive/*/*/": 15, "/archive/*/check/": 1},
    "letters": {"/d/*/": 30},
}
ENDED = {
    "alone": {"gonzaga": 2, "principato": 2, "zena1814": 2},
    "regulars": {"gonzaga": 1, "zena1814": 1},
    "together": {"principato": 1},
    "letters": {"gonzaga": 1},
}


def test_no_process_has_said_anything_of_trouble(site: "Site") -> None:
    troubles = site.troubles()
    assert not troubles, f"{len(troubles)} lines:\n" + "\n---\n".join(troubles[:20])


def test_every_mail_left_in_time(site: "Site") -> None:
    assert site.post.mails()
    assert site.late_mails() == []


def test_every_table_holds(site: "Site") -> None:
    done = site.manage("verify_tables")
    assert done.returncode == 0, done.stderr


def test_everything_was_tried(site: "Site", request: pytest.FixtureRequest) -> None:
    walked = {item.path.stem for item in request.session.items} & PAGES.keys()
    pages, games = (sum((Counter(each[name]) for name in walked), Counter[str]()) for each in (PAGES, ENDED))
    ended = dict(
        site.rows(
            "SELECT game, count(*) FROM tables_table WHERE status = 'ended' AND ended_at >= ? GROUP BY game", moment(site.since)
        )
    )
    assert walked, "no journey was walked"
    assert {game: ended.get(game, 0) for game in games if ended.get(game, 0) < games[game]} == {}
    assert {page: SEEN[page] for page, times in pages.items() if SEEN[page] < times} == {}
