"""Reading of finished games: exact sums, luck without bias, costly decisions, and what a seat may not know."""

from collections.abc import Callable
from functools import cache
from statistics import fmean, stdev
from typing import Any

import pytest
from msgspec.structs import replace

from engines import registry
from engines.contract import Engine, Pending, Step, When, decode, encode, view
from engines.playout import nth_key
from engines.search import reading
from engines.search.examining import NONE, Examiner, Loss
from engines.search.reading import Better, Made, NotOver, NoValue, Reading, Terms, largest, read, split
from engines.search.values import Value, value_of
from tests.engines.walks import Setup, options_of, spread

GAMES = [engine for engine in registry.engines() if value_of(engine.slug) is not None]
KEY = b"\1" * 32
every_game = pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)

type Record = tuple[list[Step[Any, Any]], list[Made]]


def setup_of(engine: Engine, seats: int) -> Setup:
    return Setup(engine.slug, options_of(engine)[0], seats, seats)


@cache
def bots_game(setup: Setup) -> Record:
    """Return the record of a game of bots."""
    engine, steps, moves = setup.engine, [setup.start()], list[Made]()
    while due := [decision for decision in engine.pending(steps[-1].state.public) if decision.when is When.NOW]:
        decision, state = min(due, key=lambda decision: decision.seat), steps[-1].state
        moves.append(Made(decision.seat, decision.key, engine.bot(view(state, decision.seat), decision)))
        steps.append(engine.apply(state, decision.seat, moves[-1].action))
    return steps, moves


def total(terms: Terms) -> float:
    return terms.own + terms.others + terms.luck + terms.known


@every_game
def test_the_sums_of_every_seat_make_up_the_way_from_the_first_expectation_to_the_result(engine: Engine) -> None:
    for seats in engine.seat_range:
        steps, moves = bots_game(setup_of(engine, seats))
        found = read(engine, steps, moves, KEY, stop=lambda: True)
        outcome = engine.outcome(steps[-1].state.public)
        assert outcome is not None
        winners = outcome.ranking[0]
        assert found.shares[-1] == tuple((seat in winners) / len(winners) for seat in range(seats))
        assert found.points[-1] == outcome.scores
        assert len(found.shares) == len(found.points) == len(moves) + 1
        assert len(found.luck) == len(found.losses) == len(moves)
        for seat in range(seats):
            way = found.shares[-1][seat] - found.shares[0][seat]
            assert total(found.terms[seat]) == pytest.approx(way, abs=1e-9)
            way_in_points = found.points[-1][seat] - found.points[0][seat]
            assert total(found.point_terms[seat]) == pytest.approx(way_in_points, abs=1e-9)
            assert sum(luck[seat] for luck in found.luck) == pytest.approx(found.terms[seat].luck, abs=1e-9)
        assert decode(Reading, encode(found)).shares == found.shares


def test_a_game_without_a_value_and_a_game_that_is_not_over_are_refused() -> None:
    for slug in registry.SPECIMENS:
        engine = registry.engine(slug)
        with pytest.raises(NoValue, match=slug):
            read(engine, *bots_game(setup_of(engine, engine.seat_range[0])), KEY)
    engine = GAMES[0]
    steps, moves = bots_game(setup_of(engine, 2))
    with pytest.raises(NotOver, match=engine.slug):
        read(engine, steps[:-1], moves[:-1], KEY)


def counted(most: int) -> Callable[[], bool]:
    """Return a ``stop`` that ends the examination after this many imagined games."""
    asked = iter(range(most))
    return lambda: next(asked, None) is None


def value_for(engine: Engine) -> Value:
    value = value_of(engine.slug)
    assert value is not None
    return value


@every_game
def test_a_move_draws_nothing_before_its_first_revelation(engine: Engine) -> None:
    steps, _moves = bots_game(setup_of(engine, 2))
    assert all(step.certain is not None for step in steps[1:] if step.draws)


def test_a_decision_ends_right_before_the_first_revelation() -> None:
    engine = registry.engine("gonzaga")
    steps, moves = bots_game(setup_of(engine, 2))
    sealed = [index for index, move in enumerate(moves) if move.key.startswith("plan") and steps[index + 1].certain is not None]
    for index in sealed:
        for each in split(engine, value_for(engine), steps[index].state, moves[index], steps[index + 1], KEY):
            assert each.decision == (0, 0)
            assert each.known.points != 0


def test_luck_has_the_mean_zero_over_other_draws() -> None:
    engine, lucks = registry.engine("zena1814"), list[float]()
    steps, moves = bots_game(setup_of(engine, 2))
    drawn = [index for index, move in enumerate(moves) if move.key.startswith("draw") and move.action.deck == "goal"]
    for index in spread(drawn, 5):
        before, move = steps[index].state, moves[index]
        for number in range(20):
            other = engine.apply(engine.redraw(before, nth_key(index, number)), move.seat, move.action)
            luck = split(engine, value_for(engine), before, move, other, nth_key(-index, number))[move.seat].luck
            lucks.append(luck.points)
    assert stdev(lucks) > 0.1
    assert abs(fmean(lucks)) < 3 * stdev(lucks) / len(lucks) ** 0.5


