"""My games: the rows, their order, texts and pictures, and the number in the menu."""

import io
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from PIL import Image

from accounts.models import User
from engines.specimen.actions import SealRoad
from tables.games import pictures
from tables.games.registry import presenter
from tables.models import Decision, Seat, Table
from tables.present.lobby.standings import standings
from tables.selectors.play import state
from tables.services.time import pausing
from tables.views.play.picture import YEAR_SECONDS
from tests.rows import rewrite
from tests.site import factories
from tests.site.factories import NOW
from tests.site.views import HTMX, page_of, signed_in, slot

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PAUSED = '<span class="badge gold">paused</span>'


def test_a_paused_game_is_marked_for_who_is_asked_and_who_waits():
    anna, ben, stranger = (factories.person(name) for name in ("Anna", "Ben", "Carla"))
    table = factories.running_table(anna, ben, game="principato")
    clients = [signed_in(user) for user in (anna, ben, stranger)]
    assert not any(PAUSED in page_of(client, reverse("tables:mine")) for client in clients)
    pausing.pause(factories.fresh(table), now=factories.NOW)
    assert [page_of(client, reverse("tables:mine")).count(PAUSED) for client in clients] == [1, 1, 0]
    pausing.resume(factories.fresh(table), now=factories.NOW)
    assert not any(PAUSED in page_of(client, reverse("tables:mine")) for client in clients)


def test_the_way_to_the_next_table_leads_to_the_most_urgent_one():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    client, address = signed_in(anna), reverse("tables:next")
    assert client.get(address)["Location"] == reverse("tables:mine")
    later = factories.running_table(anna, ben)
    assert client.get(address)["Location"] == f"{later.get_absolute_url()}#panel"
    soon = factories.running_table(anna, ben, now=NOW - timedelta(hours=1))
    assert client.get(address)["Location"] == f"{soon.get_absolute_url()}#panel"
    assert signed_in().get(address)["Location"].startswith("/accounts/login/")


def number(page: str, *, oob: bool) -> str:
    """Return the number beside "My games", or an empty string. Check that it is an out-of-band swap exactly if ``oob``."""
    found = re.findall(r'<span id="waiting-count"( hx-swap-oob="true")?[^>]*>(?: <span class="badge">(\d+)<)?', page)
    assert [bool(mark) for mark, _count in found] == [oob]
    return found[0][1]


def test_the_number_beside_my_games_follows_every_move():
    """The number is updated by the response to the user's own move, and with the news of other players' moves."""
    anna, ben = factories.person("Anna"), factories.person("Ben")
    tables = [factories.running_table(anna, ben) for _table in range(2)]
    client, address = signed_in(anna), tables[0].get_absolute_url()
    page = page_of(client, address)
    assert number(page, oob=False) == "2"
    fields = slot(page, action='{"type":"SealRoad","road":"river"}')
    said = client.post(f"{address}act/", fields, headers=HTMX).content.decode()
    assert number(said, oob=True) == "1"
    for table in tables:
        factories.send(factories.seat_of(table, ben), SealRoad("ridge"))
    news = page_of(client, f"{address}?panel=&seq=1&beside=0", headers=HTMX)
    assert number(news, oob=True) == str(sum(bool(factories.waiting(each, factories.seat_of(each, anna))) for each in tables))
    assert "waiting-count" not in page_of(signed_in(), f"{address}?panel=&seq=1&beside=0", headers=HTMX)


def test_somebody_who_comes_back_to_a_page_gets_the_number_alone():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    factories.running_table(anna, ben)
    client = signed_in(anna)
    assert number(page_of(client, reverse("tables:mine")), oob=False) == "1"
    said = page_of(client, reverse("tables:count"), headers=HTMX)
    assert number(said, oob=False) == "1"
    assert said.startswith("<span")
    assert said.endswith("</span>")
    assert not client.session.modified
    assert not page_of(signed_in(), reverse("tables:count"), status=204, headers=HTMX)


def speak(user: User, language: str) -> None:
    """Set the user's language."""
    User.objects.filter(pk=user.pk).update(language=language)


def rows(page: str, section: str) -> list[str]:
    """Return the rows of one list on the page My games."""
    return page.split(f'id="{section}-title"')[1].split("</section>")[0].split('<li class="table-row')[1:]


def test_a_line_says_where_the_game_is_as_its_table_does():
    """The list and the table page both use the presenter's words for the round, in the reader's language."""
    anna, ben = factories.person("Anna"), factories.person("Ben")
    table = factories.running_table(anna, ben, game="principato")
    said = presenter("principato").words.round_words(state.seen(factories.fresh(table), None).public)
    assert said == "year 1, turn 1 of 14"
    for user in (anna, ben):
        page = page_of(signed_in(user), reverse("tables:mine"))
        assert f"· {said}</p>" in page
    speak(anna, "it")
    assert "· anno 1, mossa 1 di 14</p>" in page_of(signed_in(anna), reverse("tables:mine"))


def test_a_line_says_how_i_stand_and_follows_the_moves():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    table = factories.play_to_end(factories.running_table(anna, ben), most=12)
    seat = factories.seat_of(table, anna)
    public = state.seen(factories.fresh(table), None).public
    points = [presenter(table.game).board.points(public, each) for each in range(2)]
    assert f"{points[seat.index]} points, ranked " in page_of(signed_in(anna), reverse("tables:mine"))


