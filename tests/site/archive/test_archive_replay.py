"""Replay of finished games: steps equal the record, and a seat's view of a step shows only what the seat saw then."""

import json
import re

import msgspec
import pytest

from engines.contract import Seen, encode
from engines.gonzaga.state import Hand
from tables.games.gonzaga.board.hand import content_of, secrets
from tables.games.gonzaga.words import places
from tables.games.registry import presenter
from tables.models import Move
from tables.pages.replay import ReplayPage
from tables.present.archive.viewpoints import Viewpoint
from tables.selectors.archive import games
from tables.services.play import ending
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in, text_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
GAMES = {"specimen": {"version": "1", "nights": 1}, "gonzaga": {}}


@pytest.fixture(params=GAMES)
def game(request):
    """Return a game of two, recorded move by move and then conceded while plans or roads were still sealed."""
    return watched(request.param)


@keeping.kept
def watched(name):
    people = [factories.person(name) for name in ("Elena", "Franco")]
    found = archiving.witnessed(people, game=name, options=GAMES[name], most=13)
    if factories.fresh(found.table).status == "running":
        ending.concede(table_id=found.table.pk, user=people[0], now=factories.NOW)
    found.table = factories.fresh(found.table)
    return found


@keeping.kept
def whole():
    """Return a game of Gonzaga that has been played to its end."""
    return archiving.witnessed([factories.person(), factories.person()], game="gonzaga").table


def replayed(table):
    """Return the replay of every step."""
    moves = list(table.moves.select_related("seat").order_by("seq"))
    return [games.replay(table, moves, step) for step in range(len(moves))]


def test_every_step_is_what_was_stored_then(game):
    assert [encode(each.state).decode() for each in replayed(game.table)] == game.states
    assert len(game.states) == game.table.seq + 1 > 6


def test_every_seat_sees_again_what_it_saw_then(game):
    for step, each in enumerate(replayed(game.table)):
        for seat in (0, 1, None):
            assert each.seen(seat) == game.seen(step, seat)


def test_the_events_of_a_step_are_those_that_were_recorded(game):
    recorded = [move.events for move in game.table.moves.order_by("seq")]
    assert [encode(each.events).decode() for each in replayed(game.table)] == recorded


def secrets_of(game, step, seat):
    """Return the sentences about a seat's secrets after a step."""
    return presenter(game.table.game).hand.secrets(game.seen(step, seat), ["", ""])


def test_a_seats_view_shows_its_own_secrets_and_nobody_elses(game):
    for step in range(game.table.seq + 1):
        for seat in (0, 1):
            response = signed_in().get(f"/archive/{game.table.code}/{step}/?eyes={seat}")
            hands = response.context["page"].secrets
            assert [hand.player.seat for hand in hands] == [seat]
            assert hands[0].words == secrets_of(game, step, seat)
            page = text_of(response)
            for own in hands[0].words:
                page = page.replace(own, "")
            assert not [secret for secret in secrets_of(game, step, 1 - seat) if secret in page], (step, seat)


def test_an_onlooker_sees_no_hand(game):
    for step in range(game.table.seq + 1):
        response = signed_in().get(f"/archive/{game.table.code}/{step}/?eyes=none")
        assert response.context["page"].secrets == []
        for secret in secrets_of(game, step, 0) + secrets_of(game, step, 1):
            assert secret not in text_of(response)


def test_with_everything_open_all_hands_are(game):
    for step in range(game.table.seq + 1):
        response = signed_in().get(f"/archive/{game.table.code}/{step}/")
        shown = {hand.player.seat: hand.words for hand in response.context["page"].secrets}
        assert shown == {seat: secrets_of(game, step, seat) for seat in (0, 1)}
        said = text_of(response, "hidden")
        assert all(sentence in said for sentences in shown.values() for sentence in sentences)


def test_what_a_seat_was_told_alone_is_read_by_that_seat_only(game):
    last = signed_in().get(f"/archive/{game.table.code}/")
    asides = {line.seq: line.asides for each in last.context["page"].rounds for line in each.lines if line.asides}
    assert asides
    for step in asides:
        told = replayed(game.table)[step].events
        for seat in (0, 1, None):
            page = text_of(signed_in().get(f"/archive/{game.table.code}/{step}/{query(seat)}"), "happened")
            words = in_words(last.context["page"], game.seen(step, None).public)
            # Two seats may be dealt the same cards, so a sentence readable for this seat is not a secret of the other seat.
            readable = {words(entry) for entry in told if entry.visible_to(seat)}
            for sentence in filter(None, map(words, told)):
                assert (sentence in page) == (sentence in readable), (step, seat, sentence)


