"""Practice tables: opened by one click, answered at once, told to nobody, gone after a while."""

import html
import re
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import leaving
from accounts.models import User
from engines import registry
from engines.contract import Filed, view
from tables.games.registry import presenter
from tables.models import ArchivedGame, Decision, Notification, Seat, SentForm, Table
from tables.selectors import coding, counts
from tables.selectors.play import state
from tables.selectors.staff import trouble
from tables.services import queue
from tables.services.archive import archiving, verify
from tables.services.lobby import practice, tables
from tables.services.play import at_once, ending
from tables.services.time import deadlines
from tests.site import factories
from tests.site.views import HTMX, hidden, masked, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
GAMES = registry.PLAYABLE


def opened(user: User, game: str = "specimen", **more):
    fields = {"seats": registry.engine(game).seat_range[0], "options": presenter(game).practice, "now": NOW} | more
    return factories.fresh(practice.open_practice(user=user, game=game, **fields))


def begin(client, game: str = "specimen", **fields):
    """What the button on the front page does."""
    response = client.post(reverse("tables:practice", args=[game]), fields)
    assert response.status_code == 302, response.status_code
    return Table.objects.get(code=response["Location"].strip("/").split("/")[-1])


def own_seat(table: Table) -> Seat:
    return Seat.objects.select_related("table", "user").get(table=table, user__isnull=False)


def asked(seat: Seat) -> Decision:
    return Decision.objects.open().filter(seat=seat).exclude(when="may").order_by("key").first()


@pytest.mark.parametrize("game", GAMES)
def test_one_click_opens_a_table_at_which_a_stranger_is_asked_something(game):
    client = signed_in()
    table = begin(client, game, time_zone="Europe/Rome")
    seat = own_seat(table)
    assert table.practice
    assert table.status == Table.Status.RUNNING
    assert (seat.user.is_guest, seat.user.email, seat.user.time_zone) == (True, None, "Europe/Rome")
    assert asked(seat) is not None
    page = client.get(table.get_absolute_url())
    assert page.status_code == 200
    assert page.context["page"].urgent
    assert not page.context["machine"]


def test_a_guest_has_a_session_of_their_own():
    client = signed_in()
    client.get("/")
    before = client.session.session_key
    begin(client)
    assert client.session.session_key not in (None, before)


def test_a_guest_opens_more_tables_as_the_same_guest():
    client = signed_in()
    assert own_seat(begin(client)).user == own_seat(begin(client)).user


def test_somebody_with_an_account_practises_as_themselves():
    user = factories.person()
    assert own_seat(begin(signed_in(user))).user == user
    assert not User.objects.filter(guest_since__isnull=False).exists()


def test_two_clicks_of_a_member_open_one_table():
    client = signed_in(factories.person())
    assert begin(client, token="t" * 16) == begin(client, token="t" * 16)
    assert SentForm.objects.count() == 1


def test_a_game_that_is_none_is_not_opened():
    assert signed_in().post("/practice/chess/").status_code == 404
    assert not User.objects.exists()


def test_a_zone_that_is_none_becomes_utc():
    assert own_seat(begin(signed_in(), time_zone="Nowhere/Land")).user.time_zone == "UTC"


@pytest.mark.parametrize("game", GAMES)
def test_the_answer_to_a_move_shows_what_the_bots_have_done(game):
    """A whole game against bots, each answer of the page being one in which somebody is asked or it is over."""
    user = factories.person()
    client, table, engine = signed_in(user), opened(user, game), registry.engine(game)
    for _turn in range(6):
        seat = own_seat(table)
        pending = factories.waiting(table, seat)[0]
        action = engine.bot(state.seen(factories.fresh(table), seat), pending)
        sent = {
            "key": pending.key,
            "own_ply": seat.plies,
            "token": f"turn-number-{seat.plies}",
            "action": coding.to_text(action),
        }
        answer = client.post(reverse("tables:act", args=[table.code]), sent, headers=HTMX)
        assert answer.status_code == 200
        table = factories.fresh(table)
        bots = Decision.objects.open().filter(table=table, when="now", seat__user=None)
        if not bots.exists():
            assert answer.context["page"].table.seq == table.seq
    assert table.moves.filter(via="bot").exists()


