"""List of all data about people: the exported data, and the reasons why some data is left out.

A new model that refers to people or seats needs a line here, or the tests fail. The archive, the privacy page and their texts
follow from the list.
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
    Analysis,
    ChatMessage,
    Club,
    ClubEvent,
    Consent,
    DataExport,
    Decision,
    Delivery,
    Draft,
    Entry,
    Event,
    EventNote,
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
    ShownPlan,
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
    """Return the condition for data after a takeover: earlier data of the seat belongs to another person."""
    return Q(seat__taken_over_at=None) | Q(**{f"{moment}__gte": F("seat__taken_over_at")})


def _profile(user: User) -> Iterator[Row]:
    columns = ("email", "display_name", "language", "time_zone", "hides_name", "hints", "sends_at_once", "is_staff")
    moments = ("date_joined", "last_login")
    yield {name: getattr(user, name) for name in (*columns, *moments)} | {"has_password": user.has_usable_password()}


def _without_keys(owner: str) -> Rows:
    """Return a function that yields a user's webhooks with only the host of their URL, since the rest works like a key."""
    names = ("kind", "label", "made_at", "off_at", "taken_at", "url")
    places = {"table": "table__code", "club": "club__name", "event": "event__code"}
    paths = {name: name for name in names} | ({} if owner == "owner" else places)

    def rows(user: User) -> Iterator[Row]:
        for row in walk(Webhook.objects.filter(**{owner: user}), paths):
            yield {"host": urlsplit(row.pop("url")).hostname, **row}

    return rows


def _devices(user: User) -> Iterator[Row]:
    paths = {name: name for name in ("label", "made_at", "off_at", "taken_at", "endpoint")}
    for row in walk(PushDevice.objects.filter(owner=user), paths):
        yield {"host": urlsplit(row.pop("endpoint")).hostname, **row}


_KEYS = _("Addresses and keys that give access or sign messages are also stored, but not handed out.")

