"""Who played which part of a game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from django.utils.translation import gettext as _

from accounts.models import User
from tables.games.contract import Player
from tables.models import Tenure
from tables.present.seats.seating import pseudonym_words

STEWARD = "steward"


def course(tenures: Iterable[Tenure], *, called: Callable[[User], str] = str) -> str:
    """One seat's players in their order: "Anna until move 40, the steward until move 52, then Bea".

    Empty if it was one player all the time; who never came to a move is left out. ``called`` names people.
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
    said = [
        _("%(name)s until move %(move)d") % {"name": _who(part, called), "move": after.first_seq - 1}
        for part, after in pairwise(parts)
    ]
    return ", ".join([*said, _("then %(name)s") % {"name": _who(parts[-1], called)}])


def players_then(
    people: Sequence[Player], of_seat: Mapping[int, Sequence[Tenure]], seq: int, *, called: Callable[[User], str] = str
) -> Sequence[Player]:
    """The players under the names of those who held the seats at a move; ``of_seat`` is by the engine's seat.

    While the steward played for somebody it is their name: how the move came about is said beside it. ``called`` names people.
    """
    return [replace(player, name=_holder(of_seat.get(player.seat, ()), seq, called) or player.name) for player in people]


def _holder(tenures: Sequence[Tenure], seq: int, called: Callable[[User], str]) -> str:
    """Empty where one player held the seat all the time."""
    held = [tenure for tenure in sorted(tenures, key=lambda tenure: tenure.pk) if tenure.bot != STEWARD]
    if len({_holder_of(tenure) for tenure in held}) < 2:
        return ""
    return _who([tenure for tenure in held if tenure.first_seq <= max(seq, held[0].first_seq)][-1], called)


def _holder_of(tenure: Tenure) -> tuple[int | None, str]:
    return tenure.user_id, tenure.bot or tenure.pseudonym


def _who(tenure: Tenure, called: Callable[[User], str]) -> str:
    if tenure.bot == STEWARD:
        return _("the steward")
    if tenure.user is not None:
        return called(tenure.user)
    return tenure.bot or pseudonym_words(tenure.pseudonym) or _("somebody who left")