def left_to_bots(table):
    return Decision.objects.open().filter(table=table, when="now", seat__user=None)


@pytest.mark.parametrize("game", GAMES)
def test_what_bots_have_no_time_for_is_left_to_a_worker(game, eager, django_capture_on_commit_callbacks):
    user = factories.person()
    with queue.without("think_bot"):
        table = next(table for table in (created(user, game) for _try in range(50)) if left_to_bots(table).exists())
    with django_capture_on_commit_callbacks(execute=True):
        assert at_once.follow(table_id=table.pk, most=timedelta(0), now=NOW) == 0
        assert left_to_bots(table).exists()
    assert not left_to_bots(table).exists()


def created(user, game):
    fields = {"seats": registry.engine(game).seat_range[0], "options": presenter(game).practice}
    return tables.create_practice(user=user, game=game, now=NOW, **fields)


def test_no_clock_runs_and_nobody_is_mailed():
    user = factories.person()
    table = opened(user)
    deadlines.sweep(now=NOW + timedelta(days=40))
    open_ones = Decision.objects.open().filter(table=table)
    assert open_ones.exists()
    assert not open_ones.filter(due_at__isnull=False).exists()
    assert not Notification.objects.exists()
    assert factories.fresh(table).seq == table.seq


def test_a_finished_practice_is_in_no_archive_rating_or_count(eager, django_capture_on_commit_callbacks):
    user = factories.person()
    with django_capture_on_commit_callbacks(execute=True):
        table = factories.play_to_end(opened(user))
        archiving.queue_missing(now=NOW + timedelta(days=1), limit=10)
    assert table.status == Table.Status.ENDED
    assert not ArchivedGame.objects.exists()
    assert not table.rating_changes.exists()
    assert not Notification.objects.exists()
    assert set(counts.tables_by_phase().values()) == {0}
    assert not Decision.objects.exclude(result="").exists()
    assert signed_in(user).get(reverse("archive:detail", args=[table.code])).status_code == 200
    assert signed_in(factories.person()).get(reverse("archive:detail", args=[table.code])).status_code == 404


def test_operators_are_not_troubled_by_a_table_that_lies_still():
    opened(factories.person())
    assert trouble.troubled_tables(NOW + timedelta(days=40)) == []


def test_a_table_that_nobody_comes_back_to_goes():
    user = factories.person()
    unused, kept, played = (opened(user) for _number in range(3))
    assert practice.keep(table_id=kept.pk, user=user, keeps=True)
    Table.objects.filter(pk=played.pk).update(moved_at=NOW + timedelta(days=3))
    ordinary = factories.running_table(user, factories.person())
    assert practice.forget_unused(now=NOW + timedelta(days=8)) == 1
    assert set(Table.objects.values_list("pk", flat=True)) == {kept.pk, played.pk, ordinary.pk}
    assert unused.pk not in Table.objects.values_list("pk", flat=True)


def test_only_whose_practice_it_is_can_keep_it():
    table = opened(factories.person())
    assert not practice.keep(table_id=table.pk, user=factories.person(), keeps=True)
    assert not factories.fresh(table).kept


def test_practice_goes_with_the_account():
    user = factories.person()
    table = opened(user)
    practice.keep(table_id=table.pk, user=user, keeps=True)
    leaving.delete_account(user_id=user.pk, now=NOW)
    assert not Table.objects.filter(pk=table.pk).exists()


def test_practice_ends_when_its_player_has_enough():
    user = factories.person()
    table = opened(user, seats=3)
    ending.resign(table_id=table.pk, user=user, now=NOW)
    assert factories.fresh(table).status == Table.Status.ENDED


def test_a_practice_table_is_nobody_elses():
    table = opened(factories.person())
    for client in (signed_in(), signed_in(factories.person())):
        assert client.get(table.get_absolute_url()).status_code == 404


def test_the_front_page_and_the_rules_of_each_game_begin_a_practice():
    client = signed_in()
    for game in GAMES:
        address = f'action="{reverse("tables:practice", args=[game])}"'
        assert address in page_of(client, "/")
        assert address in page_of(client, reverse("rules", args=[game]))


