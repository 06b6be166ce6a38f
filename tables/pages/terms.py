"""What is deleted when: every length of time is the constant that the code deletes by."""

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
from tables.services.lobby import practice
from tables.services.mail import sending
from tables.services.replies import replying


@dataclass(frozen=True)
class Term:
    """How long something is kept; ``source`` names the constant that says so."""

    what: Promise
    after: timedelta
    source: str

    @property
    def length(self) -> str:
        """In words."""
        return span(round(self.after.total_seconds() / 60))


TERMS: Sequence[Term] = (
    Term(_("A guest and their practice tables, after their last visit"), guests.KEPT, "accounts.guests.KEPT"),
    Term(_("A practice table that is not kept, after the last move"), practice.KEPT, "tables.services.lobby.practice.KEPT"),
    Term(
        _("A sign-in of a browser, after the last visit"),
        timedelta(seconds=settings.SESSION_COOKIE_AGE),
        "django.conf.settings.SESSION_COOKIE_AGE",
    ),
    Term(
        _("The cookie by which a browser is known that you signed in with"),
        timedelta(seconds=devices.LASTS),
        "accounts.security.devices.LASTS",
    ),
    Term(_("A code that was mailed, and the mail if it could not be sent"), adapter.CODE_LASTS, "accounts.adapter.CODE_LASTS"),
    Term(_("Other mails about your account that could not be sent"), adapter.NEWS_LASTS, "accounts.adapter.NEWS_LASTS"),
    Term(_("Tries to send a letter about a game"), sending.GIVE_UP, "tables.services.mail.sending.GIVE_UP"),
    Term(
        _("Tries to reach a webhook or a device that does not answer"),
        health.GIVE_UP,
        "tables.services.channels.health.GIVE_UP",
    ),
    Term(_("A link in a letter that answers for you"), links.LIFETIME, "tables.selectors.mail.links.LIFETIME"),
    Term(
        _("What became of an answer by mail; what it said is not kept"), replying.KEPT, "tables.services.replies.replying.KEPT"
    ),
    Term(_("Marks of forms that were sent, so that none counts twice"), once.KEPT, "tables.services.once.KEPT"),
    Term(_("An archive of your data and the link to it"), personal.KEPT, "tables.services.personal.KEPT"),
    Term(_("What counts for how reliably you answer"), manners.PERIOD, "tables.selectors.seats.manners.PERIOD"),
)
