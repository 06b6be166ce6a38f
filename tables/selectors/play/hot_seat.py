"""Tables at which several people play at the screen of the host, who holds no seat there."""

from collections.abc import Mapping

from engines.contract import When
from tables.models import Decision, PhoneHand, Seat, Table


def seat_at_screen(*, code: str, seat_id: int, host_id: int) -> Seat | None:
    """Return the seat of a running hot-seat table of this host, with its user; None for any other."""
    running = {"table__code": code, "table__hot_seat": True, "table__host": host_id, "table__status": Table.Status.RUNNING}
    return Seat.objects.with_person().select_related("user").filter(pk=seat_id, **running).first()


def is_asked(seat: Seat) -> bool:
    """Return whether this seat has an unanswered decision now."""
    return Decision.objects.open().unanswered().filter(seat=seat, when=When.NOW, table__status=Table.Status.RUNNING).exists()


def hosted(host_id: int) -> list[Table]:
    """Return the running tables at this person's screen where no move was taken back, the latest move on top."""
    mine = Table.objects.running().listed().filter(host=host_id, hot_seat=True, branches=None)
    return list(mine.select_related("host").order_by("-moved_at", "-pk"))


def phones(table: Table) -> Mapping[int, PhoneHand]:
    """Return the codes and open phones of a table, by id of the seat."""
    return {row.seat_id: row for row in PhoneHand.objects.filter(seat__table=table)}


def on_phone(number: int) -> Seat | None:
    """Return the seat that an open phone may read, with its table and user; None once it was withdrawn or the game is over."""
    open_phones = PhoneHand.objects.filter(pk=number, opened_at__isnull=False, seat__table__status=Table.Status.RUNNING)
    row = open_phones.select_related("seat__table", "seat__user").first()
    return row.seat if row else None
