"""Models for tables, seats and moves, and for chat, agreements and other events at a table."""

import secrets
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config import characters
from engines.search import levels
from tables.models.hidden import HiddenBytes, HiddenJson, HiddenText, RowId

# Columns that identify the row of a move.
MOVE = ("table_id", "seq")
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """Return a public id for a table: 8 letters that are hard to confuse."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(8))


def new_token() -> str:
    """Return an unguessable 128-bit token for URLs."""
    return secrets.token_urlsafe(16)


def new_secret() -> bytes:
    """Return 32 random bytes: the site's secret for the draws of a table."""
    return secrets.token_bytes(32)


class TableQuerySet(models.QuerySet["Table"]):
    """Queries for tables, and for tables without unneeded columns."""

    def running(self) -> Self:
        """Return the games in progress, including those on hold."""
        return self.filter(status=Table.Status.RUNNING)

    def at_play(self) -> Self:
        """Return the games in progress that are not on hold."""
        return self.running().filter(quarantined_at=None)

    def disclosed(self) -> Self:
        """Return the games that ended after their start and have no secrets any more (:attr:`Table.is_disclosed`)."""
        return self.filter(status=Table.Status.ENDED, started_at__isnull=False, is_withheld=False)

    def withheld_from(self, admin: models.Model) -> Self:
        """Return the withheld tables of events that an admin has entered. Staff pages do not show them to this admin."""
        return self.filter(is_withheld=True, event__entries__user=admin)

    def finished(self) -> Self:
        """Return the disclosed games, however they ended. Practice games are not included."""
        return self.disclosed().filter(practice=False)

    def readable(self) -> Self:
        """Return tables without loading the secrets of their draws."""
        return self.defer("secret", "roots")

    def listed(self) -> Self:
        """Return tables without loading the columns that no list shows: position, result and secrets."""
        return self.defer("state", "secret", "roots", "outcome")

    def for_operators(self) -> Self:
        """Return tables without loading facts of the game and URLs that give access, which admins must not see."""
        return self.listed().defer("options", "invite", "pulse")


