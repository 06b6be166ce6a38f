"""What everybody may know of a person's games."""

from accounts.models import User
from tables.models import Table

MOST = 20


def finished_public_games(user: User) -> list[Table]:
    """Public games somebody sat at when they ended, the latest first, with seats and holders."""
    ended = Table.objects.filter(status=Table.Status.ENDED, visibility=Table.Visibility.PUBLIC, seats__user=user)
    found = ended.exclude(ended_by=Table.EndedBy.CANCELLED).defer("secret", "state", "outcome")
    return list(found.prefetch_related("seats__user").order_by("-ended_at", "-pk")[:MOST])
