"""The one list of what the site keeps of people: what they are handed out of it, and what they are not, with the reason.

A new model that refers to people or seats gets a line here, or the tests fail. The archive, the page about privacy and what
they say follow by themselves.
"""

from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import QueuedMail, User
from tables.models import (
    Absence,
    Agreement,
    ChatMessage,
    Club,
    ClubEvent,
    Consent,
    DataExport,
    Decision,
    Delivery,
    Draft,
    Feed,
    FiledAnswer,
    Follow,
    FreeTime,
    InboundMail,
    LiftedPause,
    MailChoice,
    Membership,
    MoveComment,
    NameElsewhere,
    Notification,
    OnlookerLine,
    OrderDeed,
    PlanNode,
    PushDevice,
    Rating,
    RatingChange,
    Relation,
    ReplyAddress,
    Report,
    Rhythm,
    Seat,
    SiteEvent,
    StandingOrder,
    Table,
    Tenure,
    Webhook,
)
from tables.selectors.personal import play
from tables.selectors.personal.subject import Row, Rows, Subject, plain, walk

_TABLE = "table=table__code"
_OF_SEAT = "table=seat__table__code"


def _since_own(moment: str) -> Q:
    """What lay at a seat before one took it over was somebody else's."""
    return Q(seat__taken_over_at=None) | Q(**{f"{moment}__gte": F("seat__taken_over_at")})


def _profile(user: User) -> Iterator[Row]:
    columns = ("email", "display_name", "language", "time_zone", "hides_name", "hints", "sends_at_once", "is_staff")
    moments = ("date_joined", "last_login")
    yield {name: getattr(user, name) for name in (*columns, *moments)} | {"has_password": user.has_usable_password()}


def _without_keys(owner: str) -> Rows:
    """Webhooks with the host of their address alone: the rest of it is as good as a key to what is there."""
    names = ("kind", "label", "made_at", "off_at", "taken_at", "url")
    paths = {name: name for name in names} | ({} if owner == "owner" else {"table": "table__code"})

    def rows(user: User) -> Iterator[Row]:
        for row in walk(Webhook.objects.filter(**{owner: user}), paths):
            yield {"host": urlsplit(row.pop("url")).hostname, **row}

    return rows


def _devices(user: User) -> Iterator[Row]:
    paths = {name: name for name in ("label", "made_at", "off_at", "taken_at", "endpoint")}
    for row in walk(PushDevice.objects.filter(owner=user), paths):
        yield {"host": urlsplit(row.pop("endpoint")).hostname, **row}


_KEYS = _("Addresses and keys that let somebody in or sign messages are kept too; they are not handed out.")