class Table(models.Model):
    """Table: one game, from the invitation to the archive.

    Pace, in whole minutes:

    - ``decision_minutes`` is the time for each decision, ``reply_minutes`` the time for replies.
    - ``grace_minutes`` pass before time is taken from the time bank.
    - The bank of a seat starts with ``bank_minutes``, gains ``increment_minutes`` per answer in time, and has at most
      ``bank_cap_minutes``.
    - ``weekends`` is True if Saturdays and Sundays count, ``absences`` if announced absences pause clocks.
    - ``excused`` default moves in a row are excused before the steward takes the seat.
    - Since ``paused_at`` all clocks are paused.

    Conditions for joining (``services.lobby.admission``):

    - ``min_reliability`` is the minimum number of answers in time out of a hundred.
    - The displayed rating must be from ``min_rating`` to ``max_rating``.
    - ``language`` is the required language of the site.
    - With ``experienced`` a player must have finished this game before, with ``favourites`` be a favourite of the host.
    - Only members of the ``club`` may join. They may see a private table.
    - ``removed`` has the ids of the people that the host removed before the start.

    Game:

    - ``state`` is the encoded current state, which must agree with the moves. ``outcome`` is the encoded Outcome.
    - ``seq`` is the number of the newest move (the start is 0). ``changes`` counts changes that others can notice: moves,
      joins, chat.
    - ``advance_at`` is set while a task is to play queued turns. At this time the sweep checks that the task was not lost.
    - With ``rated`` its result counts for the ratings of its club, or, if it is public and has no club, for those of the site.
    - With ``ranks`` its pages show the highest-scoring turns although it is rated.
    - ``looks_back`` is the number of rounds after which everyone may see the spectators' view of a round, 0 for never.
    - ``imported_at`` is set if the game was played on another installation.
    - At a ``practice`` table one person plays against bots, without clocks, emails, ratings or an archive entry. Without
      ``kept`` it is deleted after a while without moves.
    - A ``hot_seat`` table is a practice table for several people at the host's screen. Each of them is a guest with a name and
      no session. The host has no seat.
    - ``stems_from`` is the table with a game that was taken back to an earlier move and continues here. ``roots`` are the keys
      of the moves taken over, as secret as ``secret`` (``tables.selectors.archive.roots``).
    - ``event`` is the event of its round. With ``deal`` all tables of the round have the same draws: their key follows from the
      event's secret and this text, not from the players' words. Until the round ends it ``is_withheld``: only its players see
      the game, each only what their seat has seen.
    - ``rematch_of`` is the earlier game of the same people. With ``rotates`` seats are not drawn: the player at ``position`` p
      plays the engine's seat p.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        ENDED = "ended", _("ended")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        PRIVATE = "private", _("by invitation")

    class EndedBy(models.TextChoices):
        FINISHED = "finished", _("played to the end")
        CONCEDED = "conceded", _("conceded")
        AGREED = "agreed", _("ended by agreement")
        ABANDONED = "abandoned", _("abandoned")
        CANCELLED = "cancelled", _("cancelled")

    code = models.CharField(max_length=12, unique=True, default=new_code)
    game = models.CharField(max_length=32)
    version = models.CharField(max_length=16)
    options = models.TextField()
    name = models.CharField(max_length=80, blank=True)
    seat_count = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    invite = models.CharField(max_length=32, unique=True, default=new_token)
    pulse = models.CharField(max_length=32, unique=True, default=new_token)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_tables")
    club = models.ForeignKey("tables.Club", models.SET_NULL, null=True, blank=True, related_name="tables")
    event = models.ForeignKey("tables.Event", models.SET_NULL, null=True, blank=True, related_name="event_tables")
    deal = models.CharField(max_length=32, blank=True, default="")
    is_withheld = models.BooleanField(default=False)

    pace = models.CharField(max_length=16, default="custom")
    decision_minutes = models.PositiveIntegerField()
    reply_minutes = models.PositiveIntegerField()
    bank_minutes = models.PositiveIntegerField(default=0)
    increment_minutes = models.PositiveIntegerField(default=0)
    bank_cap_minutes = models.PositiveIntegerField(default=0)
    grace_minutes = models.PositiveIntegerField(default=0)
    weekends = models.BooleanField(default=True)
    absences = models.BooleanField(default=True)
    excused = models.PositiveSmallIntegerField(default=2)
    min_reliability = models.PositiveSmallIntegerField(default=0)
    min_rating = models.SmallIntegerField(null=True, blank=True)
    max_rating = models.SmallIntegerField(null=True, blank=True)
    language = models.CharField(max_length=5, blank=True, default="")
    experienced = models.BooleanField(default=False)
    favourites = models.BooleanField(default=False)
    rated = models.BooleanField(default=True)
    ranks = models.BooleanField(default=False)
    looks_back = models.PositiveSmallIntegerField(default=0)
    practice = models.BooleanField(default=False)
    hot_seat = models.BooleanField(default=False)
    stems_from = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="branches")
    roots = HiddenJson(default=list, blank=True, bound=("code",))
    kept = models.BooleanField(default=False)
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="rematches")
    rotates = models.BooleanField(default=False)
    removed = models.JSONField(default=list, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)

    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    ended_by = models.CharField(max_length=10, choices=EndedBy, blank=True)
    secret = HiddenBytes(max_length=32, default=new_secret, bound=("code",))
    commitment = models.CharField(max_length=64)
    state = HiddenText(blank=True, bound=("code",))
    outcome = models.TextField(blank=True)
    seq = models.PositiveIntegerField(default=0, help_text=_("the number of the latest move"))
    changes = models.PositiveIntegerField(default=0, help_text=_("number of changes that others can notice"))
    advance_at = models.DateTimeField(null=True, blank=True)
    round = models.PositiveSmallIntegerField(default=0)
    round_limit = models.PositiveSmallIntegerField(default=0)
    quarantined_at = models.DateTimeField(null=True, blank=True)
    quarantine_reason = models.TextField(blank=True)

    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    imported_at = models.DateTimeField(null=True, blank=True)

    objects = TableQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["status", "visibility", "created_at"], name="table_lobby"),
            models.Index(fields=["moved_at"], name="table_practice", condition=Q(practice=True, kept=False)),
            models.Index(fields=["advance_at"], name="table_advance", condition=Q(advance_at__isnull=False)),
            models.Index(fields=["paused_at"], name="table_paused", condition=Q(paused_at__isnull=False)),
            models.Index(fields=["quarantined_at"], name="table_quarantined", condition=Q(quarantined_at__isnull=False)),
            models.Index(fields=["-ended_at", "-id"], name="table_archive", condition=Q(status="ended")),
            models.Index(fields=["game", "-ended_at", "-id"], name="table_archive_game", condition=Q(status="ended")),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("tables:detail", args=[self.code])

    @property
    def shown_name(self) -> str:
        """Name that the host gave the table, for pages and messages. It may be empty."""
        return characters.isolated(self.name)

    @property
    def is_disclosed(self) -> bool:
        """True once the game has ended and its secrets are public.

        A game with the same deal as others keeps them until the last game of the round has ended.
        """
        return self.status == Table.Status.ENDED and not self.is_withheld

    @property
    def ranks_turns(self) -> bool:
        """True if pages show the highest-scoring turns. They do so at rated tables only if the host allowed it."""
        return self.ranks or not self.rated


class SeatQuerySet(models.QuerySet["Seat"]):
    """Queries for seats by player, and for seats without unneeded columns."""

    def played_by_person(self) -> Self:
        """Return the seats for which :attr:`Seat.is_played_by_person` is True."""
        return self.held_by_person().filter(steward_since=None)

    def held_by_person(self) -> Self:
        """Return the seats for which :attr:`Seat.is_held_by_person` is True."""
        return self.with_person().filter(resigned_at=None)

    def with_person(self) -> Self:
        """Return the seats with a user and no bot, including users who have left."""
        return self.filter(user__isnull=False, bot="")

    def open_to_substitutes(self) -> Self:
        """Return the seats that a substitute may take over."""
        return self.filter(opened_at__isnull=False)

    def listed(self) -> Self:
        """Return seats with their players, without loading their private columns: notes and the last seen position."""
        return self.select_related("user", "reserved_for").defer("notes", "seen_public")

    def with_table(self) -> Self:
        """Return seats with their players and table, without loading its result and the secrets of its draws."""
        return self.select_related("table", "user").defer("table__secret", "table__roots", "table__outcome")


class Seat(models.Model):
    """Seat at a table. ``position`` is the order of joining, ``index`` the engine's seat, assigned at the start.

    Player:

    - It has a ``user``, a ``bot`` (a bot's name) or no player. ``pseudonym`` is the name of a deleted account or of a player on
      another installation.
    - ``level`` is the strength of its bot. The steward has no level.
    - If it is ``reserved_for`` somebody, nobody else may take it before the start.
    - ``steward_since`` is set while the steward plays for an absent user, ``resigned_at`` once the user has left.
    - Since ``opened_at`` it is open to a substitute. With ``passes_plans`` the substitute gets the player's queued turns,
      orders and notes. A substitute has played the seat since ``taken_over_at``.
    - ``is_early`` is True if this was one of the player's first three games of this kind.

    Game:

    - ``seen_public`` is the encoded Public at the player's last move, for showing the changes since then.
    - ``seen_events`` is the number of events of that move, including hidden ones, that its action itself caused. It is None if
      unknown.
    - ``read_chat`` is the number of the newest chat line that the player has read.
    - ``bank_seconds`` is the remaining time bank.
    - ``score`` and ``place`` (the finishing place: 1 is best, ties share it) are set at the end.
    """

    class Level(models.TextChoices):
        APPRENTICE = levels.Level.APPRENTICE, _("apprentice")
        MERCHANT = levels.Level.MERCHANT, _("merchant")
        DOGE = levels.Level.DOGE, _("doge")

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    row_id = RowId()
    position = models.PositiveSmallIntegerField()
    index = models.PositiveSmallIntegerField(null=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats")
    reserved_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="reserved_seats"
    )
    bot = models.CharField(max_length=40, blank=True)
    level = models.CharField(max_length=12, choices=Level, default=Level.MERCHANT)
    pseudonym = models.CharField(max_length=60, blank=True)
    word = models.CharField(max_length=80, blank=True)
    joined_at = models.DateTimeField(null=True, blank=True)
    bank_seconds = models.PositiveIntegerField(default=0)
    defaults_in_a_row = models.PositiveSmallIntegerField(default=0)
    steward_since = models.DateTimeField(null=True, blank=True)
    resigned_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    passes_plans = models.BooleanField(default=False)
    is_early = models.BooleanField(default=False)
    taken_over_at = models.DateTimeField(null=True, blank=True)
    plies = models.PositiveIntegerField(default=0, help_text=_("number of recorded actions of this seat"))
    seen_seq = models.PositiveIntegerField(default=0, help_text=_("length of the record at the player’s last move"))
    seen_public = HiddenText(blank=True, bound=("row_id",))
    seen_events = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    notes = HiddenText(blank=True, bound=("row_id",))
    read_chat = models.PositiveBigIntegerField(default=0)

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="seat_position"),
            models.UniqueConstraint(fields=["table", "index"], name="seat_index"),
            models.UniqueConstraint(fields=["table", "user"], name="seat_user", condition=Q(user__isnull=False)),
        ]
        indexes = [
            models.Index(fields=["user", "table"], name="seat_of_user"),
            models.Index(fields=["opened_at"], name="seat_opened", condition=Q(opened_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.position}"

    @property
    def is_held_by_person(self) -> bool:
        """True if the seat has a human player who has not left, even if the steward plays for them."""
        return bool(self.user_id) and not self.bot and self.resigned_at is None

    @property
    def is_played_by_person(self) -> bool:
        """True if a human player decides for the seat, and not a bot or the steward."""
        return self.is_held_by_person and self.steward_since is None

    @property
    def is_automatic(self) -> bool:
        """True if the site plays the seat: a bot, the steward, or the bot for a player who has left."""
        return bool(self.bot or self.steward_since or self.resigned_at)


class PhoneHand(models.Model):
    """Phone on which a player may read the hand of their seat at a hot-seat table. A seat has at most one.

    ``digest`` is the hash of the code that admits the phone, then of the code and the form that sent it. The phone's cookie
    names this row, so without the row the phone shows nothing.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="phone_hand")
    digest = models.CharField(max_length=64, blank=True, db_index=True)
    expires_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.seat_id}: phone"


