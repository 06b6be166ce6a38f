"""``manage.py import_games FILE…``: import games of another installation after checking each record."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tables.management.record_files import records_in
from tables.models import Table
from tables.selectors.archive.records import BadRecord, read_record
from tables.services.archive.importing import import_game


class Command(BaseCommand):
    """Command that imports files from ``/archive/CODE.json`` and ``export_games``, and skips bad records."""

    help = "Keep games of another installation: records as JSON, JSON Lines, .gz or .zip. Each is fully verified first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)
        visibility_group = parser.add_mutually_exclusive_group()
        for visibility in Table.Visibility:
            text = f"make them all {visibility.value}, whatever they were"
            visibility_group.add_argument(
                f"--{visibility.value}", dest="visibility", action="store_const", const=visibility, help=text
            )

    def handle(self, *args: Any, **options: Any) -> None:
        self.imported = self.existing = self.refused = 0
        for path in options["files"]:
            try:
                for location, raw in records_in(path):
                    self._import(location, raw, options["visibility"])
            except BadRecord as fault:
                self._refuse(str(path), fault)
        self.stdout.write(f"games imported: {self.imported}, here already: {self.existing}, refused: {self.refused}")
        if self.refused:
            raise CommandError("not everything could be imported")

    def _import(self, location: str, raw: bytes, visibility: Table.Visibility | None) -> None:
        try:
            record = read_record(raw)
            is_new = import_game(record=record, visibility=visibility, now=timezone.now())
        except BadRecord as fault:
            self._refuse(location, fault)
            return
        self.imported += is_new
        self.existing += not is_new
        self.stdout.write(f"{location}: {record.code} {'imported' if is_new else 'is here already'}")

    def _refuse(self, location: str, fault: BadRecord) -> None:
        self.refused += 1
        self.stderr.write(f"{location}: refused, {fault}")
