"""Write transcripts and frozen records anew.

``python -m tests.engines.regenerate golden [SLUG]`` after a change that is meant to alter games: tells one game of every engine
(or of one) for each reason of ending. Those that can still be played by the actions they list stay the same games. Read the
diff.

``python -m tests.engines.regenerate frozen SLUG`` when an engine ships a new version: keeps one record of it. A record that is
kept already is never written again: it stands for tables that are still played.

``python -m tests.engines.regenerate draws SLUG`` for a new version as well: writes what it draws and seals, for
``docs/check_record.py``. Where that depends on options, write it by hand.
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
    """Tell every golden game of these engines again, and one for each reason of ending that has none."""
    for engine in engines:
        told = set(filter(None, map(tell_again, sorted(GOLDEN.glob(f"{engine.slug}-*.txt")))))
        for record in candidates(engine):
            if record.outcome.reason not in told:
                told.add(tell(record))


def candidates(engine: Engine) -> Iterator[playout.Record]:
    """Games that may end for different reasons, with any number of seats."""
    for index in range(SEARCHED):
        seats = engine.seat_range[index % len(engine.seat_range)]
        names = (("random", "bot")[index % 2],) * seats
        yield play(engine, names, playout.nth_key(1, index))


def play(engine: Engine, names: tuple[str, ...], key: bytes) -> playout.Record:
    """One game without habits: they would answer what is to be shown."""
    return playout.play_game(engine, engine.Options(), [playout.decider(name, engine, key) for name in names], key)


def tell(record: playout.Record) -> str:
    """Write one transcript; the reason it stands for."""
    reason = record.outcome.reason
    (GOLDEN / f"{record.engine.slug}-{reason}.txt").write_text(transcript(record), encoding="utf-8")
    return reason


def tell_again(path: Path) -> str | None:
    """Retell a kept game, or drop it if its actions are no longer the answers to what is asked or it ends otherwise."""
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
    """Keep one record of the newest version of an engine; raises FileExistsError if there is one."""
    engine = registry.engine(slug)
    version = engine.versions[-1]
    names = ("random", "bot", "random", "bot")[: engine.seat_range[-1]]
    record = play(engine, names, playout.nth_key(11, 0))
    with (FROZEN / f"{slug}-{version}.json").open("xb") as file:
        file.write(encode(freeze(record)) + b"\n")


def draws(slug: str) -> None:
    """Write what the newest version of an engine draws and seals; raises FileExistsError if that is written already."""
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
