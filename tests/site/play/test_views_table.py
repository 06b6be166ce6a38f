"""Table page: its content for player, opponent and stranger, and the responses to moves, drafts and queued turns."""

import gzip
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from engines import registry
from engines.contract import Filed
from engines.specimen.actions import Decline, Join, SealRoad
from tables.models import Move, Table
from tables.present.time.moments import moment
from tables.selectors import coding
from tables.selectors.play import asking, state
from tables.services.play import preparing
from tests.site import factories, practising
from tests.site.views import HTMX, hidden, masked, page_of, signed_in, slot

pytestmark = [pytest.mark.database, pytest.mark.django_db]
VALLEY = '{"type":"SealRoad","road":"valley"}'
RIDGE = '{"type":"SealRoad","road":"ridge"}'

TRIED = "Your draft, not sent yet. This is how the table would look."


@pytest.fixture
def actors():
    player, opponent, stranger = (factories.person(name) for name in ("Player", "Opponent", "Stranger"))
    return factories.running_table(player, opponent), player, opponent, stranger


def address(table, name="detail"):
    return reverse(f"tables:{name}", args=[table.code])


def test_a_player_sees_their_hand_and_is_asked(actors):
    table, player, _opponent, _stranger = actors
    page = page_of(signed_in(player), address(table))
    assert "Your letters" in page
    assert "Your turn: choose a road" in page


@pytest.mark.parametrize("who", ["stranger", "nobody"])
def test_an_onlooker_sees_a_public_table_without_secrets(actors, who):
    table, _player, _opponent, stranger = actors
    page = page_of(signed_in(stranger if who == "stranger" else None), address(table))
    assert "You are watching" in page
    assert "Your letters" not in page
    assert "You are dealt" not in page
    assert 'name="own_ply"' not in page
    assert 'id="say"' not in page


@pytest.mark.parametrize("name", ["detail", "log"])
def test_a_private_table_is_not_there_for_strangers(actors, name):
    table, player, _opponent, stranger = actors
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.PRIVATE)
    assert signed_in(stranger).get(address(table, name)).status_code == 404
    assert signed_in().get(address(table, name))["Location"] == f"/accounts/login/?next={address(table, name)}"
    assert signed_in(player).get(address(table, name)).status_code == 200


def test_a_private_table_takes_nothing_from_strangers(actors):
    table, _player, _opponent, stranger = actors
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.PRIVATE)
    for name in ("act", "draft", "file", "chat", "concede", "agree", "resign", "leave", "cancel", "join"):
        assert signed_in(stranger).post(address(table, name), {"text": "x", "word": "x"}).status_code == 404, name


def test_a_move_answers_with_panel_and_the_rest_out_of_band(actors):
    table, player, _opponent, _stranger = actors
    client = signed_in(player)
    fields = slot(page_of(client, address(table)), action=VALLEY)
    response = client.post(address(table, "act"), fields, headers=HTMX)
    said = response.content.decode()
    assert "<html" not in said
    assert re.search(r'<section id="panel"[^>]*aria-labelledby="panel-title"\s*>', said)
    for part in ("board", "hand", "seats", "log", "live", "pulse", "chat-lines"):
        assert re.search(rf'id="{part}"[^>]*hx-swap-oob="true"', said), part
    assert "It is not your turn" in said
    assert Move.objects.get(table=table, seq=1).via == Move.Via.PAGE
    assert "HX-Request" in response["Vary"]


@pytest.mark.parametrize("who", [1, 2, 3])
def test_the_fingerprint_of_the_secret_can_be_noted_down_while_the_game_runs(actors, who):
    table = actors[0]
    assert f"<code>{table.commitment}</code>" in page_of(signed_in(actors[who]), address(table))
    assert bytes(table.secret).hex() not in page_of(signed_in(actors[who]), address(table))


def test_without_javascript_a_move_leads_back_to_the_page(actors):
    table, player, _opponent, _stranger = actors
    client = signed_in(player)
    response = client.post(address(table, "act"), slot(page_of(client, address(table)), action=VALLEY))
    assert (response.status_code, response.url) == (302, f"{address(table)}#panel")


