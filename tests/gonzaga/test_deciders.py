"""The fallback of the deadline, the steward of absent seats and standing orders."""

import random

import msgspec
import pytest

from engines.contract import Abstain, decode, view
from engines.gonzaga import ENGINE
from engines.gonzaga.actions import INACTIVE, Donate, HoldWedding, PlaceFief, SealPlan
from engines.gonzaga.policy import DonateBelow
from tests.gonzaga.positions import (
    COLOMBO,
    A,
    B,
    C,
    after,
    at_turn,
    fief,
    legal,
    now,
    pending,
    ring,
    started,
    with_court,
    with_public,
)


def _fallback(state, seat: int, kind: str):
    return ENGINE.fallback(view(state, seat), pending(state, seat, kind))


@pytest.mark.parametrize(
    ("locked", "expected"),
    [
        (None, SealPlan(INACTIVE, C)),
        (SealPlan(INACTIVE, C), SealPlan("hispania", B)),
        (SealPlan("francia", C, True), SealPlan(INACTIVE, B)),
        (SealPlan(INACTIVE, B), SealPlan("hispania", C)),
    ],
)
def test_fallback_plan(locked: SealPlan | None, expected: SealPlan) -> None:
    """Section 7.3: no privilege, C else B, the inactive card else the first of the emptiest regions."""
    state = with_court(started(3, COLOMBO), 0, locked=locked)
    assert _fallback(state, 0, "plan") == expected
    assert expected in legal(state, 0, "plan")


def test_fallback_counts_uncovered_sites() -> None:
    """Section 7.3: rings and fiefs cover; the emptiest region is taken."""
    state = with_court(started(3, COLOMBO), 0, locked=SealPlan(INACTIVE, C))
    state = with_public(state, pieces=(ring(1, "Toledo"), ring(1, "Paris")))
    assert _fallback(state, 0, "plan") == SealPlan("britannia", B)


def test_fallback_turn() -> None:
    """Section 7.3: donate, whatever would be possible."""
    assert _fallback(at_turn(30, B, "francia"), 0, "turn") == Donate()


def test_absent_seats_reach_the_end() -> None:
    """Section 7.3: a game of fallbacks is legal throughout, spends no ring and lasts twelve rounds."""
    state = started(3)
    while state.public.agenda:
        seat, kind = now(state)[0]
        state = after(state, seat, _fallback(state, seat, kind))
        ENGINE.check(state)
    assert state.public.round == 12
    assert [(court.rings, court.tally.donations) for court in state.public.courts] == [(6, 36)] * 3


def test_steward_plays_soundly_without_rings() -> None:
    """A seat kept by the steward spends no ring, takes points and beats the fallback."""
    scores = [0, 0]
    for number in range(5):
        state = started(2, key=bytes([number]) * 32)
        while state.public.agenda:
            seat, kind = now(state)[0]
            decider = ENGINE.steward if seat == 0 else ENGINE.fallback
            action = decider(view(state, seat), pending(state, seat, kind))
            assert not isinstance(action, HoldWedding)
            assert action in legal(state, seat, kind)
            state = after(state, seat, action)
        assert state.public.courts[0].rings == 6
        scores = [score + court.score for score, court in zip(scores, state.public.courts, strict=True)]
    assert scores[0] > scores[1]


def test_steward_donates_rather_than_score_less() -> None:
    """Nothing but plain hexes: the three points of the church are better."""
    state = at_turn(40, B, INACTIVE)
    best = ENGINE.steward(view(state, 0), pending(state, 0, "turn"))
    points = {after(state, 0, turn).public.courts[0].score for turn in legal(state, 0)}
    assert after(state, 0, best).public.courts[0].score == max(points)
    worthless = at_turn(30, B, "francia", pieces=[ring(0, city) for city in ("Paris", "Dijon", "Lyon", "Toulouse")])
    assert ENGINE.steward(view(worthless, 0), pending(worthless, 0, "turn")) == Donate()


@pytest.mark.parametrize(("points", "donates"), [(0, False), (9, False), (10, True), (99, True)])
def test_donate_below(points: int, donates: bool) -> None:
    """A standing order donates when no legal turn scores as much as it asks for."""
    state = at_turn(30, B, "francia")
    assert fief("Paris", "Dijon", "Lyon") in legal(state, 0)
    answer = ENGINE.policy(DonateBelow(points), view(state, 0), pending(state, 0, "turn"))
    assert answer == (Donate() if donates else Abstain("worth_playing"))


def test_standing_order_keeps_to_its_turn() -> None:
    """Plans are always asked, and an order says nothing before its turn."""
    order = decode(ENGINE.Policy, b'{"type":"DonateBelow","points":99}')
    state = at_turn(30, B, "francia")
    assert ENGINE.policy(order, view(state, 1), pending(state, 1, "turn")) == Abstain("not_at_turn")
    planning = started(2)
    assert ENGINE.policy(order, view(planning, 0), pending(planning, 0, "plan")) == Abstain("plans_are_asked")


def test_every_decider_is_legal_and_the_same_twice() -> None:
    """Along random games: fallback, bot and steward choose from the legal list, the same on every run."""
    chooser = random.Random(3)
    for seats in (2, 3, 4):
        state = started(seats, key=chooser.randbytes(32))
        while state.public.agenda:
            seat, kind = chooser.choice(now(state))
            seen, asked, choices = view(state, seat), pending(state, seat, kind), legal(state, seat, kind)
            for decider in (ENGINE.fallback, ENGINE.bot, ENGINE.steward):
                assert decider(seen, asked) in choices
                assert decider(seen, asked) == decider(seen, asked)
            state = after(state, seat, chooser.choice(choices))


def test_filed_turns_stay_complete() -> None:
    """What is legal when the place comes was listed when it could be filed."""
    chooser = random.Random(5)
    state = started(4, key=chooser.randbytes(32))
    filed: dict[tuple[int, int], list] = {}
    while state.public.agenda:
        for asked in ENGINE.pending(state.public):
            if asked.kind == "turn":
                filed.setdefault((asked.seat, state.public.round), list(ENGINE.legal(view(state, asked.seat), asked)))
        seat, kind = now(state)[0]
        choices = legal(state, seat, kind)
        if kind == "turn":
            assert set(choices) <= set(filed[seat, state.public.round])
        state = after(state, seat, chooser.choice(choices))


def test_actions_refuse_unknown_fields() -> None:
    """Bad input is refused when it is decoded."""
    for raw in (
        b'{"type":"SealPlan","region":"francia","action":"harbours","secret":1}',
        b'{"type":"SealPlan","region":"francia","action":"dance"}',
        b'{"type":"PlaceFief","cells":"all"}',
        b'{"type":"HoldWedding"}',
        b'{"type":"Surrender"}',
        b"[[[[]]]]",
    ):
        with pytest.raises(msgspec.ValidationError):
            decode(ENGINE.Action, raw)
    assert decode(ENGINE.Action, b'{"type":"PlaceFief","cells":[1,2,3]}') == PlaceFief((1, 2, 3))
    assert decode(ENGINE.Action, b'{"type":"SealPlan","region":"francia","action":"harbours"}') == SealPlan("francia", A)
