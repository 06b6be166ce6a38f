"""Choice between a seat's queued turns and standing orders, the resulting action, and queued turns that are out of date.

The site and the playout tool share this rule.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

from engines.contract import Filed, Pending, When
from engines.prepared import By, Response, has_passed, respond

NOW = Pending(0, "turn", "turn/3/1", continues="turn/3/0")


class Row(NamedTuple):
    filed: Filed[str]
    kind: str = "turn"
    done: int = 0

    @property
    def key(self) -> str:
        return self.filed.key


def steps(key: str, *actions: str, otherwise: Any = "ask") -> Filed[str]:
    return Filed(key, actions, "each", otherwise)


def answered(
    *rows: Row, orders: Iterable[tuple[str, str]] = (), legal: str = "abcdef", has_failed: bool = False
) -> tuple[list[str], Response[Row, str]]:
    """Return the moves played from queued rows and standing orders, and the response.

    Actions are single letters, and the letters in ``legal`` are legal.
    """
    moves: list[str] = []

    def play(action: str) -> bool:
        if action in legal:
            moves.append(action)
        return action in legal

    response: Response[Row, str] = respond(
        NOW, rows, read=lambda row: row.filed, ordered=lambda: orders, has_failed=has_failed, play=play
    )
    return moves, response


def test_an_answer_speaks_for_the_decision_it_was_filed_for_alone() -> None:
    assert answered(Row(steps(NOW.key, "a")))[0] == ["a"]
    assert answered(Row(steps("turn/4/0", "a")))[0] == []


def test_once_begun_it_speaks_for_all_of_its_kind_step_by_step() -> None:
    row = Row(steps("turn/3/0", "a", "b", "c"), done=1)
    moves, response = answered(row)
    assert (moves, response.by, response.is_over) == (["b"], By.FILED, False)
    assert answered(row._replace(done=2))[1].is_over
    assert answered(row._replace(kind="window"))[0] == []


def test_what_was_begun_goes_on_before_what_was_filed_since_for_the_next_step() -> None:
    """A queued turn that has begun continues before a turn queued later for its next step.

    The later one waits until the first is over or stops.
    """
    begun, since = Row(steps("turn/3/0", "a", "b"), done=1), Row(steps(NOW.key, "c"))
    moves, response = answered(begun, since)
    assert (moves, response.entry, response.is_over) == (["b"], begun, True)
    assert answered(since)[0] == ["c"]


def test_of_alternatives_the_first_legal_one_is_played_and_no_more() -> None:
    moves, response = answered(Row(Filed(NOW.key, ("x", "b", "c"))))
    assert (moves, response.by, response.is_over) == (["b"], By.FILED, True)


@pytest.mark.parametrize(("otherwise", "by"), [("ask", By.SEAT), ("fallback", By.FALLBACK)])
@pytest.mark.parametrize("actions", [(), ("x",)])
def test_where_nothing_can_be_played_it_says_what_happens_and_no_order_does(
    otherwise: Any, by: By, actions: tuple[str, ...]
) -> None:
    row = Row(Filed(NOW.key, actions, "first", otherwise))
    moves, response = answered(row, orders=[("order", "a")])
    assert (moves, response.by, response.entry, response.is_over) == ([], by, row, True)


def test_orders_are_tried_in_turn_unless_something_filed_has_failed_here() -> None:
    orders = [("first", "x"), ("second", "b"), ("third", "c")]
    moves, response = answered(orders=orders)
    assert (moves, response.by, response.order) == (["b"], By.ORDER, "second")
    assert answered(orders=orders, has_failed=True) == ([], Response(By.SEAT))


def test_its_place_is_over_when_its_key_is_gone_or_its_turn() -> None:
    fresh, begun = Row(steps("turn/3/0", "a", "b")), Row(steps("turn/3/0", "a", "b"), done=1)
    here = Pending(0, "turn", "turn/3/0", When.MAY)
    rest = Pending(0, "turn", "turn/3/1", When.MAY, continues="turn/3/0")
    next_turn = Pending(0, "turn", "turn/7/0", When.MAY)
    assert [has_passed(fresh, [one]) for one in (here, rest, next_turn)] == [False, True, True]
    assert [has_passed(begun, [one]) for one in (NOW, rest, next_turn)] == [False, False, True]
    assert has_passed(fresh, [])
    assert has_passed(begun, [])
