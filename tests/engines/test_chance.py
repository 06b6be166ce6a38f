"""Random draws: known results, even distribution and recomputation from the key; commitments, game keys and receipts."""

import hashlib
import hmac
from collections import Counter

import pytest

from engines import chance
from engines.contract import Draw

KEY = bytes(range(32))


def test_commitment_is_the_hash_of_the_secret() -> None:
    assert chance.commitment(KEY) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_game_key_signs_the_canonical_json_of_table_options_and_words() -> None:
    message = '["t-1",{"version":"1"},["falcon","Mantova è bella"]]'.encode()
    key = chance.game_key(KEY, "t-1", b'{"version":"1"}', ["falcon", "Mantova è bella"])
    assert key == hmac.new(KEY, message, hashlib.sha256).digest()
    assert key.hex() == "7f2097c20e5d01c6e5257fd1c392aeff58a635ef76b6e6f3c4f75e03d7f2c3c6"


@pytest.mark.parametrize(
    ("table", "options", "words"),
    [("t-2", b"{}", ["a", "b"]), ("t-1", b'{"x":1}', ["a", "b"]), ("t-1", b"{}", ["b", "a"]), ("t-1", b"{}", ["a b"])],
)
def test_game_key_depends_on_table_options_and_the_order_of_words(table: str, options: bytes, words: list[str]) -> None:
    assert chance.game_key(KEY, table, options, words) != chance.game_key(KEY, "t-1", b"{}", ["a", "b"])


def test_receipt_hashes_salt_and_answer() -> None:
    assert chance.receipt(b"s" * 16, b"{}") == "7525933f0e78f8a1b6144ced4eb2b43a4468d44f5ba6ba03c155c11d5196e53b"


def test_pick_follows_the_published_scheme() -> None:
    block = hmac.new(KEY, b"die/r3/fo_1\x000", hashlib.sha256).digest()
    expected = int.from_bytes(block[:8], "big") % 6
    assert chance.pick(KEY, "die/r3/fo_1", 6) == (expected, Draw("die/r3/fo_1", 6, (expected,)))


@pytest.mark.parametrize(
    ("label", "size", "result"), [("die", 6, 5), ("die/r3/fo_1", 6, 5), ("big", 10**18, 306413110238837122)]
)
def test_known_picks(label: str, size: int, result: int) -> None:
    assert chance.pick(KEY, label, size)[0] == result


def test_known_order() -> None:
    assert chance.order(KEY, "deck/red", 10)[0] == (6, 9, 7, 0, 3, 1, 5, 2, 8, 4)


def test_shuffle_gives_the_items_in_the_drawn_order() -> None:
    items, draw = chance.shuffle(KEY, "deck/red", "abcdefghij")
    assert "".join(items) == "gjhadbfcie"
    assert draw == Draw("deck/red", 10, (6, 9, 7, 0, 3, 1, 5, 2, 8, 4))


@pytest.mark.parametrize("size", [0, 1])
def test_orders_of_nothing_and_of_one_thing(size: int) -> None:
    assert chance.order(KEY, "small", size)[0] == tuple(range(size))


def test_long_orders_go_on_into_further_blocks() -> None:
    permutation, _ = chance.order(KEY, "long", 500)
    assert sorted(permutation) == list(range(500))
    assert permutation != tuple(range(500))


def test_numbers_that_would_favour_low_results_are_rejected() -> None:
    numbers = iter([chance.SPAN - 1, 5])
    assert chance.SPAN % 3 == 1  # so the highest number would favour 0 and is rejected
    assert chance._below(numbers, 3) == 2
    assert list(numbers) == []


def test_picks_are_even() -> None:
    counts = Counter(chance.pick(KEY, f"throw/{number}", 6)[0] for number in range(6000))
    assert set(counts) == set(range(6))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # chi-square, 5 degrees, p = 0.001


def test_orders_are_even() -> None:
    counts = Counter(chance.order(KEY, f"deal/{number}", 3)[0] for number in range(3000))
    assert len(counts) == 6
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 20.5


def test_labels_and_keys_make_different_draws() -> None:
    first = chance.order(KEY, "deck/red", 20)[0]
    assert chance.order(KEY, "deck/blue", 20)[0] != first
    assert chance.order(KEY[::-1], "deck/red", 20)[0] != first


@pytest.mark.parametrize("size", [1, 2, 6, 40])
def test_draws_are_recomputed_from_the_key(size: int) -> None:
    for draw in (chance.pick(KEY, "one", size)[1], chance.order(KEY, "all", size)[1]):
        assert chance.recompute(KEY, draw) == draw


def test_a_forged_draw_does_not_recompute() -> None:
    number, draw = chance.pick(KEY, "die", 6)
    forged = Draw(draw.label, draw.size, ((number + 1) % 6,))
    assert chance.recompute(KEY, forged) != forged
    assert chance.recompute(KEY[::-1], chance.order(KEY, "deck", 30)[1]) != chance.order(KEY, "deck", 30)[1]
