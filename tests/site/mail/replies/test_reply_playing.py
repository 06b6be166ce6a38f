"""Playing by reply: only the email's recipient can, once, and the number means the answer listed in that email."""

from datetime import timedelta

import pytest

from tables.models import Decision, FiledAnswer, InboundMail, Move, ReplyAddress, Seat, Table
from tables.services.mail import notify
from tables.services.replies import replying
from tables.services.replies.replying import Outcome
from tests.rows import rewrite
from tests.site import factories
from tests.site.factories import NOW
from tests.site.linking import asked_again, everything, mail_to, played
from tests.site.mailing import work_off
from tests.site.replying import RESULTS, address_of, mail, names, outcomes, plain, receive
from tests.site.views import read

pytestmark = [pytest.mark.database, pytest.mark.django_db, pytest.mark.usefixtures("noon")]
SOON = NOW + timedelta(minutes=5)


@pytest.fixture
def table(anna, berto):
    return factories.running_table(anna, berto, name="Via Emilia", visibility="private")


@pytest.fixture
def seat(table, anna):
    return factories.seat_of(table, anna)


@pytest.fixture
def to(anna, table):
    """Send the emails that are due. Return the reply address of the email to Anna."""
    [letter] = [letter for letter in work_off(NOW + timedelta(minutes=2)) if letter.to == [anna.email]]
    return letter.extra_headers["Reply-To"]


class TestLetter:
    def test_it_says_that_it_can_be_answered_with_a_number(self, anna, to):
        letter = mail_to(anna)
        assert to.startswith("reply+")
        assert to.endswith("@reply.staffetta.example")
        assert len(to.partition("@")[0]) <= 64
        for said in (letter.body, letter.alternatives[0].content):
            assert "reply to this email with the number of your choice" in said
        assert ">1. Seal the valley road" in read(letter.alternatives[0].content)

    def test_made_again_it_is_answered_at_the_same_address(self, anna, to):
        assert mail_to(anna).extra_headers["Reply-To"] == to

    def test_everybody_has_an_address_of_their_own(self, anna, berto, to):
        assert mail_to(berto).extra_headers["Reply-To"] != to

    def test_nothing_of_it_where_no_answers_are_taken(self, anna, table, settings):
        settings.INBOUND = None
        [letter] = [letter for letter in work_off(NOW + timedelta(minutes=2)) if letter.to == [anna.email]]
        assert "Reply-To" not in letter.extra_headers
        assert "reply to this email" not in letter.body + letter.alternatives[0].content
        assert not ReplyAddress.objects.exists()

    def test_a_letter_about_several_tables_cannot_be_answered(self, anna, berto, to):
        factories.running_table(anna, berto)
        bundle = mail_to(anna)
        assert "Reply-To" not in bundle.extra_headers
        assert "reply to this email" not in bundle.body

    def test_nor_one_that_offers_nothing(self, anna, table, seat):
        Seat.objects.filter(pk=seat.pk).update(steward_since=NOW)
        assert "Reply-To" not in mail_to(anna).extra_headers


class TestPlaying:
    @pytest.mark.parametrize(
        "name", names("gmail-", "outlook-de", "outlook-plain-it", "apple-it", "iphone-en", "thunderbird-de")
    )
    def test_the_number_of_a_choice_plays_it(self, anna, table, seat, to, name):
        second = address_of(to).choices.split()[1]
        assert receive(mail(name, to=to), SOON) == Outcome.PLAYED
        move = Move.objects.get(table=table, seq=1)
        assert (move.via, move.user_id) == (Move.Via.MAIL, anna.pk)
        assert address_of(to).played == second
        assert not InboundMail.objects.exclude(outcome="played").exists()

    def test_the_number_means_what_it_meant_in_the_letter(self, table, seat, to):
        """A number keeps the meaning it had in the email, whatever the present order of the answers."""
        address = address_of(to)
        one, two, *rest = address.choices.split()
        rewrite(ReplyAddress.objects.filter(pk=address.pk), choices=" ".join([two, one, *rest]))
        receive(plain("1", to=to), SOON)
        assert address_of(to).played == two

    def test_a_mail_that_comes_twice_plays_once(self, table, to):
        assert [receive(mail("gmail-en", to=to), SOON) for _time in range(3)] == [Outcome.PLAYED] * 3
        assert Move.objects.filter(table=table, seq__gt=0).count() == 1
        assert outcomes() == ["played"]

    def test_the_same_number_sent_again_is_no_complaint(self, table, to):
        receive(plain("2", to=to, number=1), SOON)
        assert receive(plain("2", to=to, number=2), SOON) == Outcome.AGAIN

    def test_another_number_afterwards_plays_nothing(self, table, to):
        receive(plain("2", to=to, number=1), SOON)
        before = everything(table)
        assert receive(plain("1", to=to, number=2), SOON) == Outcome.MOVED_ON
        assert everything(table) == before

    def test_a_worker_that_died_after_the_move_plays_it_once(self, table, to):
        receive(plain("2", to=to), SOON)
        InboundMail.objects.update(outcome="")
        rewrite(ReplyAddress.objects.all(), played="")
        assert receive(plain("2", to=to), SOON + timedelta(minutes=1)) is None
        assert receive(plain("2", to=to), SOON + timedelta(hours=1)) == Outcome.AGAIN
        assert Move.objects.filter(table=table, seq__gt=0).count() == 1

    def test_ahead_of_ones_place_it_is_filed(self, anna, berto):
        """An answer in advance is queued. Each player may reply before or after the other."""
        table = factories.running_table(berto, anna, game="pebbles")
        letters = [letter for letter in work_off(NOW + timedelta(minutes=2)) if "Reply-To" in letter.extra_headers]
        for letter in letters:
            user = table.seats.get(user__email=letter.to[0]).user
            receive(plain("1", to=letter.extra_headers["Reply-To"], by=user.email, results=_results(user)), SOON)
        assert Move.objects.filter(table=table, seq__gt=0).count() + FiledAnswer.objects.count() == len(letters)


