"""Reversi in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engines.reversi.table import Place, Placed, Public, name_of
from tables.games.contract import Player


def question_words(kind: str) -> str:
    """What a player is asked to do."""
    return _("place a disk")


def action_words(action: Place, public: Public, players: Sequence[Player]) -> str:
    """A turn as a button says it."""
    return _("Disk on %(square)s") % {"square": name_of(action.square)}


def sentence(event: Placed, version: str, names: Sequence[str]) -> str:
    """A turn in the log."""
    facts = {"name": names[event.seat], "square": name_of(event.square), "turned": event.turned}
    told = _("%(name)s places a disk on %(square)s and turns %(turned)d.") % facts
    passed = _("%(name)s can enclose nothing and is passed over.") % {"name": names[1 - event.seat]}
    return f"{told} {passed}" if event.passed else told


def explain(code: str, params: Mapping[str, Any]) -> str:
    """Why the engine refused; empty for a code it does not use."""
    return _("A disk on %(square)s encloses nothing.") % params if code == "encloses_nothing" else ""


def line_words(code: str) -> str:
    """A line of the final score."""
    return {"disks": _("Disks"), "tiebreak": _("Tie-break")}[code]


def reason_words(reason: str) -> str:
    """Why the game ended."""
    return _("Neither player can enclose a disk.")
