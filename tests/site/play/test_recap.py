"""Recap since a seat's last move: its events, changes and steps, limited to information that the seat could see."""

import re

import pytest
from django.urls import reverse

from engines import registry
from engines.contract import Filed, Trait, encode
from tables.games.registry import presenter
from tables.models import Move, Seat, Table
from tables.selectors import coding
from tables.selectors.archive import games
from tables.selectors.play import recap, state
from tests.engines.walks import needs
from tests.rows import rewrite
from tests.site import absence, archiving, factories
from tests.site.archiving import text_of
from tests.site.views import HTMX, masked, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
every_game = pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(factories.NOW, tick=False)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto")]


def watched(people, game="specimen", most=8):
    """Play the first moves of a game, and return it with every position recorded."""
    return archiving.witnessed(people, game=game, most=most)


@pytest.fixture
def behind(people):
    """Return a Gonzaga seat that acted first in a round with three players."""
    table = watched([*people, factories.person("Chiara")], "gonzaga", most=6).table
    return min(seats(table), key=lambda each: each.seen_seq)


def seats(table):
    return Seat.objects.filter(table=table).select_related("table", "user").order_by("index")


def address(table, step=None):
    return reverse("tables:recap", args=[table.code]) + (f"?step={step}" if step else "")


def look(seat, step=None):
    """Return the response with the recap of one seat."""
    response = signed_in(seat.user).get(address(seat.table, step))
    assert response.status_code == 200
    return response


def led_to(table, seat):
    """Return the effects of a seat's last move as text, without the events of the seat's own action."""
    move = table.moves.get(seq=seat.seen_seq)
    later = [] if seat.seen_events is None else coding.events(table.game, move.events)[seat.seen_events :]
    public, page = state.seen(table, seat).public, look(seat).context["page"]
    return [
        words
        for each in later
        if each.visible_to(seat.index) and (words := presenter(table.game).event_words(each.event, public, page.players))
    ]


@every_game
def test_the_answer_to_a_move_tells_what_it_led_to(people, game):
    """The pages after a move show its effects, such as revealed plans and the start of scoring."""
    table, engine, told, led = factories.running_table(*people, game=game), registry.engine(game), 0, 0
    while told < 4 and (asked := factories.waiting(table)):
        seat = seats(table).get(index=asked[0].seat)
        reply = engine.bot(state.seen(table, seat), asked[0])
        action = reply.actions[0] if isinstance(reply, Filed) else reply
        step = engine.apply(coding.state(game, table.state), seat.index, action)
        fields = {"own_ply": seat.plies, "token": f"token-of-{table.seq:04}", "action": encode(action).decode()}
        answer = signed_in(seat.user).post(f"{table.get_absolute_url()}act/", fields | {"key": asked[0].key}, headers=HTMX)
        table, seat = factories.fresh(table), seats(table).get(pk=seat.pk)
        assert seat.seen_events == step.own
        led += step.own is not None and len(step.events) > step.own
        if table.status == Table.Status.RUNNING and (words := led_to(table, seat)):
            told += 1
            [line] = re.findall(r'id="recap"[^>]*>(.*?)</div>', answer.content.decode(), re.DOTALL)
            assert "Since your last move: " in line
            assert list(look(seat).context["recap"].sentences[: len(words)]) == words
    assert told or not led


@every_game
def test_it_tells_the_moves_after_ones_own_and_no_others(people, game):
    table = watched(people, game).table
    for seat in seats(table):
        last = table.moves.filter(user=seat.user).latest("seq").seq
        told = look(seat).context["recap"]
        later = {step.seq for step in told.steps}
        assert all(last <= seq <= table.seq for seq in later)
        said = [
            presenter(game).event_words(each.event, state.seen(table, seat).public, look(seat).context["page"].players)
            for move in table.moves.filter(seq__gt=last).order_by("seq")
            for each in coding.events(game, move.events)
            if each.visible_to(seat.index)
        ]
        said = led_to(table, seat) + said
        assert list(told.sentences) == [sentence for sentence in said if sentence]


@every_game
def test_every_step_shows_what_the_seat_saw_then(people, game):
    found = watched(people, game)
    for seat in seats(found.table):
        every = range(found.table.seq + 1)
        assert recap.positions(found.table, seat, every) == [found.seen(seq, seat.index) for seq in every]


@every_game
def test_what_is_kept_of_ones_last_move_is_what_all_knew_then(people, game):
    found = watched(people, game)
    for seat in seats(found.table):
        assert seat.seen_public == encode(found.seen(seat.seen_seq, None).public).decode()


