"""Contract between the site and every engine, checked over whole games.

The tests cover outcomes, decisions, legal and malformed actions, default moves, bots and standing orders.
"""

import itertools
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import playout
from engines.contract import (
    Abstain,
    BadOptions,
    Engine,
    EngineError,
    Filed,
    IllegalAction,
    NotPending,
    Pending,
    Trait,
    When,
    decode,
    encode,
    view,
)
from tests.engines.walks import ENGINES, ORDERS, Ply, at_once, few, needs, options_of, setups, spread, states, walk

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)
STRANGE: tuple[Any, ...] = (
    -1,
    0,
    7,
    10**6,
    10**30,
    "",
    "nowhere",
    "x" * 500,
    None,
    True,
    2.5,
    [],
    [0],
    [3, 3, 3],
    [10**6, 10**7],
    {},
)
"""What somebody could put into a field of an action."""


# Whole games


@every_engine
@given(data=st.data())
@few
def test_random_legal_play_ends_and_every_state_holds(engine: Engine, data: st.DataObject) -> None:
    setup = data.draw(setups(engine))
    found = states(setup)
    for state in found:
        engine.check(state)
        asked = engine.pending(state.public)
        over = engine.outcome(state.public) is not None
        assert over != any(one.when is When.NOW for one in asked), "somebody is asked now until there is an outcome"
        assert not (over and asked)
    assert engine.outcome(found[-1].public) is not None


@every_engine
@given(data=st.data())
@few
def test_progress_counts_rounds_up_to_the_most(engine: Engine, data: st.DataObject) -> None:
    rounds = [engine.progress(state.public) for state in states(data.draw(setups(engine)))]
    assert all(1 <= now <= most for now, most in rounds)
    assert all(before[0] <= after[0] for before, after in pairwise(rounds))


@every_engine
@given(data=st.data())
@few
def test_outcomes_rank_every_seat_once_and_add_up(engine: Engine, data: st.DataObject) -> None:
    setup = data.draw(setups(engine))
    outcome = engine.outcome(states(setup)[-1].public)
    assert outcome is not None
    assert sorted(seat for tied in outcome.ranking for seat in tied) == list(range(setup.seats))
    assert outcome.scores == tuple(sum(line.points for line in lines) for lines in outcome.breakdown)
    assert len(outcome.tiebreak) in (0, setup.seats)
    assert outcome.reason
    ranked = [outcome.scores[seat] for tied in outcome.ranking for seat in tied]
    assert ranked == sorted(ranked, reverse=True)


@every_engine
def test_broken_starts_are_refused(engine: Engine) -> None:
    options = engine.Options()
    for seats in (engine.seat_range[0] - 1, engine.seat_range[-1] + 1):
        with pytest.raises(BadOptions) as refusal:
            engine.start(options, seats, bytes(32))
        assert refusal.value.code.isidentifier()


# Seats with a decision


@every_engine
@given(data=st.data())
@few
def test_a_key_names_one_asking_of_one_seat(engine: Engine, data: st.DataObject) -> None:
    setup = data.draw(setups(engine))
    over: set[tuple[int, str]] = set()
    answered: set[tuple[int, str]] = set()
    before: set[tuple[int, str]] = set()
    for ply, state in zip([None, *walk(setup)], states(setup), strict=True):
        pending = engine.pending(state.public)
        named = [(one.seat, one.key) for one in pending]
        assert len(set(named)) == len(named)
        if ply is not None:
            answered.add((ply.asked.seat, ply.asked.key))
        over |= before - set(named)
        assert not over & set(named), "a key came back after it was gone"
        assert not [one for one in pending if one.when is not When.MAY and (one.seat, one.key) in answered]
        before = set(named)


@every_engine
@given(data=st.data())
@few
def test_what_continues_a_turn_follows_what_its_seat_answered(engine: Engine, data: st.DataObject) -> None:
    answered: set[tuple[int, str]] = set()
    for ply in walk(data.draw(setups(engine))):
        seat, continued = ply.asked.seat, ply.asked.continues
        assert not continued or (seat, continued) in answered, ply.asked
        answered.add((seat, ply.asked.key))


@every_engine
@given(data=st.data())
@few
def test_who_is_asked_follows_from_public_alone(engine: Engine, data: st.DataObject) -> None:
    setup = data.draw(setups(engine))
    for state in states(setup):
        public = state.public
        copy = decode(type(public), encode(public))
        assert engine.pending(copy) == engine.pending(public)
        assert all(0 <= one.seat < setup.seats and one.kind and one.key for one in engine.pending(public))


# Legal actions


@every_engine
@given(data=st.data())
@few
def test_what_is_listed_is_played_and_what_is_filed_is_not(engine: Engine, data: st.DataObject) -> None:
    for ply in _some_plies(data, engine):
        for one in engine.pending(ply.before.public):
            legal = list(engine.legal(view(ply.before, one.seat), one))
            assert legal, f"{one} has no answer"
            assert len({encode(action) for action in legal}) == len(legal), "an answer is listed twice"
            for action in spread(legal, 25):
                assert decode(engine.Action, encode(action)) == action
                _assert_played(engine, ply.before, one, action)