class Tenure(models.Model):
    """Player of a seat from one move to another. ``last_seq`` is empty while they play it.

    ``bot`` is "steward" while the steward plays. ``pseudonym`` has the same meaning as for a seat.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tenures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="tenures")
    bot = models.CharField(max_length=40, blank=True)
    pseudonym = models.CharField(max_length=60, blank=True)
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.user_id or self.bot}"


class Move(models.Model):
    """Action of one seat in the record. The move with ``seq`` 0 is the start and has neither seat nor action.

    ``events`` is the encoded list of Told, ``draws`` the encoded list of Draw. For a sealed decision, ``salt`` and ``receipt``
    let everyone check the reveal: receipt = SHA-256(salt ‖ action). ``replaces`` is True if it replaces this seat's earlier
    answers to the same decision, which are therefore not revealed during the game.
    """

    class Via(models.TextChoices):
        START = "start", _("start")
        PAGE = "page", _("page")
        MAIL = "mail", _("email link")
        API = "api", _("API")
        ORDER = "order", _("standing order")
        DEADLINE = "deadline", _("deadline")
        STEWARD = "steward", _("steward")
        BOT = "bot", _("bot")

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    seq = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="moves")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="moves")
    key = models.CharField(max_length=60, blank=True)
    kind = models.CharField(max_length=40, blank=True)
    action = HiddenText(blank=True, bound=MOVE)
    via = models.CharField(max_length=8, choices=Via)
    events = HiddenText(bound=MOVE)
    draws = HiddenText(bound=MOVE)
    sealed = models.BooleanField(default=False)
    salt = HiddenBytes(max_length=16, null=True, blank=True, bound=MOVE)
    receipt = models.CharField(max_length=64, blank=True)
    replaces = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="move_seq")]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.seq}"


class ChatMessage(models.Model):
    """Chat line of a table, visible to everyone who can see the table."""

    # Maximum number of characters, also for spectators' lines.
    LONGEST = 1000

    table = models.ForeignKey(Table, models.CASCADE, related_name="chat")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="chat_messages")
    text = models.CharField(max_length=LONGEST)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "at"], name="chat_order")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.text[:20]}"


class Agreement(models.Model):
    """A seat's consent to end the game without a result."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="agreements")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="agreement")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seat_id}"


