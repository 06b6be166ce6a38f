"""``manage.py archive_games``: add missing archive rows of finished games, or rebuild all rows."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tables.models import Table
from tables.services.archive import archiving


class Command(BaseCommand):
    help = "Makes the archive's row of every finished game that has none, so that it can be found and counted."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--again", action="store_true", help="rebuild all rows")

    def handle(self, *args: Any, **options: Any) -> None:
        ended = Table.objects.finished().order_by("ended_at", "pk")
        chosen = ended if options["again"] else ended.filter(archived=None)
        ids = list(chosen.values_list("pk", flat=True))
        for pk in ids:
            archiving.archive_game(table_id=pk)
        self.stdout.write(f"games archived: {len(ids)}")
