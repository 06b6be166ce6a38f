"""What somebody played, as they may know it themselves.

Of a game that is still played no row says more than its owner's own pages: no draws, no position, and of the events of their
own moves only those that were told to them.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from accounts.models import User
from tables.models import Move
from tables.selectors import coding
from tables.selectors.personal.subject import LEFT_OUT, Row, decoded, walk

_MOVE = {
    "table": "table__code",
    "game": "table__game",
    "seq": "seq",
    "seat": "seat__index",
    "at": "at",
    "via": "via",
    "kind": "kind",
    "key": "key",
    "action": "action",
    "events": "events",
    "holder": "seat__user",
}


def moves(user: User) -> Iterator[Row]:
    """One's own moves, each with what one was told by it; where somebody else sits by now, with what everybody was told."""
    for row in walk(Move.objects.filter(user=user), _MOVE):
        if row == LEFT_OUT:
            yield row
            continue
        eyes = row["seat"] if row.pop("holder") == user.pk else None
        yield row | {"action": decoded(row["action"]), "events": _told(row["game"], row["events"], eyes)}


def _told(game: str, text: str, eyes: int | None) -> list[Any]:
    """Nothing of what cannot be read any more: nobody knows then to whom it was told."""
    try:
        told = coding.events(game, text)
    except (msgspec.DecodeError, KeyError):
        return []
    return [json.loads(coding.to_text(item.event)) for item in told if item.visible_to(eyes)]
