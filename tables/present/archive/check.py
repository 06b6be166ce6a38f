"""The check of a finished game in words: what held, and everything the chance was made of."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy, ngettext_lazy

from engines.contract import Draw
from tables.models import Move, Table
from tables.present.archive.lines import title
from tables.present.seats.seating import archive_name
from tables.selectors import coding
from tables.selectors.archive import roots
from tables.selectors.archive.findings import Finding
from tables.selectors.archive.games import keys_of

_FINDINGS = {
    "sealing": gettext_lazy("Everything that lies there encrypted can be opened."),
    "commitment": gettext_lazy("The secret is the one whose fingerprint was shown before anybody joined."),
    "sequence": gettext_lazy("The record has no gap."),
    "seats": gettext_lazy("The seats were dealt by the same chance."),
    "rotation": gettext_lazy("The seats are those of the game before, moved on by one."),
    "draws": gettext_lazy("Every draw follows from the secret and the players’ words."),
    "receipts": gettext_lazy("Every sealed answer is the one its receipt was given for."),
    "replay": gettext_lazy("Every move is legal and had the effects that were recorded."),
    "state": gettext_lazy("The replay ends in the position the site kept."),
    "result": gettext_lazy("The result is the one the rules make of that position."),
    "onward": gettext_lazy("The game can be played on from that position."),
}


# What is true of another installation's game, and what is true where there was nothing to check.
_IMPORTED = {
    "commitment": gettext_lazy("The secret is the one whose fingerprint stands in the record."),
    "state": gettext_lazy("The replay ends in the position that was kept when the game was imported."),
}
# What is true where somebody went back in a practice game, or began with a guide.
_OTHER_KEYS = {
    "draws": gettext_lazy("Every draw follows from the keys of this game."),
}
_NOTHING = {
    "receipts": gettext_lazy("No answer was sealed in this game, so there is no receipt to check."),
}
_COUNTS = {
    "sequence": ngettext_lazy("%d move", "%d moves"),
    "seats": ngettext_lazy("%d seat", "%d seats"),
    "rotation": ngettext_lazy("%d seat", "%d seats"),
    "draws": ngettext_lazy("%d draw", "%d draws"),
    "receipts": ngettext_lazy("%d sealed answer", "%d sealed answers"),
    "replay": ngettext_lazy("%d move", "%d moves"),
}
MOST_STEPS = 10


def findings(table: Table, results: Sequence[Finding]) -> list[Mapping[str, Any]]:
    """What was checked, each in a sentence; what could not be looked at is among it, neither good nor bad."""
    checked = {result.code for result in results}
    missing = [code for code in ("state", "result") if code not in checked]
    return [finding(table, result) for result in results] + [
        {"words": _words(table, code, 1), "skipped": True} for code in missing
    ]


def finding(table: Table, result: Finding) -> Mapping[str, Any]:
    """One thing that was checked, in a sentence, how many there were of it, and the steps at which it does not hold."""
    return {
        "words": _words(table, result.code, result.count),
        "ok": result.ok,
        "count": _COUNTS[result.code] % result.count if result.code in _COUNTS and result.count else "",
        "detail": result.detail,
        "steps": result.steps[:MOST_STEPS],
    }


def _words(table: Table, code: str, count: int) -> Any:
    if not count and code in _NOTHING:
        return _NOTHING[code]
    told = _IMPORTED if table.imported_at else _OTHER_KEYS if table.roots else {}
    return told.get(code, _FINDINGS[code])


def chance_context(table: Table) -> dict[str, Any]:
    """The secret, the words in order of joining, the key they make, every draw and every sealed answer."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.position)
    moves = list(table.moves.select_related("seat__user").order_by("seq"))
    keys = keys_of(table)
    return {
        "table": table,
        "title": title(table),
        "secret": bytes(table.secret).hex(),
        "key": keys.own.hex(),
        "is_fixed": keys.is_fixed(table.game),
        "may_see_keys": roots.are_public(table, keys),
        "keys": [{"until": min(until, table.seq), "key": key.hex()} for until, key in keys.roots],
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
