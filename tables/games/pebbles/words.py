"""Pebbles in words and numbers."""

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.contract import Seen, encode
from engines.kit.game import Nothing
from engines.pebbles.table import HOLLOWS, Public, Sow, Sown
from tables.games.contract import Player


def question_words(kind: str) -> str:
    """Return a phrase for the task of a decision."""
    return _("sow pebbles")


def action_words(action: Sow, public: Public, players: Sequence[Player]) -> str:
    """Return a turn as a phrase."""
    return _("Sow from hollow %(hollow)d") % {"hollow": action.hollow + 1}


def sentence(event: Sown, version: str, names: Sequence[str]) -> str:
    """Return the sentence of a turn in the log."""
    facts = {"name": names[event.seat], "hollow": event.hollow + 1, "taken": event.taken}
    if not event.taken:
        return _("%(name)s sows from hollow %(hollow)d.") % facts
    words = ngettext(
        "%(name)s sows from hollow %(hollow)d and takes %(taken)d pebble.",
        "%(name)s sows from hollow %(hollow)d and takes %(taken)d pebbles.",
        event.taken,
    )
    return words % facts


def moment_words(event: Sown, public: Public, players: Sequence[Player]) -> str:
    """Return the number of captured pebbles in words. It is empty if none were captured."""
    facts = {"name": players[event.seat].name, "taken": event.taken}
    words = ngettext("%(name)s takes %(taken)d pebble", "%(name)s takes %(taken)d pebbles", event.taken)
    return words % facts if event.taken else ""


def points(public: Public, seat: int) -> int:
    """Return the number of pebbles in the seat's jar, and after the end of the game also of those in its row."""
    return public.places[public.jar(seat)] + (sum(public.row(seat)) if public.ended else 0)


def counters(public: Public) -> Mapping[str, Sequence[int]]:
    """Return the number of pebbles in the row of each seat."""
    return {_("Pebbles in the row"): [sum(public.row(seat)) for seat in range(public.seats)]}


def context(seen: Seen[Public, Nothing], players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]:
    """Return the context of the board: the rows of all players with their jars."""
    public = seen.public
    actions = [encode(Sow(hollow)).decode() for hollow in range(HOLLOWS)]
    rows = [
        {
            "player": player,
            "row": list(zip(public.row(player.seat), actions if player.seat == public.mover else repeat(""), strict=False)),
            "jar": public.places[public.jar(player.seat)],
        }
        for player in players
    ]
    return {"rows": rows, "hollows": range(1, HOLLOWS + 1)}


def explain(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence for the refusal code "empty_hollow". It is empty for other codes."""
    return _("Hollow %(hollow)s is empty. Choose another hollow.") % params if code == "empty_hollow" else ""


def line_words(code: str) -> str:
    """Return the name of a line of the final score."""
    return {"jar": _("Pebbles in the jar"), "row": _("Pebbles in the row"), "tiebreak": _("Tie-break")}[code]


def reason_words(reason: str) -> str:
    """Return the reason for the end of the game in words."""
    return _("A row is empty.") if reason == "empty" else _("The last turn is over.")
