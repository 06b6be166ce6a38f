"""Checking a record: that its draws, its answers and its state are what the rules and the published secret make of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engines import chance, registry
from engines.contract import Draw, EngineError, Told, decode, encode
from tables.models import Move, Table


@dataclass(frozen=True)
class Finding:
    """One thing that was checked: ``code`` names it, ``ok`` tells how it came out, ``count`` how many there were of it."""

    code: str
    ok: bool
    count: int = 1
    detail: str = ""


def verify_table(table: Table) -> list[Finding]:
    """Everything that can be checked about a started table, in the order in which it was promised.

    The findings are: the commitment to the secret, the draws, the receipts of sealed answers, the replay of every move by the
    rules with the events it recorded, and the state the site stored.
    """
    moves = list(table.moves.select_related("seat").order_by("seq"))
    key = _key(table)
    return [
        Finding("commitment", chance.commitment(bytes(table.secret)) == table.commitment),
        Finding("sequence", [move.seq for move in moves] == list(range(table.seq + 1)), len(moves)),
        _draws(key, moves),
        _receipts(moves),
        *_replay(table, key, moves),
    ]


def _key(table: Table) -> bytes:
    words = [seat.word for seat in table.seats.order_by("position")]
    return chance.game_key(bytes(table.secret), table.code, table.options.encode(), words)


def _draws(key: bytes, moves: Sequence[Move]) -> Finding:
    draws = [draw for move in moves for draw in decode(tuple[Draw, ...], move.draws)]
    wrong = [draw.label for draw in draws if chance.recompute(key, draw) != draw]
    return Finding("draws", not wrong, len(draws), ", ".join(wrong))


def _receipts(moves: Sequence[Move]) -> Finding:
    sealed = [move for move in moves if move.receipt]
    wrong = [str(move.seq) for move in sealed if chance.receipt(bytes(move.salt or b""), move.action.encode()) != move.receipt]
    return Finding("receipts", not wrong, len(sealed), ", ".join(wrong))


def _replay(table: Table, key: bytes, moves: Sequence[Move]) -> Iterator[Finding]:
    engine = registry.engine(table.game)
    try:
        result = engine.start(decode(engine.Options, table.options), table.seat_count, key)
        different = _differences(engine, result, moves[0])
        for move in moves[1:]:
            if move.seat is None or move.seat.index is None:
                raise EngineError(f"move {move.seq} names no seat")
            result = engine.apply(result.state, move.seat.index, decode(engine.Action, move.action))
            different += _differences(engine, result, move)
    except (EngineError, ValueError) as fault:
        yield Finding("replay", ok=False, count=len(moves), detail=str(fault))
        return
    yield Finding("replay", not different, len(moves), ", ".join(different))
    stored = encode(decode(engine.State, table.state))
    yield Finding("state", encode(result.state) == stored)


def _differences(engine: Any, result: Any, move: Move) -> list[str]:
    """The move if its replay makes other events or draws. Dealing the seats is the site's own draw at the start."""
    events = encode(decode(tuple[Told[engine.Event], ...], move.events))
    draws = tuple(draw for draw in decode(tuple[Draw, ...], move.draws) if draw.label != "seats")
    same = encode(result.events) == events and result.draws == draws
    return [] if same else [str(move.seq)]
