"""What somebody may go back to at a practice table: what they sent, the latest first."""

from collections.abc import Sequence

from tables.models import Seat, Submission


def sent_by(seat: Seat, *, most: int | None = None) -> Sequence[int]:
    """The numbers of the first moves of what was sent from the page for a seat, the latest first."""
    rows = Submission.objects.filter(seat=seat).order_by("-first_seq").values_list("first_seq", flat=True)
    return list(rows[:most])
