"""What lies before the players of Principato, and what the viewer alone knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engines.principato import loader
from engines.principato.state import AskFeeding, AskRelease, AskTurn, Seen
from tables.present.base import Player
from tables.present.principato_cards import Face, face, face_for
from tables.present.principato_goals import Goal, goals
from tables.present.principato_words import GOALS, feed_words, release_words


@dataclass(frozen=True)
class Mat:
    """What lies open before a player, besides the principality; goals once they are opened."""

    player: Player
    cards: tuple[Face, ...]
    at_turn: bool
    goals: Sequence[Goal]


def context(seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
    """What ``_hand.html`` shows."""
    public = seen.public
    return {
        "goals": goals(public, seen.seat, seen.hand.goals) if seen.hand and seen.seat is not None else [],
        "mats": [_mat(seen, player) for player in sorted(players, key=lambda player: player.seat != seen.seat)],
        "over": bool(public.goals),
        "sealed": _sealed(seen),
    }


def secrets(seen: Seen) -> list[str]:
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


def _mat(seen: Seen, player: Player) -> Mat:
    public, seat = seen.public, player.seat
    content = loader.content(public.version)
    own = seat == seen.seat
    return Mat(
        player=player,
        cards=tuple(face_for(seen, card) if own else face(content, card) for card in public.realms[seat].cards),
        at_turn=isinstance(public.task, AskTurn) and public.task.seat == seat,
        goals=goals(public, seat, public.goals[seat]) if public.goals else [],
    )
