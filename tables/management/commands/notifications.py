"""``manage.py notifications list|show|retry|paused|resume``: manage queued and failed emails and paused people."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.logs import redact
from tables.mail import compose
from tables.models import Delivery, Notification, Rhythm
from tables.models.mail import EMAIL
from tables.selectors.mail import mailing
from tables.services.mail import deliveries, trouble


class Command(BaseCommand):
    """Command that shows the mail queue, retries failed emails and resumes paused recipients."""

    help = "List deliveries, show the mail one would send now, try failed ones again, list and resume paused people."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        listing = actions.add_parser("list", help="deliveries, newest first")
        listing.add_argument("--status", choices=Delivery.Status.values)
        listing.add_argument("--kind", choices=Notification.Kind.values)
        listing.add_argument("--table", help="code of a table")
        listing.add_argument("--uncertain", action="store_true", help="only what may have been sent twice")
        listing.add_argument("--limit", type=int, default=50)
        show = actions.add_parser("show", help="print the mail a delivery would send now; sends nothing")
        show.add_argument("delivery", type=int)
        retry = actions.add_parser("retry", help="give failed or waiting deliveries a fresh start")
        retry.add_argument("delivery", type=int, nargs="*")
        retry.add_argument("--failed", action="store_true", help="all that failed")
        retry.add_argument("--dry-run", action="store_true", help="only say which")
        actions.add_parser("paused", help="people who get no mail, since it came back or they complained")
        resume = actions.add_parser("resume", help="send mail to an address again")
        resume.add_argument("address")

    def handle(self, *args: Any, **options: Any) -> None:
        actions = {"list": self._list, "show": self._show, "retry": self._retry, "paused": self._paused, "resume": self._resume}
        actions[options["action"]](options)

    def _list(self, options: dict[str, Any]) -> None:
        filters = {
            "status": options["status"],
            "notification__kind": options["kind"],
            "notification__table__code": options["table"],
            "uncertain": options["uncertain"],
        }
        rows = _deliveries().filter(**{field: value for field, value in filters.items() if value})
        for delivery in rows.order_by("-pk")[: options["limit"]]:
            self._line(delivery)

    def _show(self, options: dict[str, Any]) -> None:
        delivery = _deliveries().filter(pk=options["delivery"]).first()
        if delivery is None:
            raise CommandError(f"There is no delivery {options['delivery']}.")
        if delivery.channel != EMAIL:
            raise CommandError(f"Delivery {delivery.pk} is no mail: it goes by {delivery.channel}.")
        notification, now = delivery.notification, timezone.now()
        preferences = mailing.preferences(notification.recipient)
        if reason := mailing.why_not(notification, preferences):
            self.stdout.write(f"It would be dropped: {reason}.")
            return
        if (earliest := deliveries.held_until(delivery, preferences, now)) > now:
            self.stdout.write(f"It waits until {earliest:%Y-%m-%d %H:%M} UTC, as its recipient wants it. Now it would be:\n")
        mail = compose.compose([notification], preferences=preferences, now=now)
        # The links in the email act for its reader; admins do not need them.
        self.stdout.write(f"To: {mail.to[0]}\nSubject: {mail.subject}\n\n{redact(str(mail.body))}")

    def _retry(self, options: dict[str, Any]) -> None:
        if bool(options["delivery"]) == options["failed"]:
            raise CommandError("Name the deliveries, or say --failed.")
        chosen = {"status": Delivery.Status.FAILED} if options["failed"] else {"pk__in": options["delivery"]}
        rows = list(_deliveries().filter(**chosen).order_by("pk"))
        for delivery in rows:
            self._line(delivery)
        if not options["dry_run"]:
            count = deliveries.retry(delivery_ids=[delivery.pk for delivery in rows], now=timezone.now())
            self.stdout.write(f"{count} queued again.")

    def _paused(self, options: dict[str, Any]) -> None:
        for rhythm in Rhythm.objects.exclude(mail_pause="").select_related("user").order_by("mail_paused_at"):
            self.stdout.write(f"{rhythm.mail_paused_at:%Y-%m-%d %H:%M}  {rhythm.mail_pause}  {rhythm.user.email}")

    def _resume(self, options: dict[str, Any]) -> None:
        rhythm = Rhythm.objects.filter(user__email=options["address"].lower()).exclude(mail_pause="").first()
        if rhythm is None:
            raise CommandError(f"Mail to {options['address']} is not paused.")
        trouble.resume(user_id=rhythm.user_id, now=timezone.now())
        self.stdout.write(f"Mail to {options['address']} is sent again.")

    def _line(self, delivery: Delivery) -> None:
        notification = delivery.notification
        moment = f"{delivery.sent_at or delivery.next_at:%Y-%m-%d %H:%M}"
        certainty = "uncertain" if delivery.uncertain else ""
        facts = [
            delivery.pk,
            delivery.status,
            certainty,
            moment,
            f"x{delivery.attempts}",
            delivery.channel,
            notification.recipient.email,
            notification.key,
            delivery.error,
        ]
        self.stdout.write("  ".join(str(fact) for fact in facts if fact))


def _deliveries() -> Any:
    return Delivery.objects.select_related("notification__recipient", "notification__table", "notification__seat")
