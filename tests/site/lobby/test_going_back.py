"""Practice tables: taking decisions back, and hints with the bot's choice."""

import html
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engines import registry
from engines.contract import Filed, When, view
from engines.kit.game import Nothing
from tables.games.registry import presenter
from tables.models import Decision, Table
from tables.selectors import coding
from tables.selectors.play import recap, state
from tables.services import queue
from tables.services.archive import verify
from tables.services.lobby import practice, tables
from tables.services.play import at_once, going_back
from tests.rows import rewrite
from tests.site import factories, practising
from tests.site.views import HTMX, hidden, masked, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
GAMES = registry.PLAYABLE


def snapshot(table):
    """Return the row of a table, and the rows of its seats, moves, decisions and submissions."""
    tables_row = Table.objects.filter(pk=table.pk).values().get()
    parts = (table.seats, table.moves, table.decisions, table.submissions)
    return tables_row, [list(rows.order_by("pk").values()) for rows in parts]


def went_back(client, table, **fields):
    response = client.post(reverse("tables:take_back", args=[table.code]), fields)
    assert response.status_code == 302
    return Table.objects.get(code=response["Location"].strip("/").split("/")[-1])


@pytest.mark.parametrize("game", GAMES)
def test_what_is_taken_back_is_decided_anew_at_a_table_of_its_own(game):
    user = factories.person()
    client = signed_in(user)
    old = practising.play_as_bot(client, practising.opened(user, game), 4)
    before = snapshot(old)
    new = went_back(client, old)
    assert snapshot(old) == before
    last = old.submissions.order_by("-first_seq").first()
    assert [(move.seq, move.action, move.draws) for move in new.moves.filter(seq__lt=last.first_seq).order_by("seq")] == [
        (move.seq, move.action, move.draws) for move in old.moves.filter(seq__lt=last.first_seq).order_by("seq")
    ]
    assert practising.own_seat(new).index == practising.own_seat(old).index
    key = old.moves.get(seq=last.first_seq).key
    assert Decision.objects.open().filter(seat=practising.own_seat(new), key=key).exists()
    assert bytes(new.secret) != bytes(old.secret)
    assert new.practice
    assert client.get(new.get_absolute_url()).status_code == 200


def test_a_kept_game_stays_kept():
    user = factories.person()
    client = signed_in(user)
    table = practising.play_as_bot(client, practising.opened(user, "pebbles"), 2)
    assert practice.keep(table_id=table.pk, user=user, keeps=True)
    new = went_back(client, table)
    practice.forget_unused(now=timezone.now() + timedelta(days=60))
    assert Table.objects.filter(pk=new.pk).exists()


