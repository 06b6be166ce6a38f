"""After all journeys: what the site has said, the mails it has sent, and the tables it has kept."""

from typing import TYPE_CHECKING

from tests.journeys.conftest import SEEN
from tests.journeys.site import moment

if TYPE_CHECKING:
    from tests.journeys.site import Site

# What has to have been there, or something was not tried: pages with how often they are looked at, and games with how many end.
PAGES = {"/t/*/": 300, "/archive/*/*/": 200, "/archive/*/check/": 8, "/d/*/": 30, "/t/*/orders/": 4, "/clubs/*/": 2}
ENDED = {"gonzaga": 4, "principato": 3, "zena1814": 3}


def test_no_process_has_said_anything_of_trouble(site: "Site") -> None:
    troubles = site.troubles()
    assert not troubles, f"{len(troubles)} lines:\n" + "\n---\n".join(troubles[:20])


def test_every_mail_left_in_time(site: "Site") -> None:
    assert site.post.mails()
    assert site.late_mails() == []


def test_every_table_holds(site: "Site") -> None:
    done = site.manage("verify_tables")
    assert done.returncode == 0, done.stderr


def test_everything_was_tried(site: "Site") -> None:
    ended = dict(
        site.rows(
            "SELECT game, count(*) FROM tables_table WHERE status = 'ended' AND ended_at >= ? GROUP BY game", moment(site.since)
        )
    )
    assert {game: ended.get(game, 0) for game in ENDED if ended.get(game, 0) < ENDED[game]} == {}
    assert {page: SEEN[page] for page, times in PAGES.items() if SEEN[page] < times} == {}
