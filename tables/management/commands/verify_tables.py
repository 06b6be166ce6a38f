"""``manage.py verify_tables``: replay the records of all or some started tables and compare them with the stored states."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.models import Table
from tables.services.archive.verify import verify_table


class Command(BaseCommand):
    help = "Replays every started table and compares draws, receipts, events and state with what is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", help="codes of the tables to verify; all of them if none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        started = Table.objects.filter(started_at__isnull=False).order_by("pk")
        if options["codes"]:
            started = started.filter(code__in=options["codes"])
            self._refuse_unknown(options["codes"], started)
        broken = [table.code for table in started.iterator(chunk_size=100) if not self._verified(table)]
        if broken:
            raise CommandError(f"tables that do not hold ({len(broken)} of {started.count()}): {', '.join(broken)}")
        self.stdout.write(f"tables verified: {started.count()}")

    def _refuse_unknown(self, codes: list[str], started: Any) -> None:
        unknown = set(codes) - set(started.values_list("code", flat=True))
        if unknown:
            raise CommandError(f"no started table is called {', '.join(sorted(unknown))}")

    def _verified(self, table: Table) -> bool:
        failed = [finding for finding in verify_table(table) if not finding.ok]
        for finding in failed:
            self.stderr.write(f"{table.code}: {finding.code} does not hold {finding.detail}".rstrip())
        return not failed
