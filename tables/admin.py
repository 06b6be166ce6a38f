"""Read-only admin pages. Only comments can be deleted, and no column shows a secret of a game."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.lookups import NamedLookups
from accounts.models import User
from tables.models import (
    ChatMessage,
    Decision,
    Entry,
    Event,
    EventNote,
    EventRound,
    EventTable,
    Heartbeat,
    Move,
    MoveComment,
    Seat,
    SiteEvent,
    Table,
    Webhook,
)
from tables.selectors.play.log import shown_via


class ReadOnly(NamedLookups):
    """Read-only admin of a model, because only the services write.

    Query strings can filter only by columns that the list shows. ``table`` is the name of the column with the table. Rows of
    withheld tables are not shown to admins who play in their event.
    """

    table = ""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        if not self.table or not isinstance(request.user, User):
            return rows
        return rows.exclude(**{f"{self.table}__in": Table.objects.withheld_from(request.user)})

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]  # generic for the type checker only
    """Seats of a table. Deadlines missed in a row are not shown, because queueing a turn resets that number."""

    model = Seat
    fields = ("position", "index", "user", "bot", "plies", "bank_seconds", "resigned_at", "score", "place")
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(ReadOnly):
    """Tables without secret, position, invitation and pulse. The staff pages offer the actions on a table."""

    table = "pk"

    list_display = ("code", "game", "status", "seat_count", "seq", "moved_at", "quarantined_at", "quarantine_reason")
    list_filter = ("status", "game", ("quarantined_at", admin.EmptyFieldListFilter))
    search_fields = ("code", "name")
    ordering = ("-pk",)
    exclude = ("secret", "roots", "state", "invite", "pulse")
    inlines = (SeatInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("secret", "roots", "state")


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """Moves without their content, because a sealed answer is sealed for admins too.

    A standing order's move looks like one sent by a player.
    """

    table = "table"

    list_display = ("table", "seq", "seat", "user", "kind", "key", "sent", "at")
    fields = ("table", "seq", "seat", "user", "kind", "key", "sent", "sealed", "receipt", "at")
    list_select_related = ("table", "seat", "user")
    show_full_result_count = False

    @admin.display(description="via")
    def sent(self, move: Move) -> str:
        """Return the way the move was sent, as shown to everybody."""
        return str(shown_via(Move.Via(move.via)).label)


@admin.register(Decision)
class DecisionAdmin(ReadOnly):
    """Decisions with their deadlines, but without queued turns and standing orders."""

    table = "table"

    list_display = ("table", "seat", "key", "when", "asked_at", "due_at", "closed_at", "claimed_until")
    fields = (*list_display, "kind", "sealed", "reply", "over_at", "bank_at", "extension_seconds", "think_at", "askings")
    list_select_related = ("table", "seat")
    date_hierarchy = "asked_at"
    show_full_result_count = False


@admin.register(SiteEvent)
class SiteEventAdmin(ReadOnly):
    """Events other than moves, and actions of admins."""

    table = "table"

    list_display = ("at", "table", "kind", "seat", "user", "by_operator", "facts")
    list_filter = ("by_operator", "kind")
    list_select_related = ("table", "seat", "user")
    show_full_result_count = False


@admin.register(ChatMessage)
class ChatAdmin(ReadOnly):
    """Chat messages, for handling complaints."""

    table = "table"

    list_display = ("at", "table", "user", "text")
    list_select_related = ("table", "user")
    search_fields = ("text",)


@admin.register(MoveComment)
class MoveCommentAdmin(ReadOnly):
    """Comments on finished games, the only rows that can be deleted here."""

    list_display = ("at", "table", "seq", "user", "text")
    list_select_related = ("table", "user")
    search_fields = ("text", "table__code")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(Event)
class EventAdmin(ReadOnly):
    """Events without the secret of their draws. The organiser's page offers the actions."""

    list_display = ("code", "name", "game", "format", "stage", "club", "host", "closes_at", "due_at", "ended_at")
    list_filter = ("stage", "format", "game")
    list_select_related = ("club", "host")
    search_fields = ("code", "name")
    ordering = ("-pk",)
    exclude = ("secret",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("secret")


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    """Players of events."""

    list_display = ("event", "user", "number", "division", "joined_at", "left_at", "rank")
    list_select_related = ("event", "user")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("event__secret")


@admin.register(EventRound)
class EventRoundAdmin(ReadOnly):
    """Rounds of events without the pairs that the draw avoided and without the secrets of their deals."""

    list_display = ("event", "division", "number", "drawn_at", "begins_at", "ends_at", "ended_at")
    list_select_related = ("event",)
    exclude = ("costs", "deals")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("costs", "deals", "event__secret")


@admin.register(EventTable)
class EventTableAdmin(ReadOnly):
    """Tables of rounds. Results of tables with the same deal are left out, because admins may play too."""

    list_display = ("round", "position", "table", "drawn", "players", "adjudicated")
    fields = list_display
    list_select_related = ("round", "table")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        hidden = ("round__costs", "round__deals", "table__secret", "table__roots", "table__state")
        return super().get_queryset(request).defer(*hidden)


@admin.register(EventNote)
class EventNoteAdmin(ReadOnly):
    """Chronicles of events. Facts are left out, because they may be a result at a table with the same deal."""

    list_display = ("at", "event", "kind", "by", "user", "reason")
    exclude = ("facts",)
    list_filter = ("kind",)
    list_select_related = ("event", "by", "user")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("event__secret")


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    """Last runs of the sweep."""

    list_display = ("name", "at")


@admin.register(Webhook)
class WebhookAdmin(ReadOnly):
    """Webhooks and their delivery results, without addresses, rooms and secrets, which are keys to other services."""

    list_display = ("kind", "owner", "table", "made_by", "made_at", "taken_at", "failing_since", "error", "next_at", "off_at")
    fields = (*list_display, "style", "told_seq", "rests_at")
    list_filter = ("kind", ("failing_since", admin.EmptyFieldListFilter), ("off_at", admin.EmptyFieldListFilter))
    list_select_related = ("owner", "table", "made_by")
    show_full_result_count = False
