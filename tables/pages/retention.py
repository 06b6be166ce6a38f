"""Data retention: the periods shown are the constants that the rest of the code uses."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import adapter, guests
from accounts.security import devices
from tables.present.time.paces import span
from tables.selectors.mail import links
from tables.selectors.seats import manners
from tables.services import once, personal
from tables.services.channels import health
from tables.services.lobby import hot_seat, practice
from tables.services.mail import sending
from tables.services.replies import replying


@dataclass(frozen=True)
class Term:
    """Retention period; ``source`` names its constant."""

    what: Promise
    after: timedelta
    source: str

    @property
    def length(self) -> str:
        """Period in words."""
        return span(round(self.after.total_seconds() / 60))


TERMS: Sequence[Term] = (
    Term(_("A guest and their practice tables, after the last visit"), guests.KEPT, "accounts.guests.KEPT"),
    Term(_("A practice table that is not kept, after the last move"), practice.KEPT, "tables.services.lobby.practice.KEPT"),
    Term(
        _("A browser’s sign-in, after the last visit"),
        timedelta(seconds=settings.SESSION_COOKIE_AGE),
        "django.conf.settings.SESSION_COOKIE_AGE",
    ),
    Term(
        _("The cookie that recognises a browser you have signed in with"),
        timedelta(seconds=devices.LASTS),
        "accounts.security.devices.LASTS",
    ),
    Term(
        _("The cookie that shows your hand in a game on a phone"),
        hot_seat.PHONE_OPEN,
        "tables.services.lobby.hot_seat.PHONE_OPEN",
    ),
    Term(
        _("A code that was emailed, and the email if it could not be sent"), adapter.CODE_LASTS, "accounts.adapter.CODE_LASTS"
    ),
    Term(_("Other emails about your account that could not be sent"), adapter.NEWS_LASTS, "accounts.adapter.NEWS_LASTS"),
    Term(_("Attempts to send an email about a game"), sending.GIVE_UP, "tables.services.mail.sending.GIVE_UP"),
    Term(
        _("Attempts to reach a webhook or device that does not respond"),
        health.GIVE_UP,
        "tables.services.channels.health.GIVE_UP",
    ),
    Term(_("An email link that decides for you"), links.LIFETIME, "tables.selectors.mail.links.LIFETIME"),
    Term(_("The outcome of a reply by email, without its text"), replying.KEPT, "tables.services.replies.replying.KEPT"),
    Term(_("Identifiers of submitted forms, so that no form counts twice"), once.KEPT, "tables.services.once.KEPT"),
    Term(_("An archive of your data and its link"), personal.KEPT, "tables.services.personal.KEPT"),
    Term(_("Data for your reliability"), manners.PERIOD, "tables.selectors.seats.manners.PERIOD"),
)
