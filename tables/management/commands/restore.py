"""``manage.py restore COPY --keys KEYS``: check a copy written by ``backup``, and replace the database with it."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.safe import backups


class Command(BaseCommand):
    help = (
        "Restores a copy that `backup` wrote, with its keys: first in a scratch database, and if everything opens there in "
        "the place of the database. Nothing else may use the database meanwhile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("copy", type=Path, help="the copy of the database")
        parser.add_argument("--keys", type=Path, required=True, help="the file with its keys")
        parser.add_argument("--check", action="store_true", help="only try it in a scratch database")
        parser.add_argument("--replace", action="store_true", help="even though there is something in the database")

    def handle(self, *args: Any, **options: Any) -> None:
        copy, keys = options["copy"], options["keys"]
        for file in (copy, keys):
            if not file.is_file():
                raise CommandError(f"{file} is no file.")
        if copy.suffix != backups.suffix():
            raise CommandError(f"{copy} is none of this kind of database: its name would end in {backups.suffix()}.")
        needed = keys.read_text().split()
        try:
            for line in backups.check(copy, needed):
                self.stdout.write(line)
            if options["check"]:
                return
            if not (options["replace"] or backups.is_empty()):
                raise CommandError("The copy holds, but the database is not empty; --replace puts the copy in its place.")
            backups.restore(copy)
        except backups.Failed as error:
            raise CommandError(f"Nothing was changed. {error}") from None
        self.stdout.write("The database is restored. Next: manage.py migrate, manage.py verify_tables, and start everything.")
        self._keep(needed)

    def _keep(self, needed: list[str]) -> None:
        missing = [key for key in needed if key not in settings.DATA_KEYS]
        if not missing:
            return
        if settings.PRODUCTION:
            self.stdout.write("DATA_KEYS lacks keys of the copy: add those of the file before anything starts.")
            return
        note = settings.VAR_DIR / "data_keys"
        with os.fdopen(os.open(note, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a") as file:
            file.writelines(f"{key}\n" for key in missing)
        self.stdout.write(f"Its keys were added to {note}.")
