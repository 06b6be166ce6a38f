"""Check of a finished game in words: its results, and all data from which the draws follow."""

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
    "sealing": gettext_lazy("All encrypted data can be decrypted."),
    "commitment": gettext_lazy("The secret matches the fingerprint shown before anyone joined."),
    "sequence": gettext_lazy("The record has no gaps."),
    "seats": gettext_lazy("The same random source also decided the seats."),
    "rotation": gettext_lazy("The seats are those of the previous game, moved on by one."),
    "draws": gettext_lazy("Every draw follows from the secret and the players’ words."),
    "receipts": gettext_lazy("Every sealed move matches its receipt."),
    "replay": gettext_lazy("Every move is legal and had the recorded effects."),
    "state": gettext_lazy("The replay ends in the position saved by the site."),
    "result": gettext_lazy("By the rules, the result follows from that position."),
    "onward": gettext_lazy("The game can continue from that position."),
}


# Sentences for a game from another installation.
_IMPORTED = {
    "commitment": gettext_lazy("The secret matches the fingerprint in the record."),
    "state": gettext_lazy("The replay ends in the position saved when the game was imported."),
}
# Sentences for practice games with other keys: moves were taken back, or a guide fixed the deal.
_OTHER_KEYS = {
    "draws": gettext_lazy("Every draw follows from the keys of this game."),
}
# Sentences for tables of an event, whose seats are drawn before, and for those with the same deal.
_EVENT = {
    "rotation": gettext_lazy("The seats are those of the event’s draw."),
}
_DEAL = _EVENT | {
    "commitment": gettext_lazy("The secret matches the fingerprint published before the round."),
    "draws": gettext_lazy("Every draw follows from the secret and the name of the deal."),
}
# Sentences for checks with nothing to check.
_NOTHING = {
    "receipts": gettext_lazy("This game has no sealed moves, so there are no receipts to check."),
}
_COUNTS = {
    "sequence": ngettext_lazy("%d move", "%d moves"),
    "seats": ngettext_lazy("%d seat", "%d seats"),
    "rotation": ngettext_lazy("%d seat", "%d seats"),
    "draws": ngettext_lazy("%d draw", "%d draws"),
    "receipts": ngettext_lazy("%d sealed move", "%d sealed moves"),
    "replay": ngettext_lazy("%d move", "%d moves"),
}
MOST_STEPS = 10


def findings(table: Table, results: Sequence[Finding]) -> list[Mapping[str, Any]]:
    """Return each finding as a sentence, and the checks of position and result also if they were skipped."""
    checked = {result.code for result in results}
    missing = [code for code in ("state", "result") if code not in checked]
    return [finding(table, result) for result in results] + [
        {"words": _words(table, code, 1), "skipped": True} for code in missing
    ]


def finding(table: Table, result: Finding) -> Mapping[str, Any]:
    """Return one finding as a sentence, with its count and the steps that fail."""
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
    return _sentences(table).get(code, _FINDINGS[code])


def _sentences(table: Table) -> Mapping[str, Any]:
    """Return the sentences that differ from those of ordinary games."""
    if table.imported_at:
        return (_DEAL if table.deal else {}) | _IMPORTED
    if table.deal:
        return _DEAL
    if table.event_id is not None:
        return _EVENT
    return _OTHER_KEYS if table.roots else {}


def chance_context(table: Table) -> dict[str, Any]:
    """Return the page's context: the secret, the words in order of joining, the keys, every draw and every sealed answer."""
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
        "words": [] if table.deal else [{"name": archive_name(seat), "word": seat.word} for seat in seats],
        "draws": [{"seq": move.seq, "draw": draw} for move in moves for draw in _draws(move)],
        "sealed": [
            {"move": move, "name": archive_name(move.seat), "salt": bytes(move.salt or b"").hex()}
            for move in moves
            if move.receipt and move.seat
        ],
    }


def _draws(move: Move) -> Sequence[Draw]:
    """Return the draws of a move, or none if they are unreadable: the check already reports that."""
    try:
        return coding.draws(move.draws)
    except msgspec.MsgspecError:
        return ()
