"""Sealing of values: each value can be decrypted only with its key and in its place, and its length reveals little."""

import secrets

import pytest

from config.safe.sealing import CannotOpen, Keyring, UnknownKey, key_id, key_of, read_key

OLD, NEW = (secrets.token_urlsafe(32) for _key in range(2))
PLACE = "tables_table|state|abcd2345"


@pytest.mark.parametrize("data", [b"", b"a", b'{"deck":[3,1,2]}', "Città".encode(), bytes(100_000)])
def test_what_was_sealed_opens(data: bytes) -> None:
    ring = Keyring([NEW])
    assert ring.open(ring.seal(data, PLACE), PLACE) == data


def test_it_is_sealed_in_another_way_each_time_and_names_its_key() -> None:
    ring = Keyring([NEW])
    one, other = (ring.seal(b"the same", PLACE) for _time in range(2))
    assert one != other
    assert key_of(one) == key_of(other) == key_id(read_key(NEW)) == ring.ids[0]
    assert "the same" not in one


@pytest.mark.parametrize(
    "elsewhere", ["tables_table|state|abcd2346", "tables_table|secret|abcd2345", "tables_seat|state|abcd2345", ""]
)
def test_it_opens_in_no_other_place(elsewhere: str) -> None:
    ring = Keyring([NEW])
    with pytest.raises(CannotOpen, match="changed, or sealed for another place"):
        ring.open(ring.seal(b"hidden", PLACE), elsewhere)


def test_whatever_is_changed_does_not_open() -> None:
    ring = Keyring([NEW])
    text = ring.seal(b"hidden", PLACE)
    for place in range(len("s1:12345678:"), len(text)):
        changed = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]
        with pytest.raises(CannotOpen):
            ring.open(changed, PLACE)
    for wrong in (
        "",
        "plain",
        "s1:",
        f"s1:{ring.ids[0]}",
        f"s1:{ring.ids[0]}:",
        f"s1:{ring.ids[0]}:ä",
        text[:-4],
        f"s2{text[2:]}",
    ):
        with pytest.raises(CannotOpen):
            ring.open(wrong, PLACE)


def test_the_first_key_seals_and_all_of_them_open() -> None:
    before = Keyring([OLD]).seal(b"hidden", PLACE)
    both = Keyring([NEW, OLD])
    assert both.open(before, PLACE) == b"hidden"
    assert key_of(both.seal(b"hidden", PLACE)) == Keyring([NEW]).ids[0]
    with pytest.raises(UnknownKey, match=Keyring([OLD]).ids[0]):
        Keyring([NEW]).open(before, PLACE)


def test_a_length_says_little() -> None:
    ring = Keyring([NEW])
    lengths = {len(ring.seal(bytes(size), PLACE)) for size in range(125)}
    assert len(lengths) == 1
    assert len({len(ring.seal(bytes(size), PLACE)) for size in range(1021)}) == 4
    assert len({len(ring.seal(bytes(size), PLACE)) for size in range(1021, 4093)}) == 6


@pytest.mark.parametrize("keys", [[], [""], ["short"], [NEW, "short"], [secrets.token_urlsafe(33)], ["ä" * 43]])
def test_what_is_no_key_is_refused(keys: list[str]) -> None:
    with pytest.raises(ValueError, match="key"):
        Keyring(keys)


@pytest.mark.parametrize("text", ["", "s1", "plain", "s1:a note of mine", '{"s1":1}', "s1:1234567g:AAAA", "s1:12345678:"])
def test_what_is_not_sealed_names_no_key(text: str) -> None:
    assert key_of(text) == ""