class Consent(models.Model):
    """Consent of a seat to a proposal that needs all human players: a pause, its end, more time for a decision, or a new pace.

    ``decision_key`` and ``for_seat`` name the decision that gets more time. ``pace`` is a proposed new pace, as
    ``tables.paces`` writes it.
    """

    class What(models.TextChoices):
        PAUSE = "pause", _("a pause")
        RESUME = "resume", _("resuming")
        EXTEND = "extend", _("more time")
        PACE = "pace", _("another pace")

    table = models.ForeignKey(Table, models.CASCADE, related_name="consents")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="consents")
    what = models.CharField(max_length=8, choices=What)
    for_seat = models.ForeignKey(Seat, models.CASCADE, null=True, blank=True, related_name="+")
    decision_key = models.CharField(max_length=60, blank=True)
    pace = models.CharField(max_length=80, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "what"], name="consent_once", condition=Q(for_seat__isnull=True)),
            models.UniqueConstraint(fields=["seat", "what", "for_seat", "decision_key"], name="consent_of_decision"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seat_id} {self.what}"


class SiteEvent(models.Model):
    """Event at a table that is not a move. The log shows it after move ``after_seq``.

    ``facts`` is a JSON object of numbers and short texts for the sentence in the log. Everybody at the table may know them.
    ``user`` caused the event or is affected, and ``seat`` is its subject. ``by_operator`` is True if an admin caused it; the
    facts then have the admin's ``reason`` and name. For a deleted account, the facts have the pseudonym.
    """

    PSEUDONYM = "pseudonym"
    # Fact of a seat given to the steward at a table of an event, where no substitute can take it.
    IN_EVENT = "in_event"

    class Kind(models.TextChoices):
        STEWARD = "steward", _("the steward took over")
        RETURNED = "returned", _("the player returned")
        OPENED = "opened", _("the seat was opened to a substitute")
        SUBSTITUTE = "substitute", _("a substitute took the seat")
        LEFT = "left", _("the player left")
        EXTENDED = "extended", _("more time was given")
        PAUSED = "paused", _("the table was paused")
        RESUMED = "resumed", _("the table was resumed")
        PACE = "pace", _("the pace was changed")
        OUTAGE = "outage", _("the site was down, so all clocks were moved on")
        QUARANTINED = "quarantined", _("the table was put on hold")
        RELEASED = "released", _("the table is no longer on hold")
        CANCELLED = "cancelled", _("the admins cancelled the table")
        ROUND_OVER = "round_over", _("the round ended, so the steward plays")
        HURRIED = "hurried", _("a bot decided early")

    table = models.ForeignKey(Table, models.CASCADE, related_name="site_events")
    after_seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, blank=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    by_operator = models.BooleanField(default=False)
    facts = models.TextField(default="{}")
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "after_seq", "id"], name="site_event_order")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.kind}"
