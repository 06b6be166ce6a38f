"""Audit of ``make chaos``, tested with known lost, doubled and stuck data, and the tools around it: its clock and clean-up."""

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client

import tests.chaos
from engines.contract import encode
from engines.specimen.actions import SealRoad
from tables.models import ChatMessage, Delivery, Move, Submission, Table
from tables.services.play import ending
from tables.services.time import outages
from tests.chaos import audit, manners, outage, settling
from tests.chaos.browser import slots
from tests.chaos.clock import Clock
from tests.chaos.faults import Conductor, Faults
from tests.chaos.hurry import Hurry
from tests.chaos.ledger import Ledger, Opened, Prepared, Said, Sent, Tally
from tests.chaos.postbox import Taken
from tests.chaos.undertaker import Undertaker, is_gone
from tests.chaos.world import World
from tests.rows import rewrite
from tests.site import factories

ROAD = SealRoad("valley")
needs_proc = pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc")


@pytest.fixture
def table() -> Table:
    return factories.running_table(factories.person(), factories.person())


@pytest.fixture
def sent(table: Table) -> Sent:
    """Return a move that was sent and accepted, as recorded in the ledger and at the table."""
    seat = table.seats.get(index=0)
    factories.send(seat, ROAD, token="token-of-chaos")
    return Sent("a fault", table.code, seat.pk, "saddle/1", "token-of-chaos", (encode(ROAD).decode(),), yes=True)


def columns(found: Sequence[audit.Finding]) -> list[str]:
    return [column for _kind, column, _note in found]


def of_moves(*sent: Sent) -> list[str]:
    return columns(list(audit.moves(Ledger(sent=list(sent)))))


@pytest.mark.django_db
class TestMoves:
    def test_one_that_was_accepted_and_stands_in_the_record_is_well(self, sent: Sent) -> None:
        assert of_moves(sent) == []

    def test_one_that_was_accepted_and_is_not_there_is_lost(self, sent: Sent) -> None:
        sent.token = "token-of-nobody"
        assert "lost" in of_moves(sent)

    def test_one_that_was_never_answered_may_be_there_or_not(self, sent: Sent) -> None:
        sent.yes = False
        other = Sent("a fault", sent.code, sent.seat_id, "saddle/1", "token-of-nobody", sent.actions)
        assert of_moves(sent, other) == []

    @pytest.mark.parametrize("yes", [True, False])
    def test_one_that_was_refused_and_is_there_is_lost(self, sent: Sent, yes: bool) -> None:
        sent.yes, sent.no = yes, True
        assert of_moves(sent) == ["lost"]

    def test_one_that_was_refused_and_is_not_there_is_well(self, sent: Sent) -> None:
        other = Sent("a fault", sent.code, sent.seat_id, "saddle/1", "token-of-nobody", sent.actions, no=True)
        assert of_moves(sent, other) == []

    def test_another_one_than_was_sent_is_lost(self, sent: Sent) -> None:
        sent.actions = (encode(SealRoad("river")).decode(),)
        assert of_moves(sent) == ["lost"]

    def test_one_that_stands_twice_is_doubled(self, sent: Sent) -> None:
        move = Move.objects.get(seat=sent.seat_id)
        what = {name: getattr(move, name) for name in ("table", "seat", "user", "key", "kind", "action", "via", "events", "at")}
        move = Move.objects.create(seq=move.seq + 1, draws="[]", **what)
        assert of_moves(sent) == ["doubled"]
        Submission.objects.update(last_seq=move.seq)
        assert of_moves(sent) == ["doubled"]


@pytest.mark.django_db
def test_a_player_of_the_proof_finds_the_forms_of_a_page(table: Table) -> None:
    """If the forms were not found, no player would move in the proof, and all tables would count as stuck."""
    seat = table.seats.get(index=0)
    client = Client()
    client.force_login(seat.user)
    page = client.get(table.get_absolute_url()).content.decode()
    assert {key: slot.own_ply for key, slot in slots(page).items()} == {"saddle/1": seat.plies}


@pytest.mark.django_db
def test_a_draft_that_its_deadline_passed_over_is_lost(table: Table) -> None:
    seat = table.seats.get(index=0)
    draft = Prepared("a fault", table.code, seat.pk, "saddle/1", (encode(ROAD).decode(),), filed=False, seq=0, yes=True)
    ledger = Ledger(prepared=[draft])
    assert list(audit.prepared(ledger)) == []
    factories.send(seat, SealRoad("river"), via=Move.Via.DEADLINE)
    assert columns(list(audit.prepared(ledger))) == ["lost"]
    Move.objects.filter(seat=seat).update(via=Move.Via.STEWARD)
    assert list(audit.prepared(ledger)) == []