SUBJECTS: tuple[Subject, ...] = (
    Subject(
        "profile",
        _("Profile"),
        _profile,
        frozenset(),
        about=_("A password is stored as a hash, which can be checked but not read. The hash is not handed out."),
    ),
    plain("addresses", _("Email addresses"), EmailAddress, "user", "email", "verified", "primary"),
    plain(
        "second_factors",
        _("Second factors"),
        Authenticator,
        "user",
        *("type", "created_at", "last_used_at"),
        about=_("The data that checks second factors is stored, but not handed out."),
    ),
    plain("sessions", _("Signed-in browsers"), UserSession, "user", "created_at", "last_seen_at", "ip", "user_agent"),
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
    plain("letters_wanted", _("Your email choices"), MailChoice, "user", "kind", "channel", "cadence", "changed_at"),
    Subject("webhooks", _("Your webhooks"), _without_keys("owner"), frozenset({"tables.Webhook.owner"}), about=_KEYS),
    Subject(
        "table_webhooks",
        _("Webhooks you added to tables, clubs and events"),
        _without_keys("made_by"),
        frozenset({"tables.Webhook.made_by"}),
        about=_KEYS,
    ),
    Subject("devices", _("Devices that receive notifications"), _devices, frozenset({"tables.PushDevice.owner"}), about=_KEYS),
    plain("names_elsewhere", _("Your names on other services"), NameElsewhere, "user", "kind", "name"),
    plain("feed", _("Feed and calendar"), Feed, "user", "made_at", about=_KEYS),
    plain("told", _("Your notifications"), Notification, "recipient", "kind", _TABLE, "created_at", covers=("seat",)),
    plain(
        "letters",
        _("Emails and messages sent to you"),
        Delivery,
        "notification__recipient",
        *("kind=notification__kind", "table=notification__table__code", "channel", "status", "sent_at"),
    ),
    plain("account_mails", _("Unsent emails about your account"), QueuedMail, "user", "recipient", "expires_at"),
    plain(
        "reply_addresses",
        _("Emails you could reply to"),
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
    plain("club_invitations", _("Club invitations you sent"), Membership, "by", "club=club__name", "state", "at"),
    plain("club_chronicles", _("Club chronicle entries about you"), ClubEvent, "user", "club=club__name", "kind", "at"),
    plain(
        "events_opened",
        _("Events you opened"),
        Event,
        "host",
        *("code", "name", "text", "game", "format", "seats", "stage", "created_at", "started_at", "ended_at"),
    ),
    plain(
        "events_entered",
        _("Events you took part in"),
        Entry,
        "user",
        *("event=event__code", "number", "division", "strength", "joined_at", "left_at", "rank"),
    ),
    plain("event_acts", _("What you did as an organiser"), EventNote, "by", "event=event__code", "kind", "reason", "at"),
    plain("event_notes", _("Notes about you in events"), EventNote, "user", "event=event__code", "kind", "at"),
    plain("answers_by_mail", _("Replies by email"), InboundMail, "reader", "at", _TABLE, "outcome"),
    plain(
        "tables",
        _("Tables you opened"),
        Table,
        "host",
        *("code", "name", "game", "version", "options", "seat_count", "visibility", "rated", "practice", "min_reliability"),
        *("status", "ended_by", "created_at", "started_at", "ended_at"),
        encoded="options",
        about=_(
            "Invitations work like keys, and the secret of a game is published when the game is over. Neither is included."
        ),
    ),
    plain(
        "seats",
        _("Your seats"),
        Seat,
        "user",
        *(_TABLE, "game=table__game", "status=table__status", "position", "index", "word", "joined_at", "taken_over_at"),
        *("steward_since", "resigned_at", "passes_plans", "plies", "bank_seconds", "score", "place", "notes"),
    ),
    plain(
        "screen_names",
        _("Names of people who played at your screen"),
        Seat,
        "table__host",
        *(_TABLE, "name=user__display_name"),
        where=Q(table__hot_seat=True, user__isnull=False),
    ),
    plain("kept_seats", _("Seats reserved for you"), Seat, "reserved_for", _TABLE, "game=table__game"),
    plain("tenures", _("Your playing times"), Tenure, "user", _OF_SEAT, "first_seq", "last_seq", covers=("seat",)),
    Subject("moves", _("Your moves"), play.moves, frozenset({"tables.Move.user", "tables.Move.seat"})),
    plain(
        "decisions",
        _("Your decisions and how long they took"),
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
        _("Your queued turns"),
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
        _("Moves by your standing orders"),
        OrderDeed,
        "order__seat__user",
        *("table=order__seat__table__code", "seq", "at"),
        where=Q(order__seat__taken_over_at=None) | Q(at__gte=F("order__seat__taken_over_at")),
    ),
    plain(
        "plans",
        _("Variations on your planning boards"),
        PlanNode,
        "owner",
        *(_TABLE, "at_seq", "seat", "key", "action", "note", "created_at"),
        encoded="action",
        covers=("eyes",),
    ),
    plain(
        "shown_plans",
        _("Variations you show to others"),
        ShownPlan,
        "user",
        *(_TABLE, "at_seq", "steps", "notes", "at"),
        covers=("eyes",),
    ),
    plain("agreements", _("Games you agreed to end"), Agreement, "seat__user", _OF_SEAT, "at"),
    plain(
        "consents",
        _("Pauses and extra time you agreed to"),
        Consent,
        "seat__user",
        *(_OF_SEAT, "what", "at"),
        covers=("for_seat",),
    ),
    plain("lifted_pauses", _("Lifted pauses of rated games"), LiftedPause, "user", "at", "reason"),
    plain("pauses_lifted", _("Pauses you lifted for others"), LiftedPause, "by", "at", "reason"),
    plain("events", _("Table events about you"), SiteEvent, "user", _TABLE, "kind", "at", covers=("seat",)),
    plain("chat", _("Your messages at tables"), ChatMessage, "user", _TABLE, "at", "text"),
    plain("analyses", _("Unfinished analyses you requested"), Analysis, "asked_by", _TABLE, "asked_at", "status"),
    plain("comments", _("Your comments on moves"), MoveComment, "user", _TABLE, "seq", "at", "text"),
    plain(
        "people",
        _("Your favourites, mutes and blocks"),
        Relation,
        "owner",
        "kind",
        "person=other__display_name",
        "made_at",
    ),
    plain("onlooker_lines", _("Your messages as a spectator"), OnlookerLine, "user", _TABLE, "at", "text"),
    plain(
        "reports",
        _("Reports you made"),
        Report,
        "reporter",
        *(
            "person=about__display_name",
            _TABLE,
            "event=event__code",
            "lines",
            "reason",
            "at",
            "outcome",
            "answer",
            "settled_at",
        ),
    ),
    plain(
        "reports_about",
        _("Settled reports about you"),
        Report,
        "about",
        *(_TABLE, "event=event__code", "lines", "outcome", "answer", "lines_taken", "until", "settled_at"),
        where=Q(settled_at__isnull=False) & (~Q(outcome=Report.Outcome.NOTHING) | Q(lines_taken=True)),
        about=_("Only the admins know who made a report and what it says."),
    ),
    plain("free", _("Your search for a game"), FreeTime, "user", "until", "in_lobby"),
    plain("ratings", _("Ratings"), Rating, "user", "game", "mu", "sigma", "ordinal", "games", "wins"),
    plain(
        "rating_changes",
        _("Changes to your rating, by game"),
        RatingChange,
        "rating__user",
        *(_TABLE, "before", "after"),
        covers=("seat",),
    ),
    plain("admin_log", _("Your changes in the admin area"), LogEntry, "user", "action_time", "action_flag"),
    plain("exports", _("Archives you requested"), DataExport, "user", "asked_at", "status", "ready_at", "until"),
)

LEFT_OUT: Mapping[str, Promise] = {
    "tables.Report.settled_by": _("Reports settled by admins concern other people."),
    "tables.Relation.other": _("Only the people concerned know who has you as a favourite, or has muted or blocked you."),
    "tables.PhoneHand.seat": _(
        "Codes that open a hand on a phone. They contain nothing readable and are deleted with their table."
    ),
    "tables.SentForm.user": _(
        "Identifiers of submitted forms, so that no form is processed twice. They contain nothing readable."
    ),
    "tables.Submission.seat": _("Identifiers of sent turns, so that no turn is played twice. They contain nothing readable."),
    "accounts.User_groups.user": _("Admin and moderator groups and their permissions."),
    "accounts.User_user_permissions.user": _("Permissions of admins and moderators."),
}
"""Reasons for the references that no subject follows, by the names of the model and its field."""

# Reasons for which data is stored but not handed out, each once.
WITHHELD: tuple[Promise | str, ...] = tuple(
    dict.fromkeys([*(subject.about for subject in SUBJECTS if subject.about), *LEFT_OUT.values()])
)
