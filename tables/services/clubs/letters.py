"""Letters about clubs: somebody is invited, or let in. They also stand on the pages of whoever is meant."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.addresses import without_addresses
from accounts.mail import queue
from accounts.mail.headers import SiteMail
from accounts.models import User
from tables.models import Club, Notification
from tables.selectors.mail import mailing
from tables.selectors.mail.cadence import Cadence

LASTS = timedelta(days=1)


def invite(*, club: Club, by: User, to: User, now: datetime, is_untold: bool = False) -> None:
    """Somebody is invited; told by mail once, unless they want no invitations by mail.

    ``is_untold``: their mail is made like any other and expires before it is sent.
    """
    with translation.override(to.language):
        # It goes to somebody who may never have heard of them.
        name = without_addresses(str(by))
        lead = _("%(name)s invites you to the club “%(club)s”.") % {"name": name, "club": club}
        told = [lead, _("You can accept or decline here:"), _address(club)]
        _send(to, _("Invitation to a club: %(club)s") % {"club": club}, told, now, lasts=timedelta(0) if is_untold else LASTS)


def welcome(*, club: Club, to: User, now: datetime) -> None:
    """Somebody asked, and an officer said yes."""
    with translation.override(to.language):
        told = [_("You are a member of the club “%(club)s” now.") % {"club": club}, _address(club)]
        _send(to, _("Welcome to the club %(club)s") % {"club": club}, told, now)


def _address(club: Club) -> str:
    site: str = settings.SITE_URL
    return site + club.get_absolute_url()


def _send(to: User, subject: str, lines: list[str], now: datetime, *, lasts: timedelta = LASTS) -> None:
    preferences = mailing.preferences(to)
    wants = preferences.cadence(Notification.Kind.INVITATION) != Cadence.NEVER and not preferences.pause
    if wants and to.email and to.is_active:
        queue.queue(SiteMail(subject, "\n\n".join(lines), to=[to.email]), user=to, now=now, lasts=lasts)
