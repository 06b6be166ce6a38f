"""Moves of players: accepted and refused actions, retries, sealed answers, and a broken position."""

import json

import msgspec
import pytest

from engines import chance, registry
from engines.specimen.actions import Pack, Rest, SealRoad
from tables.errors import Illegal, NotPending, NotRunning, NotYours, Refusal, Stale
from tables.models import Decision, Move, Notification, Submission
from tables.selectors import coding
from tables.selectors.play import log, state
from tables.services.play import ending, moves
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def actors():
    player, opponent, stranger = (factories.person(name) for name in ("Player", "Opponent", "Stranger"))
    table = factories.running_table(player, opponent)
    return table, factories.seat_of(table, player), factories.seat_of(table, opponent), stranger


def untouched(table):
    return factories.fresh(table).seq == 0 and Move.objects.filter(table=table).count() == 1


def to_packing(table, *seats):
    """Play default moves until the next decision is to pack letters."""
    while (asked := factories.waiting(table)) and asked[0].kind != "packing":
        seat = next(seat for seat in seats if seat.index == asked[0].seat)
        factories.send(seat, registry.engine("specimen").fallback(_seen(seat), asked[0]))


def _seen(seat):
    return state.seen(factories.fresh(seat.table), seat)


def test_a_move_enters_the_record(actors):
    table, mine, _theirs, _stranger = actors
    result = factories.send(mine, SealRoad("valley"))
    move = Move.objects.get(table=table, seq=1)
    assert (result.first_seq, result.last_seq, result.replayed) == (1, 1, False)
    assert (move.seat, move.user, move.via, move.kind) == (mine, mine.user, Move.Via.PAGE, "saddle")
    mine.refresh_from_db()
    assert (factories.fresh(table).seq, mine.plies, mine.seen_seq) == (1, 1, 1)


def test_an_opponent_cannot_move_for_me(actors):
    table, mine, theirs, _stranger = actors
    with pytest.raises(NotYours):
        factories.send(mine, SealRoad("valley"), user_id=theirs.user_id)
    assert untouched(table)


def test_a_stranger_cannot_move_for_anybody(actors):
    table, mine, _theirs, stranger = actors
    with pytest.raises(NotYours):
        factories.send(mine, SealRoad("valley"), user_id=stranger.pk)
    assert untouched(table)


def test_a_forged_seat_of_another_table_is_refused(actors):
    table, _mine, _theirs, stranger = actors
    other = factories.running_table(stranger, factories.person())
    seat = factories.seat_of(other, stranger)
    with pytest.raises(NotYours):
        moves.submit(
            table_id=table.pk,
            seat_id=seat.pk,
            key="saddle/1",
            own_ply=0,
            actions=[SealRoad("valley")],
            token="forged-token",
            via=Move.Via.PAGE,
            user_id=stranger.pk,
            now=NOW,
        )
    assert untouched(table)
    assert untouched(other)


def test_an_unknown_table_is_refused(actors):
    _table, mine, _theirs, _stranger = actors
    with pytest.raises(NotYours):
        moves.submit(
            table_id=10**9,
            seat_id=mine.pk,
            key="saddle/1",
            own_ply=0,
            actions=[SealRoad("valley")],
            token="",
            via="page",
            now=NOW,
        )


def test_a_table_that_waits_for_players_takes_no_moves():
    player = factories.person()
    table = factories.open_table(player)
    with pytest.raises(NotRunning) as refused:
        factories.send(factories.seat_of(table, player), SealRoad("valley"), key="saddle/1")
    assert refused.value.code == "not_running"


def test_an_illegal_action_cites_its_rule_and_changes_nothing(actors):
    table, mine, _theirs, _stranger = actors
    with pytest.raises(Illegal) as refused:
        factories.send(mine, SealRoad("nowhere"))
    assert (refused.value.code, refused.value.rule) == ("no_such_road", "S-3.1")
    assert refused.value.params == {"road": "nowhere"}
    assert untouched(table)


def test_all_actions_are_played_or_none(actors):
    table, mine, _theirs, _stranger = actors
    with pytest.raises(Refusal):
        factories.send(mine, SealRoad("valley"), Rest())
    assert untouched(table)


