"""What those who run the site can look at. Nothing can be edited, only comments deleted; no column tells a secret of a game."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.lookups import NamedLookups
from tables.models import ChatMessage, Decision, Heartbeat, Move, MoveComment, Seat, SiteEvent, Table, Webhook
from tables.selectors.play.log import shown_via


class ReadOnly(NamedLookups):
    """Look, do not touch: everything is written by the services. Addresses ask for no column that no page shows."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]  # generic for the type checker only
    """Who sits at a table. Preparing something resets the deadlines missed in a row, so that number is not shown."""

    model = Seat
    fields = ("position", "index", "user", "bot", "plies", "bank_seconds", "resigned_at", "score", "place")
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(ReadOnly):
    """Tables without secret, position, invitation and pulse. What can be done at one stands on the staff pages."""

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
    """The record without what was played: a sealed answer is sealed for everybody. What an order played looks as if sent."""

    list_display = ("table", "seq", "seat", "user", "kind", "key", "sent", "at")
    fields = ("table", "seq", "seat", "user", "kind", "key", "sent", "sealed", "receipt", "at")
    list_select_related = ("table", "seat", "user")
    show_full_result_count = False

    @admin.display(description="via")
    def sent(self, move: Move) -> str:
        """How it was sent, as everybody may know it."""
        return str(shown_via(Move.Via(move.via)).label)


@admin.register(Decision)
class DecisionAdmin(ReadOnly):
    """Who is asked what, and until when; not whether an answer or an order lies ready for it."""

    list_display = ("table", "seat", "key", "when", "asked_at", "due_at", "closed_at", "claimed_until")
    fields = (*list_display, "kind", "sealed", "reply", "over_at", "bank_at", "extension_seconds", "think_at", "askings")
    list_select_related = ("table", "seat")
    date_hierarchy = "asked_at"
    show_full_result_count = False


@admin.register(SiteEvent)
class SiteEventAdmin(ReadOnly):
    """What happened beside the moves, and what operators did."""

    list_display = ("at", "table", "kind", "seat", "user", "by_operator", "facts")
    list_filter = ("by_operator", "kind")
    list_select_related = ("table", "seat", "user")
    show_full_result_count = False


@admin.register(ChatMessage)
class ChatAdmin(ReadOnly):
    """What was said, for complaints."""

    list_display = ("at", "table", "user", "text")
    list_select_related = ("table", "user")
    search_fields = ("text",)


@admin.register(MoveComment)
class MoveCommentAdmin(ReadOnly):
    """What was said about finished games: the one thing that can be deleted here."""

    list_display = ("at", "table", "seq", "user", "text")
    list_select_related = ("table", "user")
    search_fields = ("text", "table__code")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    """Whether the sweep is alive."""

    list_display = ("name", "at")


@admin.register(Webhook)
class WebhookAdmin(ReadOnly):
    """Webhooks and what came of them, without addresses, rooms and secrets: those are keys to what is elsewhere."""

    list_display = ("kind", "owner", "table", "made_by", "made_at", "taken_at", "failing_since", "error", "next_at", "off_at")
    fields = (*list_display, "style", "told_seq", "rests_at")
    list_filter = ("kind", ("failing_since", admin.EmptyFieldListFilter), ("off_at", admin.EmptyFieldListFilter))
    list_select_related = ("owner", "table", "made_by")
    show_full_result_count = False
