"""``manage.py seed_demo``: fill an empty site with sample people and tables; refused in production."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tables.management.demo import seed
from tables.models import Table


class Command(BaseCommand):
    help = "Fills an empty site with demo players and Gonzaga tables in every phase."

    def handle(self, *args: Any, **options: Any) -> None:
        if Table.objects.exists():
            raise CommandError("There are tables already; the demo is only for an empty site.")
        try:
            lines = seed(timezone.now())
        except ImproperlyConfigured as fault:
            raise CommandError(str(fault)) from fault
        for line in lines:
            self.stdout.write(line)