def _assert_played(engine: Engine, state: Any, one: Pending, action: Any) -> None:
    if at_once(one):
        engine.check(engine.apply(state, one.seat, action).state)
    elif encode(action) not in _playable(engine, state, one.seat):  # it may be legal for another decision
        assert _refusal(engine, state, one.seat, action) is not None, f"{one} is filed, not played"


@every_engine
@given(data=st.data())
@few
def test_what_is_legal_now_was_listed_ahead(engine: Engine, data: st.DataObject) -> None:
    """If a decision was listed in advance, so was every action that is legal when it is due.

    An action of an ``ahead`` decision was in every earlier list, an action of another decision in the last one.
    """
    ahead: dict[tuple[int, str], set[bytes]] = {}
    for state in states(data.draw(setups(engine))):
        for one in engine.pending(state.public):
            name, listed = (one.seat, one.key), {encode(action) for action in engine.legal(view(state, one.seat), one)}
            if one.when is When.NOW:
                assert listed <= ahead.get(name, listed)
            elif not at_once(one):
                ahead[name] = listed & ahead.get(name, listed) if one.when is When.AHEAD else listed


@every_engine
@given(data=st.data())
@few
def test_actions_of_other_seats_and_other_moments_are_refused(engine: Engine, data: st.DataObject) -> None:
    setup = data.draw(setups(engine))
    plies = walk(setup)
    pool = list({encode(ply.action): ply.action for ply in plies}.values())
    for ply in spread(plies, 8):
        raw = encode(ply.before)
        for seat in (-1, *range(setup.seats), setup.seats, 99):
            legal = _playable(engine, ply.before, seat)
            for action in spread(pool, 25):
                fault = _refusal(engine, ply.before, seat, action)
                assert (fault is None) == (encode(action) in legal), f"seat {seat}: {action}"
        assert encode(ply.before) == raw
    for seat in range(setup.seats):
        assert _refusal(engine, plies[-1].step.state, seat, plies[-1].action) is not None, "nothing is played after the end"


@every_engine
@given(data=st.data())
@few
def test_distorted_actions_are_refused_by_the_decoder_or_by_a_rule(engine: Engine, data: st.DataObject) -> None:
    for ply in _some_plies(data, engine):
        seat, legal = ply.asked.seat, _playable(engine, ply.before, ply.asked.seat)
        for raw in _distorted(ply.action):
            try:
                action = decode(engine.Action, raw)
            except msgspec.ValidationError:
                continue
            assert (_refusal(engine, ply.before, seat, action) is None) == (encode(action) in legal), f"{action}"


def _distorted(action: Any) -> Iterator[bytes]:
    plain = msgspec.to_builtins(action)
    yield from (encode({**plain, field: value}) for field in action.__struct_fields__ for value in STRANGE)


@every_engine
@given(data=st.data())
@few
def test_malformed_actions_do_not_decode(engine: Engine, data: st.DataObject) -> None:
    ply = data.draw(st.sampled_from(walk(data.draw(setups(engine)))))
    plain = msgspec.to_builtins(ply.action)
    wrong = [
        {**plain, "surprise": 1},
        {**plain, "type": "Resign"},
        [],
        1,
        None,
    ]
    if not isinstance(engine.Action, type):  # an engine with a single kind of action does not require its type
        wrong.append({key: plain[key] for key in plain if key != "type"})
    wrong += [{**plain, field: {"deep": value}} for field, value in plain.items()]
    for value in wrong:
        with pytest.raises(msgspec.ValidationError):
            decode(engine.Action, encode(value))
    for raw in (b"", b"{", encode(ply.action)[:-1], b"\xff", b'{"type":' + b"[" * 100_000, b'{"x":' * 100_000):
        with pytest.raises(msgspec.DecodeError):
            decode(engine.Action, raw)


@every_engine
def test_nothing_that_is_sent_takes_a_field_it_does_not_know(engine: Engine) -> None:
    """No action, order or option accepts unknown fields. Otherwise the site would ignore a misspelt field and play on."""
    known = [engine.Action, engine.Policy, engine.Options]
    structs = {struct for sent in known for struct in _structs(msgspec.inspect.type_info(sent))}
    assert structs
    assert [struct.__name__ for struct in structs if not struct.__struct_config__.forbid_unknown_fields] == []


def _structs(found: Any) -> Iterator[Any]:
    """Yield all Structs contained in a type description of msgspec."""
    if isinstance(found, msgspec.inspect.StructType):
        yield found.cls
    if isinstance(found, msgspec.inspect.Field | msgspec.inspect.Type):
        for name in found.__struct_fields__:
            for part in value if isinstance(value := getattr(found, name), tuple) else (value,):
                yield from _structs(part)


def _some_plies(data: st.DataObject, engine: Engine) -> list[Ply]:
    plies = walk(data.draw(setups(engine)))
    return data.draw(st.lists(st.sampled_from(plies), min_size=5, max_size=8, unique_by=id))


