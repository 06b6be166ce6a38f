"""Emails about clubs: invitations and admissions, which also appear on the recipient's pages."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.addresses import without_addresses
from accounts.models import User
from tables.models import Club, Notification
from tables.services.mail import plain


def invite(*, club: Club, by: User, to: User, now: datetime, is_suppressed: bool = False) -> None:
    """Send an invitation by email, unless the recipient wants none.

    ``is_suppressed``: True if the email is created like any other but expires before it is sent.
    """
    with translation.override(to.language):
        # The recipient may never have heard of the sender.
        name = without_addresses(str(by))
        lead = _("%(name)s has invited you to the club “%(club)s”.") % {"name": name, "club": club}
        paragraphs = [lead, _("You can accept or decline here:"), _address(club)]
        lasts = timedelta(0) if is_suppressed else plain.LASTS
        _send(to, _("Club invitation: %(club)s") % {"club": club}, paragraphs, now, lasts=lasts)


def welcome(*, club: Club, to: User, now: datetime) -> None:
    """Send an email about an accepted membership request."""
    with translation.override(to.language):
        paragraphs = [_("You are now a member of the club “%(club)s”.") % {"club": club}, _address(club)]
        _send(to, _("Welcome to the club %(club)s") % {"club": club}, paragraphs, now)


def _address(club: Club) -> str:
    site: str = settings.SITE_URL
    return site + club.get_absolute_url()


def _send(to: User, subject: str, lines: list[str], now: datetime, *, lasts: timedelta = plain.LASTS) -> None:
    plain.send(Notification.Kind.INVITATION, to=to, subject=subject, lines=lines, now=now, lasts=lasts)
