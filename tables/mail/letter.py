"""What goes into a mail: read for one seat alone, said in the recipient's language and time zone, nothing formatted yet."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import cycle, islice

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games import pictures
from tables.mail import times, tokens, words
from tables.mail.matter import Matter, read_matter, read_unreadable
from tables.mail.replies.addresses import Answerable
from tables.models import Notification, Table
from tables.selectors.mail.budget import FREE
from tables.selectors.mail.cadence import Cadence, MailPreferences
from tables.selectors.play import state

# A mail is no archive: whoever was away for longer reads on at the table.
NEWS, ANSWERS = 20, 12
# So many where a mail tells of several tables.
NEWS_OF_EACH, ANSWERS_OF_EACH = 5, 3
STRIPES = (("wax", "#8c2b21"), ("paper", "#faf5e8"), ("blue", "#2f4f9e"), ("paper", "#faf5e8"))
Kind = Notification.Kind


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """What every mail has. All text is translated; addresses are absolute. ``reason``: why its reader gets it."""

    subject: str
    headline: str
    date: str
    matters: Sequence[Matter]
    reason: str
    unsubscribe_url: str
    choices_url: str

    @property
    def shows_map(self) -> bool:
        """Whether its text shows the board in plain letters: where it is about one table."""
        return False

    @property
    def preview(self) -> str:
        """The line that mail programs show beside the subject."""
        asks = [ask.due for matter in self.matters for ask in matter.asks if ask.due]
        return " ".join([*self.matters[0].leads, *asks[:1]])

    @property
    def stripes(self) -> list[tuple[str, str]]:
        """The airmail border, cell by cell: name and colour."""
        return list(islice(cycle(STRIPES), 24))


@dataclass(frozen=True, kw_only=True)
class Letter(Sheet):
    """About one table, with its board."""

    picture: bytes = field(repr=False)
    picture_id: str

    @property
    def shows_map(self) -> bool:
        """It does."""
        return True

    @property
    def shown_id(self) -> str:
        """What the page names the picture by; empty if there is none."""
        return self.picture_id if self.picture else ""

    @property
    def matter(self) -> Matter:
        """The table it is about."""
        return self.matters[0]

    @property
    def by_number(self) -> Answerable | None:
        """What an answer with a number would mean; None where numbers mean nothing, or several things."""
        offering = [ask for ask in self.matter.asks if ask.offers]
        return offering[0].by_number if len(offering) == 1 else None


@dataclass(frozen=True, kw_only=True)
class Digest(Sheet):
    """About all tables at which something happened in a day."""

    intro: str


def read_letter(
    notifications: Sequence[Notification], preferences: MailPreferences, *, picture_id: str, now: datetime
) -> Letter:
    """One letter about all of ``notifications``: the same recipient, the same table. Needs their language and zone active."""
    first, kinds = notifications[0], _kinds(notifications)
    matter = read_matter(notifications, most_news=NEWS, most_answers=ANSWERS, now=now)
    public = matter.public
    return Letter(
        subject=words.subject(kinds, matter.label, _first_due([matter]), matter.asked),
        headline=words.headline(kinds),
        date=times.day(now, timezone.get_current_timezone()),
        matters=[matter],
        reason=_reason(kinds),
        unsubscribe_url=unsubscribe_url(first.recipient_id, kinds, preferences),
        choices_url=settings.SITE_URL + reverse("mail:choices"),
        picture=pictures.board(first.table.game, public) if public is not None else b"",
        picture_id=picture_id,
    )


def read_bundle(notifications: Sequence[Notification], preferences: MailPreferences, *, now: datetime) -> Digest:
    """One mail about several tables: the same recipient, what is due first on top. Either games of theirs, or all of it is what
    others wrote to them."""
    matters, kinds = _by_table(notifications, now), _kinds(notifications)
    subject, reason = _of_games(matters) if kinds - FREE else _of_people(matters, kinds)
    return Digest(
        subject=subject,
        headline=subject,
        date=times.day(now, timezone.get_current_timezone()),
        matters=matters,
        reason=reason,
        unsubscribe_url=unsubscribe_url(notifications[0].recipient_id, kinds, preferences),
        choices_url=settings.SITE_URL + reverse("mail:choices"),
        intro=_("So that your mailbox stays quiet, this mail tells you several things at once."),
    )


def _of_games(matters: Sequence[Matter]) -> tuple[str, str]:
    """Subject and reason of a mail about several games."""
    waiting = sum(bool(matter.asks) for matter in matters)
    subject = _waiting_words(waiting) if waiting else _("News of your games")
    return subject, _("You get this mail because you play at these tables.")


def _of_people(matters: Sequence[Matter], kinds: Collection[Kind]) -> tuple[str, str]:
    """The same of one about what others wrote at several tables."""
    reason = _("You get this mail because somebody on Staffetta spoke to you or invited you.")
    return words.bundle_subject(kinds, len(matters)), reason


def read_digest(notifications: Sequence[Notification], preferences: MailPreferences, *, now: datetime) -> Digest:
    """One mail about everything of a day: the same recipient, what is due first on top."""
    matters = _by_table(notifications, now)
    waiting = sum(bool(matter.asks) for matter in matters)
    return Digest(
        subject=_waiting_words(waiting) if waiting else _("Your games today"),
        headline=_("Your games today"),
        date=times.day(now, timezone.get_current_timezone()),
        matters=matters,
        reason=_("You get this mail once a day, when something happened in your games."),
        unsubscribe_url=unsubscribe_url(notifications[0].recipient_id, preferences.kinds(Cadence.DIGEST), preferences),
        choices_url=settings.SITE_URL + reverse("mail:choices"),
        intro=_waiting_words(waiting) if waiting else _("Nothing waits for you; this is what happened."),
    )


def _by_table(notifications: Iterable[Notification], now: datetime) -> list[Matter]:
    by_table: dict[Table, list[Notification]] = {}
    for notification in notifications:
        by_table.setdefault(notification.table, []).append(notification)
    matters = [_one_of_several(group, now) for group in by_table.values()]
    return sorted(matters, key=lambda matter: (matter.own_end is None, matter.own_end or now))


def _one_of_several(notifications: Sequence[Notification], now: datetime) -> Matter:
    """A table that cannot be read keeps no news of the others back."""
    try:
        return read_matter(notifications, most_news=NEWS_OF_EACH, most_answers=ANSWERS_OF_EACH, now=now)
    except state.Unreadable:
        return read_unreadable(notifications)


def _waiting_words(count: int) -> str:
    return ngettext("%(count)d game waits for you", "%(count)d games wait for you", count) % {"count": count}


def _kinds(notifications: Iterable[Notification]) -> frozenset[Kind]:
    return frozenset(Kind(notification.kind) for notification in notifications)


def _reason(kinds: Collection[Kind]) -> str:
    if Kind.INVITATION in kinds:
        return _("You get this mail because somebody on Staffetta invited you by your name there.")
    if kinds == {Kind.FOLLOWED}:
        return _("You get this mail because you follow this game.")
    return _("You get this mail because you play at this table.")


def unsubscribe_url(user_id: int, kinds: Iterable[Kind], preferences: MailPreferences) -> str:
    """It stops just what the mail was about."""
    cadences: Mapping[Kind, Cadence] = {kind: preferences.cadence(kind) for kind in sorted(kinds)}
    return f"{settings.SITE_URL}{reverse('mail:unsubscribe', args=[tokens.make(user_id, cadences)])}"


def _first_due(matters: Iterable[Matter]) -> str:
    """The end of the first own time: a subject has no room for more."""
    return next((ask.own_end for matter in matters for ask in matter.asks if ask.own_end), "")