@pytest.mark.django_db
def test_of_drafts_for_the_same_decision_the_last_one_counts(table: Table) -> None:
    """An outage delays the deadline, so the decision is still open and gets a second draft."""
    seat, roads = table.seats.get(index=0), (ROAD, SealRoad("river"))
    drafts = [
        Prepared("a fault", table.code, seat.pk, "saddle/1", (encode(road).decode(),), filed=False, seq=0, yes=True)
        for road in roads
    ]
    factories.send(seat, roads[1], via=Move.Via.DEADLINE)
    assert list(audit.prepared(Ledger(prepared=drafts))) == []
    assert columns(list(audit.prepared(Ledger(prepared=drafts[::-1])))) == ["lost"]


@pytest.mark.django_db
def test_an_answer_that_was_filed_and_is_no_row_is_lost(table: Table) -> None:
    seat = table.seats.get(index=0)
    filed = Prepared("a fault", table.code, seat.pk, "turn/1", (encode(ROAD).decode(),), filed=True, seq=0, yes=True)
    assert columns(list(audit.prepared(Ledger(prepared=[filed])))) == ["lost"]


@pytest.mark.django_db
def test_a_line_of_chat_is_there_once(table: Table) -> None:
    ledger = Ledger(said=[Said("a fault", table.code, "chaos 1", yes=True)])
    assert columns(list(audit.chat(ledger))) == ["lost"]
    line = ChatMessage.objects.create(table=table, text="chaos 1", at=factories.NOW)
    assert list(audit.chat(ledger)) == []
    line.pk = None
    line.save()
    assert columns(list(audit.chat(ledger))) == ["doubled"]


@pytest.mark.django_db
def test_a_table_is_opened_once(table: Table) -> None:
    ledger = Ledger(opened=[Opened("a fault", "chaos 2", yes=True)])
    assert columns(list(audit.opened(ledger))) == ["lost"]
    for number in range(2):
        Table.objects.create(game="specimen", name="chaos 2", seat_count=2, decision_minutes=60, reply_minutes=60)
        assert columns(list(audit.opened(ledger))) == ["doubled"] * number


@pytest.mark.django_db
def test_time_without_pages_is_given_back(table: Table, tmp_path: Path) -> None:
    clock = Clock(tmp_path / "clock")
    world = World(port=0, clock=clock, seed=0)
    since = clock.now()
    table.decisions.update(due_at=since + timedelta(minutes=3), counted_at=since)
    away = outage.begin(world)
    clock.jump(480)

    def unfair() -> int:
        world.tally = Tally()
        outage.compare(world, away, until=clock.now())
        return world.tally.total("lost")

    assert unfair() == 2
    table.decisions.update(due_at=clock.now() + timedelta(minutes=3))
    assert unfair() == 0
    seat = table.seats.get(index=0)
    factories.send(seat, ROAD, via=Move.Via.DEADLINE, user_id=None, now=since + timedelta(minutes=4))
    assert unfair() == 1


@pytest.mark.django_db
def test_a_mail_arrives_once_and_is_never_given_up(table: Table) -> None:
    first = Delivery.objects.order_by("pk").first()
    assert first is not None
    number, to = first.notification_id, first.notification.recipient.email
    mail = Taken(f"<notification.{number}@127.0.0.1>", to, is_told=True)

    def found(*taken: Taken, **fields: object) -> list[str]:
        Delivery.objects.filter(pk=first.pk).update(**fields)
        return columns(list(audit.mails(Ledger(), list(taken))))

    assert found(status="failed") == ["lost"]
    assert found(status="sent") == ["lost"]
    assert found(mail) == []
    assert found(mail, mail) == ["doubled"]
    assert found(mail, mail, uncertain=True) == []


@pytest.mark.django_db
def test_a_record_that_does_not_hold_is_lost(table: Table, sent: Sent) -> None:
    assert list(audit.records(Ledger())) == []
    rewrite(Move.objects.filter(seat=sent.seat_id), draws="[]", events="[]")
    assert "lost" in columns(list(audit.records(Ledger())))


@pytest.mark.django_db
def test_tables_at_which_nothing_goes_on_are_stuck(table: Table, tmp_path: Path) -> None:
    clock = Clock(tmp_path / "clock")
    world = World(port=0, clock=clock, seed=0)
    now = clock.now()
    Delivery.objects.all().delete()

    def found() -> set[str]:
        return {what.partition(" ")[0] for _code, what in settling.unsettled(world)}

    table.decisions.update(due_at=now + timedelta(days=1))
    assert found() == set()
    table.decisions.update(due_at=now - timedelta(days=1))
    assert found() == {"a"}
    table.decisions.update(due_at=None)
    assert found() == {"no"}
    table.decisions.filter(seat__index=0).update(closed_at=now)
    assert found() == {"its", "no"}
    table.advance_at = now
    table.save(update_fields=["advance_at"])
    assert "prepared" in found()
    table.quarantined_at = now
    table.save(update_fields=["quarantined_at"])
    assert "set" in found()


