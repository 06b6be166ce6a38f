"""Account deletion: its effects on tables, finished games, ratings, chat and private data."""

import pytest
from django.core import mail

from accounts import leaving
from tables import pseudonyms
from tables.models import (
    ArchivedGame,
    Draft,
    Feed,
    FiledAnswer,
    MailChoice,
    MoveComment,
    Notification,
    PlanNode,
    Rating,
    Seat,
    SiteEvent,
    StandingOrder,
    Table,
    Tenure,
)
from tables.present.seats.seating import archive_name, seat_name
from tables.selectors.archive import finding, tagging
from tables.services import quarantine
from tables.services.archive import archiving as archive
from tables.services.archive import comments, rating, verify
from tables.services.mail import feeds
from tables.services.play import chat
from tables.services.seats import leaving_site
from tests.rows import rewrite
from tests.site import absence, archiving, factories
from tests.site.absence import NOW
from tests.site.archiving import ONE_NIGHT

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def deleted(user):
    """Delete an account and rebuild the rows of its finished games, as the task would."""
    games = list(ArchivedGame.objects.filter(table__seats__user=user).values_list("pk", flat=True))
    leaving.delete_account(user_id=user.pk, now=NOW)
    for table_id in games:
        archive.archive_game(table_id=table_id)


def pseudonym_at(table):
    (found,) = Seat.objects.filter(table=table, user=None, bot="").values_list("pseudonym", flat=True)
    return found


@pytest.fixture
def anna(db):
    return factories.person("Anna")


@pytest.fixture
def bea(db):
    return factories.person("Bea")


def test_at_two_seats_the_other_one_wins(anna, bea):
    table = factories.running_table(anna, bea)
    deleted(anna)
    table.refresh_from_db()
    assert (table.status, table.ended_by) == (Table.Status.ENDED, Table.EndedBy.CONCEDED)
    assert factories.seat_of(table, bea).place == 1
    assert table.seats.get(user=None).place == 2


def test_at_more_the_steward_plays_on_to_an_end_and_the_seat_is_open(anna, bea):
    table = factories.running_table(anna, bea, factories.person(), options=ONE_NIGHT)
    deleted(anna)
    seat = table.seats.get(user=None)
    assert seat.steward_since == seat.resigned_at == seat.opened_at == NOW
    assert SiteEvent.objects.filter(table=table, kind=SiteEvent.Kind.LEFT).count() == 1
    over = factories.play_to_end(table)
    assert over.ended_by == Table.EndedBy.FINISHED
    assert over.seats.get(user=None).place == 3
    assert all(finding.ok for finding in verify.verify_table(over))


def test_somebody_else_can_take_the_seat_and_leaves_under_a_name_of_their_own(anna, bea):
    table = factories.running_table(anna, bea, factories.person())
    deleted(anna)
    carla = factories.person("Carla")
    seat = absence.substituted(table.seats.get(user=None), carla)
    assert (seat.pseudonym, seat_name(seat)) == ("", str(carla))
    deleted(carla)
    first, _steward, second, _again = Tenure.objects.filter(seat=seat).order_by("pk")
    assert first.pseudonym != second.pseudonym
    seat.refresh_from_db()
    assert seat.pseudonym == second.pseudonym


def test_the_log_goes_on_telling_who_left_once_somebody_else_sits_there(anna, bea):
    table = factories.running_table(anna, bea, factories.person(), options=ONE_NIGHT)
    factories.play_to_end(table, most=5)
    deleted(anna)
    called = table.seats.get(user=None).pseudonym
    absence.substituted(table.seats.get(user=None), factories.person("Carla"))
    factories.play_to_end(table)
    archive.archive_game(table_id=table.pk)
    page = archiving.signed_in().get(f"/archive/{table.code}/").content.decode()
    assert f"{called} has left the table." in page
    assert f"{called} until move" in page
    assert str(anna) not in page


def test_the_last_one_leaves_an_abandoned_game(anna, bea):
    table = factories.running_table(anna, bea, factories.person(), bots=0)
    for user in (bea, table.seats.exclude(user__in=(anna, bea)).get().user):
        deleted(user)
    assert factories.fresh(table).status == Table.Status.RUNNING
    deleted(anna)
    assert factories.fresh(table).ended_by == Table.EndedBy.ABANDONED


def test_tables_that_wait_go_on_without_them_or_are_called_off(anna, bea):
    alone, together = factories.open_table(anna, seats=3), factories.filled(factories.open_table(anna, seats=3), anna, bea)
    deleted(anna)
    assert factories.fresh(alone).ended_by == Table.EndedBy.CANCELLED
    together.refresh_from_db()
    assert (together.status, together.host) == (Table.Status.WAITING, bea)
    assert together.seats.exclude(user=None).count() == 1


def test_a_table_that_was_set_aside_is_left_and_goes_on_once_it_is_given_back(anna, bea):
    table = factories.running_table(anna, bea, factories.person(), options=ONE_NIGHT)
    quarantine.quarantine(table_id=table.pk, where="x.py:1", now=NOW)
    deleted(anna)
    seat = table.seats.get(user=None)
    assert seat.steward_since == seat.opened_at == NOW
    assert factories.fresh(table).quarantined_at == NOW
    quarantine.release(table_id=table.pk, now=NOW)
    absence.sweep(NOW)
    assert factories.play_to_end(table).ended_by == Table.EndedBy.FINISHED


