"""Which of the answers and orders of a seat speaks for a decision, and what is played of it: one rule for site and playout."""

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
    """What is played of rows and orders where the actions named by single letters are legal, and the response."""
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
    """As the site always did: what is filed on top of a turn that goes on waits until that is over or stops."""
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
