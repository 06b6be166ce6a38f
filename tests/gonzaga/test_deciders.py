"""The fallback of the deadline, the steward of absent seats and standing orders."""

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


@pytest.mark.parametrize(("points", "takes"), [(0, True), (9, True), (10, False), (99, False)])
def test_take_most(points: int, takes: bool) -> None:
    """A standing order takes the turn with most points at once if that is enough."""
    state = at_turn(30, B, "francia")
    answer = ENGINE.policy(TakeMost(points), view(state, 0), pending(state, 0, "turn"))
    if not takes:
        assert answer == Abstain("scores_too_little")
        return
    assert answer in legal(state, 0)
    assert after(state, 0, answer).public.courts[0].score == 9


def test_take_most_keeps_to_its_rings() -> None:
    """Two cities by wedding count only for an order that may lay two rings; of equals the fief keeps them."""
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
    """Of turns with as many points and rings the one with most cities of the own objective comes first."""
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
    """Behind its sealed plan the bot files a ranked list that begins with what it would play, none worse than a donation."""
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
    """Where nothing is worth more than three points the donation is all there is to file."""
    state = at_turn(30, B, "francia", pieces=[ring(0, city) for city in ("Paris", "Dijon", "Lyon", "Toulouse")])
    world, seen = ENGINE.world(state.public), view(state, 0)
    found = bot.wishes(world, seen, 0, SealPlan("francia", B))
    assert found[-1] == Donate()
    assert bot.turn(world, seen, 0, SealPlan("francia", B)) == found[0]


def test_filed_turns_keep_the_waits_below_two_a_round() -> None:
    """With four bots a round waits at most five times, and twice where turns are filed behind the plan; points stay alike."""
    series = Series("gonzaga", ENGINE.Options(), ("bot",) * 4, seed=1)
    asked, ordered = play_some(series, range(6)), play_some(series._replace(ordering=(True,) * 4), range(6))
    assert asked.waits <= 5 * asked.rounds
    assert ordered.waits <= 2 * ordered.rounds
    assert sum(ordered.scores) == pytest.approx(sum(asked.scores), rel=0.05)


def test_orders_alone_answer_turns_that_were_not_filed() -> None:
    """The usual orders save waits where nothing is filed, and play nothing but turns that score enough."""
    key, usual = nth_key(1, 0), ENGINE.orders(ENGINE.Options(), 4)
    asked = play_game(ENGINE, ENGINE.Options(), [ENGINE.bot] * 4, key)
    ordered = play_game(ENGINE, ENGINE.Options(), [ENGINE.bot] * 4, key, orders=[usual] * 4)
    assert ordered.waits < asked.waits


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
