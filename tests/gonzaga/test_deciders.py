"""Default moves, the steward of absent seats, standing orders, and turns that the bot queues."""

import random

import msgspec
import pytest

from engines.contract import Abstain, Filed, decode, view
from engines.gonzaga import ENGINE, bot
from engines.gonzaga.actions import INACTIVE, Donate, HoldWedding, PlaceFief, SealPlan, rings_laid
from engines.gonzaga.board import mask
from engines.gonzaga.policy import DonateBelow, TakeMost
from engines.gonzaga.scoring import covered_by
from engines.gonzaga.state import Hand
from engines.playout import Series, nth_key, play_game, play_some
from tests.gonzaga.positions import (
    BOARD,
    COLOMBO,
    CONTENT,
    A,
    B,
    C,
    after,
    at_turn,
    fief,
    legal,
    now,
    pending,
    replace,
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
    """Section 7.3: the default plan has no privilege.

    Its action is C, or B if C is locked. Its region is the inactive card, or if that is locked the first region with the most
    uncovered sites.
    """
    state = with_court(started(3, COLOMBO), 0, locked=locked)
    assert _fallback(state, 0, "plan") == expected
    assert expected in legal(state, 0, "plan")


def test_fallback_counts_uncovered_sites() -> None:
    """Section 7.3: sites under fiefs and rings count as covered. The region with the most uncovered sites is planned."""
    state = with_court(started(3, COLOMBO), 0, locked=SealPlan(INACTIVE, C))
    state = with_public(state, pieces=(ring(1, "Toledo"), ring(1, "Paris")))
    assert _fallback(state, 0, "plan") == SealPlan("britannia", B)


def test_fallback_turn() -> None:
    """Section 7.3: the default turn is a donation, even if a fief can be placed."""
    assert _fallback(at_turn(30, B, "francia"), 0, "turn") == Donate()


def test_absent_seats_reach_the_end() -> None:
    """Section 7.3: a game of default moves is legal throughout, uses no ring and lasts twelve rounds."""
    state = started(3)
    while state.public.agenda:
        seat, kind = now(state)[0]
        state = after(state, seat, _fallback(state, seat, kind))
        ENGINE.check(state)
    assert state.public.round == 12
    assert [(court.rings, court.tally.donations) for court in state.public.courts] == [(6, 36)] * 3


def test_steward_plays_soundly_without_rings() -> None:
    """A seat played by the steward uses no ring, and scores more in five games than default moves."""
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
    """The steward prefers a donation for three points to a fief on plain hexes."""
    state = at_turn(40, B, INACTIVE)
    best = ENGINE.steward(view(state, 0), pending(state, 0, "turn"))
    points = {after(state, 0, turn).public.courts[0].score for turn in legal(state, 0)}
    assert after(state, 0, best).public.courts[0].score == max(points)
    worthless = at_turn(30, B, "francia", pieces=[ring(0, city) for city in ("Paris", "Dijon", "Lyon", "Toulouse")])
    assert ENGINE.steward(view(worthless, 0), pending(worthless, 0, "turn")) == Donate()


@pytest.mark.parametrize(("points", "donates"), [(0, False), (9, False), (10, True), (99, True)])
def test_donate_below(points: int, donates: bool) -> None:
    """A standing order donates if no legal turn scores the order's minimum."""
    state = at_turn(30, B, "francia")
    assert fief("Paris", "Dijon", "Lyon") in legal(state, 0)
    answer = ENGINE.policy(DonateBelow(points), view(state, 0), pending(state, 0, "turn"))
    assert answer == (Donate() if donates else Abstain("worth_playing"))


def test_standing_order_keeps_to_its_turn() -> None:
    """An order to donate seals no plan, and gives no answer before its seat's turn."""
    order = decode(ENGINE.Policy, b'{"type":"DonateBelow","points":99}')
    state = at_turn(30, B, "francia")
    assert ENGINE.policy(order, view(state, 1), pending(state, 1, "turn")) == Abstain("not_at_turn")
    planning = started(2)
    assert ENGINE.policy(order, view(planning, 0), pending(planning, 0, "plan")) == Abstain("plans_are_asked")


@pytest.mark.parametrize(("points", "takes"), [(0, True), (9, True), (10, False), (99, False)])
def test_take_most(points: int, takes: bool) -> None:
    """A standing order plays the turn with the most immediate points, if it scores the minimum."""
    state = at_turn(30, B, "francia")
    answer = ENGINE.policy(TakeMost(points), view(state, 0), pending(state, 0, "turn"))
    if not takes:
        assert answer == Abstain("scores_too_little")
        return
    assert answer in legal(state, 0)
    assert after(state, 0, answer).public.courts[0].score == 9


def test_take_most_keeps_to_its_rings() -> None:
    """An order with a limit of two rings covers two cities with a Wedding. A lower limit excludes it.

    Among turns of equal points the order takes the one with the fewest rings.
    """
    pieces = [ring(1, city) for city in ("Paris", "Dijon")]
    state = at_turn(30, C, "francia", pieces=pieces)
    best = {}
    for most in (0, 1, 2):
        best[most] = ENGINE.policy(TakeMost(0, most), view(state, 0), pending(state, 0, "turn"))
        laid = [each for each in legal(state, 0) if rings_laid(each) <= most]
        assert best[most] in laid
        points = {each: after(state, 0, each).public.courts[0].score for each in laid}
        assert points[best[most]] == max(points.values())
        assert rings_laid(best[most]) == min(rings_laid(each) for each in laid if points[each] == max(points.values()))


def test_take_most_prefers_the_objective_among_equals() -> None:
    """Among turns with equal points and rings the order prefers the one with most cities of the seat's objective."""
    state = at_turn(30, C, "britannia")
    chosen = set()
    for objective in CONTENT.objectives:
        mine = replace(state, hands=(Hand(objective.id), *state.hands[1:]))
        found, wanted = ENGINE.policy(TakeMost(3), view(mine, 0), pending(mine, 0, "turn")), BOARD.objectives[objective.id]
        points = after(mine, 0, found).public.courts[0].score
        fiefs = [each for each in legal(mine, 0) if isinstance(each, PlaceFief)]
        equals = [each for each in fiefs if after(mine, 0, each).public.courts[0].score == points]
        assert (_bits(found) & wanted).bit_count() == max((_bits(each) & wanted).bit_count() for each in equals)
        chosen.add(found)
    assert len(chosen) > 1


def _bits(turn) -> int:
    return mask(covered_by(turn))


def test_the_bot_files_its_best_turns_first() -> None:
    """After sealing a plan the bot queues a ranked list of turns.

    The best turn comes first, and all listed turns are legal and different.
    """
    state = after(started(3), 0, ENGINE.bot(view(started(3), 0), pending(started(3), 0, "plan")))
    seen, asked = view(state, 0), pending(state, 0, "turn")
    filed = ENGINE.bot(seen, asked)
    assert isinstance(filed, Filed)
    assert (filed.key, filed.how, filed.otherwise) == (asked.key, "first", "ask")
    assert 1 < len(filed.actions) <= bot.MOST_WISHES
    assert len(set(filed.actions)) == len(filed.actions)
    assert set(filed.actions) <= set(legal(state, 0))
    assert filed.actions[0] == bot.turn(ENGINE.world(state.public), seen, 0, seen.hand.plan)


def test_a_list_that_ends_early_ends_with_the_donation() -> None:
    """The list ends with the donation if the bot values few turns more highly."""
    state = at_turn(30, B, "francia", pieces=[ring(0, city) for city in ("Paris", "Dijon", "Lyon", "Toulouse")])
    world, seen = ENGINE.world(state.public), view(state, 0)
    found = bot.wishes(world, seen, 0, SealPlan("francia", B))
    assert found[-1] == Donate()
    assert bot.turn(world, seen, 0, SealPlan("francia", B)) == found[0]


def test_filed_turns_keep_the_waits_below_two_a_round() -> None:
    """Four bots make at most five waits per round, or two with queued turns.

    The total score differs by at most 5 per cent.
    """
    series = Series("gonzaga", ENGINE.Options(), ("bot",) * 4, seed=1)
    asked, ordered = play_some(series, range(6)), play_some(series._replace(ordering=(True,) * 4), range(6))
    assert asked.waits <= 5 * asked.rounds
    assert ordered.waits <= 2 * ordered.rounds
    assert sum(ordered.scores) == pytest.approx(sum(asked.scores), rel=0.05)


def test_orders_alone_answer_turns_that_were_not_filed() -> None:
    """The usual orders reduce waits when no turns are queued."""
    key, usual = nth_key(1, 0), ENGINE.orders(ENGINE.Options(), 4)
    asked = play_game(ENGINE, ENGINE.Options(), [ENGINE.bot] * 4, key)
    ordered = play_game(ENGINE, ENGINE.Options(), [ENGINE.bot] * 4, key, orders=[usual] * 4)
    assert ordered.waits < asked.waits


def test_every_decider_is_legal_and_the_same_twice() -> None:
    """Default moves, bot and steward choose legal actions in random games, and repeat their choice on every call."""
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
    """In a random game every turn that becomes legal was listed when it could first be queued."""
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
    """Actions with unknown types, fields or values, or without their fields, are refused by the decoder."""
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
