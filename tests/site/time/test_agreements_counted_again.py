"""Agreements when one of the players stops playing, and the lifetime of a consent."""

from datetime import timedelta

import pytest

from accounts import leaving
from engines import registry
from engines.contract import Filed, When
from engines.specimen.actions import Decline, Offer, SealRoad
from tables import clock
from tables.errors import Refusal
from tables.models import Agreement, Consent, Decision, Table
from tables.selectors.play import state
from tables.services import quarantine
from tables.services.play import advance, ending, moves, preparing
from tables.services.seats import escalation, substitutes
from tables.services.site_events import Operator
from tables.services.staff import operating
from tables.services.time import agreeing, pausing
from tables.services.time.agreeing import Topic, What
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
OPERATOR = Operator(None, "They asked for it.")
PACE = Topic(What.PACE, pace=clock.PACES["week"])
END = "end"
KINDS = ("end", "pause", "resume", "extend", "pace")


class Round:
    """Running table with three players, and the kind of agreement they can reach. For "resume", the table is paused."""

    def __init__(self, kind):
        self.kind = kind
        self.anna, self.ben, self.cleo = (factories.person(name) for name in ("Anna", "Ben", "Cleo"))
        self.table = factories.running_table(self.anna, self.ben, self.cleo, excused=0)
        if kind == "resume":
            pausing.pause(factories.fresh(self.table), now=NOW)

    @property
    def matter(self):
        if self.kind == "extend":
            mine = factories.seat_of(self.table, self.ben)
            return Topic(What.EXTEND, mine.index, factories.decision(mine).key)
        return PACE if self.kind == "pace" else Topic(What(self.kind))

    def agree(self, user, now=NOW + MINUTE):
        if self.kind == END:
            return ending.agree_to_end(table_id=self.table.pk, user=user, now=now)
        return agreeing.consent(table_id=self.table.pk, user=user, topic=self.matter, now=now)

    @property
    def is_done(self):
        table = factories.fresh(self.table)
        ben = factories.seat_of(self.table, self.ben).decisions.order_by("pk").first()
        return {
            "end": table.ended_by == Table.EndedBy.AGREED,
            "pause": table.paused_at is not None,
            "resume": table.paused_at is None,
            "extend": ben.extension_seconds > 0,
            "pace": table.pace == PACE.pace.slug,
        }[self.kind]

    @property
    def consents(self):
        rows = Agreement.objects if self.kind == END else Consent.objects.filter(what=self.kind)
        return set(rows.values_list("seat__user", flat=True))


def leaves(played):
    ending.resign(table_id=played.table.pk, user=played.anna, now=NOW + DAY / 4)


def deletes_the_account(played):
    leaving.delete_account(user_id=played.anna.pk, now=NOW + DAY / 4)


def deletes_it_while_the_table_is_set_aside(played):
    quarantine.quarantine(table_id=played.table.pk, where="test", now=NOW + DAY / 5)
    leaving.delete_account(user_id=played.anna.pk, now=NOW + DAY / 4)
    quarantine.release(table_id=played.table.pk, now=NOW + DAY / 4)
    advance.advance_table(table_id=played.table.pk, now=NOW + DAY / 4)


def misses_the_deadline(played):
    row = factories.decision(factories.seat_of(played.table, played.anna))
    assert moves.time_out(decision_id=row.pk, now=row.due_at)


def is_played_for(played):
    seat = factories.seat_of(played.table, played.anna)
    operating.put_steward(table_id=played.table.pk, seat_id=seat.pk, operator=OPERATOR, now=NOW + DAY / 4)


EVENTS = (leaves, deletes_the_account, deletes_it_while_the_table_is_set_aside, misses_the_deadline, is_played_for)
# No deadline expires during a pause. A table on hold opens its decisions again, and they count as new decisions.
IMPOSSIBLE = {("resume", misses_the_deadline), ("extend", deletes_it_while_the_table_is_set_aside)}


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("kind", KINDS)
def test_what_all_who_still_play_agreed_to_happens_when_the_last_other_one_plays_no_more(kind, event):
    if (kind, event) in IMPOSSIBLE:
        return
    played = Round(kind)
    assert [played.agree(user) for user in (played.ben, played.cleo)] == [False, False]
    event(played)
    assert played.is_done


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("kind", KINDS)
def test_somebody_else_who_plays_and_did_not_agree_still_counts(kind, event):
    if (kind, event) in IMPOSSIBLE:
        return
    played = Round(kind)
    played.agree(played.ben)
    event(played)
    assert not played.is_done
    if event is not deletes_it_while_the_table_is_set_aside:
        assert played.agree(played.cleo)
        assert played.is_done


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_consent_stays_with_its_giver_and_goes_to_nobody_who_plays_the_seat_later(kind, event):
    if (kind, event) in IMPOSSIBLE:
        return
    played = Round(kind)
    seat = factories.seat_of(played.table, played.anna)
    for user in (played.anna, played.ben):
        played.agree(user)
    event(played)
    assert played.anna.pk not in played.consents
    if event is misses_the_deadline or event is is_played_for or event is leaves:
        escalation.come_back(table_id=played.table.pk, user=played.anna, now=NOW + DAY)
    else:
        substitutes.take_seat(table_id=played.table.pk, seat_id=seat.pk, user=factories.person("Dora"), now=NOW + DAY)
    assert not Consent.objects.filter(seat=seat).exists()
    assert not Agreement.objects.filter(seat=seat).exists()


