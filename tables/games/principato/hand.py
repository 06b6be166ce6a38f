"""What the viewer of a game of Principato alone knows; all else lies on the board."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engines.principato.state import AskFeeding, AskRelease, Seen
from tables.games.contract import Player
from tables.games.principato.board.goals import goals
from tables.games.principato.words import GOALS, feed_words, release_words


def context(seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
    """What ``_hand.html`` shows."""
    public = seen.public
    return {
        "goals": goals(public, seen.seat, seen.hand.goals) if seen.hand and seen.seat is not None else [],
        "over": bool(public.goals),
        "sealed": _sealed(seen),
    }


def secrets(seen: Seen, players: Sequence[Player]) -> list[str]:
    """The viewer's goals, and answers that lie sealed, in sentences."""
    if seen.hand is None:
        return []
    names = {"first": GOALS[seen.hand.goals[0]], "second": GOALS[seen.hand.goals[1]]}
    sealed = _sealed(seen)
    return [_("Goals: %(first)s and %(second)s") % names, *([sealed] if sealed else [])]


def _sealed(seen: Seen) -> str:
    """The viewer's own answer that lies sealed."""
    task = seen.public.task
    if seen.hand and seen.hand.feeding and isinstance(task, AskFeeding):
        return _("Sealed: %(answer)s") % {"answer": feed_words(seen.hand.feeding)}
    if seen.hand and seen.hand.release and isinstance(task, AskRelease):
        return _("Sealed: %(answer)s") % {"answer": release_words(seen.hand.release)}
    return ""
