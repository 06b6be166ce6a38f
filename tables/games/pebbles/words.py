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
    """What somebody is asked to do."""
    return _("sow pebbles")


def action_words(action: Sow, public: Public, players: Sequence[Player]) -> str:
    """A turn as a button says it."""
    return _("Sow hollow %(hollow)d") % {"hollow": action.hollow + 1}


def sentence(event: Sown, version: str, names: Sequence[str]) -> str:
    """A turn in the log."""
    facts = {"name": names[event.seat], "hollow": event.hollow + 1, "taken": event.taken}
    if not event.taken:
        return _("%(name)s sows hollow %(hollow)d.") % facts
    words = ngettext(
        "%(name)s sows hollow %(hollow)d and takes %(taken)d pebble.",
        "%(name)s sows hollow %(hollow)d and takes %(taken)d pebbles.",
        event.taken,
    )
    return words % facts


def moment_words(event: Sown, public: Public, players: Sequence[Player]) -> str:
    """What is taken."""
    facts = {"name": players[event.seat].name, "taken": event.taken}
    words = ngettext("%(name)s takes %(taken)d pebble", "%(name)s takes %(taken)d pebbles", event.taken)
    return words % facts if event.taken else ""


def points(public: Public, seat: int) -> int:
    """The pebbles in the jar; those in the row count once the game is over."""
    return public.places[public.jar(seat)] + (sum(public.row(seat)) if public.ended else 0)


def counters(public: Public) -> Mapping[str, Sequence[int]]:
    """What else lies open before everybody, in numbers."""
    return {_("Pebbles in the row"): [sum(public.row(seat)) for seat in range(public.seats)]}


def context(seen: Seen[Public, Nothing], players: Sequence[Player], marked: Sequence[Any] = ()) -> Mapping[str, Any]:
    """Both rows with their jars."""
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
    """Why the engine refused; empty for a code it does not use."""
    return _("Hollow %(hollow)s is empty.") % params if code == "empty_hollow" else ""


def line_words(code: str) -> str:
    """A line of the final score."""
    return {"jar": _("Pebbles in the jar"), "row": _("Pebbles in the row"), "tiebreak": _("Tie-break")}[code]


def reason_words(reason: str) -> str:
    """Why the game ended."""
    return _("A row is empty.") if reason == "empty" else _("The last turn is over.")