SUBJECTS: tuple[Subject, ...] = (
    Subject(
        "profile",
        _("Profile"),
        _profile,
        frozenset(),
        about=_("Of a password a hash is kept, by which it can be checked and not read. It is not handed out."),
    ),
    plain("addresses", _("Mail addresses"), EmailAddress, "user", "email", "verified", "primary"),
    plain(
        "second_factors",
        _("Second factors"),
        Authenticator,
        "user",
        *("type", "created_at", "last_used_at"),
        about=_("What they are checked with is kept too; it is not handed out."),
    ),
    plain("sessions", _("Where you are signed in"), UserSession, "user", "created_at", "last_seen_at", "ip", "user_agent"),
    plain(
        "rhythm",
        _("Your time"),
        Rhythm,
        "user",
        *("quiet_from", "quiet_until", "digest_hour", "quiet_while_here", "weekly_day", "weekly_at", "returned_at"),
        *("mail_paused_at", "mail_pause"),
    ),
    plain("absences", _("Absences"), Absence, "user", "starts_at", "ends_at", "announced_at"),
    plain("follows", _("Games you follow"), Follow, "user", "table__code", "told_seq", "next_at"),
    plain("letters_wanted", _("Which letters you want"), MailChoice, "user", "kind", "channel", "cadence", "changed_at"),
    Subject("webhooks", _("Your webhooks"), _without_keys("owner"), frozenset({"tables.Webhook.owner"}), about=_KEYS),
    Subject(
        "table_webhooks",
        _("Webhooks you added to tables"),
        _without_keys("made_by"),
        frozenset({"tables.Webhook.made_by"}),
        about=_KEYS,
    ),
    Subject("devices", _("Devices that show messages"), _devices, frozenset({"tables.PushDevice.owner"}), about=_KEYS),
    plain("names_elsewhere", _("Your names elsewhere"), NameElsewhere, "user", "kind", "name"),
    plain("feed", _("Feed and calendar"), Feed, "user", "made_at", about=_KEYS),
    plain("told", _("What you were told"), Notification, "recipient", "kind", _TABLE, "created_at", covers=("seat",)),
    plain(
        "letters",
        _("Letters and messages sent to you"),
        Delivery,
        "notification__recipient",
        *("kind=notification__kind", "table=notification__table__code", "channel", "status", "sent_at"),
    ),
    plain("account_mails", _("Mails about your account that wait"), QueuedMail, "user", "recipient", "expires_at"),
    plain(
        "reply_addresses",
        _("Letters that could be answered"),
        ReplyAddress,
        "user",
        *(_OF_SEAT, "key", "made_at", "played"),
        covers=("seat",),
        about=_KEYS,
    ),
    plain("clubs", _("Your clubs"), Membership, "user", "club=club__name", "state", "role", "text", "at"),
    plain(
        "clubs_founded", _("Clubs you founded"), Club, "made_by", "name", "text", "joining", "outsiders", "made_at", "closed_at"
    ),
    plain("club_invitations", _("People you invited to clubs"), Membership, "by", "club=club__name", "state", "at"),
    plain("club_chronicles", _("What chronicles of clubs say of you"), ClubEvent, "user", "club=club__name", "kind", "at"),
    plain("answers_by_mail", _("Answers by mail"), InboundMail, "reader", "at", _TABLE, "outcome"),
    plain(
        "tables",
        _("Tables you opened"),
        Table,
        "host",
        *("code", "name", "game", "version", "options", "seat_count", "visibility", "rated", "practice", "min_reliability"),
        *("status", "ended_by", "created_at", "started_at", "ended_at"),
        encoded="options",
        about=_("Invitations are as good as a key, and the secret of a game is published when it is over: neither is here."),
    ),
    plain(
        "seats",
        _("Your seats"),
        Seat,
        "user",
        *(_TABLE, "game=table__game", "status=table__status", "position", "index", "word", "joined_at", "taken_over_at"),
        *("steward_since", "resigned_at", "passes_plans", "plies", "bank_seconds", "score", "place", "notes"),
    ),
    plain("kept_seats", _("Seats kept for you"), Seat, "reserved_for", _TABLE, "game=table__game"),
    plain("tenures", _("When you played"), Tenure, "user", _OF_SEAT, "first_seq", "last_seq", covers=("seat",)),
    Subject("moves", _("Your moves"), play.moves, frozenset({"tables.Move.user", "tables.Move.seat"})),
    plain(
        "decisions",
        _("What you were asked, and how long you took"),
        Decision,
        "holder",
        *(_TABLE, "kind", "key", "asked_at", "closed_at", "result", "used_seconds"),
        where=~Q(result=""),
        covers=("seat",),
    ),
    plain(
        "drafts",
        _("Drafts"),
        Draft,
        "seat__user",
        *(_OF_SEAT, "key", "actions", "plays_at_deadline", "updated_at"),
        where=_since_own("updated_at"),
        encoded="actions",
    ),
    plain(
        "filed_answers",
        _("Answers you filed ahead"),
        FiledAnswer,
        "seat__user",
        *(_TABLE, "kind", "key", "body", "status", "reason", "done", "filed_at"),
        where=_since_own("filed_at"),
        encoded="body",
    ),
    plain(
        "standing_orders",
        _("Standing orders"),
        StandingOrder,
        "seat__user",
        *(_OF_SEAT, "rank", "body", "paused", "lasting", "round", "disarmed_at", "disarmed_for", "created_at"),
        where=_since_own("created_at"),
        encoded="body",
    ),
    plain(
        "order_deeds",
        _("What your standing orders played"),
        OrderDeed,
        "order__seat__user",
        *("table=order__seat__table__code", "seq", "at"),
        where=Q(order__seat__taken_over_at=None) | Q(at__gte=F("order__seat__taken_over_at")),
    ),
    plain(
        "plans",
        _("Lines on your planning boards"),
        PlanNode,
        "owner",
        *(_TABLE, "at_seq", "seat", "key", "action", "note", "created_at"),
        encoded="action",
        covers=("eyes",),
    ),
    plain("agreements", _("Games you agreed to end"), Agreement, "seat__user", _OF_SEAT, "at"),
    plain(
        "consents",
        _("Pauses and more time you agreed to"),
        Consent,
        "seat__user",
        *(_OF_SEAT, "what", "at"),
        covers=("for_seat",),
    ),
    plain("lifted_pauses", _("Pauses of rated games that were lifted"), LiftedPause, "user", "at", "reason"),
    plain("pauses_lifted", _("Pauses you lifted for others"), LiftedPause, "by", "at", "reason"),
    plain("events", _("What happened with you at tables"), SiteEvent, "user", _TABLE, "kind", "at", covers=("seat",)),
    plain("chat", _("What you said at tables"), ChatMessage, "user", _TABLE, "at", "text"),
    plain("comments", _("Your comments on moves"), MoveComment, "user", _TABLE, "seq", "at", "text"),
    plain(
        "people",
        _("Your favourites, and whom you muted or blocked"),
        Relation,
        "owner",
        "kind",
        "person=other__display_name",
        "made_at",
    ),
    plain("onlooker_lines", _("What you said as an onlooker"), OnlookerLine, "user", _TABLE, "at", "text"),
    plain(
        "reports",
        _("What you reported"),
        Report,
        "reporter",
        *("person=about__display_name", _TABLE, "lines", "reason", "at", "outcome", "answer", "settled_at"),
    ),
    plain(
        "reports_about",
        _("Reports about you that were settled"),
        Report,
        "about",
        *(_TABLE, "lines", "outcome", "answer", "lines_taken", "until", "settled_at"),
        where=Q(settled_at__isnull=False) & (~Q(outcome=Report.Outcome.NOTHING) | Q(lines_taken=True)),
        about=_("Who reported, and in which words, is for the operators alone."),
    ),
    plain("free", _("That you are free for a game"), FreeTime, "user", "until", "in_lobby"),
    plain("ratings", _("Ratings"), Rating, "user", "game", "mu", "sigma", "ordinal", "games", "wins"),
    plain(
        "rating_changes",
        _("What each game did to your rating"),
        RatingChange,
        "rating__user",
        *(_TABLE, "before", "after"),
        covers=("seat",),
    ),
    plain("admin_log", _("What you changed in the admin"), LogEntry, "user", "action_time", "action_flag"),
    plain("exports", _("Archives you asked for"), DataExport, "user", "asked_at", "status", "ready_at", "until"),
)

LEFT_OUT: Mapping[str, Promise] = {
    "tables.Report.settled_by": _("Reports that operators settled are about others."),
    "tables.Relation.other": _("Whose favourite you are and who muted or blocked you: only they know, and nobody is told."),
    "tables.SentForm.user": _("Marks of forms you sent, so that none is carried out twice: they say nothing readable."),
    "tables.Submission.seat": _("Marks of turns you sent, so that none is carried out twice: they say nothing readable."),
    "accounts.User_groups.user": _("Groups of people who run the site: what they may do there."),
    "accounts.User_user_permissions.user": _("What people who run the site may do there."),
}
"""References that no subject follows, by the name of the model and of its field, and why."""