def _decision(engine: Engine, state: Any, move: Made) -> Pending:
    return next(each for each in engine.pending(state.public) if (each.seat, each.key) == (move.seat, move.key))


def _is_wide(engine: Engine, state: Any, move: Made) -> bool:
    return len(list(engine.legal(view(state, move.seat), _decision(engine, state, move)))) > 5


@every_game
def test_a_blunder_is_found_and_the_better_action_is_not_scolded(engine: Engine) -> None:
    steps, moves = bots_game(setup_of(engine, 2))
    examiner = Examiner(engine, value_for(engine), lambda: False)
    index = next(
        index
        for index, move in enumerate(moves)
        if 3 * index > len(moves) and move.key.startswith("turn") and _is_wide(engine, steps[index].state, move)
    )
    state, move = steps[index].state, moves[index]
    seen, pending = view(state, move.seat), _decision(engine, state, move)
    blunder = min(
        spread(list(engine.legal(seen, pending)), 40),
        key=lambda action: value_for(engine).expected(view(engine.apply(state, move.seat, action).state, move.seat), move.seat),
    )
    loss = examiner.loss(seen, pending, blunder, KEY, 64)
    assert loss.share > loss.error > 0 or loss.share > 0.05
    assert loss.points > 0
    assert loss.actions[0] != blunder
    assert examiner.loss(seen, pending, loss.actions[0], KEY, 64) == NONE


def test_a_game_imagines_few_games_although_every_decision_is_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_FULL", 3)
    engine, asked = registry.engine("gonzaga"), list[bool]()
    steps, moves = bots_game(setup_of(engine, 2))
    found = read(engine, steps, moves, KEY, lambda: bool(asked.append(False)), simulations=40)
    assert 40 < len(asked) <= 120
    assert None not in found.losses


@every_game
def test_what_others_hold_changes_no_loss(engine: Engine) -> None:
    steps, moves = bots_game(setup_of(engine, 2))
    worlds = [engine.imagine(view(step.state, move.seat), KEY) for step, move in zip(steps, moves, strict=False)]
    exchanged = [replace(step, state=world) for step, world in zip(steps, worlds, strict=False)]
    assert sum(one.state.hands != other.state.hands for one, other in zip(steps, exchanged, strict=False)) > 5
    first, second = (
        read(engine, record, moves, KEY, counted(48), simulations=16) for record in (steps, [*exchanged, steps[-1]])
    )
    assert (first.losses, first.better) == (second.losses, second.better)
    assert len([loss for loss in first.losses if loss is not None]) > 2


def test_a_reading_that_is_stopped_has_the_losses_so_far_and_everything_else() -> None:
    engine = registry.engine("gonzaga")
    record, done = bots_game(setup_of(engine, 2)), list[tuple[int, int]]()
    short = read(engine, *record, KEY, counted(60), lambda *each: done.append(each), simulations=24)
    longer = read(engine, *record, KEY, counted(200), simulations=24)
    examined = len([loss for loss in short.losses if loss is not None])
    assert 1 < examined < len([loss for loss in longer.losses if loss is not None])
    assert short.losses == (*longer.losses[:examined], *[None] * (len(record[1]) - examined))
    assert short.better == tuple(better for better in longer.better if better.index < examined) != ()
    assert (short.shares, short.points, short.luck) == (longer.shares, longer.points, longer.luck)
    assert (short.terms, short.point_terms) == (longer.terms, longer.point_terms)
    assert done == [(number, len(record[1])) for number in range(1, len(record[1]) + 1)]


def test_an_answer_that_its_seat_replaced_is_not_examined() -> None:
    engine = registry.engine("gonzaga")
    steps, moves = bots_game(setup_of(engine, 2))
    index, final = next(each for each in enumerate(moves) if each[1].key.startswith("plan"))
    state = steps[index].state
    others = (
        action for action in engine.legal(view(state, final.seat), _decision(engine, state, final)) if action != final.action
    )
    replaced = final._replace(action=next(others))
    sealed = engine.apply(state, final.seat, replaced.action)
    record = [*steps[: index + 1], sealed, *steps[index + 1 :]], [*moves[:index], replaced, *moves[index:]]
    found = read(engine, *record, KEY, counted(30), simulations=16)
    assert found.losses[index] is None
    assert found.losses[index + 1] is not None


def test_the_largest_losses_of_each_seat_are_kept_in_the_order_of_moves() -> None:
    moves = [Made(index % 2, f"turn/{index}", index) for index in range(20)]
    losses = [Loss(0.01 * index, 1.0, 0.0, (index, index)) if index % 5 else NONE for index in range(20)]
    kept = largest(moves, [*losses[:19], None])
    assert [better.index for better in kept] == [7, 8, 9, 11, 12, 13, 14, 16, 17, 18]
    assert kept[0] == Better(7, 1, 0.07, 1.0, 0.0, kept[0].actions)
    assert [decode(int, bytes(action)) for action in kept[0].actions] == [7, 7]
