"""Players of a seat during different parts of a game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from django.utils.translation import gettext as _

from accounts.models import User
from tables.games.contract import Player
from tables.models import Tenure
from tables.present.seats.seating import pseudonym_words

STEWARD = "steward"


def course(tenures: Iterable[Tenure], *, name_of: Callable[[User], str] = str) -> str:
    """Return a seat's players in order: "Anna until move 40, the steward until move 52, then Bea".

    Empty if there was only one player. Tenures in which no move was played are left out. ``name_of`` names people.
    """
    in_order = [
        tenure
        for tenure in sorted(tenures, key=lambda tenure: tenure.pk)
        if tenure.last_seq is None or tenure.last_seq >= tenure.first_seq
    ]
    parts = [
        part
        for before, part in pairwise([None, *in_order])
        if part and (before is None or _holder_of(before) != _holder_of(part))
    ]
    if len(parts) < 2:
        return ""
    phrases = [
        _("%(name)s until move %(move)d") % {"name": _who(part, name_of), "move": after.first_seq - 1}
        for part, after in pairwise(parts)
    ]
    return ", ".join([*phrases, _("then %(name)s") % {"name": _who(parts[-1], name_of)}])


def players_then(
    people: Sequence[Player], tenures_by_seat: Mapping[int, Sequence[Tenure]], seq: int, *, name_of: Callable[[User], str] = str
) -> Sequence[Player]:
    """Return the players with their names at move ``seq``; ``tenures_by_seat`` is by the engine's seat.

    A seat played by the steward keeps its person's name, because a note of the log says who moved. ``name_of`` names
    people.
    """
    return [
        replace(player, name=_holder(tenures_by_seat.get(player.seat, ()), seq, name_of) or player.name) for player in people
    ]


def _holder(tenures: Sequence[Tenure], seq: int, name_of: Callable[[User], str]) -> str:
    """Return the player's name at a move; empty if the seat had only one player."""
    player_tenures = [tenure for tenure in sorted(tenures, key=lambda tenure: tenure.pk) if tenure.bot != STEWARD]
    if len({_holder_of(tenure) for tenure in player_tenures}) < 2:
        return ""
    return _who([tenure for tenure in player_tenures if tenure.first_seq <= max(seq, player_tenures[0].first_seq)][-1], name_of)


def _holder_of(tenure: Tenure) -> tuple[int | None, str]:
    return tenure.user_id, tenure.bot or tenure.pseudonym


def _who(tenure: Tenure, name_of: Callable[[User], str]) -> str:
    if tenure.bot == STEWARD:
        return _("the steward")
    if tenure.user is not None:
        return name_of(tenure.user)
    return tenure.bot or pseudonym_words(tenure.pseudonym) or _("a former player")