def _results(user):
    return RESULTS.replace(b"posteo.example", user.email.partition("@")[2].encode())


class TestRefusing:
    """Replies that play nothing. The recipient of the site's email is notified only if the reply is from them."""

    def refused(self, table, raw, outcome, *, told):
        before = everything(table)
        assert receive(raw, SOON) == outcome
        assert everything(table) == before
        row = InboundMail.objects.get()
        assert (row.outcome, row.reader_id is not None, row.table) == (outcome.value, told, table)

    @pytest.mark.parametrize(
        ("beginnings", "outcome"),
        [
            (("empty-", "outlook-list-", "outlook-markers-", "forwarded-", "below-"), Outcome.NO_NUMBER),
            (("outlook-page-list-",), Outcome.QUOTED),
            (("vacation-", "absence-", "dsn", "list"), Outcome.AUTOMATIC),
        ],
    )
    def test_what_is_no_number_on_top(self, table, to, beginnings, outcome):
        before, found = everything(table), names(*beginnings)
        assert {receive(mail(name, to=to), SOON) for name in found} == {outcome}
        assert everything(table) == before
        assert InboundMail.objects.exclude(reader=None).count() == len(found)

    @pytest.mark.parametrize(
        ("said", "outcome"),
        [
            ("99", Outcome.NO_SUCH),
            ("1\r\n2\r\n", Outcome.NO_NUMBER),
            ("1\r\nSeal the valley road\r\n", Outcome.QUOTED),
            ("2, please", Outcome.NO_NUMBER),
            ("> 2", Outcome.QUOTED),
        ],
    )
    def test_what_is_not_exactly_one_choice(self, table, to, said, outcome):
        self.refused(table, plain(said, to=to), outcome, told=True)

    @pytest.mark.parametrize(
        ("results", "outcome"),
        [
            (b"", Outcome.NO_DMARC),
            (RESULTS.replace(b"=pass", b"=fail"), Outcome.DMARC_FAILED),
            (RESULTS.replace(b"posteo", b"evil"), Outcome.DMARC_FAILED),
            (RESULTS.replace(b"mx.", b"mx.evil."), Outcome.NO_DMARC),
        ],
    )
    def test_what_nobody_vouches_for_leaves_no_trace_to_anybody(self, table, to, results, outcome):
        self.refused(table, plain("1", to=to, results=results), outcome, told=False)

    def test_a_reader_with_the_email_but_another_address(self, table, to, berto):
        """A stranger replies to a forwarded email from their own authenticated address. The reply is refused."""
        self.refused(table, plain("1", to=to, by="eve@posteo.example"), Outcome.STRANGER, told=False)

    def test_a_forged_mail_takes_nothing_from_the_real_one(self, table, to, monkeypatch):
        monkeypatch.setattr(replying, "MOST_TO_ONE", 4)
        for number in range(3):
            receive(plain("1", to=to, results=b"", number=number), SOON)
            receive(plain("1", to=to, by="eve@posteo.example", number=number), SOON)
        assert InboundMail.objects.count() == 4
        assert receive(plain("1", to=to), SOON) == Outcome.PLAYED

    def test_an_address_that_is_none_is_nobodys_business(self, table, to):
        assert receive(plain("1", to=to.replace(to[6:10], "aaaa")), SOON) is None
        assert receive(plain("1", to="post@staffetta.example"), SOON) is None
        assert not InboundMail.objects.exists()

    def test_too_large(self, table, to):
        self.refused(table, plain("1\r\n" + "x" * 1_100_000, to=to), Outcome.TOO_LARGE, told=True)

    @pytest.mark.parametrize(
        ("fields", "outcome"),
        [
            ({"steward_since": NOW}, Outcome.STEWARD),
            ({"resigned_at": NOW}, Outcome.OTHER_HANDS),
            ({"user": None}, Outcome.OTHER_HANDS),
            ({"plies": 7}, Outcome.MOVED_ON),
        ],
    )
    def test_a_seat_that_is_not_theirs_to_play(self, table, seat, to, fields, outcome):
        Seat.objects.filter(pk=seat.pk).update(**fields)
        self.refused(table, plain("1", to=to), outcome, told=True)

    @pytest.mark.parametrize(
        ("fields", "outcome"),
        [({"quarantined_at": NOW}, Outcome.QUARANTINED), ({"status": "ended"}, Outcome.ENDED)],
    )
    def test_a_table_at_which_nothing_can_be_played(self, table, to, fields, outcome):
        Table.objects.filter(pk=table.pk).update(**fields)
        self.refused(table, plain("1", to=to), outcome, told=True)

    def test_somebody_who_was_shut_out(self, table, anna, to):
        anna.is_active = False
        anna.save()
        self.refused(table, plain("1", to=to), Outcome.OTHER_HANDS, told=True)

    def test_after_the_decision(self, table, seat, to):
        Decision.objects.filter(seat=seat).update(closed_at=SOON, answered_at=SOON)
        self.refused(table, plain("1", to=to), Outcome.MOVED_ON, told=True)

    def test_after_thirty_days(self, table, to):
        ReplyAddress.objects.update(made_at=NOW - timedelta(days=31))
        self.refused(table, plain("1", to=to), Outcome.EXPIRED, told=True)

    def test_what_is_offered_no_more(self, table, to):
        rewrite(ReplyAddress.objects.all(), choices="000000000000")
        self.refused(table, plain("1", to=to), Outcome.CHANGED, told=True)

    def test_too_many_of_one_person(self, table, to, monkeypatch):
        monkeypatch.setattr(replying, "MOST_OF_ONE", 3)
        found = [receive(plain("no", to=to, number=number), SOON) for number in range(5)]
        assert found == [Outcome.NO_NUMBER] * 3 + [Outcome.TOO_MANY, None]
        assert receive(plain("1", to=to, number=9), SOON + timedelta(hours=2)) == Outcome.PLAYED

    def test_at_a_table_that_is_paused_it_plays_as_from_the_page(self, table, to):
        Table.objects.filter(pk=table.pk).update(paused_at=NOW)
        assert receive(plain("1", to=to), SOON) == Outcome.PLAYED

    def test_a_mail_over_which_the_reader_falls_is_set_aside(self, table, to, caplog):
        """A reply with a valid number is set aside if the table's state cannot be read."""
        rewrite(Table.objects.filter(pk=table.pk), state="{}")
        assert receive(plain("1", to=to), SOON) in {Outcome.QUARANTINED, Outcome.BROKEN}
        assert "posteo" not in caplog.text