def test_a_double_click_and_a_retried_request_move_once(actors):
    table, player, _opponent, _stranger = actors
    client = signed_in(player)
    fields = slot(page_of(client, address(table)), action=VALLEY)
    for _time in range(3):
        assert client.post(address(table, "act"), fields, headers=HTMX).status_code == 200
    assert factories.fresh(table).seq == 1


def test_a_stale_page_says_so_and_shows_the_position_now(actors):
    table, player, opponent, _stranger = actors
    client = signed_in(player)
    stale = page_of(client, address(table))
    client.post(address(table, "act"), slot(page_of(client, address(table)), action=VALLEY))
    response = client.post(address(table, "act"), slot(stale, action=RIDGE), headers=HTMX)
    said = response.content.decode()
    assert response.status_code == 422
    assert 'role="alert"' in said
    assert "You have already moved here" in said
    assert hidden(said, "own_ply") == "1"
    assert factories.fresh(table).seq == 1
    assert factories.seat_of(table, opponent).plies == 0


def test_a_broken_rule_is_named_in_the_page(actors):
    table, player, _opponent, _stranger = actors
    client = signed_in(player)
    fields = slot(page_of(client, address(table)), action='{"type":"SealRoad","road":"moon"}')
    for headers in (HTMX, {}):
        response = client.post(address(table, "act"), fields, headers=headers)
        assert response.status_code == 422
        assert "There is no such road. [S-3.1]" in response.content.decode()
    assert factories.fresh(table).seq == 0


def test_opponents_see_only_that_it_is_sealed(actors):
    table, player, opponent, _stranger = actors
    factories.send(factories.seat_of(table, player), SealRoad("ridge"))
    page = page_of(signed_in(opponent), address(table))
    assert "seals a road" in page
    assert ">sealed</span>" in page
    assert "Receipt" in page
    receipt = Move.objects.get(table=table, seq=1).receipt
    assert receipt in page
    assert "Sealed: ridge" not in page


def test_the_page_of_an_opponent_does_not_depend_on_what_was_sealed(actors):
    """The board on an opponent's page does not depend on sealed answers.

    The test seals two different answers and compares the pages from the board to the log.
    """
    table, player, opponent, _stranger = actors
    client, seat = signed_in(opponent), factories.seat_of(table, player)
    pages = []
    for road in ("ridge", "valley"):
        factories.send(seat, SealRoad(road), key="saddle/1")
        table.refresh_from_db()
        page = masked(page_of(client, address(table)))
        pages.append(page.partition('id="board"')[2].partition('id="log"')[0])
    assert pages[0] == pages[1]


def test_after_the_opening_the_log_shows_salt_and_action(actors):
    table, player, opponent, stranger = actors
    for user in (player, opponent):
        factories.send(factories.seat_of(table, user), SealRoad("ridge"))
    page = page_of(signed_in(stranger), address(table))
    sealed = Move.objects.get(table=table, seq=1)
    assert "Check receipts" in page
    assert bytes(sealed.salt).hex() in page
    assert sealed.receipt in page


def test_a_draft_of_two_letters_is_tried_out_stepped_back_and_sent(actors):
    table, player, _opponent, _stranger = actors
    _play_to(table, "packing")
    client, seat = signed_in(player), factories.seat_of(table, player)
    page = page_of(client, address(table))
    letters = re.findall(r'name="action" value="(\{&quot;type&quot;:&quot;Pack[^"]+)"', page)
    first = letters[0].replace("&quot;", '"')
    said = client.post(address(table, "draft"), slot(page, action=first), headers=HTMX).content.decode()
    assert said.count('class="draft-steps"') == 1
    assert TRIED in said
    assert ">Send<" not in said.partition('id="board"')[0]
    said = client.post(address(table, "draft"), slot(said, do="back"), headers=HTMX).content.decode()
    assert "draft-steps" not in said
    assert TRIED not in said
    for _letter in range(2):
        choice = re.search(r'name="action" value="(\{&quot;type&quot;:&quot;Pack[^"]+)"', said).group(1).replace("&quot;", '"')
        said = client.post(address(table, "draft"), slot(said, action=choice), headers=HTMX).content.decode()
    before = factories.fresh(table).seq
    assert factories.seat_of(table, player).plies == seat.plies
    steps = [text.replace("&quot;", '"') for text in re.findall(r'type="hidden" name="action" value="([^"]+)"', said)]
    assert len(steps) == 2
    assert client.post(address(table, "act"), slot(said, action=steps), headers=HTMX).status_code == 200
    assert factories.fresh(table).seq == before + 2