def test_a_decision_that_is_not_open_is_refused(actors):
    table, mine, _theirs, _stranger = actors
    with pytest.raises(NotPending):
        factories.send(mine, SealRoad("valley"), key="packing/1/0")
    assert untouched(table)


def test_a_stale_page_is_refused_and_told_so(actors):
    table, mine, _theirs, _stranger = actors
    factories.send(mine, SealRoad("valley"))
    with pytest.raises(Stale):
        factories.send(mine, SealRoad("river"), own_ply=0, key="saddle/1")
    assert factories.fresh(table).seq == 1


def test_what_others_did_meanwhile_makes_nothing_stale(actors):
    _table, mine, theirs, _stranger = actors
    factories.send(theirs, SealRoad("ridge"))
    assert factories.send(mine, SealRoad("valley"), own_ply=0).last_seq == 2


def test_a_retried_request_gets_its_first_result_again(actors):
    table, mine, _theirs, _stranger = actors
    first = factories.send(mine, SealRoad("valley"), token="token-1", own_ply=0)
    again = factories.send(mine, SealRoad("valley"), token="token-1", own_ply=0, key="saddle/1")
    assert (again.first_seq, again.last_seq, again.replayed) == (first.first_seq, first.last_seq, True)
    assert Move.objects.filter(table=table).count() == 2


def test_a_retry_after_the_last_move_of_the_game_still_gets_its_result(actors):
    table, mine, theirs, _stranger = actors
    factories.send(mine, SealRoad("valley"), token="token-1")
    ending.concede(table_id=table.pk, user=theirs.user, now=NOW)
    assert factories.send(mine, SealRoad("valley"), token="token-1", own_ply=0, key="saddle/1").replayed


def test_the_token_of_somebody_else_hinders_nobody(actors):
    _table, mine, theirs, _stranger = actors
    factories.send(theirs, SealRoad("ridge"), token="same-token")
    assert not factories.send(mine, SealRoad("valley"), token="same-token").replayed
    assert Submission.objects.filter(token="same-token").count() == 2


def test_nothing_chosen_is_refused_and_too_much_as_well(actors):
    _table, mine, _theirs, _stranger = actors
    for actions, code in (([], "empty"), ([SealRoad("valley")] * 101, "too_many")):
        with pytest.raises(Refusal) as refused:
            factories.send(mine, *actions)
        assert refused.value.code == code


def test_a_sealed_answer_leaves_a_receipt_that_fits(actors):
    table, mine, _theirs, _stranger = actors
    factories.send(mine, SealRoad("valley"))
    move = Move.objects.get(table=table, seq=1)
    assert move.sealed
    assert chance.receipt(bytes(move.salt), move.action.encode()) == move.receipt


def test_two_equal_sealed_answers_have_different_receipts(actors):
    table, mine, theirs, _stranger = actors
    factories.send(mine, SealRoad("valley"))
    factories.send(theirs, SealRoad("valley"))
    assert len(set(Move.objects.filter(table=table, sealed=True).values_list("receipt", flat=True))) == 2


def test_a_sealed_answer_can_be_replaced_until_the_last_one_is_in(actors):
    table, mine, theirs, _stranger = actors
    factories.send(mine, SealRoad("valley"))
    factories.send(mine, SealRoad("river"), key="saddle/1")
    factories.send(theirs, SealRoad("ridge"))
    opened = log.log_entries(table, None, limit=1)[0].opened
    assert {(each.seat, json.loads(each.action)["road"]) for each in opened} == {(mine.index, "river"), (theirs.index, "ridge")}
    assert Move.objects.filter(table=table, sealed=True).count() == 3


def test_an_answer_of_two_sealed_actions_does_not_replace_itself(actors):
    table, mine, theirs, _stranger = actors
    for seat in (mine, theirs):
        factories.send(seat, SealRoad("valley"))
    to_packing(table, mine, theirs)
    letters = list(_seen(mine).hand.letters)
    factories.send(mine, Pack(letters[0]), Pack(letters[1]))
    assert not Move.objects.filter(table=table, kind="packing", replaces=True).exists()


