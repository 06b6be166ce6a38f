"""Content of an email for one seat, in the recipient's language and time zone, not yet formatted."""

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
from tables.mail.event_news import EventNews, is_about_event, subject_of
from tables.mail.replies.addresses import Answerable
from tables.mail.table_news import EmailRows, TableNews, read_table_news, read_unreadable
from tables.models import Notification
from tables.selectors.mail.budget import FREE
from tables.selectors.mail.cadence import Cadence, MailPreferences
from tables.selectors.play import state

# Limits of an email about one table. After a longer break the reader continues at the table.
NEWS, ANSWERS = 20, 12
# Limits for each table in an email about several tables.
NEWS_OF_EACH, ANSWERS_OF_EACH = 2, 2
# Number of tables shown in full in an email about several tables, and of further tables with one line in a daily email.
IN_FULL, IN_A_LINE = 3, 5
STRIPES = (("wax", "#8c2b21"), ("paper", "#faf5e8"), ("blue", "#2f4f9e"), ("paper", "#faf5e8"))
Kind = Notification.Kind


@dataclass(frozen=True, kw_only=True)
class EmailContent:
    """Content common to all emails. Texts are translated, addresses absolute. ``reason`` is the reason for the email."""

    subject: str
    headline: str
    date: str
    matters: Sequence[TableNews]
    reason: str
    unsubscribe_url: str
    choices_url: str

    @property
    def shows_map(self) -> bool:
        """True if the text part shows the board in letters, as emails about one table do."""
        return False

    @property
    def preview(self) -> str:
        """Line that mail programs show beside the subject."""
        asks = [ask.due for table_news in self.matters for ask in table_news.asks if ask.due]
        return " ".join([*self.matters[0].leads, *asks[:1]])

    @property
    def stripes(self) -> list[tuple[str, str]]:
        """Cells of the airmail border: name and colour."""
        return list(islice(cycle(STRIPES), 24))


@dataclass(frozen=True, kw_only=True)
class Letter(EmailContent):
    """Email about one table, with its board."""

    picture: bytes = field(repr=False)
    picture_id: str

    @property
    def shows_map(self) -> bool:
        """Always True: an email about one table shows its board."""
        return True

    @property
    def shown_id(self) -> str:
        """Content ID of the picture in the HTML part. It is empty if there is no picture."""
        return self.picture_id if self.picture else ""

    @property
    def matter(self) -> TableNews:
        """Table that the email is about."""
        return self.matters[0]

    @property
    def by_number(self) -> Answerable | None:
        """Meaning of a number in a reply. It is None if there is no decision with answers, or more than one."""
        offering = [ask for ask in self.matter.asks if ask.offers]
        return offering[0].by_number if len(offering) == 1 else None


@dataclass(frozen=True, kw_only=True)
class Digest(EmailContent):
    """Email about several tables, or with all news of a day. The earliest deadline comes first.

    ``lines`` is the maximum number of tables that have a line each, after those shown in full. The others are only counted.
    """

    intro: str
    lines: int

    @property
    def urgent(self) -> Sequence[TableNews]:
        """Tables shown in full."""
        return self.matters[:IN_FULL]

    @property
    def offers_answers(self) -> bool:
        """True if this email offers answers to a decision."""
        return any(ask.offers for table_news in self.urgent for ask in table_news.asks)

    @property
    def others(self) -> Sequence[TableNews]:
        """Tables with one line each."""
        return self.matters[IN_FULL : IN_FULL + self.lines]

    @property
    def others_title(self) -> str:
        """Heading of the lines."""
        return _("More news") if any(table_news.is_event for table_news in self.others) else _("More tables")

    @property
    def left_out(self) -> str:
        """Number of tables that the email does not show, in words. It is empty if there are none."""
        count = len(self.matters) - IN_FULL - self.lines
        if count < 1:
            return ""
        return ngettext("News from %(count)d more table", "News from %(count)d more tables", count) % {"count": count}

    @property
    def my_games_url(self) -> str:
        """Absolute address of My games."""
        return f"{settings.SITE_URL}{reverse('tables:mine')}"


def read_letter(
    notifications: Sequence[Notification], preferences: MailPreferences, *, picture_id: str, now: datetime
) -> Letter:
    """Return one email for ``notifications`` with the same recipient and table.

    The language and time zone of the recipient must be active.
    """
    first, kinds = notifications[0], _kinds(notifications)
    table_news = read_table_news(notifications, most_answers=ANSWERS, now=now, together=EmailRows(notifications, NEWS))
    public = table_news.public
    return Letter(
        subject=words.subject(kinds, table_news.label, _first_due([table_news]), table_news.only_question),
        headline=words.headline(kinds),
        date=times.day(now, timezone.get_current_timezone()),
        matters=[table_news],
        reason=_reason(kinds),
        unsubscribe_url=unsubscribe_url(first.recipient_id, kinds, preferences),
        choices_url=settings.SITE_URL + reverse("mail:choices"),
        picture=pictures.board(first.table.game, public) if public is not None else b"",
        picture_id=picture_id,
    )


def read_event_letter(notifications: Sequence[Notification], preferences: MailPreferences, *, now: datetime) -> Letter:
    """Return one email for ``notifications`` with the same recipient and event. It shows no board."""
    news, kinds = EventNews(notifications, now=now), _kinds(notifications)
    return Letter(
        subject=news.subject,
        headline=news.headline,
        date=times.day(now, timezone.get_current_timezone()),
        matters=[news.read()],
        reason=_("You are receiving this email because you play in this event."),
        unsubscribe_url=unsubscribe_url(notifications[0].recipient_id, kinds, preferences),
        choices_url=settings.SITE_URL + reverse("mail:choices"),
        picture=b"",
        picture_id="",
    )


