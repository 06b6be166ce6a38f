"""``manage.py remove_second_factor ADDRESS``: delete the app, passkeys and recovery codes of a user who has lost them."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User


class Command(BaseCommand):
    help = "Removes app, passkeys and written codes of an account, which then signs in without a second factor."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the e-mail address of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.at(options["address"])
        if user is None:
            raise CommandError("There is no account with this address.")
        number, _kinds = Authenticator.objects.filter(user=user).delete()
        self.stdout.write(f"{number} removed.")
