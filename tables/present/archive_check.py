"""The check of a finished game in words: what held, and everything the chance was made of."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy

from engines.contract import Draw
from tables.models import Move, Table
from tables.present.archive import title
from tables.present.seating import archive_name
from tables.selectors import coding
from tables.selectors.archive import key_of
from tables.services.verify import Finding

_FINDINGS = {
    "commitment": gettext_lazy("The secret is the one whose fingerprint was shown before anybody joined."),
    "sequence": gettext_lazy("The record has no gap."),
    "seats": gettext_lazy("The seats were dealt by the same chance."),
    "draws": gettext_lazy("Every draw follows from the secret and the players’ words."),
    "receipts": gettext_lazy("Every sealed answer is the one its receipt was given for."),
    "replay": gettext_lazy("Every move is legal and had the effects that were recorded."),
    "state": gettext_lazy("The replay ends in the position the site kept."),
    "result": gettext_lazy("The result is the one the rules make of that position."),
    "onward": gettext_lazy("The game can be played on from that position."),
}


def finding(found: Finding) -> Mapping[str, Any]:
    """One thing that was checked, in a sentence."""
    return {"words": _FINDINGS[found.code], "ok": found.ok, "count": found.count, "detail": found.detail}


def chance_context(table: Table) -> dict[str, Any]:
    """The secret, the words in order of joining, the key they make, every draw and every sealed answer."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.position)
    moves = list(table.moves.select_related("seat__user").order_by("seq"))
    return {
        "table": table,
        "title": title(table),
        "secret": bytes(table.secret).hex(),
        "key": key_of(table).hex(),
        "words": [{"name": archive_name(seat), "word": seat.word} for seat in seats],
        "draws": [{"seq": move.seq, "draw": draw} for move in moves for draw in _draws(move)],
        "sealed": [
            {"move": move, "name": archive_name(move.seat), "salt": bytes(move.salt or b"").hex()}
            for move in moves
            if move.receipt and move.seat
        ],
    }


def _draws(move: Move) -> Sequence[Draw]:
    """The draws of a move; one that cannot be read is among the findings already."""
    try:
        return coding.draws(move.draws)
    except msgspec.MsgspecError:
        return ()
