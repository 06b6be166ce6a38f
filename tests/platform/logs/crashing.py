"""Copy of the site with views, tasks and commands that crash with secrets in their data. ``test_crash_reports.py`` runs it."""

import json
import logging
import os
import sys
import threading
from io import BytesIO
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()

import msgspec  # noqa: E402 - only now may models be imported
from celery import Celery  # noqa: E402
from celery.contrib.testing.worker import start_worker  # noqa: E402
from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.template import engines  # noqa: E402
from django.urls import path  # noqa: E402
from django.views.decorators.csrf import csrf_exempt  # noqa: E402

from config import urls  # noqa: E402
from config.celery import app  # noqa: E402
from config.wsgi import application  # noqa: E402

SECRET = os.environ["PLANTED"]
logger = logging.getLogger("tables.services.crashing")
FALLEN = threading.Event()


STATE, PERSON = {"hand": [SECRET], "secret": SECRET.encode()}, f"{SECRET} <{SECRET}@{SECRET}.example>"


@csrf_exempt
def crash(request: HttpRequest, kind: str, rest: str) -> HttpResponse:
    """Crash with sent or hidden data in the error, or write such data to the log."""
    match kind:
        case "logged":
            logger.error("Letter to %s could not be sent", PERSON, extra={"request": request, "state": STATE})
            logging.getLogger("elsewhere").error(f"Letter to {PERSON} could not be sent at {rest}")
        case "caught":
            try:
                raise ValueError(PERSON)
            except ValueError:
                logger.exception("Nobody answers at %s", PERSON)
        case "sends":
            fail.apply_async((SECRET,), {"state": STATE["hand"]})
        case _:
            fall(kind)
    return HttpResponse("done")


class Broken:
    """Object with an attribute that fails when a template shows it."""

    @property
    def hand(self) -> str:
        raise ArithmeticError(f"{STATE}")


def fall(kind: str) -> None:
    """Raise an error such as the site's views could raise."""
    match kind:
        case "value":
            raise ValueError(f"{PERSON} may not play {STATE}")
        case "chained":
            try:
                STATE[SECRET]
            except KeyError as error:
                raise RuntimeError(f"no card {SECRET}") from error
        case "group":
            raise ExceptionGroup(f"of {SECRET}", [ValueError(SECRET), TypeError(PERSON)])
        case "database":
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT '{SECRET}' FROM nothing_{SECRET} WHERE hand = %s", [SECRET])
        case "template":
            engines.all()[0].from_string("{{ table.hand }}").render({"table": Broken()})
        case "decoding":
            msgspec.json.decode(f'{{"hand": "{SECRET}"'.encode())


urlpatterns = [path("crash/<str:kind>/<path:rest>", crash), *urls.urlpatterns]


@app.task(name="tables.tasks.crashing")
def fail(*arguments: Any, **more: Any) -> None:
    """Raise an error that contains all arguments of the task."""
    FALLEN.set()
    raise ValueError(f"{arguments} {more}")


def ask(kind: str, method: str = "GET") -> tuple[int, str]:
    """Make a request as the web server does; return the status of the response and the request's id."""
    said: list[tuple[int, str]] = []
    body = f"action={SECRET}&text={SECRET}".encode()
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": f"/crash/{kind}/d/{SECRET}/",
        "QUERY_STRING": f"choice={SECRET}",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "HTTP_HOST": "127.0.0.1:8000",
        "REMOTE_ADDR": "203.0.113.77",
        "HTTP_X_FORWARDED_FOR": "203.0.113.77",
        "HTTP_COOKIE": f"csrftoken={SECRET * 2}; other={SECRET}",
        "HTTP_AUTHORIZATION": f"Bearer {SECRET}",
        "HTTP_HX_REQUEST": "true",
        "HTTP_REFERER": f"http://127.0.0.1:8000/d/{SECRET}/",
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": BytesIO(body),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
    }

    def start_response(status: str, headers: list[tuple[str, str]], *_more: Any) -> None:
        said.append((int(status[:3]), dict(headers)["X-Request-ID"]))

    b"".join(application(environ, start_response))
    return said[0]


def main() -> None:
    """Crash in every way, one after the other. The last crash ends the program."""
    settings.ROOT_URLCONF, settings.ALLOWED_HOSTS = "tests.platform.logs.crashing", ["127.0.0.1"]
    settings.STORAGES["staticfiles"]["BACKEND"] = settings.PLAIN
    kinds = ("value", "chained", "group", "database", "template", "decoding", "logged", "caught")
    answers = {f"{kind} {method}": ask(kind, method) for kind in kinds for method in ("GET", "POST")}
    sys.stdout.write(json.dumps(answers | {"sends": work(app)}))
    raise LookupError(f"a command falls over {SECRET}")


def work(worker_app: Celery) -> tuple[int, str]:
    """Make a worker run a task that a request has queued. Return the response to that request."""
    worker_app.conf.update(broker_url="memory://", result_backend=None, task_always_eager=False, task_routes={})
    with start_worker(worker_app, pool="threads", concurrency=1, perform_ping_check=False):
        answered = ask("sends")
        FALLEN.wait(30)
    return answered