def test_a_finished_game_has_places_scores_and_no_open_question(actors):
    table, mine, _theirs, _stranger = actors
    table = factories.play_to_end(table)
    outcome = coding.outcome(table.outcome)
    assert (table.status, table.ended_by) == ("ended", "finished")
    for seat in table.seats.all():
        assert seat.score == outcome.scores[seat.index]
        assert seat.place == 1 + sum(len(group) for group in outcome.ranking[: _group(outcome, seat.index)])
        assert seat.tenures.get().last_seq == table.seq
    assert not Decision.objects.filter(table=table, closed_at=None).exists()
    assert Notification.objects.filter(table=table, kind="finished").count() == 2
    with pytest.raises(NotRunning) as refused:
        factories.send(mine, SealRoad("valley"), key="saddle/1")
    assert refused.value.code == "ended"


def _group(outcome, index):
    return next(number for number, group in enumerate(outcome.ranking) if index in group)


def test_a_state_no_play_can_reach_saves_nothing_and_quarantines_the_table(actors, caplog):
    table, mine, theirs, _stranger = actors
    lose_a_letter(table)
    with pytest.raises(Refusal) as refused:
        factories.send(mine, SealRoad("valley"))
    broken = factories.fresh(table)
    assert refused.value.code == "quarantined"
    assert broken.quarantined_at == NOW
    assert "BrokenState" in broken.quarantine_reason
    assert untouched(table)
    assert not Decision.objects.filter(table=table, closed_at=None, due_at__isnull=False).exists()
    with pytest.raises(NotRunning):
        factories.send(theirs, SealRoad("valley"), key="saddle/1")


def test_secrets_do_not_leak_through_logs_or_error_messages(actors, caplog):
    table, mine, _theirs, _stranger = actors
    lost = lose_a_letter(table)
    with pytest.raises(Refusal) as refused:
        factories.send(mine, SealRoad("valley"))
    written = caplog.text + factories.fresh(table).quarantine_reason + str(refused.value)
    assert "quarantined" in written
    assert lost not in written
    assert factories.fresh(table).secret.hex() not in written


def lose_a_letter(table):
    """Damage the stored position by removing a letter from its bag of town letters. Return the removed letter."""
    raw = json.loads(factories.fresh(table).state)
    lost = raw["vault"]["town"].pop()
    rewrite(type(table).objects.filter(pk=table.pk), state=json.dumps(raw))
    return lost


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "nothing",
        "{}",
        "[1]",
        '[{"type": "Nonsense"}]',
        '[{"type": "SealRoad"}]',
        '[{"type": "SealRoad", "road": 7}]',
        '[{"type": "SealRoad", "road": "valley", "extra": 1}]',
        '[{"type": "SealRoad", "road": "valley", "road": "river"}]',
        '[{"type": "SealRoad", "road": "' + "x" * 100 + '"}]',
        '[{"type": "Hire", "at_most": ' + "9" * 5000 + "}]",
        '[{"type": "SealRoad", "road": "\ud800"}]',
        "[" * 30000,
        "[" * 30000 + "]" * 30000,
        '{"a":' * 10000 + "1" + "}" * 10000,
        "[NaN]",
        b"\xff\xfe[",
    ],
)
def test_malformed_actions_are_refused(raw):
    with pytest.raises(Refusal) as refused:
        moves.decode_actions(registry.engine("specimen"), raw)
    assert refused.value.code == "malformed"


def test_too_long_a_body_is_refused_before_it_is_read():
    with pytest.raises(Refusal) as refused:
        moves.decode_actions(registry.engine("specimen"), b"[" + b" " * 65536 + b"]")
    assert refused.value.code == "too_large"


def test_well_formed_actions_are_read():
    raw = msgspec.json.encode([SealRoad("valley"), Rest()])
    assert moves.decode_actions(registry.engine("specimen"), raw) == [SealRoad("valley"), Rest()]


def test_how_many_queries_a_move_takes_does_not_grow_with_the_record(actors, django_assert_max_num_queries):
    table, mine, _theirs, _stranger = actors
    with django_assert_max_num_queries(30) as first:
        factories.send(mine, SealRoad("valley"), key="saddle/1", token="a-token")
    Move.objects.bulk_create(Move(table=table, seq=seq, via="page", events="[]", draws="[]", at=NOW) for seq in range(100, 300))
    with django_assert_max_num_queries(len(first) + 0):
        factories.send(mine, SealRoad("river"), key="saddle/1", token="b-token")