def test_counters_are_told_as_they_were_and_as_they_are(people):
    table = watched(people, "zena1814", most=30).table
    changed = 0
    for seat in seats(table):
        response = look(seat)
        before, now = coding.public("zena1814", seat.seen_public), state.seen(table, None).public
        old, new = presenter("zena1814").counted(before, table.seat_count), presenter("zena1814").counted(now, table.seat_count)
        told = {
            (tally.player.seat, each.words): (each.before, each.after)
            for tally in response.context["position"].tallies
            for each in tally.changes
        }
        assert told == {
            (index, words): (old[words][index], counts[index])
            for words, counts in new.items()
            for index in range(len(people))
            if old[words][index] != counts[index]
        }
        changed += len(told)
        for was, became in told.values():
            assert re.search(rf"\b{was} → is now {became}\b", text_of(response))
    assert changed


def test_the_steps_add_up_to_the_whole(behind):
    seat = behind
    whole = look(seat).context["recap"]
    steps = [look(seat, number).context["position"] for number in range(1, len(whole.steps) + 1)]
    assert [shown.step.number for shown in steps] == list(range(1, len(whole.steps) + 1))
    assert [sentence for shown in steps for sentence in shown.step.sentences] == list(whole.sentences)
    assert [event for shown in steps for event in shown.step.events] == list(whole.events)


def test_what_changed_is_marked_on_the_board_of_the_step(behind):
    """New pieces are marked at their own step, and also on the board that shows all steps together."""
    seat = behind
    whole = look(seat).context["recap"]
    for step in whole.steps:
        shown, page = look(seat, step.number).context["position"], look(seat).context["page"]
        seen = recap.positions(seat.table, seat, [step.seq])[0]
        assert shown.board == page.presenter.board.context(seen, page.players, step.events)
        assert shown.board != page.presenter.board.context(seen, page.players)
        assert shown.round_words == page.presenter.words.round_words(seen.public)
    laid = [look(seat, step).content.decode().count("fresh") for step in (None, 1, 2)]
    assert laid[0] >= max(laid[1:]) > 0


@every_game
def test_a_step_shows_the_hand_of_its_reader_as_it_was(people, game):
    needs(registry.engine(game), Trait.HIDDEN)
    found = watched(people, game)
    for seat in seats(found.table):
        for step in look(seat).context["recap"].steps:
            response = look(seat, step.number)
            players = response.context["page"].players
            assert response.context["position"].hand == presenter(game).hand.context(found.seen(step.seq, seat.index), players)
            assert 'class="hand replay-hand"' in response.content.decode()
        assert 'class="hand replay-hand"' not in look(seat).content.decode()


def test_one_steps_through_just_the_gap_and_out_of_it(behind):
    seat, table = behind, behind.table
    last = len(look(seat).context["recap"].steps)
    assert last > 1
    first, end, whole = (page_of(signed_in(seat.user), address(table, step)) for step in (1, last, None))
    assert f'id="step-next" href="{address(table, 2)}"' in first
    assert re.search(r'id="step-prev" role="link" aria-disabled="true"', first)
    assert f'id="step-next" href="{address(table)}"' in end
    assert f'id="step-prev" href="{address(table, last)}"' in whole
    assert re.search(r'id="step-next" role="link" aria-disabled="true"', whole)


def test_a_step_that_is_no_more_leads_to_the_whole_and_nonsense_nowhere(people):
    table = watched(people).table
    client = signed_in(people[0])
    for number in (0, 99):
        response = client.get(address(table) + f"?step={number}")
        assert (response.status_code, response["Location"]) == (302, address(table))
    for nonsense in ("x", "-1", "1" * 30, "²"):
        assert client.get(address(table), {"step": nonsense}).status_code == 404


def test_a_step_asks_no_more_of_the_database_than_the_whole(behind, django_assert_max_num_queries):
    client = signed_in(behind.user)
    with django_assert_max_num_queries(20) as asked:
        client.get(address(behind.table))
    with django_assert_max_num_queries(len(asked) + 4):  # for the secret, the moves, and the seats twice
        client.get(address(behind.table, 1))


def test_htmx_gets_the_replay_alone(people):
    table = watched(people).table
    response = signed_in(people[0]).get(address(table), headers=HTMX)
    assert "<html" not in response.content.decode()
    assert 'id="replay"' in response.content.decode()
    assert "HX-Request" in response["Vary"]


