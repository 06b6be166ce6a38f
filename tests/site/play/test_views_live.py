"""Live updates of a table page, its chat, and ending a game from it. Also the health check, the front page and the rules."""

import re

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from engines.specimen.actions import SealRoad
from tables.models import Agreement, ChatMessage, Table
from tables.selectors.play import presence
from tests.site import factories
from tests.site.views import HTMX, page_of, signed_in, slot

pytestmark = [pytest.mark.database, pytest.mark.django_db]
VALLEY = '{"type":"SealRoad","road":"valley"}'


@pytest.fixture
def actors():
    player, opponent = factories.person("Player"), factories.person("Opponent")
    return factories.running_table(player, opponent), player, opponent


def address(table, name="detail"):
    return reverse(f"tables:{name}", args=[table.code])


def polled(page):
    """Return the address that the page polls for news."""
    return re.search(r'id="pulse"[^>]*hx-get="([^"]+)"', page).group(1).replace("&amp;", "&")


def live(page):
    """Return the address that the page fetches news from."""
    return re.search(r'id="live"[^>]*hx-get="([^"]+)"', page).group(1).replace("&amp;", "&")


def test_nothing_new_costs_no_query(actors, django_assert_num_queries):
    table, player, _opponent = actors
    client = signed_in(player)
    pulse = polled(page_of(client, address(table)))
    client.get(pulse)
    with django_assert_num_queries(0):
        assert client.get(pulse).status_code == 204


def test_a_pulse_looks_at_nobody(actors):
    """A pulse opens no session and activates no language, because most requests are pulses.

    Its response still has the security headers, and forbids caching.
    """
    table, player, _opponent = actors
    client = signed_in(player)
    pulse = polled(page_of(client, address(table)))
    answers = [client.get(pulse, headers={"Accept-Language": "de"}), signed_in().get(pulse)]
    answers.append(client.get(f"{pulse}&lively=1"))
    assert [answer.status_code for answer in answers] == [204, 204, 200]
    for answer in answers:
        assert not answer.cookies
        assert {"Vary", "Content-Language"}.isdisjoint(answer.headers)
        assert {"X-Content-Type-Options", "Content-Security-Policy"} <= set(answer.headers)
        assert "no-store" in answer["Cache-Control"]
        assert not hasattr(answer.wsgi_request, "session")


def test_a_pulse_of_nothing_is_a_page_that_says_so(actors):
    table, player, _opponent = actors
    client = signed_in(player)
    assert "<h1>" in page_of(client, f"/p/{table.invite}/0/", 404)
    assert client.post(f"/p/{table.pulse}/0/").status_code == 405
    assert client.get(f"/p/{table.pulse}/0/?%ff", headers={"Content-Type": "text/plain; charset=utf-16"}).status_code == 200


def test_a_move_of_an_opponent_is_news(actors, django_capture_on_commit_callbacks):
    table, player, opponent = actors
    client = signed_in(player)
    page = page_of(client, address(table))
    client.get(polled(page))
    with django_capture_on_commit_callbacks(execute=True):
        factories.send(factories.seat_of(table, opponent), SealRoad("ridge"))
    response = client.get(polled(page))
    assert (response.status_code, response["HX-Reswap"]) == (200, "none")
    assert "table-changed" in response["HX-Trigger"]


def test_without_the_cache_the_database_answers(actors):
    table, player, opponent = actors
    client = signed_in(player)
    pulse = polled(page_of(client, address(table)))
    factories.send(factories.seat_of(table, opponent), SealRoad("ridge"))
    cache.clear()
    assert client.get(pulse).status_code == 200


def test_a_finished_game_stops_the_asking(actors):
    table, player, _opponent = actors
    client = signed_in(player)
    pulse = polled(page_of(client, address(table)))
    factories.play_to_end(table)
    cache.clear()
    response = client.get(pulse)
    assert response.status_code == 286
    assert "table-changed" in response["HX-Trigger"]


def test_a_finished_game_offers_no_way_to_end_it(actors):
    table, player, opponent = actors
    client = signed_in(player)
    page = page_of(client, address(table))
    assert address(table, "concede") in page
    signed_in(opponent).post(address(table, "concede"))
    said = page_of(client, live(page), headers=HTMX)
    assert '<div id="leaving" hx-swap-oob="true"></div>' in said
    assert address(table, "concede") not in said


def test_the_page_asks_more_often_while_an_opponent_is_there(actors):
    table, player, opponent = actors
    client = signed_in(player)
    page = page_of(client, address(table))
    assert 'hx-trigger="every 12s"' in page
    page_of(signed_in(opponent), address(table))
    response = client.get(polled(page))
    assert 'hx-trigger="every 2s"' in response.content.decode()
    assert client.get(polled(response.content.decode())).status_code == 204


