"""Practice tables: opened with one click, bots that answer straight away, privacy, and later deletion."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import leaving
from accounts.models import User
from engines import registry
from tables.errors import Refusal
from tables.games.registry import presenter
from tables.models import ArchivedGame, Decision, Notification, SentForm, Table
from tables.selectors import coding, counts
from tables.selectors.play import state
from tables.selectors.staff import trouble
from tables.services import queue, sweeping
from tables.services.archive import archiving
from tables.services.lobby import practice, tables
from tables.services.lobby.tables import BOT_NAMES
from tables.services.play import at_once, ending
from tests.engines import walks
from tests.site import factories, practising
from tests.site.views import HTMX, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
GAMES = registry.PLAYABLE


@pytest.mark.parametrize("game", GAMES)
def test_one_click_opens_a_table_at_which_a_stranger_is_asked_something(game):
    client = signed_in()
    table = practising.begin(client, game, time_zone="Europe/Rome")
    seat = practising.own_seat(table)
    assert table.practice
    assert table.status == Table.Status.RUNNING
    assert (seat.user.is_guest, seat.user.email, seat.user.time_zone) == (True, None, "Europe/Rome")
    assert practising.asked(seat) is not None
    page = client.get(table.get_absolute_url())
    assert page.status_code == 200
    assert page.context["page"].panel.urgent
    assert not page.context["machine"]


def test_a_guest_has_a_session_of_their_own():
    client = signed_in()
    client.get("/")
    before = client.session.session_key
    practising.begin(client)
    assert client.session.session_key not in (None, before)


def test_a_guest_opens_more_tables_as_the_same_guest():
    client = signed_in()
    assert practising.own_seat(practising.begin(client)).user == practising.own_seat(practising.begin(client)).user


def test_somebody_with_an_account_practises_as_themselves():
    user = factories.person()
    assert practising.own_seat(practising.begin(signed_in(user))).user == user
    assert not User.objects.filter(guest_since__isnull=False).exists()


def test_two_clicks_of_a_member_open_one_table():
    client = signed_in(factories.person())
    assert practising.begin(client, token="t" * 16) == practising.begin(client, token="t" * 16)
    assert SentForm.objects.count() == 1


def opponents(table):
    return list(table.seats.exclude(bot="").order_by("position").values_list("bot", flat=True))


@pytest.mark.parametrize("bots", [["Isotta"], ["Rinaldo", "Ercole", "Isotta"]])
def test_the_chosen_bots_sit_down(bots):
    table = practising.begin(signed_in(), "gonzaga", bots=bots)
    assert table.seat_count == len(bots) + 1
    assert opponents(table) == bots
    assert table.status == Table.Status.RUNNING


@pytest.mark.parametrize("game", GAMES)
def test_who_chooses_no_bot_gets_as_few_as_the_game_has(game):
    table = practising.begin(signed_in(), game)
    assert opponents(table) == list(tables.BOT_NAMES[: registry.engine(game).seat_range[0] - 1])


@pytest.mark.parametrize(
    ("game", "bots", "said"),
    [
        (
            "gonzaga",
            ["Isotta", "Ercole", "Rinaldo", "Violante"],
            "You can’t play this game with that many bots.</p><p>Choose 1 to 3 bots.",
        ),
        ("reversi", ["Isotta", "Ercole"], "Choose 1 bot."),
        ("gonzaga", ["Isotta", "<Nobody>"], "No bot is called “&lt;Nobody&gt;”."),
    ],
)
def test_a_wrong_choice_of_bots_is_refused_and_kept(game, bots, said):
    response = signed_in().post(f"/practice/{game}/", {"bots": bots})
    page = response.content.decode()
    assert response.status_code == 422
    assert said in page
    assert [name for name in tables.BOT_NAMES if f'value="{name}" checked' in page] == [
        name for name in tables.BOT_NAMES if name in bots
    ]
    assert not Table.objects.exists()
    assert not User.objects.exists()


def test_the_form_shows_no_refusal_before_it_is_sent():
    page = signed_in().get("/practice/gonzaga/").content.decode()
    assert 'class="refusal"' not in page


@pytest.mark.parametrize("bots", [["Isotta", "Isotta"], ["Nobody", "Ercole"], ["Isotta"]])
def test_bots_that_do_not_fit_the_seats_are_refused(bots):
    with pytest.raises(Refusal, match="bad_bots"):
        practising.opened(factories.person(), "gonzaga", seats=3, bots=bots)


def test_a_game_that_is_none_is_not_opened():
    assert signed_in().post("/practice/chess/").status_code == 404
    assert not User.objects.exists()


def test_a_zone_that_is_none_becomes_utc():
    assert practising.own_seat(practising.begin(signed_in(), time_zone="Nowhere/Land")).user.time_zone == "UTC"


@pytest.mark.parametrize("game", GAMES)
def test_the_answer_to_a_move_shows_what_the_bots_have_done(game):
    """After each of six moves, the response shows the bots' moves, unless a bot still has a decision."""
    user = factories.person()
    client, table, engine = signed_in(user), practising.opened(user, game), registry.engine(game)
    for _turn in range(6):
        seat = practising.own_seat(table)
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
        assert at_once.follow(table_id=table.pk, time_limit=timedelta(0), now=NOW) == 0
        assert left_to_bots(table).exists()
    assert not left_to_bots(table).exists()