@pytest.mark.parametrize(
    ("ends_after", "told"),
    [
        ([0.1, 0.2], ""),
        # A process that was killed last is still starting.
        ([0.8, 0.9], ""),
        ([9.0], "no sweep ended"),
        ([0.1, 0.8], "ended only after"),
        ([0.1, 9.0], "no sweep ended"),
    ],
)
def test_a_sweep_that_ends_late_is_told_from_one_that_never_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends_after: list[float], told: str
) -> None:
    world, began = World(port=0, clock=Clock(tmp_path / "clock"), seed=0), time.monotonic()
    world.latest += ["worker play killed", "clock ahead"]
    for name, seconds in (("BEAT_COMES", 0.4), ("BEAT_LATE", 1.2), ("BEAT_LOOKS", 0.01)):
        monkeypatch.setattr(settling, name, seconds)
    settling.check_beat(world, lambda: sum(time.monotonic() > began + seconds for seconds in ends_after))
    assert len(world.tally.notes) == bool(told)
    assert all(told in note and "worker play killed, clock ahead" in note for note in world.tally.notes)


@pytest.mark.django_db
def test_a_game_that_is_over_must_be_in_the_archive_but_practice_need_not(table: Table, tmp_path: Path) -> None:
    Delivery.objects.all().delete()
    ending.concede(table_id=table.pk, user=table.seats.get(index=0).user, now=factories.NOW)
    Delivery.objects.all().delete()
    world = World(port=0, clock=Clock(tmp_path / "clock"), seed=0)
    assert [what for _code, what in settling.unsettled(world)] == ["a game that is over is not in the archive"]
    Table.objects.update(practice=True)
    assert list(settling.unsettled(world)) == []


def test_the_last_line_has_the_sums_and_anything_lost_makes_it_fail() -> None:
    tally = Tally()
    for kind in ("one", "another"):
        tally.add(kind, "tried")
    assert tally.is_clean
    assert [line.split() for line in tally.lines()][-1] == ["all", "2", "0", "0", "0"]
    tally.add("one", "stuck", "why")
    assert not tally.is_clean
    assert tally.notes == ["stuck: why [one]"]


def test_a_clock_that_is_set_jumps_in_a_running_process_and_in_what_it_forks(tmp_path: Path) -> None:
    clock = Clock(tmp_path / "clock")
    root = Path(__file__).resolve().parents[2]
    program = (
        "import os, sys, time\n"
        "sys.stdout.write(f'{time.time()}\\n'); sys.stdout.flush(); sys.stdin.readline()\n"
        "sys.stdout.write(f'{time.time()}\\n'); sys.stdout.flush()\n"
        "if os.fork() == 0: time.sleep(0.3); sys.stdout.write(f'{time.time()}\\n'); sys.stdout.flush(); os._exit(0)\n"
        "os.wait()\n"
    )
    environment = {"PYTHONPATH": str(root / "tests/chaos/startup"), "CHAOS_CLOCK": str(clock.note)}
    process = subprocess.Popen(
        [sys.executable, "-c", program], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    before = float(process.stdout.readline())
    clock.jump(3600)
    told, _errors = process.communicate("\n", timeout=20)
    after, forked = map(float, told.split())
    assert 3600 <= after - before < 3660
    assert 3600 <= forked - before < 3660


@needs_proc
def test_whatever_becomes_of_a_run_its_processes_and_folders_go(tmp_path: Path) -> None:
    folder = tmp_path / "of the run"
    folder.mkdir()
    hung = subprocess.Popen(["sleep", "600"], start_new_session=True)
    with Undertaker() as undertaker:
        undertaker.tell(f"pid {hung.pid} 9")
        undertaker.tell(f"folder {folder}")
        hung.send_signal(signal.SIGSTOP)
    assert is_gone(hung.pid)
    assert not folder.exists()
    hung.wait(5)


class Few(Conductor):
    """Conductor with two faults that do nothing."""

    def faults(self) -> Faults:
        return {"web killed": (1, lambda: None), "broker hung": (1, lambda: None)}


def test_what_was_asked_for_and_not_tried_is_no_success(tmp_path: Path) -> None:
    def chosen(only: str) -> list[str]:
        return list(Few(World(port=0, clock=Clock(tmp_path / "clock"), seed=1, only=only), site=None).chosen())  # type: ignore[arg-type]

    assert chosen("") == ["web killed", "broker hung"]
    assert chosen("web") == ["web killed"]
    assert chosen("wbe") == []
    tally = Tally()
    tally.add("broker hung", "tried")
    assert tally.has_tried(chosen(""))
    assert not tally.has_tried(chosen("web"))
    assert not tally.has_tried([])


def test_a_conductor_without_faults_does_not_end_the_run(tmp_path: Path) -> None:
    world = World(port=0, clock=Clock(tmp_path / "clock"), seed=1, only="wbe")
    conductor = Few(world, site=None)  # type: ignore[arg-type]
    conductor.start()
    conductor.join(0.3)
    assert conductor.is_alive()
    world.is_over.set()
    conductor.join(5)
    assert not conductor.is_alive()


def test_web_records_its_presence_before_a_deadline_that_was_moved_just_into_the_past(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "WEB_EVERY", outages.WEB_EVERY)
    Hurry("tests.chaos", tests.chaos).ready()
    assert outages.WEB_EVERY.total_seconds() < settling.WEB_NOTES
    assert outages.WEB_EVERY < manners.JUST_NOW
