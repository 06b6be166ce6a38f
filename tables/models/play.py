"""A table, who sits at it, and everything that happened there."""

import secrets
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config import characters
from tables.models.hidden import HiddenBytes, HiddenJson, HiddenText, RowId

# What names the row of a move.
MOVE = ("table_id", "seq")
CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """The public id of a table: 8 letters that are hard to confuse."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(8))


def new_token() -> str:
    """An unguessable 128-bit address."""
    return secrets.token_urlsafe(16)


def new_secret() -> bytes:
    """The 32 random bytes behind every draw of a table."""
    return secrets.token_bytes(32)


class TableQuerySet(models.QuerySet["Table"]):
    """Tables by what is asked of them again and again, and without what a reader has no use for."""

    def running(self) -> Self:
        """Games that began and go on, those in quarantine included."""
        return self.filter(status=Table.Status.RUNNING)

    def at_play(self) -> Self:
        """Running games at which something can be played."""
        return self.running().filter(quarantined_at=None)

    def finished(self) -> Self:
        """Games that ended after their start, however they ended; practice is no game of the archive."""
        return self.filter(status=Table.Status.ENDED, started_at__isnull=False, practice=False)

    def readable(self) -> Self:
        """Without the secrets of the draws, which no page and no move reads."""
        return self.defer("secret", "roots")

    def listed(self) -> Self:
        """Without what no line of a list shows: the position, the result and the secret."""
        return self.defer("state", "secret", "roots", "outcome")

    def for_operators(self) -> Self:
        """Without what an operator does not see: what tells of the game, and the addresses that let somebody in."""
        return self.listed().defer("options", "invite", "pulse")


class Table(models.Model):
    """One game, from the invitation to the archive.

    Times of a pace are whole minutes: ``decision_minutes`` for each decision, ``reply_minutes`` for replies, and per seat a
    bank that starts with ``bank_minutes``, gains ``increment_minutes`` per answer in time and never exceeds
    ``bank_cap_minutes``; ``grace_minutes`` pass before it pays. ``weekends`` and ``absences``: whether Saturdays and Sundays
    count, and whether announced absences stop clocks. ``excused`` fallback moves in a row are excused before the steward takes
    the seat. ``paused_at``: all clocks stand still. What it takes to join (``services.lobby.admission``): ``min_reliability``
    of a hundred answers in time, a rating of the game between ``min_rating`` and ``max_rating`` as shown, the ``language`` of
    the site, to be ``experienced``: to have played the game to its end before, to be one of the host's ``favourites``.

    ``state`` is the encoded current state; the moves are the truth it must always agree with. ``outcome`` is the encoded
    Outcome. ``seq`` is the number of the newest move (the start is 0). ``changes`` counts everything others can notice: moves,
    joins, chat. ``advance_at``: filed answers are left to be played by a task, and when the sweep looks whether that task was
    lost. ``rated``: its result counts for ratings, if it is public. ``ranks``: its pages say which turns bring
    most points at once though it is rated. ``looks_back``: everybody may see the game as onlookers saw it so many rounds ago
    and more; 0 for nobody. ``imported_at``: it was played on another installation.
    ``practice``: one person plays against bots, without clocks, mails, ratings or a place in the archive; unless it is ``kept``
    the table goes after a while in which nobody moved. ``stems_from``: somebody went back at that table and plays on here;
    ``roots`` are the keys of the moves that were taken along, secret like ``secret`` (``tables.selectors.archive.roots``).
    ``rematch_of``: the same people play again after that game. ``rotates``: the seats are not dealt by chance; who sits at
    ``position`` p plays the engine's seat p. ``removed``: numbers of those whom the host sent away before the start.
    ``club``: only its members may join, and they may see it even if it is private.
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
        CANCELLED = "cancelled", _("called off")

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
    seq = models.PositiveIntegerField(default=0, help_text=_("the number of the newest move"))
    changes = models.PositiveIntegerField(default=0, help_text=_("how many things happened that others can notice"))
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
        """The table's own name as pages and messages show it; may be empty."""
        return characters.isolated(self.name)

    @property
    def ranks_turns(self) -> bool:
        """Whether pages rank turns by the points they bring at once; at rated tables only if the host allowed it."""
        return self.ranks or not self.rated


class SeatQuerySet(models.QuerySet["Seat"]):
    """Seats by who plays them, and without what a reader has no use for."""

    def played_by_person(self) -> Self:
        """As :attr:`Seat.is_played_by_person`."""
        return self.held_by_person().filter(steward_since=None)

    def held_by_person(self) -> Self:
        """As :attr:`Seat.is_held_by_person`."""
        return self.of_persons().filter(resigned_at=None)

    def of_persons(self) -> Self:
        """Those of persons, those who left their game included."""
        return self.filter(user__isnull=False, bot="")

    def open_to_substitutes(self) -> Self:
        """Those somebody else may take over."""
        return self.filter(opened_at__isnull=False)

    def listed(self) -> Self:
        """With whoever holds them, without what only they read: their notes and the position they last saw."""
        return self.select_related("user", "reserved_for").defer("notes", "seen_public")

    def with_table(self) -> Self:
        """With whoever holds them and their table as it stands, without its result and the secret of its draws."""
        return self.select_related("table", "user").defer("table__secret", "table__roots", "table__outcome")


