"""Recap of a table since the viewer's last move, whole or step by step."""

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
from tables.views.play import answer

MOST_DIGITS = 4


@dataclass(frozen=True)
class RecapPosition:
    """Position in the recap, or the whole recap (``step`` is None): the board, and the changes up to it.

    ``hand``: the viewer's private information at a step; empty for the whole recap, because the table shows it.
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
    """Show a player's recap: whole, one step, or the part that plays at the table. Redirect others to the table."""
    table = table_or_404(request, code)
    page = TablePage(table, request.user, timezone.now())
    if page.me is None or not table.state:
        return redirect("tables:detail", code)
    gap = recaps.gap(table, page.me, viewer=page.me.index)
    summary = page.log.recap_of(gap)
    is_part = request.htmx and not request.htmx.history_restore_request
    if is_part and "play" in request.GET:
        return render(request, "tables/_recap_play.html", {"recap_sentences": page.log.recap_sentences(gap)})
    number = _number(request.GET.get("step", ""))
    if number is not None and not 1 <= number <= len(summary.steps):
        return redirect("tables:recap", code)  # another player has moved since the page was loaded
    try:
        position = _all(page, summary) if number is None else _one(page, page.me, summary, number)
    except games.Unplayable:
        text = _("This record can’t be replayed. The log shows what happened.")
        return trouble(request, 503, summary.title, text, table.get_absolute_url())
    context = {"table": table, "page": page, "recap": summary, "position": position, **answer.counted(page)} | _navigation(
        page, summary, number
    )
    return render(request, f"tables/table_recap.html{'#replay' if is_part else ''}", context)


def _number(text: str) -> int | None:
    """Return the requested step; None for the whole recap."""
    if text and not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise Http404
    return int(text) if text else None


def _all(page: TablePage, summary: Recap) -> RecapPosition:
    board = page.presenter.board.context(page.seen, page.players, summary.events)
    return RecapPosition(board, None, summary.tallies, page.round_words)


def _one(page: TablePage, me: Seat, summary: Recap, number: int) -> RecapPosition:
    """Return the position after a step, as the viewer saw it then."""
    step, presenter = summary.steps[number - 1], page.presenter
    earlier = summary.steps[number - 2].seq if number > 1 else max(recaps.begins_after(me), 0)
    before, after = recaps.positions(page.table, me, (earlier, step.seq))
    return RecapPosition(
        board=presenter.board.context(after, page.players, step.events),
        step=step,
        tallies=words.tallies(presenter, before.public, after.public, page.players),
        round_words=presenter.words.round_words(after.public),
        hand=presenter.hand.context(after, page.players),
    )


def _navigation(page: TablePage, summary: Recap, number: int | None) -> dict[str, Any]:
    """Return the addresses of the buttons, empty if there is no target. After the last step, the next page is the whole
    recap."""
    last = len(summary.steps)
    at = last + 1 if number is None else number
    has_earlier, has_later = at > 1, at <= last
    return {
        "last": last,
        "back": [
            _button("first", "«", _("First step"), _address(page, 1, last) if has_earlier else ""),
            _button("prev", "‹", _("Previous step"), _address(page, at - 1, last) if has_earlier else ""),
        ],
        "forward": [
            _button("next", "›", _("Next step"), _address(page, at + 1, last) if has_later else ""),
            _button("last", "»", _("All steps"), _address(page, last + 1, last) if has_later else ""),
        ],
    }


def _button(name: str, mark: str, label: str, address: str) -> dict[str, str]:
    return {"name": name, "mark": mark, "words": label, "address": address}


def _address(page: TablePage, step: int, last: int) -> str:
    address = reverse("tables:recap", args=[page.table.code])
    return address if step > last else f"{address}?step={step}"
