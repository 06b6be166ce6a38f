"""Shortened lists: each has an entry that says where its rest is, and links without scripts lead through several lists."""

import ast
import re
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from django.urls import reverse

from accounts.models import User
from tables.models import ChatMessage, Club, ClubEvent, Move, OnlookerLine, Report, SiteEvent
from tables.selectors.clubs import chronicle
from tables.selectors.people import reports
from tables.selectors.staff import trouble
from tables.services.clubs import founding
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
MINUTE = timedelta(minutes=1)
SELECTORS = Path(__file__).parents[2] / "tables" / "selectors"
NOTHING, A_SEARCH, A_CHOICE = "a sum or a part of one page", "a search finds the rest", "the most fitting of many"

# Place where users find the rest of each list, for all selectors that shorten a list.
REST = {
    "archive/comments.py:comments_about": "?before=… at the move",
    "archive/course.py:course": NOTHING,
    "archive/feeds.py:_newest": "the archive, page by page",
    "archive/finding.py:_first": NOTHING,
    "archive/finding.py:_rungs_of_lengths": NOTHING,
    "archive/finding.py:_rungs_of_weeks": NOTHING,
    "archive/finding.py:archive_page": "the next page of the archive",
    "archive/finding.py:people_named": A_SEARCH,
    "archive/ratings.py:courses": "the person's games in the archive",
    "archive/openings.py:_examples": A_CHOICE,
    "archive/statistics.py:newest_games": NOTHING,
    "clubs/chronicle.py:_page": "?page=… of the month",
    "clubs/chronicle.py:records": NOTHING,
    "clubs/clubs.py:clubs_matching": A_SEARCH,
    "clubs/tables.py:live": A_CHOICE,
    "events/listing.py:current": "the past events, page by page, once it is over",
    "events/listing.py:entered_by": A_CHOICE,
    "events/listing.py:past": "?page=… of the past events",
    "events/listing.py:won_by": "the past events, searched for the player",
    "events/rows.py:before": NOTHING,
    "mail/replies.py:not_played": "the same list, once newer ones are dismissed",
    "people/free.py:free_people": A_CHOICE,
    "people/onlookers.py:lines": "?before=… of the spectators' talk",
    "people/relations.py:played_with": A_CHOICE,
    "personal/subject.py:walk": NOTHING,
    "play/asking.py:_newest_lines": "?before=… of the table talk",
    "play/asking.py:chat_between": "the table talk",
    "play/going_back.py:sent_by": NOTHING,
    "play/log.py:_at": "the staff page of the table",
    "play/log.py:_beside": "the staff page of the table",
    "play/log.py:_beside_of": "the staff page of the table",
    "play/log.py:_page": "?before=… of the log",
    "play/log.py:log_entries": "?before=… of the log",
    "play/recap.py:gap_in": "the log",
    "play/recap.py:onlookers_gap": "the log",
    "play/tables.py:_finished": "the archive",
    "play/tables.py:lobby_tables": A_CHOICE,
    "play/tables.py:open_seats": A_CHOICE,
    "seats/people.py:_met": NOTHING,
    "seats/people.py:finished_public_games": "the person's games in the archive",
    "seats/people.py:rivals": A_CHOICE,
    "seats/reliability.py:reliability": NOTHING,
    "staff/clubs.py:clubs_called": A_SEARCH,
    "staff/trouble.py:tables_called": A_SEARCH,
}


def cuts(path: Path) -> set[str]:
    """Return the functions of a module that leave out the end of a list."""
    functions = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
    return {f"{path.relative_to(SELECTORS)}:{function.name}" for function in functions if any(map(is_cut, ast.walk(function)))}


