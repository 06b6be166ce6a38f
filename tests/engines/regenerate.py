"""Regeneration of transcripts and frozen records.

``python -m tests.engines.regenerate golden [SLUG]`` is for a change that intentionally alters games. For every engine (or the
named one) it rewrites the stored transcripts. It deletes one if its listed actions are no longer legal or the game now ends for
another reason, and adds a game for each reason found without a transcript. Read the diff.

``python -m tests.engines.regenerate frozen SLUG`` is for a new version of an engine. It saves a record of that version. It
never overwrites a record, since the record represents tables that are still played.

``python -m tests.engines.regenerate draws SLUG`` is also for a new version. It writes the version's draws and sealed keys for
``docs/check_record.py``. If games do not determine them, write the file by hand.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from engines import playout, registry
from engines.contract import Engine, EngineError, encode
from tests.engines import drawing
from tests.engines.transcripts import FROZEN, GOLDEN, freeze, retold, transcript

SEARCHED = 300


def golden(engines: Iterable[Engine]) -> None:
    """Rewrite or delete the golden games of these engines, and add a game for each reason found without one."""
    for engine in engines:
        told = set(filter(None, map(tell_again, sorted(GOLDEN.glob(f"{engine.slug}-*.txt")))))
        for record in candidates(engine):
            if record.outcome.reason not in told:
                told.add(tell(record))


def candidates(engine: Engine) -> Iterator[playout.Record]:
    """Play and yield ``SEARCHED`` games, in turn with random players and with bots, and with each number of seats."""
    for index in range(SEARCHED):
        seats = engine.seat_range[index % len(engine.seat_range)]
        names = (("random", "bot")[index % 2],) * seats
        yield play(engine, names, playout.nth_key(1, index))


def play(engine: Engine, names: tuple[str, ...], key: bytes) -> playout.Record:
    """Play a game without standing orders or queued turns, so that its transcript shows every decision."""
    return playout.play_game(engine, engine.Options(), [playout.decider(name, engine, key) for name in names], key)


def tell(record: playout.Record) -> str:
    """Write the transcript of a game, and return the reason for its end."""
    reason = record.outcome.reason
    (GOLDEN / f"{record.engine.slug}-{reason}.txt").write_text(transcript(record), encoding="utf-8")
    return reason


def tell_again(path: Path) -> str | None:
    """Rewrite the transcript of a kept game, and return the reason for its end.

    Delete the file and return None if its actions are no longer legal or it ends for another reason.
    """
    _, _, reason = path.stem.partition("-")
    try:
        text = retold(path.read_text(encoding="utf-8"))
    except (EngineError, AssertionError, StopIteration, msgspec.MsgspecError):
        text = ""
    if f"\nended by {reason}\n" not in text:
        path.unlink()
        return None
    path.write_text(text, encoding="utf-8")
    return reason


def frozen(slug: str) -> None:
    """Play a game of the newest version of an engine, and save its record. Raises FileExistsError if the file exists."""
    engine = registry.engine(slug)
    version = engine.versions[-1]
    names = ("random", "bot", "random", "bot")[: engine.seat_range[-1]]
    record = play(engine, names, playout.nth_key(11, 0))
    with (FROZEN / f"{slug}-{version}.json").open("xb") as file:
        file.write(encode(freeze(record)) + b"\n")


def draws(slug: str) -> None:
    """Write draws and sealed keys of the newest version of an engine. Raises FileExistsError if the file exists."""
    engine = registry.engine(slug)
    text = drawing.text_of(engine)
    with drawing.path_of(engine).open("x", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["golden"]:
            golden(registry.engines(specimens=True))
        case ["golden", slug]:
            golden([registry.engine(slug)])
        case ["draws", slug]:
            draws(slug)
        case ["frozen", slug]:
            frozen(slug)
        case _:
            sys.exit(__doc__)
