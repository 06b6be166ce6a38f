"""Tampered records: the import refuses them with a reason, unless no check can detect the change."""

import copy
import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.models import Table
from tables.selectors.archive import export
from tables.selectors.archive.records import BadRecord, read_record
from tables.services.archive.importing import import_game
from tables.services.archive.verify import verify_table
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
TRUE = json.loads((Path(__file__).parents[1] / "frozen" / "specimen-1-format2.json").read_text())
LATER = factories.NOW + timedelta(days=9)
ODD = [
    None,
    True,
    0,
    -1,
    99,
    2**63,
    2**70,
    1.5,
    1e300,
    "",
    "x",
    "\0",
    "\u202e",
    "9" * 5000,
    [],
    [[]],
    {},
    {"type": "GameStarted"},
]
GONE = object()


def taken(record):
    """Import a record, and verify, export and delete the game. Return the reason for a refusal, or an empty string."""
    try:
        assert import_game(record=read_record(json.dumps(record).encode()), now=LATER)
    except BadRecord as refused:
        assert not Table.objects.exists()
        return str(refused)
    table = Table.objects.get()
    assert all(finding.ok for finding in verify_table(table))
    read_record(export.record_bytes(table))
    table.delete()
    return ""


def paths(value, above=()):
    """Yield the path to every value in a record."""
    yield above
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield from paths(part, (*above, name))


def changed(path, value):
    """Return a true record with one value changed or removed, or the value itself if the path is empty."""
    record = copy.deepcopy(TRUE)
    if not path:
        return value
    *above, last = path
    place = record
    for name in above:
        place = place[name]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return record


# One path for each combination of field names. List positions are ignored, and the first path found is kept.
EVERY = list(paths(TRUE))
KINDS = {tuple(name if isinstance(name, str) else "" for name in path): path for path in reversed(EVERY)}


def test_what_is_true_is_kept():
    assert taken(TRUE) == ""


PORTIONS = 8


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_nothing_odd_is_kept_and_nothing_crashes(portion):
    wrong = []
    for path in list(KINDS.values())[portion::PORTIONS]:
        for odd in [*ODD, *([GONE] if path else [])]:
            try:
                with transaction.atomic():
                    taken(changed(path, odd))
            except Exception as fault:  # noqa: BLE001 (all of them are listed)
                wrong.append((".".join(map(str, path)) or "all", repr(odd)[:40], fault))
    assert wrong == []


def test_there_are_enough_kinds_of_places():
    assert len(KINDS) > 100


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=st.sampled_from(EVERY),
    value=st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=4),
)
def test_no_place_takes_anything(path, value):
    taken(changed(path, value))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(one=st.sampled_from(EVERY[1:]), other=st.sampled_from(EVERY[1:]))
def test_no_two_places_change_theirs(one, other):
    """A value from elsewhere in the record is more likely to pass than an arbitrary value. The import must not crash on it."""
    value = TRUE
    for name in other:
        value = value[name]
    taken(changed(one, value))


FALSE = {
    "code": "abcdefgh",
    "game": "gonzaga",
    "version": "2",
    "options.nights": 2,
    "ended_by": "conceded",
    "started_at": "2026-03-04T14:00:00Z",
    "ended_at": "2126-03-04T14:00:00Z",
    "commitment": "00" * 32,
    "secret": "00" * 32,
    "words.0": "another",
    "seats.0.index": 1,
    "seats.0.position": 1,
    "seats.0.kind": "bot",
    "seats.0.score": 99,
    "seats.0.place": 1,
    "seats.0.resigned": True,
    "seats.0.tenures.0.first_seq": 2,
    "seats.0.tenures.0.last_seq": 39,
    "moves.3.seq": 4,
    "moves.3.seat": 7,
    "moves.3.key": "seal/9",
    "moves.3.action": {"type": "Decline"},
    "moves.3.via": "bot",
    "moves.4.via": "steward",
    "moves.5.via": "start",
    "moves.3.at": "2026-03-01T14:00:00Z",
    "moves.3.events": [],
    "moves.0.draws": [],
    "moves.0.draws.0.label": "deck/other",
    "moves.0.draws.0.size": 3,
    "moves.0.draws.0.result": [1, 0, 2],
    "moves.0.salt": "00" * 16,
    "moves.1.salt": "00" * 16,
    "moves.1.receipt": None,
    "outcome": None,
    "outcome.reason": "nobody",
    "outcome.scores": [99, 25],
}