class Seat(models.Model):
    """A place at a table. ``position`` is the order of joining, ``index`` the engine's seat, dealt at the start.

    ``reserved_for``: nobody else may take it before the start.
    Either ``user`` or ``bot`` (a bot's name) holds it, or nobody yet, or nobody any more: whose account was deleted, or who
    played on another installation, is called by their ``pseudonym``. ``steward_since`` is set while the steward plays for an
    absent user and ``resigned_at`` once the user left; since ``opened_at`` the seat is open to a substitute, to whom
    ``passes_plans`` hands on what its holder has filed, ordered and noted. ``taken_over_at``: a substitute sits here.
    ``is_early``: it was one of the first three games of this kind that its holder began.
    ``seen_public`` is the encoded Public when its holder last moved, for telling what changed since. ``seen_events``: so many
    of the events of that move, hidden ones too, were told by its action itself; None where that is not known.
    ``read_chat`` is the number of the newest line of the chat that its holder has read.
    ``bank_seconds`` is what is left of the time bank. ``score`` and ``place`` (1 is best, ties share) are set at the end.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    row_id = RowId()
    position = models.PositiveSmallIntegerField()
    index = models.PositiveSmallIntegerField(null=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats")
    reserved_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="reserved_seats"
    )
    bot = models.CharField(max_length=40, blank=True)
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
    plies = models.PositiveIntegerField(default=0, help_text=_("how many actions of this seat the record holds"))
    seen_seq = models.PositiveIntegerField(default=0, help_text=_("the record's length when its holder last moved"))
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
        """Whether a person holds it who has not left, even if the steward plays for them."""
        return bool(self.user_id) and not self.bot and self.resigned_at is None

    @property
    def is_played_by_person(self) -> bool:
        """Whether its holder answers for it, and not a bot, the steward or nobody."""
        return self.is_held_by_person and self.steward_since is None

    @property
    def is_automatic(self) -> bool:
        """Whether a bot or the steward plays it."""
        return bool(self.bot or self.steward_since or self.resigned_at)


class Tenure(models.Model):
    """Who played a seat from which move to which; ``last_seq`` is empty while it lasts. The steward is a bot of that name.

    ``pseudonym`` as of a seat.
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
    """One action of one seat, as it stands in the record; seq 0 is the start and has neither seat nor action.

    ``events`` is the encoded list of Told, ``draws`` the encoded list of Draw. For a sealed decision ``salt`` and ``receipt``
    let everybody check the reveal: receipt = SHA-256(salt ‖ action). ``replaces``: it takes the place of this seat's earlier
    answers to the same decision, which therefore are never opened during the game.
    """

    class Via(models.TextChoices):
        START = "start", _("start")
        PAGE = "page", _("page")
        MAIL = "mail", _("mail link")
        API = "api", _("interface")
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
    """A line said at a table, readable by whoever may see the table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="chat")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="chat_messages")
    text = models.CharField(max_length=1000)
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
    """A seat's consent to something that takes all persons of a table: a pause, its end, more time for one decision.

    ``decision_key`` and ``for_seat`` name the decision more time is for; ``pace`` is the other one, as ``tables.paces`` writes
    it.
    """

    class What(models.TextChoices):
        PAUSE = "pause", _("a pause")
        RESUME = "resume", _("going on")
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
    """Something that happened at a table and is no move: it stands in the log after move ``after_seq``.

    ``facts`` is a JSON object of numbers and short texts that words are made of, never a secret. ``user`` did it, or it
    happened to them; ``seat`` is the seat it is about. ``by_operator``: the facts then hold their ``reason`` and who they are.
    Of somebody whose account was deleted they hold the pseudonym.
    """

    PSEUDONYM = "pseudonym"

    class Kind(models.TextChoices):
        STEWARD = "steward", _("the steward took over")
        RETURNED = "returned", _("the holder came back")
        OPENED = "opened", _("the seat was opened to a substitute")
        SUBSTITUTE = "substitute", _("a substitute sat down")
        LEFT = "left", _("the holder left")
        EXTENDED = "extended", _("more time was given")
        PAUSED = "paused", _("the table was paused")
        RESUMED = "resumed", _("the table went on")
        PACE = "pace", _("the pace was changed")
        OUTAGE = "outage", _("the site was down and clocks were moved on")
        QUARANTINED = "quarantined", _("the table was set aside")
        RELEASED = "released", _("the table was given back")
        CANCELLED = "cancelled", _("the table was called off by the operator")

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
