"""Other worlds of a table, in which everything hidden from one viewer is different."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

from engines import registry
from engines.contract import When, view
from tables.models import Draft, FiledAnswer, Move, OrderDeed, PlanNode, Seat, StandingOrder, Table
from tables.selectors import coding
from tests.rows import rewrite
from tests.site import factories

FAR = "turn/99"
OTHER_WAYS = (Move.Via.ORDER, Move.Via.MAIL)


def other_worlds(table: Table, seat: Seat | None) -> Iterator[Table]:
    """Yield the table in other worlds that this seat cannot distinguish from the true one. Restore the table after each.

    Rows of the site about other seats, such as notes and drafts, differ too.
    """
    for number in range(len(OTHER_WAYS)):
        with transaction.atomic():
            become_other(table, seat, number)
            yield table
            transaction.set_rollback(True)


def become_other(table: Table, seat: Seat | None, number: int) -> None:
    """Change everything hidden from this seat, so that the seat cannot distinguish the table from the original."""
    engine = registry.engine(table.game)
    seen = view(coding.state(table.game, table.state), seat.index if seat else None)
    key = bytes([number + 1]) * 32
    rewrite(Table.objects.filter(pk=table.pk), state=coding.to_text(engine.imagine(seen, key)), secret=key)
    _retell(table, seat, number, OTHER_WAYS[number])
    _rethink(table, seat, number)


def _retell(table: Table, seat: Seat | None, number: int, via: Move.Via) -> None:
    """Change the hidden events, sealed answers, draws and other seats' ways of sending in the record."""
    moves = list(table.moves.select_related("seat"))
    opened = {key for move in moves for told in coding.events(table.game, move.events) for key in told.opens}
    for move in moves:
        told = coding.events(table.game, move.events)
        kept = [each for each in told if each.visible_to(seat.index if seat else None)]
        hidden = [each for each in told if each not in kept]
        move.events, move.draws = coding.to_text((*kept, *hidden * number)), "[]"
        if move.seat_id and move.seat_id != (seat.pk if seat else None):
            move.via = via
            if move.sealed and (move.key not in opened):
                move.action, move.salt = f'"{number}"', bytes([number]) * 16
        move.save(update_fields=["events", "draws", "via", "action", "salt"])


def _rethink(table: Table, seat: Seat | None, number: int) -> None:
    """Change the other seats' notes, plans, drafts, queued turns and paused orders with their effects.

    Mark their decisions in advance as answered, by a queued turn or by an order.
    """
    for other in Seat.objects.filter(table_id=table.pk).exclude(pk=seat.pk if seat else None):
        legal = one_legal(other)
        body = {"key": FAR, "actions": [], "how": "first", "otherwise": ("ask", "fallback")[number]}
        rewrite(Seat.objects.filter(pk=other.pk), notes=f"note {number}")
        _reorder(other, number)
        _replan(other, number)
        ahead = table.decisions.filter(seat=other, closed_at=None, when=When.AHEAD)
        ahead.update(answered_at=factories.NOW, ordered_after=(None, 0)[number])
        for row in table.decisions.filter(seat=other, closed_at=None):
            Draft.objects.create(seat=other, key=row.key, actions=coding.to_text(legal * number), updated_at=factories.NOW)
        FiledAnswer.objects.create(
            table=table, seat=other, key=FAR, kind="turn", body=coding.to_text(body), filed_at=factories.NOW
        )


def _replan(seat: Seat, number: int) -> None:
    for _step in range(number):
        plan = {"at_seq": 0, "key": FAR, "action": "{}", "note": f"note {number}", "created_at": factories.NOW}
        PlanNode.objects.create(owner_id=seat.user_id, table_id=seat.table_id, eyes=seat, seat=seat.index, **plan)


def _reorder(seat: Seat, number: int) -> None:
    seat.standing_orders.all().delete()
    for rank, why in enumerate(("round_over", "left", "turn_came") * number):
        rest = {"paused": bool(rank), "disarmed_at": factories.NOW, "disarmed_for": why}
        order = StandingOrder.objects.create(seat=seat, rank=rank, body="{}", created_at=factories.NOW, **rest)
        OrderDeed.objects.create(order=order, seq=rank, at=factories.NOW)


def one_legal(seat: Seat) -> list[Any]:
    asked = factories.waiting(seat.table, seat)
    return factories.legal(seat, asked[0])[:1] if asked else []
