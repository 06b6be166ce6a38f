"""``manage.py rotate_keys``: encrypt all secret data with the first of ``DATA_KEYS``, or check that it can be decrypted."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.safe.sealing import CannotOpen, keyring
from tables.services.staff import sealing


class Command(BaseCommand):
    help = (
        "Seals everything that is hidden with the first of DATA_KEYS, reads it back, and writes the files of the database "
        "anew. The other keys may go then. Whenever it is ended, it goes on from there the next time."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="only open everything, and change nothing")
        parser.add_argument("--no-vacuum", action="store_true", help="leave the files of the database as they are")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["check"]:
                self._check()
            else:
                self._rotate(is_written_anew=not options["no_vacuum"])
        except (CannotOpen, sealing.WrongKeys) as error:
            raise CommandError(str(error)) from None

    def _say(self, table: str, rows: int) -> None:
        self.stdout.write(f"{table}: {rows} rows sealed anew")

    def _check(self) -> None:
        counts = sealing.opened_by_key()
        for key, count in sorted(counts.items()):
            self.stdout.write(f"values opened with the key {key}: {count}")
        self.stdout.write(f"values opened: {sum(counts.values())}")

    def _rotate(self, *, is_written_anew: bool) -> None:
        count = sealing.rotate(
            now=timezone.now(), on_progress=lambda table, rows: self.stdout.write(f"{table}: {rows} rows sealed anew")
        )
        if is_written_anew:
            sealing.vacuum_database()
        self.stdout.write(f"rows sealed anew: {count}; everything is sealed with the key {keyring().ids[0]}")