def test_the_page_asks_often_while_a_bot_is_waited_for():
    player = factories.person("Player")
    table = factories.running_table(player, bots=1)
    client = signed_in(player)
    page = page_of(client, address(table))
    assert 'hx-trigger="every 1s"' in page
    assert client.get(polled(page)).status_code == 204
    bot = table.seats.exclude(bot="").get()
    factories.send(bot, SealRoad("ridge"))
    assert 'hx-trigger="every 12s"' in page_of(client, address(table))


def test_nobody_makes_somebody_else_seem_to_be_there(actors, django_assert_num_queries):
    """A forged or foreign token makes no player seem present.

    The forged values are numbers, malformed tokens, a token for another table, and parts of another player's token.
    """
    table, player, opponent = actors
    elsewhere = factories.running_table(player, opponent)
    tokens = [
        presence.token(elsewhere.pulse, player.pk),
        presence.token(table.pulse, opponent.pk).replace(f"{opponent.pk}:", ""),
    ]
    forged = ["0", "1", str(player.pk), f"{player.pk}:x", *tokens, f"{player.pk}:{tokens[1]}"]
    for me in forged:
        cache.clear()
        signed_in(opponent).get(f"/p/{table.pulse}/0/", {"me": me})
        assert not presence.is_here(player.pk, timezone.now()), me
        assert not presence.others_present(table.pulse, None, timezone.now()), me
    pulse = polled(page_of(signed_in(player), address(table)))
    signed_in().get(pulse)
    cache.delete(f"there:{table.pulse}")
    with django_assert_num_queries(0):
        signed_in().get(pulse)
    assert presence.is_here(player.pk, timezone.now())


def test_a_former_player_is_never_taken_for_the_current_one(actors):
    table, player, _opponent = actors
    pulse = polled(page_of(signed_in(player), address(table)))
    newcomer = factories.person("Newcomer")
    table.seats.filter(user=player).update(user=newcomer)
    cache.clear()
    signed_in().get(pulse)
    assert not presence.is_here(newcomer.pk, timezone.now())


def test_the_pulse_tells_nothing_else(actors):
    table, _player, _opponent = actors
    for query in ("", "?me=x", "?me=-1", "?me=999999999999999999999", "?me=%00", "?lively=%ff"):
        assert signed_in().get(f"/p/{table.pulse}/{table.changes}/{query}").content in (b"",) or query
    assert signed_in().get(f"/p/{table.pulse}/99999999999999999999/").status_code == 200
    assert signed_in().get(f"/p/{table.invite}/0/").status_code == 404


def test_news_leave_the_panel_alone_while_the_same_is_asked(actors):
    table, player, opponent = actors
    client = signed_in(player)
    page = page_of(client, address(table))
    factories.send(factories.seat_of(table, opponent), SealRoad("ridge"))
    said = page_of(client, live(page), headers=HTMX)
    assert 'id="panel"' not in said
    for part in ("board", "hand", "seats", "log", "live", "pulse", "chat-lines"):
        assert re.search(rf'id="{part}"[^>]*hx-swap-oob="true"', said), part
    assert "seals a road" in said


def test_talk_leaves_the_board_alone(actors):
    table, player, opponent = actors
    client = signed_in(player)
    page = page_of(client, address(table))
    signed_in(opponent).post(address(table, "chat"), {"text": "Sleeping?"})
    said = page_of(client, live(page), headers=HTMX)
    assert "Sleeping?" in said
    assert 'id="board"' not in said
    assert 'id="panel"' not in said


def test_news_bring_another_panel_with_a_notice_when_something_else_is_asked(actors):
    table, player, opponent = actors
    client = signed_in(player)
    client.post(address(table, "act"), slot(page_of(client, address(table)), action=VALLEY))
    page = page_of(client, address(table))
    assert "It is not your turn" in page
    factories.send(factories.seat_of(table, opponent), SealRoad("ridge"))
    said = page_of(client, live(page), headers=HTMX)
    assert re.search(r'<section id="panel"[^>]*hx-swap-oob="true"', said)
    assert "The game has moved on" in said


def test_a_waiting_table_shows_who_has_come_and_becomes_the_game():
    host = factories.person()
    table = factories.open_table(host, seats=3)
    client = signed_in(host)
    assert "when 2 more seats are taken" in page_of(client, address(table))
    for left in (1, 0):
        signed_in(factories.person("Guest")).post(address(table, "join"), {"word": "x"})
        response = client.get(address(table) + "?panel=waiting", headers=HTMX)
        if left:
            assert "when 1 more seat is taken" in response.content.decode()
    assert response["HX-Refresh"] == "true"


