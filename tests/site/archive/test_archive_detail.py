"""Page of one finished game: its permitted readers, steps, log and result, and the facts that stay private."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engines.specimen.actions import SealRoad
from engines.specimen.policy import JoinUpTo
from tables.models import Move, Table
from tables.services import ordering
from tables.services.lobby import tables
from tables.services.play import chat, ending, preparing
from tests.rows import rewrite
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in, text_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
ADDRESSES = (
    "/archive/{}/",
    "/archive/{}/0/",
    "/archive/{}/?eyes=0",
    "/archive/{}/?step=0",
    "/archive/{}.json",
    "/archive/{}/check/",
)


@pytest.fixture
def people():
    return keeping.people("Elena", "Franco")


@pytest.fixture
@keeping.kept
def night(people):
    """Return a short game that has been played to its end."""
    return archiving.finished(*people)


def statuses(table, user=None):
    return {signed_in(user).get(address.format(table.code)).status_code for address in ADDRESSES}


def test_a_public_game_is_open_to_everybody(night, people):
    for user in (None, factories.person(), *people):
        assert statuses(night, user) <= {200, 302}


def test_a_private_game_does_not_exist_for_strangers(people):
    table = archiving.conceded(*people, visibility="private")
    for user in people:
        assert statuses(table, user) <= {200, 302}
    assert statuses(table) == statuses(table, factories.person()) == {404}
    said = [text_of(signed_in().get(f"/archive/{code}/"), "body") for code in (table.code, "zzzzzzzz")]
    assert said[0] == said[1]


def test_a_player_who_resigned_may_still_read_a_private_game(people):
    third = factories.person()
    table = factories.running_table(*people, third, visibility="private")
    for user in (third, *people):
        ending.resign(table_id=table.pk, user=user, now=NOW)
    assert statuses(table, third) <= {200, 302}


def test_no_game_is_in_the_archive_before_its_end(people):
    waiting, cancelled = (factories.open_table(people[0]) for _each in range(2))
    tables.cancel_table(table_id=cancelled.pk, user=people[0], now=NOW)
    for table in (waiting, cancelled, factories.running_table(*people)):
        for user in (None, *people):
            assert statuses(table, user) == {404}


def test_the_secret_is_published_at_the_end_and_nowhere_before(people):
    table = factories.running_table(*people)
    secret = bytes(table.secret).hex()
    addresses = [address.format(table.code) for address in (*ADDRESSES, "/t/{}/", "/t/{}/log/")] + ["/archive/", "/tables/"]
    for user in (None, *people):
        for address in addresses:
            assert secret not in signed_in(user).get(address).content.decode()
    ending.concede(table_id=table.pk, user=people[0], now=NOW)
    assert secret in signed_in().get(f"/archive/{table.code}.json").content.decode()
    assert secret in signed_in().get(f"/archive/{table.code}/check/").content.decode()


@pytest.mark.parametrize(
    "address",
    [
        "{last}1/",
        "999999999999999999999/",
        "-1/",
        "?step={last}1",
        "?step=-1",
        "?step=x",
        "?step=",
        "?step=" + "9" * 5000,
        "?eyes=2",
        "?eyes=-1",
        "?eyes=00",
        "?eyes=x",
        "?eyes=",
        "?eyes=" + "9" * 30,
        "0/?eyes=9",
        "?step=0&eyes=9",
    ],
)
def test_what_a_game_does_not_have_is_not_found(address, night):
    assert signed_in().get(f"/archive/{night.code}/" + address.format(last=night.seq)).status_code == 404


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_archive_is_only_read(address, night):
    assert signed_in().post(address.format(night.code)).status_code in {403, 405}
    assert factories.fresh(night).seq == night.seq


def test_without_a_step_it_is_the_last_one(night):
    page = text_of(signed_in().get(f"/archive/{night.code}/"))
    assert f"Step {night.seq} of {night.seq}" in page


def links(response):
    return dict(re.findall(r'id="step-(\w+)" href="([^"]+)"', response.content.decode()))


def test_the_buttons_lead_to_first_previous_next_and_last_step_and_keep_the_seat(night):
    base, last = f"/archive/{night.code}/", night.seq
    to = {"first": 0, "prev": 4, "next": 6, "last": last}
    assert links(signed_in().get(f"{base}5/")) == {name: f"{base}{step}/" for name, step in to.items()}
    assert links(signed_in().get(f"{base}5/?eyes=1")) == {name: f"{base}{step}/?eyes=1" for name, step in to.items()}
    assert links(signed_in().get(f"{base}0/?eyes=none")) == {"next": f"{base}1/?eyes=none", "last": f"{base}{last}/?eyes=none"}
    assert links(signed_in().get(base)) == {"first": f"{base}0/", "prev": f"{base}{last - 1}/"}


def test_the_slider_without_javascript_leads_to_the_permalink(night):
    response = signed_in().get(f"/archive/{night.code}/?step=3&eyes=1")
    assert response.url == f"/archive/{night.code}/3/?eyes=1"


def test_every_line_of_the_log_leads_to_its_step(night):
    page = signed_in().get(f"/archive/{night.code}/2/").content.decode()
    found = re.findall(r'id="log-(\d+)" href="([^"]+)"', page)
    assert found == [(str(step), f"/archive/{night.code}/{step}/") for step in range(night.seq + 1)]
    assert len(re.findall(r'<li class="here" aria-current="step">\s*<a class="log-step" id="log-2"', page)) == 1


def test_the_log_is_headed_by_rounds(people):
    table = archiving.finished(*people, options={"version": "1", "nights": 2})
    rounds = signed_in().get(f"/archive/{table.code}/").context["page"].rounds
    assert [found.number for found in rounds] == [1, 2]
    assert [line.seq for found in rounds for line in found.lines] == list(range(table.seq + 1))
    opened = next(line.seq for found in rounds for line in found.lines if "Night 2 begins." in line.sentences)
    assert rounds[0].lines[-1].seq == opened


def test_a_step_by_htmx_is_the_replay_alone(night):
    response = signed_in().get(f"/archive/{night.code}/2/", headers={"HX-Request": "true"})
    page = response.content.decode()
    assert "<html" not in page
    assert page.strip().startswith('<div class="replay" id="replay"')
    assert "HX-Request" in response["Vary"]


def test_going_back_in_the_browser_gets_the_whole_page(night):
    asked = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in signed_in().get(f"/archive/{night.code}/2/", headers=asked).content.decode()


def test_the_result_has_every_players_points_by_kind(night):
    response = signed_in().get(f"/archive/{night.code}/")
    result = response.context["page"].result
    held = result.places
    assert [each.place for each in held] == sorted(each.place for each in held)
    assert result.totals == [each.score for each in held]
    assert [sum(kind.points[column] for kind in result.breakdown) for column in range(2)] == result.totals
    assert {seat.index: (seat.place, seat.score) for seat in night.seats.all()} == {
        each.player.seat: (each.place, each.score) for each in held
    }
    said = text_of(response, "over")
    assert "The last night is over." in said
    assert "Total " + " ".join(map(str, result.totals)) in said


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("conceded", "{loser} conceded the game."),
        ("agreed", "The players agreed to end the game without a result."),
        ("abandoned", "Everyone has left the game."),
    ],
)
def test_a_game_that_was_not_played_out_says_how_it_ended_and_replays_to_its_last_move(how, words, people):
    seated = people if how == "conceded" else [*people, factories.person("Gino")]
    table = archiving.witnessed(seated, most=4).table
    end = {"conceded": ending.concede, "agreed": ending.agree_to_end, "abandoned": ending.resign}[how]
    for user in seated[1:] if how == "conceded" else seated:
        end(table_id=table.pk, user=user, now=NOW)
    table = factories.fresh(table)
    assert (table.ended_by, table.seq) == (how, 4)
    response = signed_in().get(f"/archive/{table.code}/")
    said = text_of(response)
    assert words.format(loser=people[1]) in said
    assert "Step 4 of 4" in said
    assert "Total" not in said
    assert response.context["ending"].lines == []
    assert said.count("left the game") == (1 + 3 if how == "abandoned" else 0)
    assert response.context["page"].result.places[0].place == (1 if how == "conceded" else None)


def test_who_resigned_is_marked_and_the_stewards_moves_are(people):
    table = factories.running_table(*people, factories.person("Gino"), options=archiving.ONE_NIGHT)
    ending.resign(table_id=table.pk, user=people[0], now=NOW)
    table = factories.play_to_end(table)
    response = signed_in().get(f"/archive/{table.code}/")
    assert [(each.player.name, each.left) for each in response.context["page"].result.places][-1] == (str(people[0]), True)
    lines = [line for found in response.context["page"].rounds for line in found.lines]
    assert {line.actor.name for line in lines if line.via == "played by the steward"} == {str(people[0])}
    assert "left the game" in text_of(response, "over")


def test_what_is_private_beyond_the_rules_stays_its_owners(people):
    """Notes, standing orders and chat stay private.

    No page and no record says that a move was made by a standing order, by email or through the API.
    """
    seats = [factories.seat_of(table := factories.running_table(*people), user) for user in people]
    asked = factories.waiting(table, seats[0])[0]
    preparing.save_draft(seat_id=seats[0].pk, key=asked.key, actions=[SealRoad("valley")], now=NOW)
    chat.say(table_id=table.pk, user=people[0], text="between ourselves", now=NOW)
    ordering.add_order(seat_id=seats[0].pk, user_id=people[0].pk, policy=JoinUpTo(place=3), now=NOW)
    seats[0].notes = "my notes"
    seats[0].save(update_fields=["notes"])
    table = factories.play_to_end(table)
    Move.objects.filter(table=table, seq=2).update(via="order")
    Move.objects.filter(table=table, seq=3).update(via="mail")
    Move.objects.filter(table=table, seq=4).update(via="api")
    for user in (None, *people):
        for address in ADDRESSES:
            page = signed_in(user).get(address.format(table.code), follow=True).content.decode()
            for private in ("between ourselves", "my notes", "JoinUpTo", "standing order", "email link"):
                assert private not in page, (address, private)
    record = json.loads(signed_in().get(f"/archive/{table.code}.json").content)
    assert {move["via"] for move in record["moves"]} == {"start", "page"}


def test_queries_do_not_grow_with_the_record(people):
    def count(table, address):
        with CaptureQueriesContext(connection) as queries:
            assert signed_in().get(f"/archive/{table.code}{address}").status_code == 200
        return len(queries)

    short = archiving.finished(*people)
    long = archiving.finished(*people, options={"version": "1", "nights": 3})
    assert long.seq > 2 * short.seq
    for address in ("/", "/3/", "/3/?eyes=1", ".json", "/check/"):
        assert count(long, address) == count(short, address)


def test_a_record_that_somebody_changed_is_no_crash_but_a_word(night):
    rewrite(Move.objects.filter(table=night, seq=3), action='{"type":"Nonsense"}')
    response = signed_in().get(f"/archive/{night.code}/")
    assert "This record can’t be replayed." in text_of(response)
    assert f'href="/archive/{night.code}/check/"' in response.content.decode()
    assert "Something in this record does not match." in text_of(signed_in().get(f"/archive/{night.code}/check/"))


def test_events_that_somebody_changed_are_told_as_the_rules_make_them(night):
    before = text_of(signed_in().get(f"/archive/{night.code}/3/"))
    rewrite(Move.objects.filter(table=night, seq=3), events="nonsense")
    assert text_of(signed_in().get(f"/archive/{night.code}/3/")) == before
    assert "This record can’t be replayed." in text_of(signed_in().get(f"/archive/{night.code}.json"))
    assert "Something in this record does not match." in text_of(signed_in().get(f"/archive/{night.code}/check/"))


def test_the_table_of_a_game_that_is_over_leads_to_its_archive(night):
    assert f'href="/archive/{night.code}/"' in signed_in().get(f"/t/{night.code}/").content.decode()
    assert Table.objects.get(pk=night.pk).status == "ended"
