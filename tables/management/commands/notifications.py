"""``manage.py notifications list|show|retry``: what waits to be mailed, what failed, and another try."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tables.mail import compose
from tables.models import Delivery
from tables.services import deliveries


class Command(BaseCommand):
    """Looks into the mail queue and sends again what failed."""

    help = "List deliveries, show the mail one would send now, or try failed ones again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        listing = actions.add_parser("list", help="deliveries, newest first")
        listing.add_argument("--status", choices=Delivery.Status.values)
        listing.add_argument("--table", help="code of a table")
        listing.add_argument("--limit", type=int, default=50)
        show = actions.add_parser("show", help="print the mail a delivery would send now; sends nothing")
        show.add_argument("delivery", type=int)
        retry = actions.add_parser("retry", help="give failed or waiting deliveries a fresh start")
        retry.add_argument("delivery", type=int, nargs="*")
        retry.add_argument("--failed", action="store_true", help="all that failed")
        retry.add_argument("--dry-run", action="store_true", help="only say which")

    def handle(self, *args: Any, **options: Any) -> None:
        {"list": self._list, "show": self._show, "retry": self._retry}[options["action"]](options)

    def _list(self, options: dict[str, Any]) -> None:
        wanted = {"status": options["status"], "notification__table__code": options["table"]}
        found = _deliveries().filter(**{field: value for field, value in wanted.items() if value})
        for delivery in found.order_by("-pk")[: options["limit"]]:
            self._line(delivery)

    def _show(self, options: dict[str, Any]) -> None:
        delivery = _deliveries().filter(pk=options["delivery"]).first()
        if delivery is None:
            raise CommandError(f"There is no delivery {options['delivery']}.")
        if reason := deliveries.why_not(delivery.notification):
            self.stdout.write(f"It would be dropped: {reason}.")
            return
        mail = compose.compose([delivery.notification], now=timezone.now())
        self.stdout.write(f"To: {mail.to[0]}\nSubject: {mail.subject}\n\n{mail.body}")

    def _retry(self, options: dict[str, Any]) -> None:
        if bool(options["delivery"]) == options["failed"]:
            raise CommandError("Name the deliveries, or say --failed.")
        chosen = {"status": Delivery.Status.FAILED} if options["failed"] else {"pk__in": options["delivery"]}
        found = list(_deliveries().filter(**chosen).order_by("pk"))
        for delivery in found:
            self._line(delivery)
        if not options["dry_run"]:
            count = deliveries.retry(delivery_ids=[delivery.pk for delivery in found], now=timezone.now())
            self.stdout.write(f"{count} queued again.")

    def _line(self, delivery: Delivery) -> None:
        told = delivery.notification
        when = f"{delivery.sent_at or delivery.next_at:%Y-%m-%d %H:%M}"
        facts = [delivery.pk, delivery.status, when, f"x{delivery.attempts}", told.recipient.email, told.key, delivery.error]
        self.stdout.write("  ".join(str(fact) for fact in facts if fact))


def _deliveries() -> Any:
    return Delivery.objects.select_related("notification__recipient", "notification__table", "notification__seat")
