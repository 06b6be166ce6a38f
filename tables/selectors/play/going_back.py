"""Earlier moves to which a practice game can be taken back: the turns the person sent, the latest first."""

from collections.abc import Sequence

from tables.models import Seat, Submission


def sent_by(seat: Seat, *, most: int | None = None) -> Sequence[int]:
    """Return the numbers of the first moves of a seat's sent turns, the latest first."""
    rows = Submission.objects.filter(seat=seat).order_by("-first_seq").values_list("first_seq", flat=True)
    return list(rows[:most])
