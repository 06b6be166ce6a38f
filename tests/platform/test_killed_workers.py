"""Email worker that is killed while it sends, as a real process with a real broker and a real database."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email import message_from_bytes
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from config.celery import app
from config.supervision.processes import MAIL
from tables.models import Delivery
from tables.services.mail import deliveries, notify
from tests.site import mailing

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.database]
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0
SECOND = timedelta(seconds=1)

type Worker = Callable[[str], Path]


@pytest.fixture
def asked() -> Delivery:
    """Notify a player that it is their turn, and return the delivery."""
    anna = mailing.person("Anna")
    table = mailing.running_table(anna, mailing.person("Berto"))
    now = timezone.now() - timedelta(minutes=1)
    notify.notify_turns(table=table, decisions=[mailing.decision_of(table, anna)], now=now)
    return Delivery.objects.get()


@pytest.fixture
def killed_while(tmp_path: Path) -> Iterator[Worker]:
    """Yield a function that starts a worker, waits until it sends the email, and kills it where its post office hangs.

    The function returns the folder with the emails that the post office has stored.
    """
    running: list[subprocess.Popen[bytes]] = []

    def kill_while(point: str) -> Path:
        worker = subprocess.Popen(MAIL.command(), cwd=ROOT, env=environment(tmp_path, point), start_new_session=True)
        running.append(worker)
        assert deliveries.queue_due(now=timezone.now()) == 1
        wait_for(tmp_path / point, worker)
        worker.send_signal(signal.SIGKILL)
        assert worker.wait(10) == -signal.SIGKILL
        return tmp_path

    yield kill_while
    for worker in running:
        worker.kill()
    app.control.purge()


def environment(folder: Path, point: str) -> dict[str, str]:
    mine = {"TEST_DATABASE": str(connection.settings_dict["NAME"]), "POST_OFFICE": str(folder), "HANGS_AT": point}
    return {**os.environ, **mine, "DJANGO_SETTINGS_MODULE": "tests.mail_worker"}


def wait_for(sign: Path, worker: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE
    while not sign.exists():
        assert worker.poll() is None, "the worker ended by itself"
        assert time.monotonic() < end, "the worker never took up the mail"
        time.sleep(0.05)


def lease_of(delivery: Delivery) -> datetime:
    """Return the end of the dead worker's claim."""
    delivery.refresh_from_db()
    assert delivery.status == "sending"
    assert delivery.claimed_at
    return delivery.claimed_at + deliveries.LEASE


def test_killed_between_claim_and_send_the_mail_is_sent_once_after_the_lease(asked: Delivery, killed_while: Worker) -> None:
    folder = killed_while("connecting")
    lease = lease_of(asked)
    assert asked.started_at is None
    assert list(folder.glob("*.eml")) == []
    assert mailing.work_off(lease - SECOND) == []
    [sent] = mailing.work_off(lease)
    assert sent.subject == "Choose a road: Night Post"
    asked.refresh_from_db()
    assert (asked.status, asked.uncertain, asked.attempts) == ("sent", False, 2)
    assert mailing.work_off(lease + timedelta(days=1)) == []


def test_killed_between_send_and_settle_it_is_sent_again_as_the_same_mail_and_listed(
    asked: Delivery, killed_while: Worker
) -> None:
    folder = killed_while("answering")
    lease = lease_of(asked)
    assert asked.started_at == asked.claimed_at
    [taken] = [message_from_bytes(path.read_bytes()) for path in folder.glob("*.eml")]
    assert mailing.work_off(lease - SECOND) == []
    [again] = mailing.work_off(lease)
    assert again.message()["Message-ID"] == taken["Message-ID"]
    asked.refresh_from_db()
    assert (asked.status, asked.uncertain, asked.attempts) == ("sent", True, 2)
    listed = StringIO()
    call_command("notifications", "list", "--uncertain", stdout=listed)
    assert listed.getvalue().split()[:3] == [str(asked.pk), "sent", "uncertain"]
    assert mailing.work_off(lease + timedelta(days=1)) == []