def test_chat_is_said_and_shown_to_all_who_see_the_table(actors):
    table, player, opponent = actors
    said = signed_in(player).post(address(table, "chat"), {"text": "Buon <viaggio>!"}, headers=HTMX).content.decode()
    assert "Buon &lt;viaggio&gt;!" in said
    assert said.lstrip().startswith('<div id="chat-lines"')
    assert "Buon &lt;viaggio&gt;!" in page_of(signed_in(opponent), address(table))
    response = signed_in(opponent).post(address(table, "chat"), {"text": "Grazie"})
    assert response.url == f"{address(table)}#chat"


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001, "null\x00byte"])
def test_what_cannot_be_said_stays_in_the_field(actors, text):
    table, player, _opponent = actors
    for headers in (HTMX, {}):
        response = signed_in(player).post(address(table, "chat"), {"text": text}, headers=headers)
        assert response.status_code == 422
        assert 'class="errorlist' in response.content.decode()
    assert not ChatMessage.objects.exists()


def test_onlookers_have_no_say(actors):
    table, _player, _opponent = actors
    response = signed_in(factories.person()).post(address(table, "chat"), {"text": "hm"}, headers=HTMX)
    assert response.status_code == 422
    assert "You have no seat at this table." in response.content.decode()


def test_chatter_has_a_limit_and_keeps_the_text(actors):
    table, player, _opponent = actors
    client = signed_in(player)
    answers = [client.post(address(table, "chat"), {"text": f"line {number}"}, headers=HTMX) for number in range(20)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 422
    assert "That was too fast." in answers[-1].content.decode()
    assert "line 19</textarea>" in answers[-1].content.decode()


def test_conceding_asks_first_and_ends_the_game(actors):
    table, player, opponent = actors
    client = signed_in(player)
    assert "Concede the game?" in page_of(client, address(table, "concede"))
    assert factories.fresh(table).status == Table.Status.RUNNING
    page = client.post(address(table, "concede"), follow=True).content.decode()
    assert "You have conceded the game." in page
    assert factories.fresh(table).ended_by == Table.EndedBy.CONCEDED
    assert factories.seat_of(table, opponent).place == 1


def test_leaving_a_game_of_three_hands_the_seat_to_a_steward():
    people = [factories.person() for _seat in range(3)]
    table = factories.running_table(*people)
    page = page_of(signed_in(people[0]), address(table))
    assert "Leave the game" in page
    assert "Concede" not in page
    signed_in(people[0]).post(address(table, "resign"))
    assert "You have left this game" in page_of(signed_in(people[0]), address(table))
    assert "left the game; the steward plays" in page_of(signed_in(people[1]), address(table))
    response = signed_in(people[0]).post(
        address(table, "act"), {"key": "saddle/1", "own_ply": "0", "token": "x" * 12, "action": VALLEY}
    )
    assert response.status_code == 422


def test_ending_by_agreement_needs_everybody_and_can_be_taken_back(actors):
    table, player, opponent = actors
    client = signed_in(player)
    client.post(address(table, "agree"))
    assert "agrees to end the game" in page_of(signed_in(opponent), address(table))
    assert 'name="do" value="withdraw"' in page_of(client, address(table, "agree"))
    client.post(address(table, "agree"), {"do": "withdraw"})
    assert not Agreement.objects.exists()
    for user in (player, opponent):
        signed_in(user).post(address(table, "agree"))
    assert factories.fresh(table).ended_by == Table.EndedBy.AGREED
    assert "agreed to end the game without a result" in page_of(client, address(table))


@pytest.mark.parametrize("name", ["concede", "resign", "agree"])
def test_nobody_ends_the_games_of_others(actors, name):
    table, _player, _opponent = actors
    page = signed_in(factories.person()).post(address(table, name), follow=True).content.decode()
    assert "You have no seat at this table." in page
    assert factories.fresh(table).status == Table.Status.RUNNING


def test_the_site_says_that_it_is_well():
    response = signed_in().get("/healthz/")
    assert (response.status_code, response.content) == (200, b"ok\n")


def test_the_front_page_greets_strangers_and_calls_players():
    player, opponent = factories.person(), factories.person()
    page = page_of(signed_in(), "/")
    assert "one move at a time" in page
    factories.running_table(player, opponent)
    assert "1 game is waiting for you." in page_of(signed_in(player), "/")


@pytest.mark.parametrize("slug", ["specimen", "gonzaga"])
def test_the_rules_can_be_read(slug):
    assert "<h1>" in page_of(signed_in(), f"/rules/{slug}/")
