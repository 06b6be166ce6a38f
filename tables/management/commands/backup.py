"""``manage.py backup FOLDER``: write the database and its keys to two files, after a test restore."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.safe import backups


class Command(BaseCommand):
    help = (
        "Writes a copy of the database and a file with the keys that open what is hidden in it, and restores both in a scratch "
        "database to see that they hold. Without its keys a copy is lost; one that lies beside them is not protected."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="where the copy goes")
        parser.add_argument("--keys", type=Path, help="the folder for the keys; the same, if none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        folder, keys_folder = options["folder"], options["keys"] or options["folder"]
        for each in (folder, keys_folder):
            if not each.is_dir():
                raise CommandError(f"{each} is no folder.")
        name = f"staffetta-{timezone.now():%Y%m%d-%H%M%S}"
        copy, keys = folder / f"{name}{backups.suffix()}", keys_folder / f"{name}.keys"
        try:
            backups.save(copy)
            with os.fdopen(os.open(keys, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.writelines(f"{key}\n" for key in settings.DATA_KEYS)
            report = backups.check(copy, keys.read_text().split())
        except FileExistsError as error:
            raise CommandError(f"{error.filename} is there already.") from None
        except backups.Failed as error:
            raise CommandError(f"Do not rely on {copy}. {error}") from None
        for line in report:
            self.stdout.write(line)
        self.stdout.write(f"{copy}: the database; restored in a scratch database, everything in it opens")
        self.stdout.write(f"{keys}: its keys")
        if folder.resolve() == keys_folder.resolve():
            self.stdout.write("Keep the two apart: with both, anyone can read everything; without its keys, the copy is lost.")