def test_a_ranked_list_is_filed_and_withdrawn_and_private(actors):
    table, player, opponent, _stranger = actors
    _play_to(table, "offer")
    asked = factories.waiting(table)[0]
    seat = next(s for s in (factories.seat_of(table, player), factories.seat_of(table, opponent)) if s.index == asked.seat)
    other = signed_in(opponent if seat.user_id == player.pk else player)
    client = signed_in(seat.user)
    offer = next(action for action in factories.legal(seat, asked) if type(action).__name__ == "Offer")
    factories.send(seat, offer)
    page = page_of(client, address(table))
    assert "You can: hire horses" in page
    watching = masked(page_of(other, address(table)))
    fields = {"key": hidden(page, "key"), "how": "each", "otherwise": "fallback", "action": ['{"type":"Rest"}', ""]}
    said = client.post(address(table, "file"), fields, headers=HTMX).content.decode()
    assert "Saved." in said
    assert [type(a).__name__ for a in asking.filings(seat, "specimen").waiting[fields["key"]].actions] == ["Rest"]
    assert masked(page_of(other, address(table))) == watching
    said = client.post(address(table, "file"), {"key": fields["key"], "do": "withdraw"}, headers=HTMX).content.decode()
    assert "Withdrawn" in said
    assert asking.filings(seat, "specimen") == asking.Filings({}, {})


def test_a_player_is_told_that_a_queued_turn_cannot_be_played():
    people = [factories.person() for _each in range(3)]
    table = factories.running_table(*people)
    for user in people:
        factories.send(factories.seat_of(table, user), SealRoad("valley"))
    asked = factories.waiting(table)[0]
    offerer, second, third = (table.seats.select_related("user").get(index=(asked.seat + place) % 3) for place in range(3))
    factories.send(offerer, next(each for each in factories.legal(offerer, asked) if type(each).__name__ == "Offer"))
    said = "None of your queued turns could be played here."
    key = factories.decision(third).key
    filed = Filed(key, (Join(2),))
    preparing.file_answer(seat_id=third.pk, filed=filed, user_id=third.user_id, now=factories.NOW)
    assert said not in page_of(signed_in(third.user), address(table))
    factories.send(second, Decline())
    assert said in page_of(signed_in(third.user), address(table))
    assert said not in page_of(signed_in(second.user), address(table))
    factories.send(third, Decline(), key=key)
    assert said not in page_of(signed_in(third.user), address(table))


@pytest.mark.parametrize(("pace", "said"), [(factories.BANKED, True), (factories.PLAIN, False)])
def test_the_panel_says_when_the_time_bank_begins_to_pay(pace, said):
    player = factories.person()
    table = factories.running_table(player, factories.person(), pace=pace)
    begins = moment(factories.NOW + timedelta(minutes=pace.decision))
    assert (f"used from {begins}" in page_of(signed_in(player), address(table))) == said


MORE = ["", " (1 more is waiting for you)", " (2 more are waiting for you)"]


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("more", range(3))
def test_the_next_table_that_waits_is_offered_after_a_move(actors, more, scripts):
    table, player, opponent, _stranger = actors
    other = factories.running_table(player, opponent, name="The other one", now=factories.NOW - timedelta(hours=1))
    for _number in range(more):
        factories.running_table(player, opponent, name="Later")
    client = signed_in(player)
    fields = slot(page_of(client, address(table)), action=VALLEY)
    sent = client.post(address(table, "act"), fields, headers=HTMX) if scripts else client.post(address(table, "act"), fields)
    said = (sent if scripts else client.get(sent["Location"])).content.decode()
    assert f'<a class="button" href="{address(other)}#panel">Next table: The other one{MORE[more]}</a>' in said


