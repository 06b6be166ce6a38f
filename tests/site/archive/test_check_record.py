"""docs/check_record.py and docs/fairness.md: the checker accepts true records, and detects changes from the record alone."""

import ast
import copy
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from engines import chance, registry
from engines.contract import Draw, Trait, decode, encode
from tests.engines import drawing, walks
from tests.site.checking import CHECKER, check, run

FROZEN = sorted((Path(__file__).parents[1] / "frozen").glob("*.json"))
every_record = pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)


def true_one(slug="specimen"):
    return json.loads((Path(__file__).parents[1] / "frozen" / f"{slug}-1-format2.json").read_text())


def test_it_needs_nothing_but_python():
    tree = ast.parse(CHECKER.read_text())
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert imported <= sys.stdlib_module_names
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))
    assert len(CHECKER.read_text().splitlines()) < 135


@every_record
def test_games_of_every_engine_hold(path, tmp_path):
    record = json.loads(path.read_text())
    assert check(record, tmp_path) == []
    said = run(path).stdout
    draws = sum(len(move["draws"]) for move in record["moves"])
    sealed = sum(bool(move["receipt"]) for move in record["moves"])
    assert f"{len(record['moves'])} moves, {draws} draws, {sealed} receipts" in said
    traits = registry.engine(record["game"]).traits
    assert (draws > 2) == (Trait.CHANCE in traits)
    assert (sealed > 2) == (Trait.SEALED in traits)


@pytest.mark.parametrize("engine", registry.engines(specimens=True), ids=lambda engine: engine.slug)
def test_every_version_has_its_list_as_its_games_are_played(engine):
    """Every version has a list of draws. The newest list matches the engine, unless it depends on options.

    To add a missing list, run ``python -m tests.engines.regenerate draws SLUG``. Add the parts that depend on options by hand.
    """
    assert {path.stem for path in drawing.LISTS.glob(f"{engine.slug}-*")} == {
        f"{engine.slug}-{each}" for each in engine.versions
    }
    kept = drawing.path_of(engine).read_text()
    if '"if"' not in kept:
        assert kept == drawing.text_of(engine)


def test_no_engine_is_left_out():
    assert {path.stem.partition("-")[0] for path in FROZEN} == {engine.slug for engine in registry.engines(specimens=True)}


def sealed_move(record):
    return next(move for move in record["moves"] if move["receipt"])


def large_draw(record):
    """Return the draw with the most results, which a wrong secret is unlikely to reproduce."""
    return max((draw for move in record["moves"] for draw in move["draws"]), key=lambda draw: len(draw["result"]))


def last_drawing(record):
    return [move for move in record["moves"] if move["draws"]][-1]


def move_a_draw(record):
    drawing = last_drawing(record)
    record["moves"][drawing["seq"] - 1]["draws"].append(drawing["draws"].pop())


TAMPERED = {
    "another secret": (lambda record: record.update(secret="00" * 32), "the secret is not the one that was promised"),
    "another commitment": (lambda record: record.update(commitment="00" * 32), "the secret is not the one"),
    "no deal of the seats": (lambda record: record["moves"][0]["draws"].pop(0), "the seats were not dealt"),
    "swapped seats": (lambda record: record["seats"][0].update(position=1, index=1), "the seats were not dealt"),
    "a missing move": (lambda record: record["moves"].pop(3), "move 3 is missing"),
}
TAMPERED_SEALS = {
    "another salt": (lambda record: sealed_move(record).update(salt="00" * 16), "is not the answer its receipt"),
    "another receipt": (lambda record: sealed_move(record).update(receipt="00" * 32), "is not the answer its receipt"),
    "no receipt": (lambda record: sealed_move(record).update(receipt=None), "is not the answer its receipt"),
    "no salt": (lambda record: sealed_move(record).update(salt=None), "is not the answer its receipt"),
    "another answer": (lambda record: sealed_move(record)["action"].update(more=1), "is not the answer its receipt"),
    "another answer without salt and receipt": (
        lambda record: sealed_move(record).update(salt=None, receipt=None, action={"type": "Other"}),
        "is a sealed answer without its salt or receipt",
    ),
}
TAMPERED_DRAWS = {
    "another code": (lambda record: record.update(code="zzzzzzzz"), "does not follow"),
    "another word": (lambda record: record["words"].__setitem__(0, "better"), "does not follow"),
    "words in another order": (lambda record: record["words"].reverse(), "does not follow"),
    "other options": (lambda record: record["options"].update(more=1), "does not follow"),
    "a better draw": (lambda record: large_draw(record)["result"].__setitem__(0, 99), "does not follow"),
    "a draw of something else": (
        lambda record: large_draw(record).update(label="deck/other"),
        "draw deck/other does not follow",
    ),
    "a draw made larger": (lambda record: large_draw(record).update(size=10**15), "does not follow"),
    "a draw made twice": (lambda record: record["moves"][1]["draws"].append(record["moves"][0]["draws"][0]), "a label was"),
    "no draws with a move": (lambda record: last_drawing(record).update(draws=[]), "has other draws than it must have"),
    "a draw less": (lambda record: last_drawing(record)["draws"].pop(), "has other draws than it must have"),
    "a draw at another move": (lambda record: move_a_draw(record), "has other draws than it must have"),
}


@pytest.mark.parametrize("engine", registry.engines(specimens=True), ids=lambda engine: engine.slug)
@pytest.mark.parametrize(
    ("changes", "traits"),
    [(TAMPERED, []), (TAMPERED_SEALS, [Trait.SEALED]), (TAMPERED_DRAWS, [Trait.CHANCE])],
    ids=["anything", "seals", "draws"],
)
def test_what_was_tampered_with_does_not_hold(engine, changes, traits, tmp_path):
    walks.needs(engine, *traits)
    true = true_one(engine.slug)
    for what, (change, said) in changes.items():
        record = copy.deepcopy(true)
        change(record)
        assert any(said in fault for fault in check(record, tmp_path)), what


