"""Secrecy to the byte: no page, fragment, pulse, file or refusal depends on information hidden from its viewer."""

import re
from collections.abc import Callable, Iterator
from difflib import unified_diff
from functools import partial
from itertools import islice
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse

from engines import registry
from engines.contract import IllegalAction, NotPending, Trait, encode
from tables.models import Seat, Table
from tables.selectors import coding
from tables.selectors.play import state
from tables.views.play import parts
from tests.engines.walks import needs
from tests.site import absence, factories
from tests.site.other_worlds import one_legal, other_worlds
from tests.site.views import HTMX, masked, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
every_game = pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
# The specimen game has one hidden item of each kind. `make thorough` compares the large games in a hundred worlds.
every_world = pytest.mark.parametrize(
    "game",
    [
        pytest.param(engine.slug, marks=[pytest.mark.slow] if engine.slug in registry.PLAYABLE else [])
        for engine in registry.engines(specimens=True)
    ],
)
MOMENTS = (0, 1, 3, 8)
OWN_RECEIPT = re.compile(r'(<li id="move-\d+" data-part=")[^"]+("(?:(?!</li>).)*RECEIPT)', re.DOTALL)


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(factories.NOW, tick=False)


@every_world
def test_nothing_that_is_read_depends_on_what_its_reader_cannot_see(game):
    """Pages and fragments are the same in worlds that differ only in hidden information.

    The test is slow because it requests each of them in several worlds.
    """
    needs(registry.engine(game), Trait.HIDDEN)
    table = _table(game)
    for moment in _moments(table):
        for seat in (*moment.seats.order_by("index"), None):
            get = signed_in(seat.user if seat else None).get
            reads = [partial(get, where, **more) for where, more in _reads(moment)]
            page = get(moment.get_absolute_url()).content.decode()
            shown = {parts.HEADER: " ".join(re.findall(r' data-part="([^"]+)"', page))}
            reads.append(partial(get, f"{moment.get_absolute_url()}?panel=none", headers=HTMX | shown))
            _same_everywhere(moment, seat, reads)


@every_world
def test_nothing_that_is_answered_depends_on_what_its_sender_cannot_see(game):
    """Responses to sent forms do not depend on hidden information.

    The forms are a draft, a refused and a non-revealing move, a queued turn, a chat line and consent to end. The test is slow
    because it sends each form in several worlds.
    """
    needs(registry.engine(game), Trait.HIDDEN)
    table = _table(game)
    for moment in _moments(table):
        for seat in moment.seats.order_by("index"):
            post = signed_in(seat.user).post
            sends = [partial(post, where, sent, headers=HTMX) for where, sent in _sends(moment, seat)]
            _same_everywhere(moment, seat, sends)


@every_game
def test_a_briefing_tells_nothing_that_its_reader_cannot_see(game):
    needs(registry.engine(game), Trait.HIDDEN)
    people = [factories.person(name) for name in ("Anna", "Berto", "Chiara")]
    table, seat = absence.left_table(*people, game=game)
    absence.answer_for_others(seat, now=factories.NOW)
    seat = absence.substituted(seat, factories.person("Bea"))
    get = signed_in(seat.user).get
    table = factories.fresh(table)
    reads = [partial(get, reverse(f"tables:{name}", args=[table.code])) for name in ("briefing", "detail", "log")]
    assert get(reverse("tables:briefing", args=[table.code])).status_code == 200
    _same_everywhere(table, seat, reads)


@every_game
def test_neither_offer_nor_lobby_tells_what_an_open_seat_holds(game):
    needs(registry.engine(game), Trait.HIDDEN)
    people = [factories.person(name) for name in ("Anna", "Berto", "Chiara")]
    table, seat = absence.left_table(*people, game=game)
    get = signed_in(factories.person("Bea")).get
    places = (reverse("tables:take", args=[table.code, seat.index]), reverse("tables:lobby"), table.get_absolute_url())
    _same_everywhere(table, None, [partial(get, where) for where in places])


def test_the_worlds_of_these_tests_differ_in_everything_that_is_hidden():
    table = _table("gonzaga")
    seat = table.seats.get(index=0)
    factories.send(table.seats.get(index=1), *one_legal(table.seats.get(index=1)))
    found = {_record(table) for _world in other_worlds(factories.fresh(table), seat)}
    for column in zip(*found, strict=True):
        assert len(set(column)) == len(found) > 1


def _record(table: Table) -> tuple[Any, ...]:
    sealed, now = table.moves.get(sealed=True), factories.fresh(table)
    return now.state, bytes(now.secret), sealed.action, bytes(sealed.salt), sealed.via, table.moves.get(seq=0).events


