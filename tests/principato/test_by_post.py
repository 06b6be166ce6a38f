"""Principato on the site: drafts, scorings with queued turns and standing orders, deadlines [7.1 to 7.4]."""

from datetime import timedelta

import pytest

from engines.contract import Filed, encode
from engines.principato.actions import CollectCubes, Cubes, EndTurn, ExchangeCard, FeedUnits, ReleaseUnits, StationCubes
from engines.principato.policy import FeedAll, FeedToKeepRank, KeepAtMost
from engines.principato.state import State
from tables.errors import Refusal
from tables.models import Decision, FiledAnswer, Move, Table
from tables.selectors import coding
from tables.selectors.play import drafts as previews
from tables.selectors.play import log, state
from tables.services import ordering
from tables.services.play import advance, preparing
from tables.services.play import moves as play
from tests.principato.positions import bare, position, realm, units
from tests.principato.scorings import before_extra, scoring
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
DAY = timedelta(days=1)
TURN = (StationCubes("food", "militia", 1), CollectCubes(0, Cubes(1, 1), take=2), ExchangeCard(1, 0), EndTurn())


def table_at(found: State, **options: str) -> list:
    """Create a running table with this position. Return its seats in game order."""
    people = [factories.person() for _ in found.hands]
    table = factories.running_table(*people, game="principato", options=dict(options))
    rewrite(Table.objects.filter(pk=table.pk), state=encode(found).decode())
    advance.advance_table(table_id=table.pk, now=NOW)
    return list(table.seats.select_related("table").order_by("index"))


def public(seat):
    return state.seen(factories.fresh(seat.table), None).public


def vias(seat, kind):
    return list(Move.objects.filter(seat=seat, kind=kind).order_by("seq").values_list("via", flat=True))


@pytest.fixture
def mine():
    return table_at(position(realm(militia=2), realm()))[0]


def key_of(seat):
    return factories.waiting(seat.table, seat)[0].key


def preview(seat, *actions):
    return previews.preview(factories.fresh(seat.table), seat, key_of(seat), actions)


def test_a_whole_turn_is_tried_before_it_is_sent(mine) -> None:
    """Section 7.1: the preview covers the whole turn and stops at its end, because later cards are unknown."""
    found = preview(mine, *TURN)
    assert [step.ok for step in found.steps] == [True] * 4
    assert [step.reveals for step in found.steps] == [False, False, False, True]
    assert found.stopped_before_reveal
    tried = found.seen_after.public
    assert tried.realms[0].militia == units(2, 1)
    assert tried.display != public(mine).display
    assert (public(mine).realms[0].militia, factories.fresh(mine.table).seq) == (units(2), 0)


def test_any_step_of_a_draft_can_be_taken_back(mine) -> None:
    """Section 7.1: removing the last step of a draft restores the earlier choices and the cube in its store [E-5]."""
    key = key_of(mine)
    preparing.save_draft(seat_id=mine.pk, key=key, actions=TURN[:3], now=NOW)
    assert {type(each) for each in previews.preview(mine.table, mine, key).legal_next} == {StationCubes, EndTurn}
    preparing.save_draft(seat_id=mine.pk, key=key, actions=TURN[:1], now=NOW)
    assert TURN[1] in previews.preview(mine.table, mine, key).legal_next
    preparing.save_draft(seat_id=mine.pk, key=key, actions=(), now=NOW)
    assert previews.preview(mine.table, mine, key).seen_after.public.realms[0].food == 1


def test_a_turn_is_sent_as_one(mine) -> None:
    """Section 7.1: all steps are sent together under the key of the first. Then it is the next seat's turn."""
    result = factories.send(mine, *TURN)
    assert (result.first_seq, result.last_seq) == (1, 4)
    assert [each.seat for each in factories.waiting(mine.table)] == [1]


def test_all_or_nothing_of_a_turn(mine) -> None:
    """Section 7.1: if a turn has a third action, the site refuses the whole list."""
    with pytest.raises(Refusal):
        factories.send(mine, *TURN[:3], ExchangeCard(0, 0), EndTurn())
    assert factories.fresh(mine.table).seq == 0
    assert public(mine).realms[0].food == 1


def test_a_turn_sent_twice_is_played_once(mine) -> None:
    """Section 7.1: sending the same answer with the same token again returns the first result."""
    key, own_ply = key_of(mine), mine.plies
    first = factories.send(mine, *TURN, token="once")
    again = factories.send(mine, *TURN, token="once", key=key, own_ply=own_ply)
    assert (again.first_seq, again.last_seq, again.replayed) == (first.first_seq, first.last_seq, True)
    assert factories.fresh(mine.table).seq == 4


def test_a_late_turn_is_passed_and_its_draft_not_played(mine) -> None:
    """Section 7.3: the default move only ends the turn. It does not play the seat's draft."""
    preparing.save_draft(seat_id=mine.pk, key=key_of(mine), actions=TURN, now=NOW)
    assert play.time_out(decision_id=factories.decision(mine).pk, now=NOW + 2 * DAY)
    moves = Move.objects.filter(seat=mine)
    assert [(coding.action("principato", each.action), each.via) for each in moves] == [(EndTurn(), "deadline")]


FIRST = bare(militia=3, farms=2, food=3)
SECOND = bare(militia=2, food=2)


