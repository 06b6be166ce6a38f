"""Emails about events: for news without a table, and notifications of rounds and of the end."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.mail import queue
from accounts.models import QueuedMail, User
from tables import clock
from tables.mail.compose import compose
from tables.models import Event, MailChoice, Notification, Rhythm, Seat, Table
from tables.selectors.mail import mailing as mailing_selectors
from tables.services.clubs import founding
from tables.services.events import entering, letters, opening, organising, seasons
from tests.site import factories, mailing
from tests.site.events.running_events import DAY, advance, open_event, operator, play_tables, started, with_players
from tests.site.factories import NOW

pytestmark = pytest.mark.django_db
SEASON: dict[str, Any] = {"format": "season", "seats": 3, "round_count": 0, "game": "numbers", "options": {}}


def mails_to(user: User) -> list[QueuedMail]:
    """Return the queued emails of a user, oldest first."""
    return list(QueuedMail.objects.filter(user=user).order_by("pk"))


@pytest.mark.parametrize(
    ("language", "subject", "reason"),
    [
        ("en", "Event cancelled: ", "too few players signed up"),
        ("de", "Turnier abgesagt: ", "zu wenige angemeldet"),
        ("it", "Torneo annullato: ", "troppo poche persone"),
    ],
)
def test_players_learn_that_an_event_does_not_take_place(
    language: str, subject: str, reason: str, mailoutbox: list[object]
) -> None:
    event = open_event(least=4)
    user = with_players(event, 1)[0]
    User.objects.filter(pk=user.pk).update(language=language)

    advance(event, event.closes_at)

    (letter,) = mails_to(user)
    assert letter.subject.startswith(subject)
    assert reason in letter.body
    assert event.get_absolute_url() in letter.body
    assert "List-Unsubscribe" in letter.headers
    queue.send_due(now=event.closes_at)
    assert len(mailoutbox) == 1


def test_the_organisers_reason_is_in_the_email_about_a_cancelled_event() -> None:
    host = operator()
    event = open_event(host)
    user = with_players(event, 1)[0]

    opening.cancel_event(event_id=event.pk, by=host, reason="We play next month.", now=NOW)

    assert "We play next month." in mails_to(user)[0].body


def test_who_wants_none_or_has_gone_gets_no_email_about_an_event() -> None:
    event = open_event(least=9)
    off, paused, gone, deleted = with_players(event, 4)
    MailChoice.objects.create(user=off, kind=Notification.Kind.EVENT, cadence=MailChoice.Cadence.NEVER, changed_at=NOW)
    Rhythm.objects.update_or_create(user=paused, defaults={"mail_pause": Rhythm.Pause.values[0]})
    User.objects.filter(pk=gone.pk).update(is_active=False)
    event.entries.filter(user=deleted).update(user=None, pseudonym="1")

    assert advance(event, event.closes_at).stage == Event.Stage.CANCELLED

    assert not QueuedMail.objects.exists()


def test_who_finished_a_season_is_invited_to_the_next() -> None:
    event, people = started(3)
    entering.withdraw(event_id=event.pk, user=people[0], now=event.closes_at)

    following = seasons.open_next(event, event.closes_at)

    assert not mails_to(people[0])
    (letter,) = mails_to(people[1])
    assert letter.subject.startswith("Next season: ")
    assert following.get_absolute_url() in letter.body


def test_both_people_learn_of_a_replacement() -> None:
    host = operator()
    event, _people = started(3, host=host)
    # The results of a player who withdraws from a running table stand, so this one has no table.
    entry = event.entries.get(number=event.rounds.get().byes[0])
    gone = entry.user
    entering.withdraw(event_id=event.pk, user=gone, now=NOW + 8 * DAY)
    new = factories.person("Replacement")

    organising.replace(event_id=event.pk, by=host, entry=entry.pk, name=new.display_name, reason="No time.", now=NOW + 8 * DAY)

    assert "No time." in mails_to(gone)[0].body
    assert mails_to(new)[0].subject.startswith("You play in an event: ")


def letters_to(user: User, now: datetime) -> list[Any]:
    """Deliver everything that is due, and return the emails that this user gets."""
    return [letter for letter in mailing.work_off(now) if letter.to == [user.email]]


@pytest.mark.parametrize(
    ("language", "round_over", "over"),
    [
        ("en", "Round 1 is over.", "The event is over"),
        ("de", "Runde 1 ist vorbei.", "Das Turnier ist zu Ende"),
        ("it", "Il turno 1 è finito.", "Il torneo è finito"),
    ],
)
def test_players_read_their_results_and_their_final_rank(language: str, round_over: str, over: str) -> None:
    event, people = started(2, round_count=1, least=2)
    User.objects.update(language=language)
    MailChoice.objects.bulk_create(
        MailChoice(user=people[0], kind=kind, cadence=MailChoice.Cadence.NEVER, changed_at=NOW)
        for kind in Notification.Kind
        if kind != Notification.Kind.EVENT
    )
    play_tables(event)
    event = advance(event, event.closes_at + DAY)

    (letter,) = letters_to(people[0], event.closes_at + DAY + timedelta(hours=1))

    assert letter.subject.startswith(over)
    assert round_over in letter.body
    assert event.get_absolute_url() in letter.body
    assert not letter.attachments
    assert len(letter.message().as_bytes()) < 40_000


def test_a_warning_names_the_tables_that_wait_for_its_reader() -> None:
    event, people = started(2, round_count=1, least=2)
    drawn = event.rounds.get()

    advance(event, drawn.ends_at - DAY)
    warnings = Notification.objects.filter(kind=Notification.Kind.ROUND_ENDS, recipient=people[0])
    news = compose(warnings, now=drawn.ends_at - DAY)

    waiting = {seat.table.code for seat in Seat.objects.filter(user=people[0]) if factories.waiting(seat.table, seat)}
    assert news.subject.startswith("Round 1 ends soon: ")
    assert waiting
    assert all(f"/t/{code}/" in news.body for code in waiting)
    play_tables(event)
    advance(event, drawn.ends_at - DAY)
    assert mailing_selectors.is_overtaken(warnings[0])


def test_an_email_about_an_event_and_its_table_speaks_of_both() -> None:
    event, people = started(2, round_count=1, least=2)
    play_tables(event)
    advance(event, event.closes_at + DAY)
    rows = Notification.objects.filter(recipient=people[0], kind__in=["event", "finished"]).order_by("pk")

    letter = compose(rows, now=event.closes_at + DAY)

    assert "You came " in letter.body or "you have won" in letter.body
    assert "The game is over" in letter.body


@pytest.mark.usefixtures("_stub_game")
def test_the_email_about_the_end_of_a_season_invites_to_the_next_one_alone() -> None:
    event, people = started(4, **SEASON)
    play_tables(event)
    end = event.closes_at + DAY

    event = advance(event, end)

    following = Event.objects.get(follows=event)
    assert not QueuedMail.objects.exists()
    rows = Notification.objects.filter(recipient=people[0], kind=Notification.Kind.EVENT)
    letter = compose(rows, now=end)
    assert following.get_absolute_url() in letter.body
    assert following.get_absolute_url() not in compose(rows, now=following.closes_at).body


@pytest.mark.usefixtures("_stub_game")
def test_the_email_about_the_end_of_a_season_names_the_division() -> None:
    event, _people = started(18, **SEASON)
    play_tables(event)
    event = advance(event, event.closes_at + DAY)

    for entry in event.entries.filter(rank=1):
        rows = Notification.objects.filter(recipient=entry.user, event=event, kind=Notification.Kind.EVENT)
        body = compose(rows, now=event.ended_at).body
        assert f"Division {entry.division + 1}." in body
        assert "you have won: first of 9" in body


@pytest.mark.usefixtures("_stub_game")
def test_a_season_of_a_club_invites_only_its_members() -> None:
    event, people = started(4, **SEASON)
    play_tables(event)
    event = advance(event, event.closes_at + DAY)
    following = Event.objects.get(follows=event)
    following.club = founding.found_club(user=people[1], name="The inviting ones", now=NOW)
    following.save(update_fields=["club"])

    invites = [
        following.get_absolute_url()
        in compose(Notification.objects.filter(recipient=user, kind="event"), now=event.ended_at).body
        for user in people[:2]
    ]

    assert invites == [False, True]


def test_a_round_that_another_one_follows_has_an_email_of_its_own() -> None:
    event, people = started(4, round_count=2)
    play_tables(event)
    event = advance(event, event.closes_at + DAY)

    rows = Notification.objects.filter(recipient=people[0], kind=Notification.Kind.EVENT)
    letter = compose(rows, now=event.closes_at + DAY)

    assert event.stage == Event.Stage.RUNNING
    assert letter.subject.startswith("Round 1 is over: ")


@pytest.mark.usefixtures("_stub_game")
@pytest.mark.parametrize("pace", ["day", "three"])
def test_the_start_of_several_tables_is_one_email(pace: str) -> None:
    event, people = started(5, **SEASON | {"pace": clock.PACES[pace]})
    tables = Table.objects.filter(event=event, seats__user=people[0])

    letters = letters_to(people[0], event.closes_at + timedelta(minutes=1))

    assert tables.count() > 3
    (letter,) = letters
    assert all(f"/t/{table.code}/" in letter.body for table in tables)
    assert not letters_to(people[0], event.closes_at + timedelta(hours=1))


def over_letters(players: int, ranks: list[int], language: str = "en") -> list[str]:
    """Store an event that is over with these final ranks, and return the texts of the emails in the order of the players."""
    event, people = started(players, round_count=1, least=2)
    User.objects.update(language=language)
    for user, rank in zip(people, ranks, strict=True):
        event.entries.filter(user=user).update(rank=rank)
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.OVER, ended_at=NOW + 9 * DAY)
    letters.over(event=Event.objects.get(pk=event.pk), now=NOW + 9 * DAY)
    told = [Notification.objects.filter(recipient=user, key=f"event:{event.pk}") for user in people]
    return [compose(rows, now=NOW + 9 * DAY).body for rows in told]


def test_everybody_reads_their_rank_and_the_number_of_players() -> None:
    first, _second, _third, fourth = over_letters(4, [1, 2, 3, 4])
    assert "The event is over, and you have won: first of 4." in first
    assert "has won." in fourth
    assert "You came fourth of 4." in fourth


def test_shared_ranks_are_named_with_those_who_share_them() -> None:
    first, second, third, fourth = over_letters(4, [1, 1, 3, 3])
    names = [str(user) for user in User.objects.filter(entries__isnull=False).order_by("pk")]
    assert f"you share the first place of 4 with {names[1]}." in first
    assert f"you share the first place of 4 with {names[0]}." in second
    assert f"{names[0]} and {names[1]} share the first place." in third
    assert f"You came third of 4, level with {names[3]}." in third
    assert f"level with {names[2]}." in fourth


@pytest.mark.parametrize(
    ("language", "won", "came"),
    [
        ("de", "du hast gewonnen: Rang 1 von 4", "Du hast den vierten von 4 Rängen erreicht."),
        ("it", "hai vinto: primo posto su 4", "Posto finale: quarto su 4."),
    ],
)
def test_ranks_are_translated(language: str, won: str, came: str) -> None:
    found = over_letters(4, [1, 2, 3, 4], language)
    assert won in found[0]
    assert came in found[3]


def test_the_two_tables_of_a_pair_are_told_apart_in_a_warning() -> None:
    event, people = started(2, round_count=1, least=2)
    drawn = event.rounds.get()
    advance(event, drawn.ends_at - DAY)
    warnings = Notification.objects.filter(kind=Notification.Kind.ROUND_ENDS, recipient=people[0])

    body = compose(warnings, now=drawn.ends_at - DAY).body

    waiting = [seat.table for seat in Seat.objects.filter(user=people[0]) if factories.waiting(seat.table, seat)]
    named = [line for line in body.splitlines() if line.startswith("- Table ")]
    assert len(named) == len(set(named)) == len(waiting)
    assert set(named) <= {f"- Table {leg} with {people[1]}" for leg in (1, 2)}


def test_a_daily_email_does_not_deny_what_its_warning_says() -> None:
    event, people = started(2, round_count=1, least=2)
    drawn = event.rounds.get()
    MailChoice.objects.bulk_create(
        MailChoice(user=people[0], kind=kind, cadence=MailChoice.Cadence.DIGEST, changed_at=NOW)
        for kind in ("round_ends", "event")
    )
    advance(event, drawn.ends_at - DAY)
    warnings = Notification.objects.filter(kind=Notification.Kind.ROUND_ENDS, recipient=people[0])

    body = compose(warnings, preferences=mailing_selectors.preferences(people[0]), now=drawn.ends_at - DAY).body

    assert "waiting for you" in body
    assert "No game is waiting for you" not in body


def test_a_daily_email_has_a_line_for_each_sentence_about_an_event_and_parts_names_from_points() -> None:
    event, people = started(4, round_count=2)
    MailChoice.objects.bulk_create(
        MailChoice(user=people[0], kind=kind, cadence=MailChoice.Cadence.DIGEST, changed_at=NOW)
        for kind in ("finished", "event")
    )
    play_tables(event)
    advance(event, event.closes_at + DAY)
    told = Notification.objects.filter(recipient=people[0], kind__in=["event", "finished"])

    letter = compose(told, preferences=mailing_selectors.preferences(people[0]), now=event.closes_at + DAY)

    page = " ".join(letter.alternatives[0][0].split())
    assert "Round 1 is over.<br> You scored " in page
    assert re.search(r"1\. (Courier \d+) – \d+ points? · 2\. ", page)
