"""Moves of a person for the archive of their data, as they may know them.

For a running game, no row reveals more than the person's own pages. Draws and positions are left out. Events of their own moves
are included only if they could see them.
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
    """Yield a person's own moves, each with the events they saw.

    If the seat has another player now, only the public events are included.
    """
    for row in walk(Move.objects.filter(user=user), _MOVE):
        if row == LEFT_OUT:
            yield row
            continue
        viewer = row["seat"] if row.pop("holder") == user.pk else None
        yield row | {"action": decoded(row["action"]), "events": _visible_events(row["game"], row["events"], viewer)}


def _visible_events(game: str, text: str, viewer: int | None) -> list[Any]:
    """Return the visible events. Unreadable events are left out, since their audience is unknown."""
    try:
        events = coding.events(game, text)
    except (msgspec.DecodeError, KeyError):
        return []
    return [json.loads(coding.to_text(item.event)) for item in events if item.visible_to(viewer)]
