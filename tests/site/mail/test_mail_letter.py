"""Content of an email, and the people who must not receive it."""

import re
from datetime import timedelta
from email import message_from_bytes, policy

import pytest

from engines import registry
from engines.contract import Told, Trait, view
from engines.specimen import events
from tables.mail.compose import compose
from tables.models import Decision, Notification, Table
from tables.selectors import coding
from tables.services.lobby import tables
from tables.services.mail import notify
from tests.engines.walks import needs
from tests.rows import rewrite
from tests.site import mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LATER = NOW + timedelta(hours=19)


@pytest.fixture
def anna():
    return mailing.person("Anna", time_zone="Europe/Rome")


@pytest.fixture
def berto():
    return mailing.person("Berto", language="de", time_zone="America/New_York")


@pytest.fixture
def table(anna, berto):
    return mailing.running_table(anna, berto, name="Via Emilia")


def told(user, *kinds):
    found = Notification.objects.filter(recipient=user).order_by("pk")
    return list(found.filter(kind__in=kinds) if kinds else found)


def mail_to(user, *kinds, now=NOW):
    return compose(told(user, *kinds), now=now)


def mail_of_turn(table, user):
    notify.notify_turns(table=table, decisions=Decision.objects.filter(table=table), now=NOW)
    return mail_to(user)


def parsed(message):
    return message_from_bytes(message.message(policy=policy.SMTP).as_bytes(), policy=policy.default)


def html_of(message):
    return parsed(message).get_body(("html",)).get_content()


def test_the_deadline_is_absolute_and_in_the_readers_zone_and_language(table, anna, berto):
    assert "Decide by Thursday, 5 March 2026, 18:30 (CET)." in mail_of_turn(table, anna).body
    german = mail_to(berto).body
    assert "Donnerstag, 5. März 2026" in german
    assert "12:30" in german


def test_it_says_when_the_bank_begins_to_pay(table, anna):
    assert "Your time bank" not in mail_of_turn(table, anna).body
    Decision.objects.filter(table=table).update(bank_at=NOW + timedelta(hours=6))
    assert "Your time bank runs from Thursday, 5 March 2026, 00:30 (CET)." in mail_to(anna).body


def test_a_deadline_that_moved_is_told_as_it_is_when_the_mail_is_made(table, anna):
    notify.notify_reminder(decision=mailing.decision_of(table, anna), now=LATER)
    Decision.objects.filter(table=table).update(due_at=NOW + timedelta(days=3))
    mail = mail_to(anna, now=LATER)
    assert "Saturday, 7 March 2026" in mail.subject
    assert "Saturday, 7 March 2026" in mail.body
    assert not re.search(r"\bhours?\b|\bminutes?\b", mail.subject + mail.body)


def test_it_tells_what_happened_since_the_last_move_oldest_first_and_nothing_before(table, anna):
    mailing.happen(table, Told(events.RoadSealed(seat=0)))
    table.seats.filter(user=anna).update(seen_seq=table.seq, plies=1)
    mailing.happen(table, Told(events.LetterPacked(seat=1)))
    mailing.happen(table, Told(events.RelayDeclined(seat=1)))
    body = mail_of_turn(table, anna).body
    assert "Since your last move" in body
    assert "Anna seals a road." not in body
    assert body.index("Berto packs a letter.") < body.index("Berto stays at home.")


def test_a_long_absence_is_told_in_part(table, anna):
    for _number in range(30):
        mailing.happen(table, Told(events.LetterPacked(seat=1)))
    body = mail_of_turn(table, anna).body
    assert body.count("Berto packs a letter.") == 20
    assert "Earlier events are in the table’s log." in body


def test_what_was_told_to_another_seat_alone_is_not_in_my_mail(table, anna, berto):
    mailing.happen(table, Told(events.LetterSeen(letter="treaty"), to=(1,)))
    assert "treaty" not in mail_of_turn(table, anna).message().as_string()
    assert "Vertrag" in mail_to(berto).body or "treaty" in mail_to(berto).body


def other_worlds(table, seat, count):
    """Change the table ``count`` times in facts hidden from the seat, and yield its imagined state each time.

    These facts are hands, decks, private events, words for the draws, and notes.
    """
    engine = registry.engine(table.game)
    true, first = coding.state(table.game, table.state), table.moves.get(seq=0)
    told = coding.events(table.game, first.events)
    for number in range(count):
        key = bytes([number]) * 32
        imagined = engine.imagine(view(true, seat.index), key)
        dealt = engine.start(coding.options(table.game, table.options), table.seat_count, key).events
        first.events = coding.to_text([_otherwise(each, dealt, seat.index) for each in told])
        first.save(update_fields=["events"])
        rewrite(Table.objects.filter(pk=table.pk), state=coding.to_text(imagined), secret=key)
        rewrite(table.seats.exclude(pk=seat.pk), notes=f"note {number}", word=f"word {number}")
        yield imagined


def _otherwise(told, dealt, seat):
    """Return the event, or the corresponding event of another deal if this seat cannot see it."""
    if told.visible_to(seat):
        return told
    return next(each for each in dealt if each.to == told.to and type(each.event) is type(told.event))


@pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
def test_no_mail_depends_on_what_its_reader_cannot_see(anna, berto, game):
    """Emails, with pictures and headers, are byte for byte the same in four other states that the reader cannot rule out."""
    needs(registry.engine(game), Trait.HIDDEN)
    opened = tables.create_table(tables.NewTable(game=game, seats=2, options={}, pace="day"), host=anna, word="a", now=NOW)
    table = tables.join_table(table_id=opened.pk, user=berto, word="b", now=NOW)
    seat = mailing.seat_of(table, anna)
    mails, states, records = {_masked(mail_to(anna))}, set(), set()
    for imagined in other_worlds(table, seat, 4):
        states.add(coding.to_text(imagined))
        records.add(table.moves.get(seq=0).events)
        mails.add(_masked(mail_to(anna)))
    assert len(states) > 1
    assert len(records) > 1
    assert len(mails) == 1


def _masked(message):
    """Return the bytes of the email, without the random lines between its parts."""
    return re.sub(rb"=+\d+==", b"BOUNDARY", message.message(policy=policy.SMTP).as_bytes())


def test_one_thread_for_each_table_and_one_id_for_each_mail(table, anna):
    first = mail_of_turn(table, anna).message()
    again = mail_to(anna).message()
    notify.notify_reminder(decision=mailing.decision_of(table, anna), now=LATER)
    reminder = mail_to(anna, "reminder", now=LATER).message()
    assert first["Message-ID"] == again["Message-ID"] != reminder["Message-ID"]
    assert first["References"] == reminder["References"] == f"<table.{table.code}@127.0.0.1>"


def test_the_header_for_one_click_stands_whole_on_the_wire(table, anna, settings):
    """The one-click header is sent unfolded and unencoded. Its address is longer than a line, and would not work encoded."""
    settings.SITE_URL = "https://staffetta.a-rather-long-name-of-a-host.example.org"
    raw = mail_of_turn(table, anna).message(policy=policy.SMTP).as_bytes()
    found = re.search(rb"^List-Unsubscribe: <(https://[^>\s]+)>\r$", raw, re.MULTILINE)
    assert found
    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in raw
    assert found[1].decode() in mail_to(anna).body


def test_both_parts_lead_to_the_table_and_carry_no_address_from_elsewhere(table, anna):
    mail = mail_of_turn(table, anna)
    for part in (mail.body, html_of(mail)):
        assert f"http://127.0.0.1:8000/t/{table.code}/" in part
    assert set(re.findall(r'(?:src|href)="(\w+:(?://[^/"]+)?)', html_of(mail))) <= {"http://127.0.0.1:8000", "cid:"}


def test_names_are_text_and_never_markup(anna):
    berto = mailing.person("<b>Berto</b>")
    table = mailing.running_table(anna, berto, name="<i>&")
    mailing.happen(table, Told(events.LetterPacked(seat=1)))
    mail = mail_of_turn(table, anna)
    assert "<b>Berto</b> packs a letter." in mail.body
    assert "&lt;b&gt;Berto&lt;/b&gt; packs a letter." in html_of(mail)
    assert "<b>" not in html_of(mail)


def test_a_name_with_a_line_break_makes_no_header(anna, berto):
    table = mailing.running_table(anna, berto, name="Rome\nBcc: all@example.org")
    assert "Bcc" not in parsed(mail_of_turn(table, anna))


@pytest.mark.parametrize(
    ("ended_by", "sentence"),
    [
        ("finished", "played to the end"),
        ("conceded", "conceded"),
        ("agreed", "without a result"),
        ("abandoned", "nobody was left"),
    ],
)
def test_the_end_is_told_with_its_reason(table, anna, ended_by, sentence):
    Table.objects.filter(pk=table.pk).update(status="ended", ended_by=ended_by)
    notify.notify_finished(table=table, now=NOW)
    assert sentence in mail_to(anna).body


def test_a_game_over_before_its_start_was_told_is_over(table, anna):
    notify.notify_started(table=table, now=NOW)
    Table.objects.filter(pk=table.pk).update(status="ended", ended_by="conceded")
    notify.notify_finished(table=table, now=NOW)
    assert {notification.kind for notification in told(anna)} >= {"started", "finished"}
    assert "has begun" not in mail_to(anna).body


def test_the_end_is_told_with_the_places(table, anna, berto):
    table.seats.filter(user=anna).update(place=2, score=1)
    table.seats.filter(user=berto).update(place=1, score=7)
    Table.objects.filter(pk=table.pk).update(status="ended", ended_by="finished")
    notify.notify_finished(table=table, now=NOW)
    body = mail_to(anna).body
    assert body.index("1. Berto – 7 points") < body.index("2. Anna – 1 point")
    assert "Your decisions" not in body


def test_somebody_put_on_autopilot_is_told_so_and_what_to_do(table, anna):
    seat = mailing.seat_of(table, anna)
    seat.steward_since = NOW
    notify.notify_steward(seat=seat, now=NOW)
    mail = mail_to(anna)
    assert mail.subject == "The steward is playing for you: Night Post “Via Emilia”"
    assert "The seat is still yours" in mail.body


def test_a_letter_leads_to_the_rules_and_to_their_one_page(table, anna):
    message = mail_of_turn(table, anna)
    for body in (html_of(message), message.body):
        assert "/rules/specimen/" in body
        assert "/rules/specimen/aid/" in body