@pytest.mark.parametrize("game", GAMES)
def test_a_record_with_a_part_of_another_holds_to_its_end(game):
    """A game that continues another one's record is verified to its end. It goes back three times, the last time furthest."""
    user = factories.person()
    client = signed_in(user)
    table = practising.play_as_bot(client, practising.opened(user, game), 6)
    table = practising.play_as_bot(client, went_back(client, table), 3)
    sent = sorted(table.submissions.values_list("first_seq", flat=True))
    table = practising.play_as_bot(client, went_back(client, table, seq=sent[len(sent) // 2]), 3)
    table = went_back(client, table, seq=sent[1])
    assert [finding.code for finding in verify.verify_table(table) if not finding.ok] == []
    table = factories.play_to_end(table)
    assert table.status == Table.Status.ENDED
    assert [finding.code for finding in verify.verify_table(table) if not finding.ok] == []
    assert client.get(table.get_absolute_url()).status_code == 200
    record = reverse("archive:record", args=[table.code])
    for name in ("archive:step", "archive:check"):
        assert record not in page_of(client, reverse(name, args=[table.code, *([1] if name == "archive:step" else [])]))
    assert client.get(record).status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_the_recap_is_the_one_that_was_there_before_the_move(game):
    """The last copied move led to the same events as at the old table, for example to the end of a round."""

    def recapped(table, until):
        seat = practising.own_seat(table)
        return [(entry.seq, entry.events) for entry in recap.gap(table, seat, viewer=seat.index).entries if entry.seq < until]

    user = factories.person()
    client = signed_in(user)
    table, led_on = practising.dealt(user, game, 1), 0
    for _submission in range(8):
        table = practising.play_as_bot(client, table, 1)
        if table.status != Table.Status.RUNNING:
            break
        next_seq = table.seq + 1
        before = recapped(table, next_seq)
        led_on += bool(before) and before[0][0] == practising.own_seat(table).seen_seq
        after_next = practising.play_as_bot(client, table, 1)
        assert recapped(went_back(client, after_next), next_seq) == before
        table = after_next
    assert led_on or game not in ("gonzaga", "zena1814")


@pytest.mark.parametrize("game", GAMES)
def test_chance_after_going_back_is_new(game):
    """After going back, future draws are new. Games without draws keep their empty vault."""
    user = factories.person()
    client = signed_in(user)
    old = practising.play_as_bot(client, practising.opened(user, game), 2)
    vaults = {coding.to_text(coding.state(game, back.state).vault) for back in (went_back(client, old) for _time in range(3))}
    before = coding.state(game, old.state).vault
    if before == Nothing():
        assert vaults == {coding.to_text(before)}
    else:
        assert len(vaults) == 3
        assert coding.to_text(before) not in vaults


def test_bots_that_are_asked_there_answer_at_once():
    """Bots answer straight away after a player goes back, even if they had not yet answered before the move taken back."""
    user = factories.person()
    with queue.without("think_bot"):
        table = tables.create_practice(user=user, game="gonzaga", seats=2, options=presenter("gonzaga").practice, now=NOW)
    waiting = Decision.objects.open().filter(when="now", seat__user=None)
    mine = practising.own_seat(table)
    [asked] = factories.waiting(table, mine)
    factories.send(mine, factories.legal(mine, asked)[0], token="the-first-turn")
    assert waiting.filter(table=table).exists()
    new = going_back.go_back(table_id=table.pk, user=user, now=NOW)
    assert not waiting.filter(table=new).exists()
    assert new.moves.filter(via="bot").exists()


def test_one_goes_back_only_to_what_one_sent_and_only_in_practice():
    user = factories.person()
    client, table = signed_in(user), practising.opened(user)
    address = reverse("tables:take_back", args=[table.code])
    assert client.post(address).status_code == 422
    table = practising.play_as_bot(client, table, 2)
    assert client.post(address, {"seq": "999"}).status_code == 422
    assert client.post(address, {"seq": "-1; DROP"}).status_code == 302
    assert signed_in(factories.person()).post(address).status_code == 404
    ordinary = factories.running_table(user, factories.person())
    assert client.post(reverse("tables:take_back", args=[ordinary.code])).status_code == 404
    assert client.get(reverse("tables:take_back", args=[ordinary.code])).status_code == 404


def test_the_list_of_what_one_decided_leads_back_to_each():
    user = factories.person()
    client = signed_in(user)
    table = practising.play_as_bot(client, practising.opened(user, "gonzaga"), 4)
    page = page_of(client, reverse("tables:take_back", args=[table.code]))
    for first in table.submissions.values_list("first_seq", flat=True):
        assert f'name="seq" value="{first}"' in page
    assert reverse("tables:take_back", args=[table.code]) in page_of(client, table.get_absolute_url())


def test_my_games_show_only_the_table_at_which_one_plays_on():
    user = factories.person()
    client = signed_in(user)
    old = practising.play_as_bot(client, practising.opened(user), 2)
    new = went_back(client, old)
    page = page_of(client, "/my/")
    assert f'href="{new.get_absolute_url()}"' in page
    assert f'href="{old.get_absolute_url()}"' not in page
    assert old.code in page_of(client, new.get_absolute_url())


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_says_what_the_bot_would_do_and_what_it_takes_that_to_be_worth_if_it_weighs(game):
    user = factories.person()
    client = signed_in(user)
    table = practising.opened(user, game)
    address = reverse("tables:hint", args=[table.code])
    page = page_of(client, address, headers=HTMX)
    seat = practising.own_seat(table)
    hints = registry.engine(game).hints(state.seen(table, seat), factories.waiting(table, seat)[0])
    assert "Hint from the bot" in page
    assert ("The bot values this at" in page) is any(hint.worth is not None for hint in hints)
    assert page.count("<li>") >= 1
    assert "Hint from the bot" in page_of(client, address)
    assert "Hint from the bot" not in page_of(client, table.get_absolute_url())
    assert address in page_of(client, table.get_absolute_url())


@pytest.mark.parametrize("game", GAMES)
def test_the_first_hint_is_what_the_bot_does(game):
    engine, table = registry.engine(game), practising.opened(factories.person(), game)
    for _turn in range(8):
        seat = practising.own_seat(table)
        if not (waiting := factories.waiting(table, seat)):
            break
        seen = state.seen(factories.fresh(table), seat)
        first, action = engine.hints(seen, waiting[0])[0], engine.bot(seen, waiting[0])
        assert first.actions[0] == (action.actions[0] if isinstance(action, Filed) else action)
        factories.send(seat, first.actions[0], key=waiting[0].key)
        at_once.follow(table_id=table.pk, time_limit=timedelta(seconds=5), now=NOW)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_practice_tells_what_is_hidden(game):
    """Pages of a practice table are the same in three other hidden states that its player cannot rule out."""
    user = factories.person()
    client, engine = signed_in(user), registry.engine(game)
    table = practising.play_as_bot(client, practising.opened(user, game), 3)
    addresses = [reverse(f"tables:{name}", args=[table.code]) for name in ("detail", "hint", "take_back", "log")]

    def pages():
        return [masked(page_of(client, address)) for address in addresses]

    before, true = pages(), coding.state(game, factories.fresh(table).state)
    for number in range(3):
        other = engine.imagine(view(true, practising.own_seat(table).index), bytes([number]) * 32)
        rewrite(Table.objects.filter(pk=table.pk), state=coding.to_text(other))
        assert pages() == before


def test_there_are_no_hints_elsewhere():
    user = factories.person()
    ordinary = factories.running_table(user, factories.person())
    address = reverse("tables:hint", args=[ordinary.code])
    assert signed_in(user).get(address).status_code == 404
    assert address not in page_of(signed_in(user), ordinary.get_absolute_url())


@pytest.mark.parametrize("game", GAMES)
def test_what_a_hint_proposes_can_be_sent_as_it_is(game):
    """Every proposal of a hint at five positions is accepted.

    Each is sent at its own table that continues from the position.
    """
    user = factories.person()
    client, table = signed_in(user), practising.opened(user, game)
    for turn in range(5):
        page = page_of(client, reverse("tables:hint", args=[table.code]), headers=HTMX)
        forms = page.split("<form")[1:]
        for number, form in enumerate(forms):
            sent = {name: hidden(form, name) for name in ("key", "own_ply")} | {"token": f"hint-{turn}-{number}-sent"}
            sent["action"] = [html.unescape(value) for value in re.findall(r'name="action" value="([^"]*)"', form)]
            answer = client.post(reverse("tables:act", args=[table.code]), sent, headers=HTMX)
            assert answer.status_code == 200, answer.content.decode()[:2000]
            if number < len(forms) - 1:
                table = went_back(client, table)
                page = page_of(client, reverse("tables:hint", args=[table.code]), headers=HTMX)
        table = factories.fresh(table)


def test_hints_are_of_what_can_be_sent_now():
    """Hints propose current decisions only.

    In this deal of Zena, a card must be passed on after the turn, while the palace decision can be made in advance. The player
    is a guest, whose hints come from the bot: the doge's choice depends on the table's secret.
    """
    user = User.objects.create_guest(language="en", time_zone="UTC", now=NOW)
    client, table = signed_in(user), practising.dealt(user, "zena1814", 17)
    address = reverse("tables:hint", args=[table.code])

    def first(page):
        form = page.split("<form")[1]
        sent = {name: hidden(form, name) for name in ("key", "own_ply")} | {"token": "hint-and-sent-at-once"}
        return sent | {"action": [html.unescape(value) for value in re.findall(r'name="action" value="([^"]*)"', form)]}

    client.post(reverse("tables:act", args=[table.code]), first(page_of(client, address, headers=HTMX)), headers=HTMX)
    seat = practising.own_seat(table)
    pending = registry.engine(table.game).pending(state.seen(factories.fresh(table), None).public)
    mine = {each.key: each.when for each in pending if each.seat == seat.index}
    assert set(mine.values()) == {When.NOW, When.AHEAD}
    asked = set(re.findall(r'name="key" value="([^"]*)"', page_of(client, address, headers=HTMX)))
    assert asked == {key for key, when in mine.items() if when is When.NOW}