def test_the_record_says_what_is_played_by_it(table, to):
    receive(plain("1", to=to), SOON)
    assert played(table) is not None


def test_nothing_is_ever_answered_by_mail(table, to, anna, mailoutbox):
    sent = len(mailoutbox)
    for number, said in enumerate(["1", "no", "99", "> 1"]):
        receive(plain(said, to=to, number=number), SOON)
    receive(mail("vacation-de", to=to), SOON)
    assert len([each for each in mailoutbox[sent:] if anna.email in each.to]) == 0


def test_of_one_table_the_newest_is_told_and_nothing_once_it_was_played(table, to, anna):
    receive(plain("no", to=to, number=1), SOON)
    receive(plain("99", to=to, number=2), SOON + timedelta(minutes=1))
    [open_one] = InboundMail.objects.filter(reader=anna, dismissed_at=None)
    assert open_one.outcome == "no_such"
    receive(plain("1", to=to, number=3), SOON + timedelta(minutes=2))
    assert [row.outcome for row in InboundMail.objects.filter(reader=anna, dismissed_at=None)] == ["played"]


def test_what_is_over_is_forgotten(table, to):
    receive(plain("no", to=to), SOON)
    replying.forget(now=SOON + timedelta(days=29))
    assert InboundMail.objects.count() == ReplyAddress.objects.filter(token=address_of(to).token).count() == 1
    replying.forget(now=SOON + timedelta(days=31))
    assert not InboundMail.objects.exists()
    replying.forget(now=SOON + timedelta(days=61))
    assert not ReplyAddress.objects.exists()


def test_a_letter_about_the_next_decision_has_an_address_of_its_own(table, to, anna):
    receive(plain("1", to=to), SOON)
    notify.notify_finished(table=table, now=SOON)
    assert mail_to(anna, SOON).extra_headers.get("Reply-To") != to


def test_who_is_asked_again_by_their_own_answer_gets_the_next_letter_at_once(anna, berto):
    """A reply by email shows no page, so the next email does not wait for others."""
    seat = asked_again(anna, berto)
    [first] = [letter for letter in work_off(SOON) if letter.to == [anna.email]]
    assert receive(plain("1", to=first.extra_headers["Reply-To"]), SOON) == "played"
    [second] = work_off(SOON + timedelta(minutes=1))
    assert second.to == [anna.email]
    assert second.extra_headers["Reply-To"] != first.extra_headers["Reply-To"]
    assert factories.waiting(seat.table, seat)
    assert receive(plain("1", to=second.extra_headers["Reply-To"], number=2), SOON) == "played"
