"""Verifiable randomness: one secret, one word from each player, and a labelled draw for each random event.

The site shows SHA-256 of the secret when a table is created, before anybody else can join. Each player who joins adds a word.
The key of the game is HMAC-SHA256(secret, canonical JSON of [table, options, words]). Every draw takes its numbers from
HMAC-SHA256(key, label ‖ 0 ‖ block), in 8-byte chunks with rejection sampling. No player can choose a result, and
everybody can recompute all results once the secret is published.

Tables of an event with the same deal share the secret of their round. Their key is HMAC-SHA256(secret, canonical JSON of
["deal", deal]), where ``deal`` names the event and the round. It contains no words.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engines.contract import Draw

CHUNK = 8
SPAN = 1 << (8 * CHUNK)


def commitment(secret: bytes) -> str:
    """Return the hex SHA-256 of a table's secret, shown before anybody joins."""
    return hashlib.sha256(secret).hexdigest()


def game_key(secret: bytes, table: str, options: bytes, words: Sequence[str]) -> bytes:
    """Return the 32-byte key of a game.

    ``options`` are the encoded options as stored with the table. ``words`` are in order of joining.
    """
    message = msgspec.json.encode([table, msgspec.Raw(options), list(words)])
    return hmac.new(secret, message, hashlib.sha256).digest()


def deal_name(event: str, division: int, number: int, leg: int) -> str:
    """Return the text that names a deal: the code of its event, the division, the round and the leg, each from 0."""
    return f"{event}.{division}.{number}.{leg}"


def deal_key(secret: bytes, deal: str) -> bytes:
    """Return the 32-byte key of all games with the same deal. ``deal`` names the event, division, round and leg."""
    return hmac.new(secret, msgspec.json.encode(["deal", deal]), hashlib.sha256).digest()


def receipt(salt: bytes, answer: bytes) -> str:
    """Return the hex receipt of a sealed answer: SHA-256(16 random bytes ‖ encoded action)."""
    return hashlib.sha256(salt + answer).hexdigest()


def _numbers(key: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.new(key, label.encode() + b"\0" + str(block).encode(), hashlib.sha256).digest()
        for start in range(0, len(digest), CHUNK):
            yield int.from_bytes(digest[start : start + CHUNK])
        block += 1


def _below(numbers: Iterator[int], limit: int) -> int:
    ceiling = SPAN - SPAN % limit
    return next(number for number in numbers if number < ceiling) % limit


def pick(key: bytes, label: str, size: int) -> tuple[int, Draw]:
    """Return a number in range(size) and its draw. All numbers are equally likely."""
    result = _below(_numbers(key, label), size)
    return result, Draw(label, size, (result,))


def order(key: bytes, label: str, size: int) -> tuple[tuple[int, ...], Draw]:
    """Return a permutation of range(size) and its draw. It is a Fisher–Yates shuffle from the end, so all permutations are
    equally likely."""
    numbers = _numbers(key, label)
    result = list(range(size))
    for last in range(size - 1, 0, -1):
        other = _below(numbers, last + 1)
        result[last], result[other] = result[other], result[last]
    return tuple(result), Draw(label, size, tuple(result))


def shuffle[T](key: bytes, label: str, items: Sequence[T]) -> tuple[tuple[T, ...], Draw]:
    """Return the items in a random order, and the draw.

    The draw lists their former indices in the new order.
    """
    permutation, draw = order(key, label, len(items))
    return tuple(items[index] for index in permutation), draw


def recompute(key: bytes, draw: Draw) -> Draw:
    """Return the draw that the key gives for the label and size of ``draw``, to compare it with the recorded one."""
    maker: Any = pick if len(draw.result) == 1 and draw.size != 1 else order
    return maker(key, draw.label, draw.size)[1]  # type: ignore[no-any-return]  # one of two functions of this module
