"""``manage.py tables trouble|extend|pause|resume|cancel|release``: the staff pages' actions in a terminal."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tables.errors import Refusal
from tables.models import Decision, Table
from tables.present import refusals
from tables.selectors.staff import trouble
from tables.services.site_events import Operator
from tables.services.staff import operating


class Command(BaseCommand):
    """Command that lists tables in trouble and acts on one of them, with a reason for the table's log."""

    help = "List tables in trouble; give a table more time, pause it, let it go on, call it off, or give it back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("trouble", help="tables that need an operator; exit code 1 if there are any")
        extend = _acting(actions, "extend", "more time for what is asked now")
        extend.add_argument("--hours", type=int, default=24)
        extend.add_argument("--seat", type=int, help="only for this seat, as the staff page numbers it")
        _acting(actions, "pause", "let all its clocks stand still")
        _acting(actions, "resume", "let its clocks run again")
        _acting(actions, "cancel", "end it without result")
        _acting(actions, "release", "check a table that was set aside, and give it back")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "trouble":
            self._list()
            return
        table = trouble.table_called(options["code"])
        if table is None:
            raise CommandError(f"There is no table {options['code']}.")
        try:
            self._act(table, options)
        except Refusal as refusal:
            raise CommandError(refusals.words(refusal, table.game)) from refusal

    def _list(self) -> None:
        mails = trouble.mail_trouble()
        self.stdout.write(f"mails: {mails.failed} failed, {mails.uncertain} uncertain, {mails.paused} people paused")
        if mails.outage:
            self.stdout.write(f"mail server away since {mails.outage.since:%Y-%m-%d %H:%M}: {mails.outage.error}")
        troubled = trouble.troubled_tables(timezone.now())
        for entry in troubled:
            problems = ", ".join(f"{problem} since {since:%Y-%m-%d %H:%M}" for problem, since in entry.problems.items())
            self.stdout.write(f"{entry.table.code}  {entry.table.game}  {problems}")
        if troubled:
            raise CommandError(f"tables in trouble: {len(troubled)}")
        self.stdout.write("tables in trouble: 0")

    def _act(self, table: Table, options: dict[str, Any]) -> None:
        arguments: dict[str, Any] = {"table_id": table.pk, "operator": Operator(None, options["reason"]), "now": timezone.now()}
        match options["action"]:
            case "extend":
                self._extend(table, options, arguments)
            case "pause":
                operating.pause(**arguments)
            case "resume":
                operating.resume(**arguments)
            case "cancel":
                operating.cancel(**arguments)
            case _:
                operating.release(**arguments)
        self.stdout.write(f"{table.code}: done")

    def _extend(self, table: Table, options: dict[str, Any], arguments: dict[str, Any]) -> None:
        rows = [row for row in trouble.table_overview(table).decisions if _is_meant(row, options["seat"])]
        if not rows:
            raise CommandError("Nobody's clock runs there.")
        for row in rows:
            extended = operating.extend(decision_id=row.pk, hours=options["hours"], **arguments)
            due = f"{extended.due_at:%Y-%m-%d %H:%M} UTC" if extended.due_at else "not while the clock stands still"
            self.stdout.write(f"seat {row.seat.index}, {row.key}: due {due}")


def _acting(actions: Any, name: str, words: str) -> ArgumentParser:
    """Return the parser of an action on one table, with its required reason."""
    parser: ArgumentParser = actions.add_parser(name, help=words)
    parser.add_argument("code", help="the code of the table")
    parser.add_argument("--reason", required=True, help="stands in the table's log, where everybody can read it")
    return parser


def _is_meant(row: Decision, seat: int | None) -> bool:
    return trouble.has_clock(row) and seat in (None, row.seat.index)
