"""The bot: what it values, that it is fair, and how it does against random play."""

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
    """What the bot answers."""
    return ENGINE.bot(view(state, seat), pending(state, seat, kind))


def turn_of(state: State, seat: int = 0) -> list[object]:
    """All the bot does in its turn, its end left out."""
    found: list[object] = []
    while (action := decided(state, seat)) != EndTurn():
        found.append(action)
        state = after(state, seat, action)
    return found


def last_turn(*realms: Principality, **facts: object) -> State:
    """Nothing but the last scoring follows this turn."""
    return before_year_end(*realms, year=3, **facts)


def test_wins_against_random_play() -> None:
    """Every one of twenty two-seat games but one at most, changing seats."""
    wins = 0
    for number in range(20):
        key, bot = playout.nth_key(1, number), number % 2
        deciders = [playout.decider("random", ENGINE, key)] * 2
        deciders[bot] = ENGINE.bot
        record = playout.play_game(ENGINE, ENGINE.Options(), deciders, key)
        wins += record.outcome.ranking[0] == (bot,)
    assert wins >= 19


def test_takes_the_most_points_of_its_last_turn() -> None:
    """A painting and a book rather than either twice, and the most valuable that are left."""
    rich = bare(PAINTER, "write_book", banks=3, farms=2, money=5, food=4)
    done = turn_of(last_turn(rich))
    assert {type(action) for action in done} == {CreateCulture}
    assert sorted(action.points for action in done if isinstance(action, CreateCulture)) == [5, 7]


def test_fetches_a_card_to_use_it_at_once() -> None:
    """The second action is seen with the first: exchange for the painter, then paint."""
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
    """With a painting and cubes for one more culture tile, it makes the one that completes its set."""
    patron = bare("write_book", "carve_monument", farms=2, food=4, paintings=(7,), favour=0, money=1)
    state = last_turn(patron, goals=(goals, ("armoury", "town_hall")))
    assert [len(own(after(state, 0, turn_of(state)[0])).culture(each)) for each in ("monument", "book")] == [
        kind == "monument",
        kind == "book",
    ]


def test_arms_itself_before_a_scoring() -> None:
    """Nothing else can be bought in its last turn: catapults win the scoring."""
    state = last_turn(bare("build_catapult_y3", "build_farm", food=2, money=1), bare(catapults=1))
    assert turn_of(state)[0] == BuildTiles(card=0, offer=1, pay=Cubes(food=2, money=1))


def test_ends_its_turn_when_nothing_is_left_to_gain() -> None:
    assert decided(last_turn(bare("build_farm", "build_bank"), done=2)) == EndTurn()


def test_feeds_no_more_than_it_takes() -> None:
    """The last scoring: two catapults and a fed militia are enough, the other cube counts in a tie."""
    strong = bare(farms=2, food=3, militia=3, catapults=2)
    assert decided(ended(last_turn(strong, bare(catapults=0))).state, kind="feed") == FeedUnits(food=1)


def test_feeds_nothing_that_is_no_use() -> None:
    """One fed militia beats no three catapults."""
    state = scoring(bare(food=1, militia=1), bare(catapults=3), year=3)
    assert decided(state, kind="feed") == FeedUnits()


def test_feeds_for_the_first_place() -> None:
    state = ended(last_turn(bare(farms=1, food=2, militia=2), bare(catapults=1))).state
    assert decided(state, kind="feed") == FeedUnits(food=2)


def test_fears_those_who_decide_later() -> None:
    """Two condottieri of the other may still be fed: it takes three of its own to be ahead of them."""
    mine, theirs = bare(farms=2, food=3, militia=3), bare(banks=1, money=2, condottieri=2)
    state = ended(last_turn(mine, theirs)).state
    assert decided(state, kind="feed") == FeedUnits(food=3)


def test_gives_back_whom_it_cannot_feed() -> None:
    """T-8: a second scoring follows at once, and there is food for one of two militia."""
    state = before_extra(bare(farms=2, food=3, militia=2), bare(catapults=1), rest=())
    state = after(ended(state).state, 0, FeedUnits(food=2))
    assert decided(state, kind="release") == ReleaseUnits(militia=1)


def test_keeps_whom_it_can_feed() -> None:
    """T-8 with food for both."""
    state = before_extra(bare(farms=2, food=4, militia=2), bare(catapults=1), rest=())
    state = after(ended(state).state, 0, FeedUnits(food=2))
    assert decided(state, kind="release") == ReleaseUnits()


def test_knows_no_secret() -> None:
    """The same answer in every world it cannot tell apart, and the same twice."""
    state = position(realm("harvest", "build_bank", food=2, favour=2), seats=3)
    seen, turn = view(state, 0), pending(state, 0)
    answers = {encode(ENGINE.bot(view(ENGINE.imagine(seen, bytes([number])), 0), turn)) for number in range(4)}
    assert answers == {encode(ENGINE.bot(seen, turn))}


def test_fears_all_alike_in_a_sealed_feeding() -> None:
    """What another has sealed is as unknown as what another has not decided."""
    men = [bare(farms=2, food=3, militia=3), bare(banks=1, money=2, condottieri=2)]
    state = ended(before_extra(*men, feeding="sealed")).state
    before = decided(state, kind="feed")
    assert decided(after(state, 1, FeedUnits(money=1)), kind="feed") == before


@pytest.mark.parametrize("feeding", ["in_order", "sealed"])
def test_answers_legally(feeding: str) -> None:
    """In a game of bots, whoever is asked and however urgently."""

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