def test_without_another_table_that_waits_the_page_says_so_and_leads_to_my_games(actors):
    table, player, _opponent, _stranger = actors
    client = signed_in(player)
    fields = slot(page_of(client, address(table)), action=VALLEY)
    said = client.post(address(table, "act"), fields, headers=HTMX).content.decode()
    assert f'No other table is waiting for you. <a href="{reverse("tables:mine")}">My games</a>' in said


@pytest.mark.parametrize("where", ["recap", "plan"])
def test_other_pages_of_a_table_lead_on_with_no_query_more(actors, where):
    table, player, opponent, _stranger = actors
    client = signed_in(player)
    alone = _queries(client, address(table, where))
    other = factories.running_table(player, opponent, name="The other one")
    assert f'href="{address(other)}#panel">Next table: The other one</a>' in page_of(client, address(table, where))
    assert _queries(client, address(table, where)) == alone


def test_the_end_of_a_game_leads_on(actors):
    table, player, opponent, stranger = actors
    factories.play_to_end(table)
    other = factories.running_table(player, opponent, name="The other one")
    link = f'href="{address(other)}#panel">Next table: The other one</a>'
    assert link in page_of(signed_in(player), address(table))
    assert link not in page_of(signed_in(stranger), address(table))


def test_practice_leads_on_while_its_player_is_asked(actors):
    _table, player, opponent, _stranger = actors
    table = practising.opened(player)
    other = factories.running_table(player, opponent, name="The other one", now=factories.NOW - timedelta(hours=1))
    page = page_of(signed_in(player), address(table))
    assert "Your turn:" in page
    assert f'href="{address(other)}#panel">Next table: The other one (1 more is waiting for you)</a>' in page


def test_the_number_of_queries_does_not_grow_with_the_log(actors):
    table, player, _opponent, _stranger = actors
    client = signed_in(player)
    few = _queries(client, address(table))
    ended = factories.play_to_end(table, most=30)
    assert ended.seq == 30
    many = _queries(client, address(table))
    assert many <= few + 2  # one more query for revealed information, and one for a draft or the next table
    assert many <= 18


def test_the_page_is_small(actors):
    table, player, _opponent, _stranger = actors
    factories.play_to_end(table, most=30)
    page = page_of(signed_in(player), address(table))
    assert len(gzip.compress(page.encode())) < 80_000


def test_the_final_scores_are_shown_by_place(actors):
    table, player, _opponent, _stranger = actors
    ended = factories.play_to_end(table)
    page = page_of(signed_in(player), address(table))
    assert ended.status == Table.Status.ENDED
    assert "The game is over" in page
    assert "Letters carried by night" in page
    scores = list(ended.seats.order_by("place").values_list("score", flat=True))
    total = page[page.index('<tr class="total">') :]
    assert [int(found) for found in re.findall(r"<strong>(-?\d+)</strong>", total[: total.index("</tr>")])] == scores
    assert f"/archive/{ended.code}/0/" in page
    assert 'id="pulse"' not in page


def test_the_whole_log_goes_back_to_the_start(actors):
    table, player, _opponent, _stranger = actors
    factories.play_to_end(table, most=45)
    client, found = signed_in(player), set()
    next_page = address(table, "log")
    for _page in range(5):
        page = page_of(client, next_page)
        found |= {int(seq) for seq in re.findall(r'id="move-(\d+)"', page)}
        more = re.search(r'rel="next" href="([^"]+)"', page)
        if not more:
            break
        next_page = address(table, "log") + more.group(1)
    assert found == set(range(factories.fresh(table).seq + 1))


def _queries(client, where):
    page_of(client, where)
    with CaptureQueriesContext(connection) as captured:
        page_of(client, where)
    return len(captured)