def in_words(page, public):
    return lambda entry: page.presenter.event_words(entry.event, public, page.players)


def query(seat):
    return "?eyes=none" if seat is None else f"?eyes={seat}"


def test_a_sealed_answer_is_open_to_its_own_eyes_and_to_all_open_ones(game):
    for move in Move.objects.filter(table=game.table, sealed=True).select_related("seat"):
        for seat in (0, 1, None):
            page = signed_in().get(f"/archive/{game.table.code}/{move.seq}/{query(seat)}").content.decode()
            assert move.receipt in page
            assert (bytes(move.salt).hex() in page) == (move.seat.index == seat)
        assert bytes(move.salt).hex() in signed_in().get(f"/archive/{game.table.code}/").content.decode()


def test_nothing_is_drawn_from_what_nobody_held(game):
    """The replay is the same without undealt objectives and the remaining contents of decks and bags [X-55]."""
    moves = list(game.table.moves.select_related("seat").order_by("seq"))
    for each in replayed(game.table):
        for eyes in (Viewpoint("all"), Viewpoint("seat", 1), Viewpoint("none")):
            blind = msgspec.structs.replace(each.state, vault=None)
            without = games.Replayed(each.engine, blind, each.move, each.events, each.course)
            shown, expected = (ReplayPage(game.table, moves, one, eyes) for one in (without, each))
            for part in ("board", "happened", "secrets", "points", "rounds", "preview", "chart", "moments"):
                assert repr(getattr(shown, part)) == repr(getattr(expected, part))


def test_undealt_objectives_are_on_no_page():
    """Undealt objectives are on no page [G-1.9] [G-15.5] [X-55]."""
    table = whole()
    assert table.ended_by == "finished"
    state = replayed(table)[-1].state
    dealt = [sentences(state.public, hand.objective) for hand in state.hands]
    undealt = [sentences(state.public, objective) for objective in state.vault.objectives]
    page = text_of(signed_in().get(f"/archive/{table.code}/"))
    assert len(undealt) > 10
    assert all(sentence in page for each in dealt for sentence in each)
    for step in (0, 1, table.seq):
        page = text_of(signed_in().get(f"/archive/{table.code}/{step}/"))
        assert not [sentence for each in undealt for sentence in each if sentence in page]


def test_the_log_says_the_same_at_every_step():
    """The log is the same even for sentences that depend on the position at their move: cards locked for a later round."""
    table = whole()
    moves = list(table.moves.select_related("seat").order_by("seq"))
    logs = [logged(table, moves, step) for step in (0, table.seq // 2, table.seq)]
    assert logs[0] == logs[1] == logs[2]
    assert any(re.match("Locked for .+ next round: ", sentence) for sentence in logs[2])


def logged(table, moves, step):
    """Return every sentence of the log shown beside one step."""
    shown = ReplayPage(table, moves, games.replay(table, moves, step), Viewpoint("all"))
    return [sentence for part in shown.rounds for line in part.lines for sentence in line.sentences]


def sentences(public, objective):
    """Return the sentences for an objective, as a hand and as an event word them."""
    content = content_of(public.version)
    return *secrets(Seen(public, Hand(objective), 0), ()), places(content, content.cities_of(objective))


def test_an_answer_that_was_replaced_is_open_in_the_end():
    """The archive and the record reveal a replaced answer, and the record also the answer that replaced it."""
    from engines.specimen.actions import SealRoad

    people = [factories.person(), factories.person()]
    table = factories.running_table(*people)
    seat = factories.seat_of(table, people[0])
    factories.send(seat, SealRoad("valley"))
    key = Move.objects.get(table=table, seq=1).key
    factories.send(seat, SealRoad("river"), key=key)
    ending.concede(table_id=table.pk, user=people[1], now=factories.NOW)
    response = signed_in().get(f"/archive/{table.code}/1/")
    assert re.search("valley", text_of(response, "hidden"))
    record = json.loads(signed_in().get(f"/archive/{table.code}.json").content)
    assert [move["action"] for move in record["moves"][1:]] == [
        {"type": "SealRoad", "road": "valley"},
        {"type": "SealRoad", "road": "river"},
    ]