def test_a_table_whose_state_cannot_be_read_keeps_nobody_here(anna, bea):
    table = factories.running_table(anna, bea, factories.person())
    rewrite(Table.objects.filter(pk=table.pk), state="{}")
    deleted(anna)
    assert factories.fresh(table).quarantined_at == NOW
    assert table.seats.filter(user=None, steward_since=NOW).count() == 1


def test_what_was_theirs_alone_is_gone(anna, bea):
    running = factories.running_table(anna, bea, factories.person())
    ended = archiving.finished(anna, bea)
    for table in (running, ended):
        seat = factories.seat_of(table, anna)
        rewrite(Seat.objects.filter(pk=seat.pk), notes="my secret plan")
        Draft.objects.create(seat=seat, key="d", updated_at=NOW)
        FiledAnswer.objects.create(table=table, seat=seat, key="f", kind="x", body="{}", filed_at=NOW)
        StandingOrder.objects.create(seat=seat, rank=1, body="{}", created_at=NOW)
        PlanNode.objects.create(owner=anna, table=table, eyes=seat, at_seq=0, seat=0, key="x", action="{}", created_at=NOW)
    feeds.make_feed(user_id=anna.pk, now=NOW)
    MailChoice.objects.create(user=anna, kind="turn", cadence="never", changed_at=NOW)
    deleted(anna)
    for model in (Draft, FiledAnswer, StandingOrder, PlanNode, Feed, MailChoice):
        assert not model.objects.exists(), model
    assert not any(seat.notes for seat in Seat.objects.all())


def test_nobody_is_mailed_who_is_gone(anna, bea, django_capture_on_commit_callbacks):
    factories.running_table(anna, bea)
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        deleted(anna)
    assert not Notification.objects.exclude(recipient=bea).exists()
    assert anna.email not in {address for each in mail.outbox for address in each.to}


def test_one_pseudonym_everywhere_and_another_for_another_person(anna, bea):
    first, second = archiving.finished(anna, bea), archiving.finished(anna, factories.person())
    deleted(anna)
    called = pseudonym_at(first)
    assert pseudonym_at(second) == called
    assert pseudonyms.mark(called)
    assert set(Tenure.objects.filter(user=None, bot="").values_list("pseudonym", flat=True)) == {called}
    deleted(bea)
    assert len(set(first.seats.values_list("pseudonym", flat=True))) == 2
    assert archive_name(second.seats.get(user=None)) == called


def test_their_games_are_found_by_the_pseudonym_in_any_language(anna, bea):
    table, mark = archiving.finished(anna, bea), ""
    deleted(anna)
    mark = pseudonyms.mark(pseudonym_at(table))
    for asked in (f"Former player {mark}", f"former player {mark.lower()}", f"Wer anderes {mark}", mark):
        page = archiving.signed_in().get("/archive/", {"player": asked}).content.decode()
        assert table.code in page, asked
    assert tagging.user("played", anna.pk) not in ArchivedGame.objects.get(table=table).tags
    assert finding.people_named(str(anna), anna) == []


def test_ratings_stay_and_come_out_the_same_when_counted_again(anna, bea):
    for _game in range(2):
        archiving.finished(anna, bea)
    rating.rate_finished(game="specimen")
    before = sorted(Rating.objects.values_list("mu", "sigma", "games"))
    deleted(anna)
    pseudonyms = set(Seat.objects.filter(user=None).values_list("pseudonym", flat=True))
    assert set(Rating.objects.filter(user=None).values_list("pseudonym", flat=True)) == pseudonyms
    rating.forget_ratings(game="specimen")
    rating.rate_finished(game="specimen")
    assert sorted(Rating.objects.values_list("mu", "sigma", "games")) == before
    assert Rating.objects.filter(user=None).count() == 1


def test_what_they_said_stays_without_a_name(anna, bea):
    table = archiving.finished(anna, bea)
    running = factories.running_table(anna, bea, factories.person())
    chat.say(table_id=running.pk, user=anna, text="good luck to all", now=NOW)
    comments.add_comment(table_id=table.pk, seq=1, user=anna, text="too bold", now=NOW)
    deleted(anna)
    assert MoveComment.objects.get().user is None
    for address in (f"/t/{running.code}/", f"/archive/{table.code}/1/"):
        page = archiving.signed_in(bea).get(address).content.decode()
        assert "good luck to all" in page or "too bold" in page, address
        assert str(anna) not in page, address


def test_once_more_does_no_more(anna, bea):
    table = factories.running_table(anna, bea, factories.person())
    leaving_site.leave_tables(user=anna, now=NOW)
    leaving_site.leave_tables(user=anna, now=NOW)
    assert table.site_events.filter(kind=SiteEvent.Kind.LEFT).count() == 1
    deleted(anna)
    deleted(anna)
    assert table.site_events.filter(kind=SiteEvent.Kind.LEFT).count() == 1