def _table(game: str) -> Table:
    people = [factories.person(name) for name in ("Anna", "Berto")]
    return factories.running_table(*people, game=game, name="Via Emilia")


def _moments(table: Table) -> Iterator[Table]:
    """Play with the bot's choices. Yield the table after each number of moves in ``MOMENTS``."""
    engine = registry.engine(table.game)
    for number in range(MOMENTS[-1] + 1):
        if number in MOMENTS:
            yield factories.fresh(table)
        asked = factories.waiting(table)[0]
        seat = Seat.objects.select_related("table").get(table=table, index=asked.seat)
        factories.send(seat, engine.bot(state.seen(factories.fresh(table), seat), asked), key=asked.key)


def _reads(table: Table) -> Iterator[tuple[str, dict[str, Any]]]:
    here = table.get_absolute_url()
    yield here, {}
    yield f"{here}?panel=none&seq=0", {"headers": HTMX}
    for name in ("log", "recap", "plan", "orders", "concede", "resign", "agree", "leave", "cancel"):
        yield reverse(f"tables:{name}", args=[table.code]), {}
    for name in ("home", "tables:lobby", "tables:mine", "archive:list"):
        yield reverse(name), {}
    for name in ("detail", "record", "check"):
        yield reverse(f"archive:{name}", args=[table.code]), {}
    yield reverse("tables:pulse", args=[table.pulse, table.changes]), {}
    yield reverse("tables:pulse", args=[table.pulse, 0]), {}


def _sends(table: Table, seat: Seat) -> Iterator[tuple[str, dict[str, Any]]]:
    address = {name: reverse(f"tables:{name}", args=[table.code]) for name in ("act", "draft", "file", "chat", "agree")}
    yield address["chat"], {"text": "Good day"}
    yield address["agree"], {}
    engine, seen = registry.engine(table.game), state.seen(table, seat)
    for asked in engine.pending(seen.public):
        slot = {"key": asked.key, "own_ply": seat.plies, "token": "a" * 16, "how": "first", "otherwise": "ask"}
        mine = tuple(engine.legal(seen, asked)) if asked.seat == seat.index else ()
        for action in (*mine[:1], *mine[-1:], *_of_others(engine, table, seat)):
            for name in ("draft",) if _reveals(engine, table, seat, action) else ("draft", "file", "act"):
                yield address[name], slot | {"action": encode(action).decode()}


def _of_others(engine: Any, table: Table, seat: Seat) -> list[Any]:
    """Return the latest action of the other players, if there is one. This seat can seldom take it."""
    theirs = (move.action for move in table.moves.exclude(seat=seat).order_by("-seq") if move.action)
    return [coding.action(engine.slug, text) for text in islice(theirs, 1)]


def _reveals(engine: Any, table: Table, seat: Seat, action: Any) -> bool:
    try:
        step = engine.apply(coding.state(table.game, table.state), seat.index, action)
    except (NotPending, IllegalAction):
        return False
    return any(told.reveals for told in step.events)


def _same_everywhere(table: Table, seat: Seat | None, asks: list[Callable[[], Any]]) -> None:
    """Assert that each request gets the same response in this world and in all other worlds."""
    true = [_answer(table, ask) for ask in asks]
    for _world in other_worlds(table, seat):
        for ask, expected in zip(asks, true, strict=True):
            got = _answer(table, ask)
            # A line-by-line comparison takes as long as rendering a page, so only differing responses are compared like that.
            if got != expected:
                assert got[0] == expected[0], ask
                assert not list(unified_diff(expected[1].splitlines(), got[1].splitlines(), n=0)), ask
                assert got == expected, ask


def _answer(table: Table, ask: Callable[[], Any]) -> tuple[int, str, dict[str, str]]:
    """Return the response to a request sent with an empty cache. Roll back its changes."""
    cache.clear()
    with transaction.atomic():
        response = ask()
        transaction.set_rollback(True)
    headers = {name: value for name, value in response.headers.items() if name not in ("Content-Security-Policy", "Set-Cookie")}
    own = set(re.findall("[0-9a-f]{64}", response.content.decode())) - set(table.moves.values_list("receipt", flat=True))
    body = re.sub("|".join(own) or "(?!)", "RECEIPT", masked(response.content.decode()))
    # A line with a new receipt has a different fingerprint each time.
    return response.status_code, OWN_RECEIPT.sub(r"\1FINGERPRINT\2", body), headers