def _play_to(table, kind):
    engine = registry.engine(table.game)
    for _move in range(60):
        asked = factories.waiting(table)
        if asked[0].kind == kind:
            return
        seat = next(s for s in table.seats.all() if s.index == asked[0].seat)
        factories.send(seat, engine.fallback(state.seen(factories.fresh(table), seat), asked[0]), key=asked[0].key)
    raise AssertionError(kind)


def test_the_page_of_a_full_map_is_small_and_asks_little(django_assert_max_num_queries):
    """The page of a table with a full map is small and needs few queries.

    The position is after up to 60 moves of a Gonzaga game.
    """
    people = [factories.person() for _seat in range(4)]
    table = factories.play_to_end(factories.running_table(*people, game="gonzaga"), most=60)
    for user in people:
        client = signed_in(user)
        with django_assert_max_num_queries(18):
            page = page_of(client, address(table))
        assert len(gzip.compress(page.encode())) < 80_000


@pytest.mark.parametrize("name", ["detail", "log"])
def test_the_log_gives_every_event_a_line_of_its_own(actors, name):
    table, player, opponent, _stranger = actors
    for user in (player, opponent):
        factories.send(factories.seat_of(table, user), SealRoad("ridge"))
    page = page_of(signed_in(player), address(table, name))
    lines = re.findall(r'<li id="move-\d+"[^>]*>(.*?)</li>', page, re.DOTALL)
    told = [re.findall(r"<p[^>]*>(.*?)</p>", line.partition("<details")[0]) for line in lines]
    assert len(told[-1]) > 1, "the roads are opened, and the relay begins"
    assert "seals a road" in told[-2][0]
    assert all(sentence.count(".") == 1 for sentence in told[-2])


def test_a_conceded_game_promises_nothing_about_its_end(actors):
    _table, player, opponent, _stranger = actors
    table = factories.running_table(player, opponent, game="gonzaga")
    client = signed_in(player)
    promises = ("Nobody else sees your hidden objective before the end.", "One more city makes it")
    assert all(words in page_of(client, address(table)) for words in promises)
    signed_in(opponent).post(address(table, "concede"))
    page = page_of(client, address(table))
    assert "Your hidden objective" in page
    assert not any(words in page for words in promises)


def test_a_tie_says_what_broke_it():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    table = factories.play_to_end(factories.running_table(anna, ben))
    result = coding.outcome(table.outcome)
    held = list(table.seats.order_by("place"))
    names = {seat.index: str(seat.user) for seat in held}

    def scored(first, second):
        for seat, score in zip(held, (first, second), strict=True):
            seat.score = score
            seat.save(update_fields=["score"])
        by_seat = {held[0].index: first, held[1].index: second}
        table.outcome = coding.to_text(replace(result, scores=(by_seat[0], by_seat[1]), tiebreak=(4, 1)))
        table.save()
        return page_of(signed_in(anna), address(table))

    each = ", ".join(f"{names[seat.index]} {(4, 1)[seat.index]}" for seat in held)
    assert "points each" not in scored(9, 8)
    assert f"9 points each. Tie-break: coins: {each}." in scored(9, 9)


def test_a_player_waiting_for_those_before_is_asked_without_being_told_off():
    people = [factories.person() for _each in range(3)]
    table = factories.running_table(*people)
    for user in people:
        factories.send(factories.seat_of(table, user), SealRoad("valley"))
    asked = factories.waiting(table)[0]
    offerer, second, third = (table.seats.select_related("user").get(index=(asked.seat + place) % 3) for place in range(3))
    factories.send(offerer, next(each for each in factories.legal(offerer, asked) if type(each).__name__ == "Offer"))
    client, key = signed_in(third.user), factories.decision(third).key
    said = client.post(address(table, "file"), {"key": key, "do": "wait"}, headers=HTMX)
    assert said.status_code == 200
    assert "Saved." in said.content.decode()
    assert not asking.filings(third, "specimen").waiting[key].actions
    factories.send(second, Decline())
    page = page_of(client, address(table))
    assert "Your turn: " in page
    assert "None of your queued turns could be played here." not in page
