"""Current activity of the site, for the front page."""

from django.db.models import Count, Q

from tables.models import Table


def tables_by_phase() -> dict[str, int]:
    """Return the counts ``open_tables``, ``running`` and ``finished`` of public tables, in one query."""
    status, public = Table.Status, Table.objects.filter(visibility=Table.Visibility.PUBLIC)
    finished = Q(status=status.ENDED, started_at__isnull=False)
    return public.aggregate(
        open_tables=Count("pk", filter=Q(status=status.WAITING)),
        running=Count("pk", filter=Q(status=status.RUNNING)),
        finished=Count("pk", filter=finished),
    )
