"""Chronicle and ratings of a club."""

from datetime import datetime, timedelta

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engines import registry
from tables.present.archive import lines
from tables.present.archive import ratings as words
from tables.present.clubs.chronicle import entries, month_words, record_lines
from tables.selectors.clubs import chronicle as selector
from tables.services.clubs import rating
from tables.views.clubs.clubs import club_context, club_or_404
from tables.views.http import HtmxHttpRequest, page_number, person


@never_cache
@require_safe
def chronicle(request: HtmxHttpRequest, club: str) -> HttpResponse:
    """Show one month: ended games, joined and departed members; and the all-time records."""
    row, membership = club_or_404(request, club)
    shared = club_context(row, membership)
    is_member = bool(shared["is_member"])
    start = _month(request.GET.get("month", "")) or _first_day(timezone.now())
    page = page_number(request)
    month_page = selector.month(row, start, _next(start), is_member=is_member, page=page)
    context = {
        "month": month_words(start),
        "month_name": _name(start),
        "next_page": page + 1 if month_page.goes_on else None,
        "entries": entries([lines.row(table) for table in month_page.games], month_page.events),
        "before": _name(month_page.before),
        "after": _name(month_page.after),
        "records": record_lines(selector.records(row, is_member=is_member)),
    }
    return render(request, "clubs/chronicle.html", shared | context)


@never_cache
@require_safe
def ratings(request: HtmxHttpRequest, club: str) -> HttpResponse:
    """Show the club's ratings in one of its games."""
    row, membership = club_or_404(request, club)
    shared = club_context(row, membership)
    games = selector.games_of(row, is_member=True)
    chosen = request.GET.get("game") or (games[0] if games else "")
    if chosen and chosen not in games:
        raise Http404
    context = {
        "games": [registry.engine(game) for game in games],
        "chosen": chosen,
        "lines": [words.line(standing, person(request)) for standing in rating.standings(row, chosen)] if chosen else [],
        "most": rating.MOST,
    }
    return render(request, "clubs/ratings.html", shared | context)


def _month(text: str) -> datetime | None:
    """Return the first moment of a month like 2026-03 in the reader's time zone; None for other text.

    A year before 1970 counts as 1970.
    """
    year, _minus, number = text.partition("-")
    if len(year) != 4 or len(number) != 2 or not (year + number).isascii() or not (year + number).isdigit():
        return None
    try:
        return datetime(max(int(year), 1970), int(number), 1, tzinfo=timezone.get_current_timezone())
    except ValueError:
        return None


def _first_day(moment: datetime) -> datetime:
    return timezone.localtime(moment).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _next(start: datetime) -> datetime:
    return (start + timedelta(days=32)).replace(day=1) if (start.year, start.month) < (9999, 12) else start


def _name(moment: datetime | None) -> str:
    return timezone.localtime(moment).strftime("%Y-%m") if moment else ""
