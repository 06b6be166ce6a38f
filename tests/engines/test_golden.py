"""Transcripts of whole games, compared byte for byte, and a record of each engine version, replayed."""

from pathlib import Path

import pytest

from engines import playout
from engines.contract import Engine, decode
from tests.engines.transcripts import FROZEN, GOLDEN, Frozen, retold, thaw
from tests.engines.walks import ENGINES

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_golden_games_are_told_as_before(path: Path) -> None:
    """Golden games produce their stored transcripts.

    After an intended change run ``python -m tests.engines.regenerate golden``, then read the diff.
    """
    kept = path.read_text(encoding="utf-8")
    assert retold(kept) == kept


@every_engine
def test_every_reason_of_ending_has_a_golden_game(engine: Engine) -> None:
    """Each reason for the end of twenty-four games has a golden game. The test is slow because it plays them."""
    told = {path.stem.removeprefix(f"{engine.slug}-") for path in GOLDEN.glob(f"{engine.slug}-*.txt")}
    assert told
    for index in range(24):
        seats = engine.seat_range[index % len(engine.seat_range)]
        series = playout.Series(engine.slug, engine.Options(), (("bot", "random")[index % 2],) * seats, 5)
        assert playout.play_nth(series, index).outcome.reason in told


@every_engine
def test_a_record_of_every_version_still_replays(engine: Engine) -> None:
    for version in engine.versions:
        frozen = decode(Frozen, (FROZEN / f"{engine.slug}-{version}.json").read_bytes())
        assert decode(engine.Options, bytes(frozen.options)).version == version
        assert thaw(frozen) == frozen.final