@pytest.mark.parametrize("slug", sorted({path.stem.partition("-")[0] for path in FROZEN}))
def test_no_draws_and_no_receipt_of_any_move_can_be_left_out(slug, tmp_path):
    true = true_one(slug)
    program = runpy.run_path(str(CHECKER))
    drawing = [move["seq"] for move in true["moves"] if move["draws"]]
    sealed = [move["seq"] for move in true["moves"] if move["receipt"]]
    for seq, less in [(seq, {"draws": []}) for seq in drawing] + [(seq, {"salt": None, "receipt": None}) for seq in sealed]:
        record = copy.deepcopy(true)
        record["moves"][seq].update(less)
        assert any(f"move {seq} " in fault for fault in program["gaps"](program["beside"](record), record)), (seq, less)
    assert list(program["gaps"](program["beside"](true), true)) == []


@pytest.mark.parametrize(
    ("engine", "options"),
    [(engine, options) for engine in walks.ENGINES for options in walks.options_of(engine)],
    ids=lambda each: getattr(each, "slug", None) or each.decode(),
)
def test_it_knows_what_every_game_draws_and_seals(engine, options):
    """The checker's lists of draws and sealed answers match the engines, with which the checker shares no code."""
    program = runpy.run_path(str(CHECKER))
    for seats in engine.seat_range:
        setup = walks.Setup(engine.slug, options, seats, seats)
        record = {
            "game": engine.slug,
            "version": engine.versions[-1],
            "options": json.loads(encode(decode(engine.Options, options))),
            "seats": [{}] * seats,
            "moves": [played(setup.start(), None), *(played(ply.step, ply.asked) for ply in walks.walk(setup))],
        }
        must = program["beside"](record)
        assert list(program["gaps"](must, record)) == []
        asked = {ply.asked.key: ply.asked.sealed for ply in walks.walk(setup)}
        sealed = tuple(entry["key"] for entry in must["sealed"] if program["applies"](entry, record["options"]))
        assert {key for key in asked if key.startswith(sealed)} == {key for key, is_sealed in asked.items() if is_sealed}


def played(step, asked):
    """Return the parts of a recorded move that the checker reads."""
    draws = [{"label": draw.label} for draw in step.draws]
    return {
        "seat": None if asked is None else asked.seat,
        "key": "" if asked is None else asked.key,
        "events": json.loads(encode(step.events)),
        "draws": draws if asked else [{"label": "seats"}, *draws],
        "salt": "00" if asked and asked.sealed else None,
        "receipt": "00" if asked and asked.sealed else None,
    }


@pytest.mark.parametrize("change", [{"game": "chess"}, {"version": "2"}])
def test_what_it_cannot_know_of_a_game_it_says(change, tmp_path):
    record = true_one() | change
    assert check(record, tmp_path) == []
    said = run(tmp_path / "record.json").stdout
    assert "NOT CHECKED: completeness of draws not checked; there is no file" in said
    assert "what draws and receipts there are hold" in said
    sealed_move(record)["action"]["more"] = 1
    assert check(record, tmp_path)


@pytest.mark.parametrize("game", ["../check_record/specimen", "/specimen", "specimen-1.json/x", "", None, 7])
def test_the_list_is_no_other_file_than_one_of_its_folder(game, tmp_path):
    """The writer of a record chooses the game's name in it. The name cannot make the checker read a file outside its folder."""
    record = true_one() | {"game": game}
    assert check(record, tmp_path) == []
    assert "completeness of draws not checked" in run(tmp_path / "record.json").stdout


def test_a_record_that_says_itself_what_must_be_drawn_is_not_believed(tmp_path):
    """The checker ignores lists inside a record, even if the record is beside the checker and named like a list."""
    program = tmp_path / "check_record.py"
    program.write_text(CHECKER.read_text())
    record = true_one() | {"game": "mine", "start": [], "events": {}, "sealed": []}
    path = tmp_path / "mine-1.json"
    path.write_text(json.dumps(record))
    done = subprocess.run([sys.executable, "-I", str(program), str(path)], capture_output=True, text=True, check=False)
    assert "completeness of draws not checked" in done.stdout


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", "null", "{}", '{"code":1,"options":2,"words":3,"secret":"x"}', "[" * 100_000]
)
def test_what_is_no_record_is_said_and_fails(text, tmp_path):
    (tmp_path / "record.json").write_text(text)
    done = run(tmp_path / "record.json")
    assert done.returncode == 1
    assert done.stderr.startswith("This is not a record of a game: ")
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_there_is_said(tmp_path):
    done = run(tmp_path / "nothing.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert "No such file" in done.stderr


def test_the_example_of_the_documentation_is_what_the_site_makes():
    rows = re.findall(r"^\| ([a-z, ]+) \| `(.*)` \|$", (CHECKER.parent / "fairness.md").read_text(), re.MULTILINE)
    told = dict(rows)
    secret = bytes.fromhex(told["secret"])
    code, options, words = json.loads(told["code, options, words"])
    key = chance.game_key(secret, code, json.dumps(options, separators=(",", ":")).encode(), words)
    assert (chance.commitment(secret), key.hex()) == (told["commitment"], told["key"])
    draws = [json.loads(value) for what, value in rows if what == "draw"]
    assert len(draws) == 3
    for draw in draws:
        made = Draw(draw["label"], draw["size"], tuple(draw["result"]))
        assert chance.recompute(key, made) == made
    assert chance.receipt(bytes.fromhex(told["salt"]), told["action"].encode()) == told["receipt"]
