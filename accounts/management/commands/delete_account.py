"""``manage.py delete_account ADDRESS``: delete a user's account at their request, as they could do themselves."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts import leaving
from accounts.models import User


class Command(BaseCommand):
    help = "Deletes an account: running games are left, finished ones keep a pseudonym. It cannot be undone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the e-mail address of the account")
        parser.add_argument("--yes", action="store_true", help="do not ask whether you mean it")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(email=options["address"].lower()).first()
        if user is None:
            raise CommandError("There is no account with this address.")
        if not options["yes"] and input(f"Type {user.email} again to delete this account: ") != user.email:
            raise CommandError("Nothing was deleted.")
        leaving.delete_account(user_id=user.pk, now=timezone.now())
        self.stdout.write("The account is deleted.")
