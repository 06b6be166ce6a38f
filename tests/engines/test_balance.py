"""Balance of the games: counting of results, continuation, and the tables."""

from pathlib import Path

import pytest

from benchmarks.minds import balance
from benchmarks.minds.balance import Group, Result
from engines import registry


def group(seats: int) -> Group:
    return Group("principato", "1", {}, "merchant", seats=[0.0] * seats, order=[], behind=[(0, 0.0)] * 4)


def test_results_are_counted_by_seat_and_turn_order() -> None:
    counted = group(3)
    balance.add(counted, Result([0.5, 0.0, 0.5], 2, [(0, 0, 0), (5, 0, 0), (5, 0, 30), (5, 0, 30)]))
    balance.add(counted, Result([0.0, 0.0, 1.0], 0, [(0, 0, 0), (5, 0, 0), (5, 6, 4), (5, 6, 40)]))
    assert counted.games == 2
    assert counted.seats == [0.5, 0.0, 1.5]
    assert counted.order == [0.5, 0.5, 1.0]
    assert counted.lead_changes == 3
    assert counted.behind == [(2, 1.0), (0, 0.0), (0, 0.0), (2, 0.5)]


def test_lead_changes_count_sole_leaders_only() -> None:
    assert balance.lead_changes([(0, 0), (1, 0), (1, 1), (2, 1), (2, 3), (3, 3), (4, 3)]) == 2


def test_further_games_are_added_to_those_kept(tmp_path: Path) -> None:
    engine = registry.engine("gonzaga")
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    expected = balance.extend(whole, engine, {}, 2, "merchant", 3)
    balance.extend(parts, engine, {}, 2, "merchant", 1)
    balance.extend(parts, engine, {}, 2, "apprentice", 1)
    assert balance.extend(parts, engine, {}, 2, "merchant", 2) == expected
    assert [(each.level, each.games) for each in balance.kept(parts)] == [("merchant", 3), ("apprentice", 1)]
    assert sum(expected.seats) == 3


@pytest.mark.parametrize(("slug", "has_start_player"), [("gonzaga", False), ("principato", True), ("zena1814", True)])
def test_a_game_is_played_to_its_end(slug: str, has_start_player: bool) -> None:
    engine = registry.engine(slug)
    result = balance.play(engine, engine.Options(), 3, "apprentice", 0)
    assert sum(result.shares) == 1
    assert (result.first is not None) is has_start_player
    assert len(result.history) > 10
    assert max(result.history[-1]) > max(result.history[0])


def test_only_certain_differences_are_notable() -> None:
    assert not balance.is_notable(0.5, 0.56, 2)
    assert balance.is_notable(0.54, 0.6, 2)
    assert not balance.is_notable(0.1, 0.23, 4)
    assert balance.is_notable(0.1, 0.21, 4)


def test_the_table_shows_all_groups() -> None:
    counted = group(2)
    for _ in range(100):
        balance.add(counted, Result([1.0, 0.0], 1, [(0, 0), (9, 0), (9, 3), (9, 3)]))
    lines = balance.table([counted])
    assert lines[1] == "### Principato, merchants"
    sure, never = "**1.000** (0.96 to 1.00)", "**0.000** (0.00 to 0.04)"
    assert lines[5] == f"| 2 seats | 100 | {sure}<br>{never} | {never}<br>{sure} | 0.0 |  | 0.00 of 100 |  |  |"


def test_the_page_shows_what_is_kept() -> None:
    assert "\n".join(balance.table(balance.kept(balance.KEPT))) in balance.PAGE.read_text()
