"""Series of games between bots: players, continuation, the sequential test, and ratings."""

from pathlib import Path

import pytest

from benchmarks.minds import ladder, matches, opponents
from benchmarks.minds.matches import Series
from engines import registry
from engines.contract import When, view

SERIES = Series("gonzaga", 2, "greedy", "apprentice")


def test_a_series_continues_without_playing_a_game_twice(tmp_path: Path) -> None:
    first = matches.run(SERIES, 2, folder=tmp_path)
    changed = SERIES.path(tmp_path).read_bytes().replace(b'"decisions":', b'"decisions":9')
    SERIES.path(tmp_path).write_bytes(changed)
    both = matches.run(SERIES, 3, folder=tmp_path)
    assert [each.game for each in both] == [0, 1, 2]
    assert [each.decisions for each in both[:2]] == [int(f"9{each.decisions}") for each in first]
    assert SERIES.path(tmp_path).read_bytes().startswith(changed)
    assert matches.kept(SERIES.path(tmp_path)) == both
    assert list(ladder.series_in(tmp_path)) == [SERIES]


def test_a_series_ends_when_the_test_decides(tmp_path: Path) -> None:
    line = b'{"game":%d,"share":1.0,"lead":3,"decisions":9,"seconds":0.1}\n'
    SERIES.path(tmp_path).write_bytes(b"".join(line % number for number in range(30)))
    assert len(matches.run(SERIES, 400, 0.75, tmp_path)) == 30


@pytest.mark.parametrize(
    ("shares", "verdict"),
    [
        ([], "open"),
        ([1.0] * 22, "open"),
        ([1.0] * 23, "reached"),
        ([0.0] * 7, "open"),
        ([0.0] * 8, "missed"),
        ([0.5] * 21, "open"),
        ([0.5] * 22, "missed"),
        ([1.0] * 23 + [0.0] * 40, "reached"),
    ],
)
def test_the_sequential_test(shares: list[float], verdict: str) -> None:
    # A win of a series that should win 75 % is evidence of log(0.8/0.7), a loss of log(0.2/0.3). It takes log(19) to decide.
    assert matches.verdict(shares, 0.75) == verdict


def test_results_for_a_goal() -> None:
    assert ladder.words([1.0] * 30, 0.75) == "reached"
    assert ladder.words([0.0] * 30, 0.75) == "missed"
    assert ladder.words([1.0, 0.0], 0.75) == "not proven"
    assert ladder.words(([1.0] * 4 + [0.0]) * 30, 0.75) == "more than 0.70 (sequential test)"


def test_one_ply_players_take_most_points() -> None:
    engine = registry.engine("gonzaga")
    state = engine.start(engine.Options(), 2, bytes(32)).state
    while True:
        pending = next(decision for decision in engine.pending(state.public) if decision.when is When.NOW)
        legal = list(engine.legal(view(state, pending.seat), pending))
        after = [opponents.points("gonzaga", engine.apply(state, pending.seat, action).state.public) for action in legal]
        gains = [each[pending.seat] for each in after]
        if len(set(gains)) > 1:
            break
        state = engine.apply(state, pending.seat, legal[0]).state
    seen = view(state, pending.seat)
    assert opponents.answer(engine, "greedy", seen, pending, bytes(32)) == legal[gains.index(max(gains))]
    leads = [opponents.lead(each, pending.seat) for each in after]
    assert opponents.answer(engine, "denial", seen, pending, bytes(32)) == legal[leads.index(max(leads))]
    assert opponents.lead([3, 9, 5], 2) == -4


@pytest.mark.parametrize("slug", registry.PLAYABLE)
def test_the_first_game_of_a_series_is_the_same_each_time(slug: str) -> None:
    first, again = (matches.play(Series(slug, 2, "merchant", "apprentice"), 0) for _ in range(2))
    assert (first.share, first.lead, first.decisions) == (again.share, again.lead, again.decisions)
    assert first.share == (first.lead > 0)


def test_ratings_of_players() -> None:
    found = ladder.ratings([("merchant", "apprentice", [1.0, 1.0, 0.5, 1.0]), ("doge", "merchant", [1.0, 1.0, 0.5, 1.0])])
    assert found["doge"] > found["merchant"] > found["apprentice"]
    alone = ladder.ratings([("merchant", "apprentice", [0.5])])
    assert alone["merchant"] == alone["apprentice"] > ladder.BEGINNING
