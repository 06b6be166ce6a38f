"""Bot of Principato: its preferences, its fairness, and its results against random play."""

import pytest

from engines import playout
from engines.contract import Abstain, Filed, When, encode, view
from engines.principato import ENGINE
from engines.principato.actions import BuildTiles, CreateCulture, Cubes, EndTurn, ExchangeCard, FeedUnits, ReleaseUnits
from engines.principato.state import Principality, State
from tests.principato.positions import after, bare, own, pending, position, realm
from tests.principato.scorings import before_extra, before_year_end, ended, scoring

PAINTER = "paint_painting"


def decided(state: State, seat: int = 0, kind: str = "turn") -> object:
    """Return the bot's answer to a decision of a seat."""
    return ENGINE.bot(view(state, seat), pending(state, seat, kind))


def turn_of(state: State, seat: int = 0) -> list[object]:
    """Return all actions of the bot's turn, except the end of the turn."""
    found: list[object] = []
    while (action := decided(state, seat)) != EndTurn():
        found.append(action)
        state = after(state, seat, action)
    return found


def last_turn(*realms: Principality, **facts: object) -> State:
    """Return a position in which this turn is followed only by the last scoring."""
    return before_year_end(*realms, year=3, **facts)


def test_wins_against_random_play() -> None:
    """The bot wins at least nineteen of twenty two-seat games with alternating seats."""
    wins = 0
    for number in range(20):
        key, bot = playout.nth_key(1, number), number % 2
        deciders = [playout.decider("random", ENGINE, key)] * 2
        deciders[bot] = ENGINE.bot
        record = playout.play_game(ENGINE, ENGINE.Options(), deciders, key)
        wins += record.outcome.ranking[0] == (bot,)
    assert wins >= 19


def test_takes_the_most_points_of_its_last_turn() -> None:
    """The bot makes a painting and a book rather than two of a kind, and takes the most valuable tiles left."""
    rich = bare(PAINTER, "write_book", banks=3, farms=2, money=5, food=4)
    done = turn_of(last_turn(rich))
    assert {type(action) for action in done} == {CreateCulture}
    assert sorted(action.points for action in done if isinstance(action, CreateCulture)) == [5, 7]


def test_fetches_a_card_to_use_it_at_once() -> None:
    """The bot plans both actions together: it exchanges for the painter, then paints."""
    poor = bare("build_farm", "build_bank", banks=3, money=5)
    state = last_turn(poor, display=("harvest", PAINTER))
    exchange, painting = turn_of(state)
    assert isinstance(exchange, ExchangeCard)
    assert state.public.display[exchange.take] == PAINTER
    assert isinstance(painting, CreateCulture)


def test_spends_proper_cubes_before_favour() -> None:
    state = last_turn(bare(PAINTER, "build_farm", banks=3, money=4, favour=3))
    assert turn_of(state)[0] == CreateCulture(card=0, offer=0, pay=Cubes(money=4, favour=1), points=7)


@pytest.mark.parametrize(
    ("goals", "kind"),
    [(("bulwark", "villa"), "book"), (("bulwark", "chapel"), "monument")],
)
def test_pursues_its_goals(goals: tuple[str, str], kind: str) -> None:
    """The bot has a painting and cubes for one more culture tile, and makes the tile that completes its set."""
    patron = bare("write_book", "carve_monument", farms=2, food=4, paintings=(7,), favour=0, money=1)
    state = last_turn(patron, goals=(goals, ("armoury", "town_hall")))
    assert [len(own(after(state, 0, turn_of(state)[0])).culture(each)) for each in ("monument", "book")] == [
        kind == "monument",
        kind == "book",
    ]


def test_arms_itself_before_a_scoring() -> None:
    """In its last turn the bot builds two catapults rather than a farm, and they win the scoring."""
    state = last_turn(bare("build_catapult_y3", "build_farm", food=2, money=1), bare(catapults=1))
    assert turn_of(state)[0] == BuildTiles(card=0, offer=1, pay=Cubes(food=2, money=1))