def read_bundle(notifications: Sequence[Notification], preferences: MailPreferences, *, now: datetime) -> Digest:
    """Return one email about several tables for one recipient, earliest deadline first.

    If some notifications are about the recipient's games, so are its subject and reason. Otherwise they are about messages.
    """
    matters, kinds = _by_table(notifications, now), _kinds(notifications)
    subject, reason = _games_subject_and_reason(matters) if kinds - FREE else _messages_subject_and_reason(matters, kinds)
    return Digest(
        subject=subject,
        headline=subject,
        date=times.day(now, timezone.get_current_timezone()),
        matters=matters,
        reason=reason,
        unsubscribe_url=unsubscribe_url(notifications[0].recipient_id, kinds, preferences),
        choices_url=settings.SITE_URL + reverse("mail:choices"),
        intro=_("We have combined several updates into one email."),
        lines=len(matters),
    )


def _games_subject_and_reason(matters: Sequence[TableNews]) -> tuple[str, str]:
    """Return subject and reason of an email about several games."""
    waiting_count = sum(bool(table_news.asks) for table_news in matters)
    subject = _waiting_words(waiting_count) if waiting_count else _("News from your games")
    return subject, _("You are receiving this email because you play at these tables.")


def _messages_subject_and_reason(matters: Sequence[TableNews], kinds: Collection[Kind]) -> tuple[str, str]:
    """Return subject and reason of an email about messages at several tables."""
    reason = _("You are receiving this email because someone on Staffetta mentioned or invited you.")
    return words.bundle_subject(kinds, len(matters)), reason


def read_digest(notifications: Sequence[Notification], preferences: MailPreferences, *, now: datetime) -> Digest:
    """Return one email with all news of a day for one recipient, earliest deadline first."""
    matters = _by_table(notifications, now)
    waiting_count = sum(bool(table_news.asks) for table_news in matters)
    return Digest(
        subject=_waiting_words(waiting_count) if waiting_count else _("Your games today"),
        headline=_("Your games today"),
        date=times.day(now, timezone.get_current_timezone()),
        matters=matters,
        reason=_("You receive this email once a day if something has happened in your games."),
        unsubscribe_url=unsubscribe_url(notifications[0].recipient_id, preferences.kinds(Cadence.DIGEST), preferences),
        choices_url=settings.SITE_URL + reverse("mail:choices"),
        intro=_waiting_words(waiting_count) if waiting_count else _quiet_words(matters),
        lines=IN_A_LINE,
    )


def _by_table(notifications: Sequence[Notification], now: datetime) -> list[TableNews]:
    together = EmailRows(notifications, NEWS_OF_EACH)
    by_subject: dict[tuple[int, int], list[Notification]] = {}
    for notification in notifications:
        by_subject.setdefault(subject_of(notification), []).append(notification)
    matters = [_one_of_several(group, now, together) for group in by_subject.values()]
    return sorted(matters, key=lambda table_news: (not table_news.asks, table_news.own_end is None, table_news.own_end or now))


def _one_of_several(notifications: Sequence[Notification], now: datetime, together: EmailRows) -> TableNews:
    """Return one table or event of an email about several. An unreadable table gets a short notice instead of its news."""
    if is_about_event(notifications[0]):
        return EventNews(notifications, now=now).read()
    try:
        return read_table_news(notifications, most_answers=ANSWERS_OF_EACH, now=now, together=together)
    except state.Unreadable:
        return read_unreadable(notifications, together=together)


def _waiting_words(count: int) -> str:
    return ngettext("%(count)d game is waiting for you", "%(count)d games are waiting for you", count) % {"count": count}


def _quiet_words(matters: Sequence[TableNews]) -> str:
    """Return the first line of an email without decisions. A warning about a round names tables that wait all the same."""
    if any(table_news.is_event and table_news.links for table_news in matters):
        return _("Here is what happened in your games and events.")
    return _("No game is waiting for you. Here is what happened.")


def _kinds(notifications: Iterable[Notification]) -> frozenset[Kind]:
    return frozenset(Kind(notification.kind) for notification in notifications)


def _reason(kinds: Collection[Kind]) -> str:
    if Kind.INVITATION in kinds:
        return _("You are receiving this email because someone on Staffetta invited you by your display name.")
    if kinds == {Kind.FOLLOWED}:
        return _("You are receiving this email because you follow this game.")
    return _("You are receiving this email because you play at this table.")


def unsubscribe_url(user_id: int, kinds: Iterable[Kind], preferences: MailPreferences) -> str:
    """Return the address for turning off notifications of these kinds, with their current frequencies."""
    cadences: Mapping[Kind, Cadence] = {kind: preferences.cadence(kind) for kind in sorted(kinds)}
    return f"{settings.SITE_URL}{reverse('mail:unsubscribe', args=[tokens.make(user_id, cadences)])}"


def _first_due(matters: Iterable[TableNews]) -> str:
    """Return the first end of a decision time, for the subject. It is empty if no clock runs."""
    return next((ask.own_end for table_news in matters for ask in table_news.asks if ask.own_end), "")