def play_as_bot(client, table, turns):
    """Some decisions of the person at a table, the way their page sends them."""
    engine, game = registry.engine(table.game), table.game
    for _turn in range(turns):
        seat = own_seat(table)
        waiting = factories.waiting(table, seat)
        if not waiting:
            break
        action = engine.bot(state.seen(factories.fresh(table), seat), waiting[0])
        sent = {"key": waiting[0].key, "own_ply": seat.plies, "token": f"{game}-turn-{seat.plies}"}
        sent["action"] = coding.to_text(action.actions[0] if isinstance(action, Filed) else action)
        assert client.post(reverse("tables:act", args=[table.code]), sent).status_code == 302
    return factories.fresh(table)


def snapshot(table):
    """Every row of a table, as it stands."""
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
    old = play_as_bot(client, opened(user, game), 4)
    before = snapshot(old)
    new = went_back(client, old)
    assert snapshot(old) == before
    last = old.submissions.order_by("-first_seq").first()
    assert [(move.seq, move.action, move.draws) for move in new.moves.filter(seq__lt=last.first_seq).order_by("seq")] == [
        (move.seq, move.action, move.draws) for move in old.moves.filter(seq__lt=last.first_seq).order_by("seq")
    ]
    assert own_seat(new).index == own_seat(old).index
    key = old.moves.get(seq=last.first_seq).key
    assert Decision.objects.open().filter(seat=own_seat(new), key=key).exists()
    assert bytes(new.secret) != bytes(old.secret)
    assert new.practice
    assert client.get(new.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_record_with_a_part_of_another_holds_to_its_end(game):
    """Back twice, the second time to before the first, and then on to the end."""
    user = factories.person()
    client = signed_in(user)
    table = play_as_bot(client, opened(user, game), 6)
    table = play_as_bot(client, went_back(client, table), 3)
    sent = sorted(table.submissions.values_list("first_seq", flat=True))
    table = play_as_bot(client, went_back(client, table, seq=sent[len(sent) // 2]), 3)
    table = went_back(client, table, seq=sent[1])
    assert [finding.code for finding in verify.verify_table(table) if not finding.ok] == []
    table = factories.play_to_end(table)
    assert table.status == Table.Status.ENDED
    assert [finding.code for finding in verify.verify_table(table) if not finding.ok] == []
    assert client.get(table.get_absolute_url()).status_code == 200
    assert client.get(reverse("archive:step", args=[table.code, 1])).status_code == 200
    assert client.get(reverse("archive:record", args=[table.code])).status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_chance_after_going_back_is_new(game):
    user = factories.person()
    client = signed_in(user)
    old = play_as_bot(client, opened(user, game), 2)
    vaults = {coding.to_text(coding.state(game, back.state).vault) for back in (went_back(client, old) for _time in range(3))}
    assert len(vaults) == 3
    assert coding.to_text(coding.state(game, old.state).vault) not in vaults


def test_one_goes_back_only_to_what_one_sent_and_only_in_practice():
    user = factories.person()
    client, table = signed_in(user), opened(user)
    address = reverse("tables:take_back", args=[table.code])
    assert client.post(address).status_code == 422
    table = play_as_bot(client, table, 2)
    assert client.post(address, {"seq": "999"}).status_code == 422
    assert client.post(address, {"seq": "-1; DROP"}).status_code == 302
    assert signed_in(factories.person()).post(address).status_code == 404
    ordinary = factories.running_table(user, factories.person())
    assert client.post(reverse("tables:take_back", args=[ordinary.code])).status_code == 404
    assert client.get(reverse("tables:take_back", args=[ordinary.code])).status_code == 404


def test_the_list_of_what_one_decided_leads_back_to_each():
    user = factories.person()
    client = signed_in(user)
    table = play_as_bot(client, opened(user, "gonzaga"), 4)
    page = page_of(client, reverse("tables:take_back", args=[table.code]))
    for first in table.submissions.values_list("first_seq", flat=True):
        assert f'name="seq" value="{first}"' in page
    assert reverse("tables:take_back", args=[table.code]) in page_of(client, table.get_absolute_url())


def test_my_games_show_only_the_table_at_which_one_plays_on():
    user = factories.person()
    client = signed_in(user)
    old = play_as_bot(client, opened(user), 2)
    new = went_back(client, old)
    page = page_of(client, "/my/")
    assert f'href="{new.get_absolute_url()}"' in page
    assert f'href="{old.get_absolute_url()}"' not in page
    assert old.code in page_of(client, new.get_absolute_url())


def test_a_table_is_kept_and_let_go_on_its_page():
    user = factories.person()
    client, table = signed_in(user), opened(user)
    address = reverse("tables:keep", args=[table.code])
    assert client.post(address, follow=True).status_code == 200
    assert factories.fresh(table).kept
    client.post(address, {"do": "drop"})
    assert not factories.fresh(table).kept
    assert signed_in(factories.person()).post(address).status_code == 404


def test_at_the_end_one_plays_again_or_another_game():
    user = factories.person()
    table = factories.play_to_end(opened(user))
    page = page_of(signed_in(user), table.get_absolute_url())
    assert reverse("tables:practice", args=[table.game]) in page
    assert "Play again" in page
    assert "In the archive" not in page


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_says_what_the_bot_would_do_and_what_it_takes_that_to_be_worth(game):
    user = factories.person()
    client = signed_in(user)
    table = opened(user, game)
    address = reverse("tables:hint", args=[table.code])
    page = page_of(client, address, headers=HTMX)
    assert "What the bot would do" in page
    assert "The bot takes it to be worth" in page
    assert page.count("<li>") >= 1
    assert "What the bot would do" in page_of(client, address)
    assert "What the bot would do" not in page_of(client, table.get_absolute_url())
    assert address in page_of(client, table.get_absolute_url())


@pytest.mark.parametrize("game", GAMES)
def test_the_first_hint_is_what_the_bot_does(game):
    engine, table = registry.engine(game), opened(factories.person(), game)
    for _turn in range(8):
        seat = own_seat(table)
        if not (waiting := factories.waiting(table, seat)):
            break
        seen = state.seen(factories.fresh(table), seat)
        first, action = engine.hints(seen, waiting[0])[0], engine.bot(seen, waiting[0])
        assert first.actions[0] == (action.actions[0] if isinstance(action, Filed) else action)
        factories.send(seat, first.actions[0], key=waiting[0].key)
        at_once.follow(table_id=table.pk, most=timedelta(seconds=5), now=NOW)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_practice_tells_what_is_hidden(game):
    """Its pages are the same in every world that its player cannot tell from the true one."""
    user = factories.person()
    client, engine = signed_in(user), registry.engine(game)
    table = play_as_bot(client, opened(user, game), 3)
    addresses = [reverse(f"tables:{name}", args=[table.code]) for name in ("detail", "hint", "take_back", "log")]

    def pages():
        return [masked(page_of(client, address)) for address in addresses]

    before, true = pages(), coding.state(game, factories.fresh(table).state)
    for number in range(3):
        other = engine.imagine(view(true, own_seat(table).index), bytes([number]) * 32)
        Table.objects.filter(pk=table.pk).update(state=coding.to_text(other))
        assert pages() == before


def test_there_are_no_hints_elsewhere():
    user = factories.person()
    ordinary = factories.running_table(user, factories.person())
    address = reverse("tables:hint", args=[ordinary.code])
    assert signed_in(user).get(address).status_code == 404
    assert address not in page_of(signed_in(user), ordinary.get_absolute_url())


@pytest.mark.parametrize("game", GAMES)
def test_what_a_hint_proposes_can_be_sent_as_it_is(game):
    """Every proposal of some positions, each at a table that begins there."""
    user = factories.person()
    client, table = signed_in(user), opened(user, game)
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


@pytest.mark.parametrize("game", GAMES)
def test_where_no_clock_runs_nothing_speaks_of_one(game):
    client = signed_in()
    table = begin(client, game)
    kinds = set()
    for _turn in range(120):
        if factories.fresh(table).status != Table.Status.RUNNING:
            break
        kinds.add(asked(own_seat(table)).kind)
        page = page_of(client, table.get_absolute_url())
        assert "time runs out" not in page
        assert "Answer by" not in page
        play_as_bot(client, table, 1)
    assert len(kinds) > 1