def test_what_was_agreed_before_a_pause_happens_when_it_ends_and_the_last_other_one_is_gone():
    played = Round("pace")
    for user in (played.ben, played.cleo):
        played.agree(user)
    pausing.pause(factories.fresh(played.table), now=NOW + MINUTE)
    leaves(played)
    assert not played.is_done
    operating.resume(table_id=played.table.pk, operator=OPERATOR, now=NOW + DAY)
    assert played.is_done


def test_a_table_at_which_nobody_plays_agrees_to_nothing():
    played = Round("pause")
    for user in (played.anna, played.ben, played.cleo):
        seat = factories.seat_of(played.table, user)
        operating.put_steward(table_id=played.table.pk, seat_id=seat.pk, operator=OPERATOR, now=NOW)
    assert not played.is_done


def answer(played, user, now):
    """Make the first decision that a user can make now."""
    seat = factories.seat_of(played.table, user)
    asked = factories.waiting(played.table, seat)[0]
    wanted = {"saddle": SealRoad("valley")}.get(asked.kind)
    legal = factories.legal(seat, asked)
    action = wanted or next((one for one in legal if isinstance(one, Offer | Decline)), legal[0])
    factories.send(seat, action, key=asked.key, now=now)


def asked_so_far(played, known=()):
    """Return the ``known`` decisions and those open now, as (seat, key), without further steps of a known turn."""
    seen = state.seen(factories.fresh(played.table), None).public
    asked = [one for one in registry.engine(played.table.game).pending(seen) if one.when is not When.MAY]
    return {*known, *((one.seat, one.key) for one in asked if (one.seat, one.continues) not in known)}


@pytest.mark.parametrize("kind", ["end", "pause", "resume", "pace"])
def test_a_consent_ends_with_the_next_decision_asked_of_its_giver_and_not_before(kind):
    played = Round(kind)
    people = {seat.index: seat.user for seat in played.table.seats.select_related("user")}
    for user in (played.ben, played.cleo):
        played.agree(user)
    before = known = asked_so_far(played)
    ended = set()
    for number in range(1, 30):
        asked = factories.waiting(played.table)[0]
        answer(played, people[asked.seat], NOW + number * MINUTE)
        known = asked_so_far(played, known)
        ended |= {people[seat].pk for seat, _key in known - before} - {played.anna.pk}
        assert played.consents == {played.ben.pk, played.cleo.pk} - ended
        if len(ended) == 2:
            break
    assert len(ended) == 2
    assert not played.agree(played.anna), "she alone decides nothing"


def test_who_is_asked_and_has_filed_the_answer_already_is_asked_all_the_same():
    played = Round("end")
    people = {seat.index: seat.user for seat in played.table.seats.select_related("user")}
    for user in people.values():
        answer(played, user, NOW)
    first, second, third = (people[(factories.waiting(played.table)[0].seat + place) % 3] for place in range(3))
    answer(played, first, NOW)
    seat = factories.seat_of(played.table, third)
    factories.decision(seat)
    preparing.file_answer(seat_id=seat.pk, filed=Filed(factories.decision(seat).key, (Decline(),)), user_id=third.pk, now=NOW)
    played.agree(third)
    answer(played, second, NOW + 2 * MINUTE)
    assert played.table.moves.filter(seat=seat, kind="relay").exists()
    asked_next = Decision.objects.filter(seat=seat, asked_at__gt=NOW + MINUTE).exclude(when="may").exists()
    assert (third.pk in played.consents) is not asked_next


def test_the_page_says_since_when_a_consent_stands(client):
    for kind in ("end", "pause"):
        played = Round(kind)
        client.force_login(played.ben)
        page = client.get(played.table.get_absolute_url()).content.decode()
        played.agree(played.cleo, NOW + timedelta(hours=3, minutes=17))
        later = client.get(played.table.get_absolute_url()).content.decode()
        assert "15:17" not in page
        assert "15:17" in later


def test_a_consent_is_refused_to_somebody_for_whom_the_steward_plays():
    played = Round("pause")
    is_played_for(played)
    with pytest.raises(Refusal, match="steward_plays"):
        played.agree(played.anna)
