"""Words of Reversi."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engines.reversi.table import Place, Placed, Public, name_of
from tables.games.contract import Player


def question_words(kind: str) -> str:
    """Return a phrase for the task of a decision."""
    return _("place a disk")


def action_words(action: Place, public: Public, players: Sequence[Player]) -> str:
    """Return a turn as a phrase."""
    return _("Disk on %(square)s") % {"square": name_of(action.square)}


def sentence(event: Placed, version: str, names: Sequence[str]) -> str:
    """Return the text of a turn in the log. It also says if the other player is skipped."""
    facts = {"name": names[event.seat], "square": name_of(event.square), "turned": event.turned}
    move_text = _("%(name)s places a disk on %(square)s and turns %(turned)d.") % facts
    skip_text = _("%(name)s can’t enclose any disks and is skipped.") % {"name": names[1 - event.seat]}
    return f"{move_text} {skip_text}" if event.passed else move_text


def explain(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence for the refusal code "encloses_nothing". It is empty for other codes."""
    return (
        _("A disk on %(square)s would not enclose any disks. Choose another square.") % params
        if code == "encloses_nothing"
        else ""
    )


def line_words(code: str) -> str:
    """Return the name of a line of the final score."""
    return {"disks": _("Disks"), "tiebreak": _("Tie-break")}[code]


def reason_words(reason: str) -> str:
    """Return the reason for the end of the game in words."""
    return _("Neither player can enclose a disk.")