def test_onlookers_are_sent_to_the_table_and_strangers_to_the_door(people):
    table = watched(people).table
    response = signed_in(factories.person("Stranger")).get(address(table))
    assert (response.status_code, response["Location"]) == (302, table.get_absolute_url())
    assert signed_in().get(address(table))["Location"] == f"/accounts/login/?next={address(table)}"
    waiting = factories.open_table(people[0])
    assert signed_in(people[0]).get(address(waiting))["Location"] == waiting.get_absolute_url()


def test_the_table_page_says_how_much_happened_and_leads_there(people):
    table = watched(people).table
    for seat in seats(table):
        told = look(seat).context["recap"]
        page = page_of(signed_in(seat.user), table.get_absolute_url())
        line = re.search(r'<div class="since" id="recap">(.*?)</div>', page)[1]
        if told.steps:
            count = len(told.sentences)
            assert f'<a href="{address(table)}">Since your last move: {count} event' in line
        else:
            assert line == ""
    assert '<div class="since" id="recap"></div>' in page_of(signed_in(), table.get_absolute_url())


def test_the_table_page_marks_what_the_recap_tells(people):
    table = watched(people, "gonzaga", most=12).table
    for seat in seats(table):
        response = signed_in(seat.user).get(table.get_absolute_url())
        assert response.context["page"].log.recap == look(seat).context["recap"]
        assert response.context["page"].log.recap.tallies == look(seat).context["recap"].tallies


def test_before_the_first_move_it_tells_what_happened_so_far(people):
    table = factories.running_table(*people)
    for seat in seats(table):
        told = look(seat).context["recap"]
        assert (told.title, told.is_all, list(told.tallies), list(told.events)) == ("Up to now", True, [], [])
        assert [step.seq for step in told.steps] in ([], [0])


def test_a_substitute_is_told_what_happened_since():
    players = [factories.person(name) for name in ("Anna", "Berto", "Chiara")]
    table, seat = absence.left_table(*players)
    before = table.moves.latest("seq").seq
    seat = absence.substituted(seat, factories.person("Bea"))
    absence.answer_for_others(seat, now=factories.NOW)
    told = look(seat).context["recap"]
    assert told.title == "Since you took the seat"
    assert told.steps
    assert all(step.seq > before for step in told.steps)
    assert Seat.objects.get(pk=seat.pk).seen_public


def test_a_long_gap_is_told_in_part(behind):
    everything = recap.gap(behind.table, behind, viewer=behind.index)
    part = recap.gap(behind.table, behind, viewer=behind.index, most=1)
    assert (everything.is_all, part.is_all) == (True, False)
    assert part.entries == everything.entries[-1:]
    told = look(behind).context["page"].log.recap_of(part)
    assert told.headline == f"Since your last move: more than {len(told.sentences)} events."


def test_a_record_that_cannot_be_replayed_says_so_and_tells_no_secret(behind):
    seat, table = behind, behind.table
    rewrite(Move.objects.filter(table=table, seq=1), action='{"type":"Nonsense"}')
    response = signed_in(seat.user).get(address(table, 1))
    assert response.status_code == 503
    assert "can’t be replayed" in response.content.decode()
    assert look(seat).context["recap"].steps
    with pytest.raises(games.Unplayable) as raised:
        recap.positions(table, seat, [table.seq])
    assert raised.value.__cause__ is None


@every_game
def test_a_step_depends_on_nothing_its_reader_cannot_see(people, game):
    """No step depends on events for other seats, the source of their moves, or the salt of a sealed answer."""
    needs(registry.engine(game), Trait.HIDDEN)
    table = watched(people, game).table
    for seat in seats(table):
        count = len(look(seat).context["recap"].steps)
        pages = [masked(look(seat, number).content.decode()) for number in range(1, count + 1)]
        _retell(table, seat)
        assert [masked(look(seat, number).content.decode()) for number in range(1, count + 1)] == pages


def _retell(table, seat):
    for move in table.moves.exclude(seat=seat).select_related("seat"):
        told = coding.events(table.game, move.events)
        hidden = [each for each in told if not each.visible_to(seat.index)]
        events = coding.to_text((*[each for each in told if each not in hidden], *hidden * 2))
        via = Move.Via.ORDER if move.seat_id else move.via
        rewrite(Move.objects.filter(pk=move.pk), events=events, via=via, salt=bytes(16) if move.sealed else None)
