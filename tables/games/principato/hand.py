"""Hand of the viewer in Principato: the goals and a sealed answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engines.principato.state import AskFeeding, AskRelease, Seen
from tables.games.contract import Player
from tables.games.principato.board.goals import goals
from tables.games.principato.words import GOALS, feed_words, release_words


def context(seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``_hand.html``."""
    public = seen.public
    return {
        "goals": goals(public, seen.seat, seen.hand.goals) if seen.hand and seen.seat is not None else [],
        "over": bool(public.goals),
        "sealed": _sealed(seen),
    }


def secrets(seen: Seen, players: Sequence[Player]) -> list[str]:
    """Return the viewer's goals and sealed answers, in sentences."""
    if seen.hand is None:
        return []
    names = {"first": GOALS[seen.hand.goals[0]], "second": GOALS[seen.hand.goals[1]]}
    sealed = _sealed(seen)
    return [_("Goals: %(first)s and %(second)s") % names, *([sealed] if sealed else [])]


def _sealed(seen: Seen) -> str:
    """Return the viewer's sealed answer to the current decision in words. It is empty if there is none."""
    task = seen.public.task
    if seen.hand and seen.hand.feeding and isinstance(task, AskFeeding):
        return _("Sealed: %(answer)s") % {"answer": feed_words(seen.hand.feeding)}
    if seen.hand and seen.hand.release and isinstance(task, AskRelease):
        return _("Sealed: %(answer)s") % {"answer": release_words(seen.hand.release)}
    return ""
