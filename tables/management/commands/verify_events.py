"""``manage.py verify_events``: recompute draws, seats, results and ranks of all or some started events from their rows."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Exists, OuterRef, Q

from tables.models import Event, EventRound
from tables.services.events.verifying import verify_event


class Command(BaseCommand):
    help = (
        "Recomputes numbers, divisions, draws, results and ranks of every started event and compares them with the stored ones."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", help="codes of the events to verify; all of them if none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        # Rounds are enough, so that a corrupted stage is found as well.
        is_started = Q(stage__in=(Event.Stage.RUNNING, Event.Stage.OVER)) | Q(started_at__isnull=False)
        started = Event.objects.filter(is_started | Exists(EventRound.objects.filter(event=OuterRef("pk")))).order_by("pk")
        if options["codes"]:
            started = started.filter(code__in=options["codes"])
            if unknown := set(options["codes"]) - set(started.values_list("code", flat=True)):
                raise CommandError(f"no started event is called {', '.join(sorted(unknown))}")
        broken = [event.code for event in started.iterator(chunk_size=100) if not self._is_verified(event)]
        if broken:
            raise CommandError(f"events with faults ({len(broken)} of {started.count()}): {', '.join(broken)}")
        self.stdout.write(f"events verified: {started.count()}")

    def _is_verified(self, event: Event) -> bool:
        faults = verify_event(event)
        for fault in faults:
            self.stderr.write(f"{event.code}: {fault}")
        return not faults