def test_positions_are_read_once_for_all_who_list_them(django_assert_num_queries):
    """After a list has been read, a position is read again only after a move."""
    anna, ben = factories.person("Anna"), factories.person("Ben")
    tables = [factories.fresh(factories.running_table(anna, ben)) for _table in range(3)]
    first = standings(tables)
    assert set(first) == {table.pk for table in tables}
    with django_assert_num_queries(0):
        assert standings(tables) == first
    factories.send(factories.seat_of(tables[0], anna), SealRoad("river"))
    tables[0] = factories.fresh(tables[0])
    with django_assert_num_queries(1):
        standings(tables)
    rewrite(Table.objects.filter(pk=tables[1].pk), state="{", seq=tables[1].seq + 1)
    assert tables[1].pk not in standings([factories.fresh(tables[1])])


def test_the_first_end_of_own_time_stands_on_top_whatever_the_bank_and_however_long_it_waits(time_machine):
    time_machine.move_to(NOW, tick=False)
    anna, ben = factories.person("Anna"), factories.person("Ben")
    first, second = (factories.running_table(anna, ben) for _table in range(2))
    own = {first: NOW + timedelta(hours=23), second: NOW + timedelta(days=3)}
    for table, at in own.items():
        # The game with only 23 hours left got its decision last, and has the larger time bank.
        bank = {"bank_at": at, "due_at": NOW + timedelta(days=30) - (at - NOW)}
        Decision.objects.filter(table=table).update(asked_at=NOW - (at - NOW), over_at=at, **bank)
    lines = rows(page_of(signed_in(anna), reverse("tables:mine")), "awaiting")
    assert [first.code in lines[0], second.code in lines[1]] == [True, True]
    assert "waiting since <time" in lines[0]
    for line, at, after in zip(lines, own.values(), ("28 days", "24 days"), strict=True):
        assert f'<time datetime="{at.isoformat(timespec="minutes")}" class="postmark">' in line
        assert f"then {after} of time bank" in line
    assert ["within a day" in line for line in lines] == [True, False]
    for table, at in own.items():
        factories.send(factories.seat_of(table, anna), SealRoad("river"))
        Decision.objects.filter(table=table).update(over_at=at)
    lines = rows(page_of(signed_in(anna), reverse("tables:mine")), "others")
    assert [first.code in lines[0], second.code in lines[1]] == [True, True]
    assert not any("within a day" in line for line in lines)


def picture_of(page: str) -> str:
    """Return the address of the first board picture in the list."""
    found = re.search(r'<img class="row-board" src="([^"]+)" alt="" loading="lazy"', page)
    assert found
    return found[1]


def test_a_line_shows_the_board_that_a_browser_asks_for_once():
    anna, ben, stranger = (factories.person(name) for name in ("Anna", "Ben", "Carla"))
    table = factories.running_table(anna, ben, game="gonzaga", visibility=Table.Visibility.PRIVATE)
    client = signed_in(anna)
    address = picture_of(page_of(client, reverse("tables:mine")))
    answer = client.get(address)
    assert answer["Content-Type"] == "image/png"
    assert answer["Cache-Control"] == f"private, max-age={YEAR_SECONDS}, immutable"
    assert max(Image.open(io.BytesIO(answer.content)).size) <= 280
    # Only public facts are drawn, so everybody who can see the table gets the same picture.
    assert signed_in(ben).get(address).content == answer.content
    assert signed_in(stranger).get(address).status_code == 404
    factories.play_to_end(table, most=6)
    newer = picture_of(page_of(client, reverse("tables:mine")))
    assert newer != address
    assert client.get(newer).content != answer.content
    moved = client.get(address)
    assert moved["Location"] == newer
    assert "no-store" in moved["Cache-Control"]
    speak(anna, "de")
    assert picture_of(page_of(signed_in(anna), reverse("tables:mine"))) != newer


def test_a_table_without_a_drawing_or_a_game_has_no_picture():
    anna = factories.person("Anna")
    waiting = factories.open_table(anna)
    factories.running_table(anna, factories.person("Ben"))
    page = page_of(signed_in(anna), reverse("tables:mine"))
    assert "awaiting-title" in page
    assert "row-board" not in page
    assert signed_in(anna).get(reverse("tables:picture", args=[waiting.code, 0, pictures.stamp()])).status_code == 404


def test_a_shared_victory_is_shared_in_the_list_as_at_the_table():
    anna, ben = factories.person("Anna"), factories.person("Ben")
    tables = [factories.play_to_end(factories.running_table(anna, ben)) for _table in range(2)]
    alone, shared = (Seat.objects.filter(table=table) for table in tables)
    rewrite(alone.filter(user=anna), place=1)
    rewrite(alone.filter(user=ben), place=2)
    rewrite(shared, place=1)
    lines = dict(zip((table.code for table in tables), ("you won", "you share the victory"), strict=True))
    for row in rows(page_of(signed_in(anna), reverse("tables:mine")), "finished"):
        said = next(words for code, words in lines.items() if code in row)
        assert f'<p class="meta">{said}' in row
    assert "your finishing place: 2" in page_of(signed_in(ben), reverse("tables:mine"))
