"""``manage.py rate_games``: rate finished games that are not rated yet, or all of them from the start."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from engines import registry
from tables.services.archive import rating


class Command(BaseCommand):
    help = "Counts finished rated games into the ratings; the site does so by itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--again", action="store_true", help="begin with the first game: the same numbers come out")

    def handle(self, *args: Any, **options: Any) -> None:
        for engine in registry.engines(specimens=True):
            if options["again"]:
                rating.forget_ratings(game=engine.slug)
            counted = 0
            while more := rating.rate_finished(game=engine.slug):
                counted += more
            self.stdout.write(f"{engine.slug}: games counted: {counted}")
