"""``manage.py export_games``: write the records of many finished games to one file, one per line."""

import gzip
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from engines import registry
from tables.models import Table
from tables.selectors.archive import export, records

AT_ONCE = 50


class Command(BaseCommand):
    """Command that writes JSON Lines for ``import_games``; ``--all`` includes private games."""

    help = "Write the records of finished games as JSON Lines, oldest first; compressed if the file ends in .gz."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("-o", "--output", type=Path, help="the file to write; without it, the standard output")
        parser.add_argument("--since", type=_day, metavar="YYYY-MM-DD", help="only games that ended on this day (UTC) or later")
        parser.add_argument("--game", default="", help="only this game")
        visibility_group = parser.add_mutually_exclusive_group()
        visibility_group.add_argument("--public", dest="visibilities", action="store_const", const=[Table.Visibility.PUBLIC])
        visibility_group.add_argument(
            "--all", dest="visibilities", action="store_const", const=list(Table.Visibility), help="private games too"
        )
        parser.set_defaults(visibilities=[Table.Visibility.PUBLIC])
        parser.add_argument("--schema", action="store_true", help="print what a record looks like, as JSON Schema, and end")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["schema"]:
            self.stdout.write(msgspec.json.format(msgspec.json.encode(records.schema()), indent=1).decode())
            return
        if options["game"] and options["game"] not in {engine.slug for engine in registry.engines(specimens=True)}:
            raise CommandError(f"there is no game {options['game']}")
        tables = export.exported_tables(**{name: options[name] for name in ("visibilities", "game", "since")})
        lines = self._lines(tables)
        if options["output"] is None:
            number = sum(1 for line in lines if not self.stdout.write(line.decode(), ending=""))
        else:
            number = _written(options["output"], lines)
        self.stderr.write(f"games exported: {number}")

    def _lines(self, tables: QuerySet[Table]) -> Iterator[bytes]:
        """Yield the records that can be read; stderr lists each skipped game and the reason."""
        left_out = []
        for table in tables.iterator(chunk_size=AT_ONCE):
            try:
                yield export.record_line(table)
            except msgspec.MsgspecError as error:
                left_out.append(table.code)
                self.stderr.write(f"{table.code} is left out, its record cannot be read: {error}")
        if left_out:
            self.stderr.write(f"games left out: {len(left_out)}")


def _written(path: Path, lines: Iterator[bytes]) -> int:
    """Write the lines and return their number."""
    try:
        with gzip.open(path, "wb") if path.suffix == ".gz" else path.open("wb") as file:
            return sum(1 for line in lines if file.write(line))
    except OSError as fault:
        raise CommandError(f"{path} cannot be written: {fault.strerror}") from fault


def _day(text: str) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(text), time(), UTC)
    except ValueError:
        raise ArgumentTypeError(f"{text} is no day such as 2026-03-04") from None