@pytest.mark.parametrize("place", FALSE)
def test_what_can_be_checked_and_is_not_true_is_refused(place):
    path = [int(name) if name.isdecimal() else name for name in place.split(".")]
    assert taken(changed(path, FALSE[place]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "chess"}, "it is not a record of a game"),
        ({"format_version": 4}, "it is of a practice game, which belongs to no archive"),
        ({"format_version": 6}, "its format is 6, and those from 1 to 5 can be read"),
        ({"format_version": 3}, "its format does not fit how its seats were given"),
        ({"seating": "rotated"}, "its format does not fit how its seats were given"),
        ({"game": "chess"}, "there is no game 'chess' here"),
        ({"version": "7"}, "Night Post is known here in version 1, and this game is of '7'"),
        ({"commitment": "00" * 32}, "commitment does not hold"),
        ({"ended_at": "2026-03-04T15:40:00+03:00"}, "its times are not in UTC"),
        ({"extra": 1}, "it is not a record: Object contains unknown field `extra`"),
        ({"name": "turned \u202e round"}, "the table’s name or a word contains a character that cannot be used"),
        ({"words": ["first", "a\0b"]}, "the table’s name or a word contains a character that cannot be used"),
        ({"words": ["first"]}, "Night Post is not played by 2 with 1 words"),
        ({"seats": TRUE["seats"][:1] * 2}, "its seats have not every index once"),
        ({"moves": TRUE["moves"][:-1]}, "seat 0 was not held by somebody at every move"),
        ({"ended_by": "agreed"}, "its places are not those of its result"),
    ],
)
def test_what_is_wrong_is_said(change, said):
    assert taken(TRUE | change).startswith(said)


def test_a_draw_no_machine_could_make_is_not_tried():
    for draw in ({"label": "x", "size": 10**13, "result": [1, 2]}, {"label": "x", "size": 2**64 + 1, "result": [1]}):
        record = copy.deepcopy(TRUE)
        record["moves"][5]["draws"] = [draw]
        assert "draws does not hold x" in taken(record)


def test_a_bot_may_not_pass_for_the_steward():
    assert taken(changed(("seats", 0), TRUE["seats"][0] | {"kind": "bot", "name": "steward"})) == "a bot has no name of a bot"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"\xff"',
        b"[" * 10**6,
        b'{"a":' * 10**5,
        b" " * (16 * 1024 * 1024 + 1),
        b'{"format":"\\ud800"}',
    ],
    ids=["nothing", "half", "list", "null", "bytes", "pit", "deeper pit", "large", "half a sign"],
)
def test_what_is_no_record_at_all_is_refused(raw):
    with pytest.raises(BadRecord):
        read_record(raw)


def test_a_name_that_stands_twice_is_refused():
    raw = json.dumps(TRUE)
    with pytest.raises(BadRecord, match="a name stands twice in it"):
        read_record(raw.replace('"seq": 3,', '"seq": 3, "seq": 3,').encode())


@pytest.mark.parametrize("digits", [30, 5000])
def test_a_number_of_any_length_is_read_or_refused(digits):
    for path in (("options", "nights"), ("moves", 3, "action"), ("moves", 3, "events"), ("outcome", "scores")):
        raw = json.dumps(changed(path, "LONG")).replace('"LONG"', "9" * digits).encode()
        with pytest.raises(BadRecord):
            import_game(record=read_record(raw), now=LATER)


def test_a_pit_inside_of_an_action_is_refused():
    raw = json.dumps(changed(("moves", 3, "action"), "PIT")).replace('"PIT"', '{"a":' * 900 + "1" + "}" * 900)
    with pytest.raises(BadRecord):
        import_game(record=read_record(raw.encode()), now=LATER)
