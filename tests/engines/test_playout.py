"""Command-line tool that plays whole games: its figures, waits, queued turns and standing orders."""

import json
from functools import partial
from typing import Any

import msgspec
import pytest

from engines import playout, registry
from engines.contract import Abstain, Filed, Pending, Told, When
from engines.gonzaga.actions import Donate, PlaceFief
from engines.specimen import Specimen
from engines.specimen.actions import Decline, Hire, Join, Offer, Rest
from engines.specimen.policy import AlwaysDraw, JoinUpTo
from engines.waits import Waits
from tests.engines.walks import ENGINES

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)


def _figures(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    playout.main(arguments)
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    figures: dict[str, Any] = json.loads(out)
    assert figures.pop("moves_per_second") > 0
    return figures


@every_engine
def test_it_prints_the_figures_of_every_seat(engine: Any, capsys: pytest.CaptureFixture[str]) -> None:
    seats = engine.seat_range[-1]
    figures = _figures(capsys, engine.slug, "--seats", str(seats), "--games", "4", "--decider", "fallback")
    assert list(figures) == ["games", "moves_per_game", "waits_per_game", "rounds", "mean_score", "win_share"]
    assert figures["games"] == 4
    assert len(figures["mean_score"]) == len(figures["win_share"]) == seats
    assert sum(figures["win_share"]) == pytest.approx(1, abs=0.001)


def test_figures_depend_on_the_seed_and_not_on_the_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("specimen", "--seats", "3", "--games", "9", "--decider", "bot,random,random", "--seed")
    once = _figures(capsys, *arguments, "5")
    assert _figures(capsys, *arguments, "5", "--jobs", "2") == once
    assert _figures(capsys, *arguments, "6") != once


def test_orders_are_compared_with_the_same_games_without_them(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("specimen", "--seats", "3", "--games", "9", "--decider", "bot")
    without, ordered = _figures(capsys, *arguments), _figures(capsys, *arguments, "--orders")
    assert list(ordered) == [*without, "waits_without_orders", "mean_score_without_orders"]
    assert ordered["waits_without_orders"] == without["waits_per_game"] > ordered["waits_per_game"]
    assert ordered["mean_score_without_orders"] == without["mean_score"]
    assert _figures(capsys, *arguments, "--orders", "--jobs", "2") == ordered
    one = _figures(capsys, *arguments, "--orders", "0,1,0")
    assert without["waits_per_game"] > one["waits_per_game"] > ordered["waits_per_game"]
    assert _figures(capsys, *arguments, "--orders", "0") | without == _figures(capsys, *arguments, "--orders", "0,0,0")


def test_every_game_begins_with_the_habits_of_its_engine(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("specimen", "--seats", "3", "--games", "5", "--decider", "bot")
    asked = _figures(capsys, *arguments)
    assert _figures(capsys, *arguments, "--options", "habit=court")["waits_per_game"] < asked["waits_per_game"]


def test_options_are_read_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("specimen", "--seats", "2", "--games", "2", "--decider", "fallback", "--options")
    assert _figures(capsys, *arguments, "nights=1", "version=1")["rounds"] == 1.0
    assert _figures(capsys, *arguments, "nights=2")["rounds"] == 2.0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("chess", "'chess'"),
        ("specimen --seats 9", "number_of_seats"),
        ("specimen --seats two", "'two'"),
        ("specimen --games 0", "'0'"),
        ("specimen --jobs -1", "'-1'"),
        ("specimen --decider bot,clever", "no such decider: clever"),
        ("specimen --seats 3 --decider bot,bot", "2 deciders for 3 seats"),
        ("specimen --options nights", "'nights'"),
        ("specimen --options nights=99", "$.nights"),
        ("specimen --options moon=full", "moon"),
        ("specimen --seats 3 --orders 1,0", "2 orders for 3 seats"),
        ("specimen --orders yes", "'yes'"),
    ],
)
def test_bad_arguments_end_with_one_clear_line(arguments: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ending:
        playout.main(arguments.split())
    assert ending.value.code == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert words in shown.err


def test_a_record_replays_to_its_final_state() -> None:
    engine = registry.engine("specimen")
    record = playout.play_nth(playout.Series("specimen", engine.Options(), ("bot", "random"), 1), 0)
    steps = list(record.steps())
    assert len(steps) == len(record.moves) + 1
    assert steps[-1].state == record.final
    assert tuple(draw for step in steps for draw in step.draws) == record.draws


def test_the_check_sees_every_state() -> None:
    engine = registry.engine("specimen")
    seen: list[Any] = []
    record = playout.play_game(engine, engine.Options(), [engine.fallback] * 2, bytes(32), check=seen.append)
    assert seen == [step.state for step in record.steps()]


def _now(seat: int, key: str) -> Pending:
    return Pending(seat, "any", key)


SHOWN, UNSHOWN = (Told("drawn", reveals=True),), (Told("moved"),)


def test_all_asked_at_the_same_time_is_one_wait() -> None:
    waits, pending = Waits(), (_now(0, "a"), _now(1, "a"), Pending(2, "any", "a", When.AHEAD))
    for one in pending:
        waits.stand(one, pending)
        waits.moved(one.seat, UNSHOWN)
    assert waits.count == 1


def test_a_seat_going_on_with_its_own_draft_makes_no_wait_unless_it_was_shown_something() -> None:
    waits = Waits()
    for number, told in enumerate((UNSHOWN, SHOWN, (Told("drawn", (1,), True),), UNSHOWN)):
        waits.stand(_now(0, str(number)), (_now(0, str(number)),))
        waits.moved(0, told)
    assert waits.count == 2


def test_a_draft_that_asks_everybody_makes_the_others_a_wait() -> None:
    waits = Waits()
    waits.stand(_now(0, "turn"), (_now(0, "turn"),))
    waits.moved(0, UNSHOWN)
    everybody = (_now(0, "seal"), _now(1, "seal"), _now(2, "seal"))
    for one in everybody:
        waits.stand(one, everybody)
        waits.moved(one.seat, UNSHOWN)
    assert waits.count == 2


def test_what_may_be_answered_is_waited_for_only_once_it_must_be() -> None:
    waits = Waits()
    waits.stand(_now(1, "window"), (_now(1, "window"), Pending(0, "any", "turn", When.MAY)))
    waits.moved(1, UNSHOWN)
    waits.stand(_now(0, "turn"), (_now(0, "turn"),))
    assert waits.count == 2


def test_a_plan_makes_no_wait_and_ends_the_drafts_of_others() -> None:
    waits, turn = Waits(), (_now(1, "turn"),)
    waits.stand(_now(0, "offer"), (_now(0, "offer"),))
    waits.moved(0, UNSHOWN)
    waits.stand(_now(1, "relay"), (_now(1, "relay"),))
    waits.moved(1, UNSHOWN)
    waits.planned(0, UNSHOWN)
    waits.stand(turn[0], turn)
    assert waits.count == 3


def test_who_went_on_by_a_plan_goes_on_drafting_unless_others_came_between() -> None:
    for between, count in (((), 1), ((1,), 3)):
        waits = Waits()
        waits.stand(_now(0, "offer"), (_now(0, "offer"),))
        waits.moved(0, UNSHOWN)
        for seat in between:
            waits.stand(_now(seat, "relay"), (_now(seat, "relay"),))
            waits.moved(seat, UNSHOWN)
        waits.planned(0, UNSHOWN)
        waits.stand(_now(0, "stable"), (_now(0, "stable"),))
        assert waits.count == count


class _Courier:
    """Decider for Night Post that plays like the bot, but answers optional decisions with its plan.

    ``asked`` lists the other decisions.
    """

    def __init__(self, plan: Any) -> None:
        self.plan = plan
        self.asked: list[Pending] = []

    def __call__(self, seen: Any, asked: Pending) -> Any:
        if asked.when is When.MAY:
            return msgspec.structs.replace(self.plan, key=asked.key) if isinstance(self.plan, Filed) else self.plan
        self.asked.append(asked)
        return registry.engine("specimen").bot(seen, asked)


def _with_plan(plan: Any) -> tuple[_Courier, list[Any]]:
    """Play a night in which both couriers queue the same turn.

    Return the courier that first offered a letter, and the Hire and Rest actions of both couriers.
    """
    engine, couriers = registry.engine("specimen"), (_Courier(plan), _Courier(plan))
    record = playout.play_game(engine, engine.Options(nights=1), couriers, playout.nth_key(4, 0))
    horses = [move.action for move in record.moves if isinstance(move.action, Hire | Rest)]
    starter = next(move.seat for move in record.moves if isinstance(move.action, Offer))
    return couriers[starter], horses


def test_the_rest_of_a_turn_is_filed_and_played_when_its_place_comes() -> None:
    first, horses = _with_plan(Filed("", (Hire(4), Rest()), how="each"))
    assert horses[:2] == [Hire(4), Rest()]
    assert "stable" not in {asked.kind for asked in first.asked}


def test_who_orders_ahead_files_whatever_it_may_right_after_its_move() -> None:
    engine, key = registry.engine("gonzaga"), playout.nth_key(4, 0)
    asked: dict[int, list[tuple[str, When]]] = {0: [], 1: []}

    def decide(seen: Any, one: Pending) -> Any:
        asked[one.seat].append((one.kind, one.when))
        return engine.bot(seen, one)

    playout.play_game(engine, engine.Options(), [decide] * 2, key, filing=[0])
    assert ("turn", When.MAY) in asked[0]
    assert {when for _kind, when in asked[1]} == {When.NOW}
    filed = [at for at, one in enumerate(asked[0]) if one == ("turn", When.MAY)]
    assert {asked[0][at - 1] for at in filed} == {("plan", When.NOW)}
    assert len([one for one in asked[0] if one == ("turn", When.NOW)]) < len([one for one in asked[1] if one[0] == "turn"])


def test_a_ranked_list_gives_its_first_turn_that_can_be_played_or_its_seat_is_asked() -> None:
    engine, key = registry.engine("gonzaga"), playout.nth_key(4, 0)
    illegal, asked = PlaceFief((0,)), []

    def decide(seen: Any, one: Pending, *ranked: Any) -> Any:
        asked.append((one.kind, one.when))
        return Filed(one.key, ranked) if one.when is When.MAY else engine.fallback(seen, one)

    listed = partial(_filing, decide, (illegal, Donate()))
    with_list = playout.play_game(engine, engine.Options(), [listed] * 2, key, filing=[0, 1])
    turns = asked.count(("turn", When.NOW))
    asked.clear()
    playout.play_game(engine, engine.Options(), [partial(_filing, decide, (illegal,))] * 2, key, filing=[0, 1])
    assert asked.count(("turn", When.NOW)) > turns
    assert not any(isinstance(move.action, PlaceFief) for move in with_list.moves)


def _filing(decide: Any, ranked: tuple[Any, ...], seen: Any, one: Pending) -> Any:
    return decide(seen, one, *ranked)


def test_the_plans_of_the_bot_save_waits_and_change_nothing_else() -> None:
    engine, key = registry.engine("specimen"), playout.nth_key(4, 0)
    planned = playout.play_game(engine, engine.Options(), [engine.bot] * 2, key)
    asked = playout.play_game(engine, engine.Options(), [_Courier(Abstain("asked"))] * 2, key)
    assert planned.final == asked.final
    assert planned.waits < asked.waits


def test_a_plan_stops_at_its_first_illegal_step_and_its_seat_is_asked() -> None:
    first, horses = _with_plan(Filed("", (Hire(4), Hire(1), Hire(4)), how="each"))
    assert horses[0] == Hire(4)
    assert next(asked.key for asked in first.asked if asked.kind == "stable") == "stable/1/1"


def test_a_plan_may_end_in_the_fallback_and_a_single_action_is_one() -> None:
    for plan in (Rest(), Filed("", (Hire(1), Hire(4)), how="each", otherwise="fallback"), Filed("", (Hire(1), Rest()))):
        _first, horses = _with_plan(plan)
        assert horses == [Rest(), Rest()]


@every_engine
def test_what_an_engine_says_of_its_waits_is_what_a_few_games_of_bots_show(engine: Any) -> None:
    for seats in engine.seat_range:
        series = playout.Series(engine.slug, engine.Options(), ("bot",) * seats, seed=3)
        measured = playout.play_some(series, range(2)).waits / 2
        assert engine.waits(series.options, seats) == pytest.approx(measured, rel=0.25)


def test_what_an_order_answers_is_no_wait_and_disturbs_nobody_s_draft() -> None:
    waits = Waits()
    waits.stand(_now(0, "offer"), (_now(0, "offer"),))
    waits.moved(0, UNSHOWN)
    waits.ordered((Told("drawn", (1,), True),))
    waits.stand(_now(0, "stable"), (_now(0, "stable"),))
    assert waits.count == 1


def test_an_order_that_shows_something_ends_the_draft_of_who_sees_it() -> None:
    waits = Waits()
    waits.stand(_now(0, "offer"), (_now(0, "offer"),))
    waits.moved(0, UNSHOWN)
    waits.ordered(SHOWN)
    waits.stand(_now(0, "stable"), (_now(0, "stable"),))
    assert waits.count == 2


def _record_with(*orders: tuple[Any, ...]) -> playout.Record:
    engine = registry.engine("specimen")
    return playout.play_game(engine, engine.Options(), [engine.bot] * 3, playout.nth_key(4, 0), orders=orders)


def _answers(record: playout.Record, kinds: str) -> list[tuple[int, str]]:
    return [(move.seat, type(move.action).__name__) for move in record.moves if type(move.action).__name__ in kinds.split()]


def test_orders_answer_before_a_decider_is_asked() -> None:
    without, ordered = _record_with(), _record_with((), (JoinUpTo(0),), (JoinUpTo(0),))
    assert (1, "Join") in _answers(without, "Join")
    assert (1, "Join") not in _answers(ordered, "Join")
    assert (0, "Join") in _answers(ordered, "Join")
    assert list(ordered.steps())[-1].state == ordered.final


def test_of_several_orders_the_first_that_speaks_answers() -> None:
    record = _record_with(*[(AlwaysDraw("town"), AlwaysDraw("court"))] * 3)
    bags = {move.action.bag for move in record.moves if type(move.action).__name__ == "DrawFrom"}
    assert bags == {"town"}


class _Saying(Specimen):
    """Night Post with standing orders that are used directly as the answer to every relay."""

    def policy(self, order: Any, seen: Any, pending: Pending) -> Any:
        return order if pending.kind == "relay" else Abstain("no_order")


@pytest.mark.parametrize(
    ("orders", "answers"),
    [
        ((Abstain("no_order"), Decline()), {"Decline"}),
        ((Abstain("asked", asks=True), Decline()), {"Join"}),
        ((Join(9), Decline()), {"Decline"}),
        ((Filed("relay", (Join(9), Decline())), Join(1)), {"Decline"}),
        ((Filed("relay", (Join(9), Join(8))),), {"Join"}),
    ],
)
def test_the_first_answer_that_can_be_played_counts_unless_an_order_asks(orders: tuple[Any, ...], answers: set[str]) -> None:
    engine = _Saying()
    record = playout.play_game(engine, engine.Options(), [engine.bot] * 2, playout.nth_key(4, 0), orders=[orders] * 2)
    assert {answer for _seat, answer in _answers(record, "Join Decline")} == answers


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("nights", [1, 2, 3, 4])
def test_a_longer_game_waits_more_often(seats: int, nights: int) -> None:
    engine = registry.engine("specimen")
    series = playout.Series("specimen", engine.Options(nights=nights), ("bot",) * seats, seed=3)
    measured = playout.play_some(series, range(10)).waits / 10
    assert engine.waits(series.options, seats) == pytest.approx(measured, rel=0.25)