def test_an_answer_filed_ahead_is_played_at_its_place() -> None:
    """Section 7.2: a seat can queue its answer while an earlier seat decides.

    The queued answer is played after the earlier seat's answer.
    """
    first, second = table_at(scoring(FIRST, SECOND))
    key = factories.decision(second).key
    assert Decision.objects.get(seat=second, key=key).when == "ahead"
    preparing.file_answer(seat_id=second.pk, filed=Filed(key, (FeedUnits(food=1),)), user_id=second.user_id, now=NOW)
    assert not vias(second, "feed")
    factories.send(first, FeedUnits(food=3))
    assert vias(second, "feed") == ["order"]
    assert public(first).scorings[-1].strengths == (3, 0)


def test_a_filed_answer_may_be_changed_until_it_is_played() -> None:
    """Section 7.2: a queued answer can be changed until it is played. The latest answer is played."""
    first, second = table_at(scoring(FIRST, SECOND))
    key = factories.decision(second).key
    for food in (2, 0):
        preparing.file_answer(seat_id=second.pk, filed=Filed(key, (FeedUnits(food=food),)), user_id=second.user_id, now=NOW)
    factories.send(first, FeedUnits())
    assert public(first).scorings[-1].strengths == (-3, -2)


def test_what_is_filed_for_a_turn_ends_with_it() -> None:
    """Section 7.2: queued steps after the end of the turn are dropped, not kept for the next turn."""
    first, second = table_at(position(realm(), realm()))
    key = Decision.objects.get(seat=second, closed_at=None).key
    filed = Filed(key, (EndTurn(), EndTurn()), how="each")
    preparing.file_answer(seat_id=second.pk, filed=filed, user_id=second.user_id, now=NOW)
    factories.send(first, EndTurn())
    assert vias(second, "turn") == ["order"]
    assert [(row.status, row.reason) for row in FiledAnswer.objects.filter(seat=second)] == [("dropped", "passed")]
    factories.send(first, EndTurn())
    assert [each.seat for each in factories.waiting(second.table)] == [second.index]


def test_a_time_that_runs_out_ahead_feeds_at_its_place() -> None:
    """Section 7.3: after the deadline the default move supplies all units, once the earlier seats have decided."""
    first, second = table_at(scoring(FIRST, SECOND))
    assert play.time_out(decision_id=factories.decision(second).pk, now=NOW + 2 * DAY)
    assert not vias(second, "feed")
    factories.send(first, FeedUnits(), now=NOW + 2 * DAY)
    assert vias(second, "feed") == ["deadline"]
    assert public(first).scorings[-1].strengths == (-3, 2)


def test_standing_orders_leave_nobody_waiting() -> None:
    """Section 7.2: standing orders answer supply and giving back in both scorings within the turn that causes them."""
    first, second = table_at(before_extra(FIRST, bare(militia=2, food=2, farms=2), rest=()))
    for order in (FeedAll(), KeepAtMost(0, 2)):
        ordering.add_order(seat_id=first.pk, policy=order, user_id=first.user_id, now=NOW)
    for order in (FeedToKeepRank(1, "none"), KeepAtMost(0, 99)):
        ordering.add_order(seat_id=second.pk, policy=order, user_id=second.user_id, now=NOW)
    factories.send(first, EndTurn())
    assert [each.strengths for each in public(first).scorings[-2:]] == [(3, -2), (-2, 0)]
    assert [(each.seat, each.kind) for each in factories.waiting(first.table)] == [(1, "turn")]
    assert set(vias(first, "feed") + vias(first, "release") + vias(second, "release")) == {"order"}


def test_standing_orders_and_filed_answers_are_their_owners() -> None:
    """Section 7.4: a standing order and a queued answer change neither the position nor the log that others see."""
    first, second = table_at(before_extra(FIRST, SECOND))
    factories.send(first, EndTurn())
    before = [_shown(first.table, viewer) for viewer in (0, None)]
    ordering.add_order(seat_id=second.pk, policy=FeedAll(), user_id=second.user_id, now=NOW)
    key = factories.decision(second).key
    preparing.file_answer(seat_id=second.pk, filed=Filed(key, (FeedUnits(food=1),)), user_id=second.user_id, now=NOW)
    assert FiledAnswer.objects.filter(seat=second).exists()
    assert [_shown(first.table, viewer) for viewer in (0, None)] == before


def _shown(table, viewer):
    """Return the state and the log as a viewer sees them, and check that the log has an entry."""
    found = factories.fresh(table)
    entries = log.log_entries(found, viewer)
    assert entries
    seat = None if viewer is None else found.seats.get(index=viewer)
    return encode(state.seen(found, seat)), entries


def test_a_sealed_feeding_is_changed_until_it_is_opened() -> None:
    """Section 7.2: with the table option of sealed supply, a seat can change its answer until all seats have decided.

    Both answers of the seat are kept as moves, and the last one counts.
    """
    first, second = table_at(scoring(FIRST, SECOND, feeding="sealed"), feeding="sealed")
    key = key_of(first)
    factories.send(first, FeedUnits(food=1))
    factories.send(first, FeedUnits(food=3), key=key)
    assert public(first).realms[0].militia == units(3)
    factories.send(second, FeedUnits(food=2))
    assert public(first).scorings[-1].strengths == (3, 2)
    assert Move.objects.filter(seat=first, kind="feed").count() == 2


def test_late_sealed_answers_open_too() -> None:
    """Section 7.3: a seat that misses its deadline gives back no unit, and the game goes on."""
    first, second = table_at(scoring(bare(militia=2), bare(condottieri=1)))
    factories.send(first, ReleaseUnits(militia=1))
    assert play.time_out(decision_id=factories.decision(second).pk, now=NOW + 2 * DAY)
    assert [realm.military_tiles for realm in public(first).realms] == [1, 1]
    assert [each.kind for each in factories.waiting(first.table)] == ["turn"]
