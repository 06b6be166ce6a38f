"""Parts of a page: a response to htmx omits each part that the browser already has unchanged."""

import re
from itertools import islice

import pytest
from django.utils.html import escape

from accounts.models import User
from engines import registry
from engines.contract import When, encode
from tables.selectors.play import state
from tables.views.play import parts
from tests.site import factories
from tests.site.other_worlds import other_worlds
from tests.site.views import HTMX, masked, page_of, signed_in, slot

pytestmark = [pytest.mark.database, pytest.mark.django_db]
GAMES = ("gonzaga", "principato", "zena1814")
PART = re.compile(r'<(\w+)[^<>]* data-part="([^"]+)"')
SAME = re.compile(r'<(\w+) data-same="([^"]+)"></\1>')


def address(table, name="detail"):
    return f"/t/{table.code}/{'' if name == 'detail' else name + '/'}"


def names(text):
    return [name for _tag, name in PART.findall(text)]


def whole_parts(page):
    """Return the HTML of every part of a page, by fingerprint."""
    found = {}
    for match in PART.finditer(page):
        tag = match[1]
        depth = 0
        for each in re.finditer(rf"<(/?){tag}\b[^>]*?(/?)>", page[match.start() :]):
            depth += -1 if each[1] else 0 if each[2] else 1
            if depth == 0:
                found[match[2]] = page[match.start() : match.start() + each.end()]
                break
    return found


def asking(page):
    """Return the headers that htmx sends with a request while the browser shows this page."""
    return HTMX | {parts.HEADER: " ".join(names(page))}


def filled(answer, page):
    """Return the response with its omitted parts filled in from the page that the browser shows."""
    have = whole_parts(page)
    return SAME.sub(lambda match: have[match[2]], answer)


def news(page):
    return re.search(r'id="live"[^>]*hx-get="([^"]+)"', page).group(1).replace("&amp;", "&")


@pytest.fixture(params=GAMES)
def actors(request):
    people = [factories.person(name) for name in ("Anna", "Bruno")]
    # After this many moves, some random deals leave few unchanged parts on the page, so the deal is fixed.
    table = factories.filled(factories.with_known_chance(factories.open_table(people[0], game=request.param, seats=2)), *people)
    played_on(table, 24)
    return table, *people


def played_on(table, moves):
    """Send this number of moves, each chosen by the bot."""
    engine = registry.engine(table.game)
    for _move in range(moves):
        seat, pending = at_turn(table)
        factories.send(seat, bot_action(engine, table, seat, pending), key=pending.key)


def at_turn(table):
    pending = next(one for one in factories.waiting(table) if one.when is When.NOW)
    return table.seats.select_related("user", "table").get(index=pending.seat), pending


def bot_action(engine, table, seat, pending):
    chosen = engine.bot(state.seen(factories.fresh(table), seat), pending)
    return getattr(chosen, "actions", (chosen,))[0]


def test_a_page_names_its_parts_and_has_all_of_them(actors):
    table, player, _other = actors
    page = page_of(signed_in(player), address(table))
    assert len(names(page)) > 9
    assert 'data-part=""' not in page
    assert "<!--/part-->" not in page
    assert "data-same" not in page


def test_an_answer_leaves_out_what_is_the_same_and_nothing_else(actors, monkeypatch):
    """A response omits the unchanged parts, and is complete together with the old page.

    After a move, the test requests the news twice: with and without the list of the browser's parts.
    """
    table, _player, _other = actors
    seat, pending = at_turn(table)
    client = signed_in(seat.user)
    page = page_of(client, address(table))
    action = bot_action(registry.engine(table.game), table, seat, pending)
    fields = slot(page, key=pending.key, own_ply=str(seat.plies), action=encode(action).decode())
    before = page_of(client, news(page).replace(f"seq={factories.fresh(table).seq}", "seq=0"), headers=HTMX)
    answer = client.post(address(table, "act"), fields, headers=asking(page))
    assert answer.status_code == 200
    again = page_of(client, news(page), headers=asking(page))
    whole = page_of(client, news(page), headers=HTMX)
    assert 'data-same="' not in before
    assert len(SAME.findall(again)) > 9
    assert len(again) < len(whole) * 0.8
    assert masked(filled(again, page)) == masked(whole)
    assert set(SAME.findall(again)) == set(SAME.findall(answer.content.decode()))


def test_what_others_did_comes_without_what_stayed(actors):
    table, _player, _other = actors
    seat, pending = at_turn(table)
    watcher = table.seats.exclude(pk=seat.pk).get().user
    page = page_of(signed_in(watcher), address(table))
    factories.send(seat, bot_action(registry.engine(table.game), table, seat, pending), key=pending.key)
    answer = page_of(signed_in(watcher), news(page), headers=asking(page))
    assert SAME.search(answer)
    assert masked(filled(answer, page)) == masked(page_of(signed_in(watcher), news(page), headers=HTMX))


def test_another_language_brings_all_that_has_words(actors):
    table, player, _other = actors
    english = page_of(signed_in(player), address(table))
    User.objects.filter(pk=player.pk).update(language="de")
    client = signed_in(player)
    german = page_of(client, address(table))
    assert '<html lang="de">' in german
    url = news(german).split("&seq=")[0]
    answer = page_of(client, url, headers=asking(english))
    assert masked(filled(answer, english)) == masked(page_of(client, url, headers=HTMX))
    assert set(names(english)) - set(names(german))


def test_only_what_htmx_asks_for_leaves_anything_out(actors):
    """Only responses to htmx omit parts. A newly loaded page has no parts yet, whatever headers a cache or proxy adds."""
    table, player, _other = actors
    client = signed_in(player)
    page = page_of(client, address(table))
    again = page_of(client, address(table), headers={parts.HEADER: " ".join(names(page))})
    assert masked(again) == masked(page)


def test_fingerprints_tell_nothing_that_another_hides(actors):
    table, player, _other = actors
    client = signed_in(player)
    now = factories.fresh(table)
    before = names(page_of(client, address(table)))
    for world in islice(other_worlds(now, factories.seat_of(now, player)), 2):
        assert names(page_of(client, address(world))) == before


@pytest.mark.parametrize("given", ["x" * 100_000, "\x00", "data-part", "<g>", " ".join(["AAAAAAAA"] * 5000)])
def test_nonsense_brings_the_whole(actors, given):
    table, player, _other = actors
    client = signed_in(player)
    page = page_of(client, address(table))
    url = news(page).split("&seq=")[0]
    assert "data-same" not in page_of(client, url, headers=HTMX | {parts.HEADER: given})


def marked(inside, kept=()):
    return parts.marked(f'<ol><li id="one" data-part="">{inside}</li><!--/part--></ol>', kept).decode()


def test_a_fingerprint_is_that_of_the_text():
    [one] = names(marked("London"))
    assert [one] == names(marked("London"))
    assert marked("London", [one]) == f'<ol><li data-same="{one}"></li></ol>'
    assert marked("Londres", [one]) == f'<ol><li id="one" data-part="{names(marked("Londres"))[0]}">Londres</li></ol>'


def test_nobody_outside_can_reckon_a_fingerprint(settings):
    [one] = names(marked("London"))
    settings.SECRET_KEY = "another" * 9
    assert [one] != names(marked("London"))


def test_what_somebody_writes_makes_no_part():
    evil = escape('</li><!--/part--><li data-part="">')
    assert len(names(marked(evil))) == 1
