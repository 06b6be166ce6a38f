"""What happened at a table since the viewer's last move, and stepping through just that."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.views.find import table_or_404
from tables.views.http import PlayerRequest, player_required
from tables.views.page import TablePage


@never_cache
@require_safe
@player_required
def recap(request: PlayerRequest, code: str) -> HttpResponse:
    """What the holder of a seat missed; others are sent to the table."""
    table = table_or_404(request, code)
    page = TablePage(table, request.user, timezone.now())
    if page.me is None or not table.state:
        return redirect("tables:detail", code)
    return render(request, "tables/table_recap.html", {"table": table, "page": page})
