"""What happened at a table since the viewer's last move, and stepping through just that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tables.models import Seat
from tables.pages.table import TablePage
from tables.present.play import recap as words
from tables.present.play.recap import Recap, Step, Tally
from tables.selectors.archive import games
from tables.selectors.play import recap as recaps
from tables.views.find import table_or_404
from tables.views.http import PlayerRequest, player_required, trouble

MOST_DIGITS = 4


@dataclass(frozen=True)
class Shown:
    """One position of the gap, or all of it at once (``step`` is None): the board then, and what changed up to it.

    ``hand``: what the viewer alone knew at a step; empty for all at once, since the table shows it.
    """

    board: Any
    step: Step | None
    tallies: Sequence[Tally]
    round_words: str
    hand: Mapping[str, Any] = field(default_factory=dict)


@never_cache
@require_safe
@player_required
@vary_on_headers("HX-Request")
def recap(request: PlayerRequest, code: str) -> HttpResponse:
    """What the holder of a seat missed, all at once or at one step of it; onlookers are sent to the table."""
    table = table_or_404(request, code)
    page = TablePage(table, request.user, timezone.now())
    if page.me is None or not table.state:
        return redirect("tables:detail", code)
    summary = page.log.recap_of(recaps.gap(table, page.me, viewer=page.me.index))
    number = _number(request.GET.get("step", ""))
    if number is not None and not 1 <= number <= len(summary.steps):
        return redirect("tables:recap", code)  # somebody moved meanwhile
    try:
        shown = _all(page, summary) if number is None else _one(page, page.me, summary, number)
    except games.Unplayable:
        text = _("This record cannot be replayed. The log tells what happened.")
        return trouble(request, 503, summary.title, text, table.get_absolute_url())
    context = {"table": table, "page": page, "recap": summary, "shown": shown} | _ways(page, summary, number)
    is_part = request.htmx and not request.htmx.history_restore_request
    return render(request, f"tables/table_recap.html{'#replay' if is_part else ''}", context)


def _number(text: str) -> int | None:
    """Which step is asked for; None for all at once."""
    if text and not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise Http404
    return int(text) if text else None


def _all(page: TablePage, summary: Recap) -> Shown:
    board = page.presenter.board.context(page.seen, page.players, summary.events)
    return Shown(board, None, summary.tallies, page.round_words)


def _one(page: TablePage, me: Seat, summary: Recap, number: int) -> Shown:
    """The position after a step, as the viewer saw it then."""
    step, show = summary.steps[number - 1], page.presenter
    earlier = summary.steps[number - 2].seq if number > 1 else max(recaps.begins_after(me), 0)
    before, after = recaps.positions(page.table, me, (earlier, step.seq))
    return Shown(
        board=show.board.context(after, page.players, step.events),
        step=step,
        tallies=words.tallies(show, before.public, after.public, page.players),
        round_words=show.words.round_words(after.public),
        hand=show.hand.context(after, page.players),
    )


def _ways(page: TablePage, summary: Recap, number: int | None) -> dict[str, Any]:
    """Where the buttons on either side lead; those that lead nowhere have no address. All at once comes after the last step."""
    last = len(summary.steps)
    at = last + 1 if number is None else number
    earlier, later = at > 1, at <= last
    return {
        "last": last,
        "back": [
            _way("first", "«", _("First step"), _address(page, 1, last) if earlier else ""),
            _way("prev", "‹", _("Previous step"), _address(page, at - 1, last) if earlier else ""),
        ],
        "onward": [
            _way("next", "›", _("Next step"), _address(page, at + 1, last) if later else ""),
            _way("last", "»", _("All at once"), _address(page, last + 1, last) if later else ""),
        ],
    }


def _way(name: str, mark: str, said: str, address: str) -> dict[str, str]:
    return {"name": name, "mark": mark, "words": said, "address": address}


def _address(page: TablePage, to: int, last: int) -> str:
    here = reverse("tables:recap", args=[page.table.code])
    return here if to > last else f"{here}?step={to}"
