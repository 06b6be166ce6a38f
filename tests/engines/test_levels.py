"""Levels of bots: legal, repeatable, the merchant as the bot itself, and an apprentice that makes mistakes."""

import hashlib
from collections import Counter
from typing import Any

import pytest

from engines.contract import Engine, When, view
from engines.search.levels import Level, decide
from tests.engines.walks import ENGINES, Ply, Setup, options_of, spread, walk

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)


@every_engine
def test_every_level_answers_legally_and_repeatably(engine: Engine) -> None:
    setup = Setup(engine.slug, options_of(engine)[-1], engine.seat_range[-1], 3)
    due = [ply for ply in walk(setup) if ply.asked.when is When.NOW]
    mistakes: Counter[bool] = Counter()
    for number, ply in enumerate(spread(due, 40)):
        seen, key = view(ply.before, ply.asked.seat), hashlib.sha256(bytes([number])).digest()
        legal = _legal(engine, ply)
        for level in (Level.APPRENTICE, Level.MERCHANT):
            decided = decide(engine, level, seen, ply.asked, key)
            assert decided == decide(engine, level, seen, ply.asked, key)
            assert decided.reply in legal
            assert not decided.is_short
        assert decided.reply == engine.bot(seen, ply.asked)
        mistakes[decide(engine, Level.APPRENTICE, seen, ply.asked, key).reply != decided.reply] += 1
    assert mistakes[False] > mistakes[True]


@every_engine
def test_a_doge_without_time_plays_as_the_bot_and_says_so(engine: Engine) -> None:
    setup = Setup(engine.slug, options_of(engine)[-1], engine.seat_range[-1], 3)
    ply = next(ply for ply in walk(setup) if ply.asked.when is When.NOW and len(_legal(engine, ply)) > 1)
    seen = view(ply.before, ply.asked.seat)
    assert decide(engine, Level.DOGE, seen, ply.asked, b"\1" * 32, stop=lambda: True) == (engine.bot(seen, ply.asked), True)
    thorough = decide(engine, Level.DOGE, seen, ply.asked, b"\1" * 32)
    assert not thorough.is_short
    assert thorough.reply in _legal(engine, ply)


def _legal(engine: Engine, ply: Ply) -> list[Any]:
    return list(engine.legal(view(ply.before, ply.asked.seat), ply.asked))