def _playable(engine: Engine, state: Any, seat: int) -> set[bytes]:
    asked = [one for one in engine.pending(state.public) if one.seat == seat and at_once(one)]
    return {encode(action) for one in asked for action in engine.legal(view(state, seat), one)}


def _refusal(engine: Engine, state: Any, seat: int, action: Any) -> EngineError | None:
    """Try an action, and return the engine's refusal, or None if the action is legal.

    Fail unless the refusal names a rule or says that no decision is pending.
    """
    try:
        engine.apply(state, seat, action)
    except EngineError as fault:
        refusal = fault
    else:
        return None
    assert isinstance(refusal, NotPending) or _cites_a_rule(refusal), repr(refusal)
    return refusal


def _cites_a_rule(fault: EngineError) -> bool:
    return (
        isinstance(fault, IllegalAction) and bool(re.fullmatch(r"[A-Z]+-\d+(\.\d+)?", fault.rule)) and fault.code.isidentifier()
    )


# Automatic decisions for a seat


@every_engine
@given(data=st.data())
@few
def test_deciders_always_answer_legally(engine: Engine, data: st.DataObject) -> None:
    setup = data.draw(setups(engine))
    for state in spread(states(setup)[:-1], 15):
        for one in engine.pending(state.public):
            seen = view(state, one.seat)
            legal = {encode(action) for action in engine.legal(seen, one)}
            assert engine.fallback(seen, one) == engine.fallback(seen, one)
            for decider in (engine.fallback, engine.steward, engine.bot):
                answer = decider(seen, one)
                if isinstance(answer, Abstain):
                    assert one.when is When.MAY
                    assert not at_once(one)
                else:
                    assert encode(_first_of(one, answer)) in legal, f"{decider.__name__} at {one}"


def _first_of(one: Pending, answer: Any) -> Any:
    """Return the answer, or its first action if it is a queued turn. Fail if the queued turn is for another decision."""
    if not isinstance(answer, Filed):
        return answer
    assert answer.key == one.key
    assert not at_once(one), f"{one} is played, not filed"
    return answer.actions[0]


@every_engine
@given(data=st.data())
@few
def test_policies_answer_legally_or_abstain_with_a_reason(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.ORDERS)
    setup = data.draw(setups(engine))
    orders = [decode(engine.Policy, raw) for raw in ORDERS[engine.slug]]
    for state in spread(states(setup)[:-1], 30):
        for one in engine.pending(state.public):
            for answer in (engine.policy(order, view(state, one.seat), one) for order in orders):
                _assert_policy_answer(engine, state, one, answer)


@every_engine
@given(data=st.data())
@few
def test_an_answer_makes_an_order_of_an_order_and_the_same_answer_changes_it_once(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.ORDERS)
    for state in spread(states(data.draw(setups(engine)))[:-1], 20):
        for one, raw in itertools.product(engine.pending(state.public), ORDERS[engine.slug]):
            for action in itertools.islice(engine.legal(view(state, one.seat), one), 3):
                settled = engine.settle(decode(engine.Policy, raw), action)
                assert decode(engine.Policy, encode(settled)) == settled
                assert engine.settle(settled, action) == settled


@every_engine
@given(data=st.data())
@few
def test_an_order_that_is_over_never_speaks_again(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.ORDERS)
    setup = data.draw(setups(engine))
    over: set[tuple[int, bytes]] = set()
    for state in spread(states(setup)[:-1], 60):
        for one, raw in itertools.product(engine.pending(state.public), ORDERS[engine.slug]):
            answer = engine.policy(decode(engine.Policy, raw), view(state, one.seat), one)
            if (one.seat, raw) in over:
                assert isinstance(answer, Abstain)
                assert not answer.asks
            elif isinstance(answer, Abstain) and answer.over:
                over.add((one.seat, raw))


@every_engine
def test_habits_and_orders_are_policies_of_the_game(engine: Engine) -> None:
    needs(engine, Trait.ORDERS)
    for raw in options_of(engine):
        options = decode(engine.Options, raw)
        ordered = {order for seats in engine.seat_range for order in engine.orders(options, seats)}
        for order in (*engine.habits(options), *ordered):
            assert decode(engine.Policy, encode(order)) == order


def _assert_policy_answer(engine: Engine, state: Any, one: Pending, answer: Any) -> None:
    legal = {encode(action) for action in engine.legal(view(state, one.seat), one)}
    match answer:
        case Abstain(reason):
            assert reason.isidentifier()
        case Filed(key, actions):
            assert key == one.key
            assert actions
        case action:
            assert encode(action) in legal


@every_engine
@pytest.mark.parametrize("name", playout.DECIDERS)
def test_a_game_of_each_decider_ends(engine: Engine, name: str) -> None:
    for seats in engine.seat_range:
        key = playout.nth_key(3, seats)
        deciders = [playout.decider(name, engine, key)] * seats
        record = playout.play_game(engine, engine.Options(), deciders, key, check=engine.check)
        assert [encode(step.state) for step in record.steps()][-1] == encode(record.final)
