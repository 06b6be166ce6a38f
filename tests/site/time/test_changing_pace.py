"""Change of pace during a game, agreed by all players."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engines.specimen.actions import SealRoad
from tables import clock, paces
from tables.errors import Refusal
from tables.models import SiteEvent, Table
from tables.selectors.play import waiting
from tables.services.time import agreeing, clocks
from tables.services.time.agreeing import Topic, What
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
DAY = timedelta(days=1)
SLOW, QUICK = clock.PACES["week"], clock.PACES["day"]


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Cleo")]


@pytest.fixture
def table(people):
    return factories.running_table(*people, pace="three")


def agree(table, user, pace, now=NOW):
    return agreeing.consent(table_id=table.pk, user=user, topic=Topic(What.PACE, pace=pace), now=now)


def refused(table, user, pace):
    with pytest.raises(Refusal) as refusal:
        agree(table, user, pace)
    return refusal.value.code


def seen_clocks(table):
    return {wait.seat_id: wait.clock for wait in waiting.waits([table])[table.pk]}


def test_the_last_consent_changes_it_and_what_is_open_has_its_full_time_again(table, people):
    later = NOW + 2 * DAY
    assert [agree(table, user, QUICK, later) for user in people] == [False, False, True]
    table = factories.fresh(table)
    assert clocks.pace_of(table) == QUICK
    for shown in seen_clocks(table).values():
        assert shown.over_at == later + DAY
        assert shown.due_at == shown.bank_at + timedelta(days=5)
    assert not table.consents.exists()


def test_nobodys_bank_becomes_smaller_and_it_is_at_least_that_of_the_new_pace(table, people):
    rich, poor, _even = (factories.seat_of(table, user) for user in people)
    table.seats.filter(pk=rich.pk).update(bank_seconds=20 * 86_400)
    table.seats.filter(pk=poor.pk).update(bank_seconds=60)
    for user in people:
        agree(table, user, SLOW)
    assert [factories.seat_of(table, user).bank_seconds // 86_400 for user in people] == [20, 7, 7]


def test_nobody_can_tell_who_has_answered_ahead(people):
    """A new pace does not reveal which seats have answered in advance: the same clocks seem to run before and after."""
    table = factories.running_table(*people, pace="three")
    factories.send(factories.seat_of(table, people[0]), SealRoad("ridge"))
    before = {seat: shown.due_at is not None for seat, shown in seen_clocks(table).items()}
    for user in people:
        agree(table, user, QUICK, NOW + DAY)
    after = {seat: shown.due_at is not None for seat, shown in seen_clocks(table).items()}
    assert before == after


def test_who_agrees_to_another_one_no_longer_agrees_to_the_first(table, people):
    anna, ben, cleo = people
    agree(table, anna, QUICK)
    agree(table, ben, QUICK)
    agree(table, anna, SLOW)
    assert not agree(table, cleo, QUICK)
    assert agree(table, anna, QUICK)


def test_it_can_be_taken_back(table, people):
    anna, ben, cleo = people
    for user in (anna, ben):
        agree(table, user, QUICK)
    agreeing.withdraw(table_id=table.pk, user=ben, topic=Topic(What.PACE, pace=QUICK))
    assert not agree(table, cleo, QUICK)


def test_what_is_no_other_pace_is_refused(table, people):
    assert refused(table, people[0], clock.PACES["three"]) == "same_pace"
    assert refused(table, people[0], None) == "bad_pace"
    assert refused(table, people[0], replace(QUICK, decision=1)) == "bad_pace"
    assert refused(table, factories.person("Stranger"), QUICK) == "not_seated"
    for user in people:
        agreeing.consent(table_id=table.pk, user=user, topic=Topic(What.PAUSE), now=NOW)
    assert refused(table, people[0], QUICK) == "paused"


def test_a_pace_survives_its_text():
    for pace in (*clock.PACES.values(), replace(QUICK, slug=paces.CUSTOM, weekends=False)):
        assert paces.from_text(paces.to_text(pace)) == pace


@pytest.mark.parametrize(
    "text", ["", "day", "day:1:2:3:4:5:6:on", "free:1440:720:480:4320:360:7200:on", "custom:a:b:c:d:e:f:on"]
)
def test_what_is_no_pace_is_said(text):
    with pytest.raises(paces.NoPace):
        paces.from_text(text)


def test_it_is_proposed_on_a_page_agreed_to_at_the_table_and_told_in_the_log(table, people):
    clients = [signed_in(user) for user in people]
    address = f"/t/{table.code}/pace/"
    assert "time bank of 5 days" in page_of(clients[0], address)
    own = {f"own-{part}_{which}": value for part in paces.LIMITS for which, value in (("0", "0"), ("1", "60"))}
    bad = clients[0].post(address, {"pace": "custom", "own-weekends": "on"} | own)
    assert bad.status_code == 422
    clients[0].post(address, {"pace": "day"})
    page = page_of(clients[1], table.get_absolute_url())
    assert "New pace: 24 hours per decision" in page or "New pace: 1 day per decision" in page
    text = paces.to_text(QUICK)
    for client in clients[1:]:
        client.post(f"/t/{table.code}/times/", {"what": "pace", "pace": text, "do": "agree"})
    assert factories.fresh(table).pace == "day"
    assert SiteEvent.objects.get(table=table, kind=SiteEvent.Kind.PACE)
    assert "Everyone agreed to a new pace: " in page_of(clients[0], table.get_absolute_url())


def test_a_page_that_is_not_for_me_leads_back(table):
    stranger = signed_in(factories.person("Stranger"))
    assert stranger.get(f"/t/{table.code}/pace/").status_code == 302
    before = Table.objects.get(pk=table.pk).changes
    stranger.post(f"/t/{table.code}/times/", {"what": "pace", "pace": "nonsense", "do": "agree"})
    assert Table.objects.get(pk=table.pk).changes == before