def is_cut(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and node.slice.upper is not None


def test_every_cut_says_where_the_rest_is_read():
    """Every selector that shortens a list has an entry in ``REST``.

    Add a new selector only if users can read the rest of its list. Otherwise split the list into pages
    (``django.core.paginator``).
    """
    assert set().union(*map(cuts, SELECTORS.rglob("*.py"))) == set(REST)


def read_all(client, address, begins, name="page"):
    """Request all pages of a list, following the links that have this query parameter. Return their text.

    ``begins`` is the part of the address in front of each link.
    """
    said, seen = "", set()
    while address not in seen:
        seen.add(address)
        page = page_of(client, address)
        said += page
        links = [unescape(link) for link in re.findall(r'rel="next" href="([^"#]*)', page)]
        address = next((begins + link for link in links if f"{name}=" in link), address)
    return said


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Carla")]


@pytest.fixture
def operator():
    return User.objects.create_superuser("operator@example.org", display_name="Operator")


def test_every_line_can_be_reported(people):
    anna, ben, _carla = people
    table = factories.running_table(*people, visibility="public")
    for kind in (ChatMessage, OnlookerLine):
        kind.objects.bulk_create(
            kind(table=table, user=ben, text=f"Line {number:03}.", at=NOW + number * MINUTE)
            for number in range(reports.NEWEST + 20)
        )
    address = reverse("tables:report_lines", args=[table.code])
    client = signed_in(anna)
    said = read_all(client, address, address)
    keys = {f"chat-{line.pk}" for line in ChatMessage.objects.filter(table=table)}
    assert keys <= set(re.findall(r'value="(chat-\d+)"', said))
    oldest = ChatMessage.objects.filter(table=table).earliest("pk")
    client.post(f"{address}?page=2", {"reason": "Rude.", "lines": [f"chat-{oldest.pk}"]})
    assert [line["text"] for line in Report.objects.get().lines] == ["Line 000."]


def test_reporters_read_all_that_became_of_their_reports(people, operator):
    anna, ben, _carla = people
    total = reports.RECENT * 2 + 1
    for number in range(total):
        Report.objects.create(
            reporter=anna,
            about=ben,
            reason="Rude.",
            answer=f"Answer {number:03}.",
            outcome=Report.Outcome.WARNING,
            at=NOW,
            settled_at=NOW + number * MINUTE,
            settled_by=operator,
            told_reporter_at=NOW,
        )
    address = reverse("tables:people")
    said = read_all(signed_in(anna), address, address, "reports")
    assert set(re.findall(r"Answer (\d{3})\.", said)) == {f"{number:03}" for number in range(total)}


def test_operators_read_all_that_happened_at_a_table(people, operator):
    table = factories.play_to_end(factories.running_table(*people))
    SiteEvent.objects.bulk_create(
        SiteEvent(table=table, kind=SiteEvent.Kind.PAUSED, after_seq=0, at=NOW + number * MINUTE)
        for number in range(trouble.EVENTS_SHOWN * 2 + 1)
    )
    client, address = signed_in(operator), reverse("staff:table", args=[table.code])
    moves = read_all(client, address, address, "moves")
    seqs = set(Move.objects.filter(table=table).values_list("seq", flat=True))
    assert len(seqs) > trouble.MOVES_SHOWN
    assert seqs <= {int(seq) for seq in re.findall(r'<td class="number">(\d+)</td>', moves)}
    events = read_all(client, address, address, "events")
    assert events.count('<ol class="log">') == 3
    assert events.count("<li>") >= table.site_events.count()


def test_a_busy_month_of_a_club_is_read_to_its_beginning(people):
    club = founding.found_club(user=people[0], name="The Tuesday club", joining=Club.Joining.OPEN, now=NOW)
    names = [factories.person(f"Guest {number:03}") for number in range(3)]
    kinds = [ClubEvent.Kind.JOINED, ClubEvent.Kind.LEFT]
    total = chronicle.MOST_EVENTS + 5
    ClubEvent.objects.bulk_create(
        ClubEvent(club=club, user=names[number % 3], kind=kinds[number % 2], at=NOW + number * MINUTE)
        for number in range(total)
    )
    address = reverse("clubs:chronicle", args=[club.slug])
    said = read_all(signed_in(people[0]), f"{address}?month={NOW:%Y-%m}", address)
    assert "founded the club" in said
    assert said.count("joined the club") + said.count("has left the club") == total