def test_ends_its_turn_when_nothing_is_left_to_gain() -> None:
    assert decided(last_turn(bare("build_farm", "build_bank"), done=2)) == EndTurn()


def test_feeds_no_more_than_it_takes() -> None:
    """In the last scoring two catapults and one supplied militia suffice. The bot keeps two cubes for a tie-break."""
    strong = bare(farms=2, food=3, militia=3, catapults=2)
    assert decided(ended(last_turn(strong, bare(catapults=0))).state, kind="feed") == FeedUnits(food=1)


def test_feeds_nothing_that_is_no_use() -> None:
    """The bot supplies no unit, since one supplied militia cannot beat three catapults."""
    state = scoring(bare(food=1, militia=1), bare(catapults=3), year=3)
    assert decided(state, kind="feed") == FeedUnits()


def test_feeds_for_the_first_place() -> None:
    state = ended(last_turn(bare(farms=1, food=2, militia=2), bare(catapults=1))).state
    assert decided(state, kind="feed") == FeedUnits(food=2)


def test_fears_those_who_decide_later() -> None:
    """The opponent can still supply two condottieri, so the bot must supply three units to stay ahead."""
    mine, theirs = bare(farms=2, food=3, militia=3), bare(banks=1, money=2, condottieri=2)
    state = ended(last_turn(mine, theirs)).state
    assert decided(state, kind="feed") == FeedUnits(food=3)


def test_gives_back_whom_it_cannot_feed() -> None:
    """T-8: a second scoring follows straight away, with food for only one of two militia, so the bot gives one back."""
    state = before_extra(bare(farms=2, food=3, militia=2), bare(catapults=1), rest=())
    state = after(ended(state).state, 0, FeedUnits(food=2))
    assert decided(state, kind="release") == ReleaseUnits(militia=1)


def test_keeps_whom_it_can_feed() -> None:
    """T-8: a second scoring follows with food for both militia, so the bot keeps both."""
    state = before_extra(bare(farms=2, food=4, militia=2), bare(catapults=1), rest=())
    state = after(ended(state).state, 0, FeedUnits(food=2))
    assert decided(state, kind="release") == ReleaseUnits()


def test_knows_no_secret() -> None:
    """The bot gives the same answer in four worlds that it cannot distinguish from the true one."""
    state = position(realm("harvest", "build_bank", food=2, favour=2), seats=3)
    seen, turn = view(state, 0), pending(state, 0)
    answers = {encode(ENGINE.bot(view(ENGINE.imagine(seen, bytes([number])), 0), turn)) for number in range(4)}
    assert answers == {encode(ENGINE.bot(seen, turn))}


def test_fears_all_alike_in_a_sealed_feeding() -> None:
    """The bot gives the same answer before and after another player has sealed an answer."""
    men = [bare(farms=2, food=3, militia=3), bare(banks=1, money=2, condottieri=2)]
    state = ended(before_extra(*men, feeding="sealed")).state
    before = decided(state, kind="feed")
    assert decided(after(state, 1, FeedUnits(money=1)), kind="feed") == before


@pytest.mark.parametrize("feeding", ["in_order", "sealed"])
def test_answers_legally(feeding: str) -> None:
    """In a whole game of bots, the bot answers legally, and abstains only from optional decisions."""

    def check(state: State) -> None:
        for one in ENGINE.pending(state.public):
            seen = view(state, one.seat)
            match ENGINE.bot(seen, one):
                case Abstain():
                    assert one.when is When.MAY
                case answer:
                    first = answer.actions[0] if isinstance(answer, Filed) else answer
                    assert first in list(ENGINE.legal(seen, one))

    record = playout.play_game(ENGINE, ENGINE.Options(feeding=feeding), [ENGINE.bot] * 3, playout.nth_key(2, 0), check=check)
    assert len(record.final.public.scorings) == 5