def created(user, game):
    fields = {"seats": registry.engine(game).seat_range[0], "options": presenter(game).practice}
    return tables.create_practice(user=user, game=game, now=NOW, **fields)


def test_no_clock_runs_and_nobody_is_mailed():
    user = factories.person()
    table = practising.opened(user)
    sweeping.sweep(now=NOW + timedelta(days=40))
    open_ones = Decision.objects.open().filter(table=table)
    assert open_ones.exists()
    assert not open_ones.filter(due_at__isnull=False).exists()
    assert not Notification.objects.exists()
    assert factories.fresh(table).seq == table.seq


def test_a_finished_practice_is_in_no_archive_rating_or_count(eager, django_capture_on_commit_callbacks):
    user = factories.person()
    with django_capture_on_commit_callbacks(execute=True):
        table = factories.play_to_end(practising.opened(user))
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
    practising.opened(factories.person())
    assert trouble.troubled_tables(NOW + timedelta(days=40)) == []


def test_a_table_that_nobody_comes_back_to_goes():
    user = factories.person()
    unused, kept, played = (practising.opened(user) for _number in range(3))
    assert practice.keep(table_id=kept.pk, user=user, keeps=True)
    Table.objects.filter(pk=played.pk).update(moved_at=NOW + timedelta(days=3))
    ordinary = factories.running_table(user, factories.person())
    assert practice.forget_unused(now=NOW + timedelta(days=8)) == 1
    assert set(Table.objects.values_list("pk", flat=True)) == {kept.pk, played.pk, ordinary.pk}
    assert unused.pk not in Table.objects.values_list("pk", flat=True)


def test_only_whose_practice_it_is_can_keep_it():
    table = practising.opened(factories.person())
    assert not practice.keep(table_id=table.pk, user=factories.person(), keeps=True)
    assert not factories.fresh(table).kept


def test_practice_goes_with_the_account():
    user = factories.person()
    table = practising.opened(user)
    practice.keep(table_id=table.pk, user=user, keeps=True)
    leaving.delete_account(user_id=user.pk, now=NOW)
    assert not Table.objects.filter(pk=table.pk).exists()


def test_practice_ends_when_its_player_has_enough():
    user = factories.person()
    table = practising.opened(user, seats=3)
    ending.resign(table_id=table.pk, user=user, now=NOW)
    assert factories.fresh(table).status == Table.Status.ENDED


def test_a_practice_table_is_nobody_elses():
    table = practising.opened(factories.person())
    assert signed_in().get(table.get_absolute_url())["Location"].startswith("/accounts/login/")
    assert signed_in(factories.person()).get(table.get_absolute_url()).status_code == 404


def test_the_front_page_and_the_rules_of_each_game_begin_a_practice():
    client = signed_in()
    for game in GAMES:
        address = f'action="{reverse("tables:practice", args=[game])}"'
        assert address in page_of(client, "/")
        assert address in page_of(client, reverse("rules", args=[game]))


@pytest.mark.parametrize("game", GAMES)
def test_bots_can_be_chosen_wherever_a_practice_game_is_offered(game):
    client, address = signed_in(factories.person()), reverse("tables:practice", args=[game])
    for page in (reverse("tables:mine"), reverse("tables:lobby")):
        assert f'href="{address}"' in page_of(client, page)
    assert all(f'value="{name}"' in page_of(client, address) for name in BOT_NAMES)
    client.post(address, {"bots": [BOT_NAMES[2]]})
    assert [seat.bot for seat in Table.objects.get().seats.exclude(bot="")] == [BOT_NAMES[2]]


def test_a_table_is_kept_and_let_go_on_its_page():
    user = factories.person()
    client, table = signed_in(user), practising.opened(user)
    address = reverse("tables:keep", args=[table.code])
    assert client.post(address, follow=True).status_code == 200
    assert factories.fresh(table).kept
    client.post(address, {"do": "drop"})
    assert not factories.fresh(table).kept
    assert signed_in(factories.person()).post(address).status_code == 404


def test_at_the_end_one_plays_again_or_another_game():
    user = factories.person()
    table = factories.play_to_end(practising.opened(user))
    page = page_of(signed_in(user), table.get_absolute_url())
    assert reverse("tables:practice", args=[table.game]) in page
    assert "Play again" in page
    assert "In the archive" not in page


@pytest.mark.parametrize("game", GAMES)
def test_where_no_clock_runs_nothing_speaks_of_one(game):
    user = factories.person()
    client, table = signed_in(user), practising.dealt(user, game, 3)
    kinds = set()
    for _turn in range(120):
        if factories.fresh(table).status != Table.Status.RUNNING:
            break
        kinds.add(practising.asked(practising.own_seat(table)).kind)
        page = page_of(client, table.get_absolute_url())
        assert "time runs out" not in page
        assert "miss the deadline" not in page
        assert "Decide by" not in page
        practising.play_as_bot(client, table, 1)
    assert len(kinds) >= min(2, len(walks.kinds(game)))
