"""Texts of Principato: refusals, the log, cards and their effects, goals, and secrets."""

import ast
import random
from pathlib import Path
from typing import Any, get_args

import pytest
from django.template.loader import render_to_string

from engines import kit
from engines import principato as game
from engines.contract import IllegalAction, NotPending, view
from engines.principato import ENGINE, events, scoring
from engines.principato.actions import Cubes, FeedUnits, ReleaseUnits
from engines.principato.loader import content
from engines.principato.state import State
from tables.games.principato.board import cards
from tables.games.principato.presenter import PRESENTER
from tests.principato.pages.walkthrough import asked, hand_html, played, players
from tests.principato.positions import bare, position, realm, replace

SOURCES = Path(game.__file__).parent
KIT = Path(kit.__file__).parent
CONTENT = content("1")
SILENT = (events.GoalsDealt, events.TurnBegan)
"""Events that need no line of their own."""


def codes_of_refusals() -> set[str]:
    found = set()
    for path in (*SOURCES.rglob("*.py"), *KIT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("IllegalAction", "BadOptions"):
                assert isinstance(node.args[0], ast.Constant), path
                found.add(str(node.args[0].value))
    return found


PARAMS = {"card": "harvest", "tile": "bank", "points": 4, "food": 1, "money": 2, "wanted": 3, "left": 1, "have": 2, "least": 2}
PARAMS |= {"empty": 1, "gained": 1, "slot": 6, "size": 5, "offer": 0, "offers": 1, "seats": 9, "most": 4}  # type: ignore[dict-item]


@pytest.mark.parametrize("code", sorted(codes_of_refusals()))
def test_every_refusal_has_a_sentence(code: str) -> None:
    sentence = PRESENTER.words.explain(code, PARAMS)
    assert sentence.endswith("."), code
    assert "%(" not in sentence


def test_every_refusal_can_be_worded_with_its_own_parameters() -> None:
    """Each refusal that the test meets has a text for its own parameters. The test tries actions of one position in another."""
    dice = random.Random(3)
    states = [state for seats in (2, 4) for state in played(seats)[0] if state.public.agenda]
    every = [dice.choice(found) for state in states[::3] for found in by_kind(legal(state)).values()]
    tried = [refusal(state, action) for state in states[::5] for action in dice.sample(every, 90)]
    refusals = {refused.code: refused for refused in tried if refused}
    assert len(refusals) >= 10
    for code, refused in refusals.items():
        assert PRESENTER.words.explain(code, refused.params), code


def by_kind(actions: list[Any]) -> dict[type[Any], list[Any]]:
    """Return the actions grouped by type."""
    return {kind: [action for action in actions if type(action) is kind] for kind in map(type, actions)}


def refusal(state: State, action: Any) -> IllegalAction | None:
    """Try an action for the seat with the first decision.

    Return its refusal, or None if it is legal or no such decision is open.
    """
    try:
        ENGINE.apply(state, ENGINE.pending(state.public)[0].seat, action)
    except IllegalAction as refused:
        return refused
    except NotPending:
        return None
    return None


def legal(state: State) -> list[Any]:
    pending = ENGINE.pending(state.public)[0]
    return list(ENGINE.legal(view(state, pending.seat), pending))


def test_a_refusal_names_cubes_not_codes() -> None:
    said = PRESENTER.words.explain("cannot_pay", {"cube": "money", "wanted": 3, "have": 1})
    assert said == "This costs 3 money; you have 1 money stored. You can’t pay with cubes on units."


def test_unknown_codes_are_left_to_the_page() -> None:
    assert PRESENTER.words.explain("no_such_code", {}) == ""


def sample(kind: type[Any]) -> Any:
    """Return an event of this type with plausible fields."""
    fields = {"seat": 1, "start": 1, "cards": (("harvest", "build_bank"),) * 2, "goals": (("bulwark", "villa"),) * 2}
    fields |= {"turn": 3, "card": "harvest", "tile": "farm", "kind": "book", "unit": "militia", "cube": "food", "count": 2}
    fields |= {"paid": Cubes(1, 0, 1), "points": 4, "gained": Cubes(2), "onto": Cubes(1), "lapsed": Cubes(1), "short": Cubes(1)}
    fields |= {"given": "harvest", "taken": "build_farm", "slot": 2, "forced": True, "to": "church", "actions": 1, "year": 2}
    fields |= {"number": 2, "reason": "extra", "order": (1, 0), "fed": FeedUnits(1), "released": ReleaseUnits(1)}
    fields |= {"strengths": (3, -1), "cubes": Cubes(1, 1)}
    if kind is events.GoalsSeen:
        fields["goals"] = ("bulwark", "villa")
    if kind is events.DisplayLaid:
        fields["cards"] = ("harvest", "build_bank")
    if kind is events.StrengthCompared:
        fields["points"] = (5, 0)
    return kind(**{name: fields[name] for name in kind.__struct_fields__})


@pytest.mark.parametrize("kind", get_args(events.Event.__value__), ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence(kind: type[Any]) -> None:
    state = played()[0][0]
    sentence = PRESENTER.event_words(sample(kind), state.public, players(state))
    assert "%(" not in sentence
    assert sentence.endswith(".") != (kind in SILENT)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            events.CubesCollected(0, "tax_collector", Cubes(1, 1)),
            "Anna activates “Tax collector”: 1 food and 1 money.",
        ),
        (
            events.CubesCollected(0, "harvest", Cubes(3), Cubes(1), Cubes(2)),
            "Anna activates “Harvest”: 3 food, of which 1 food straight onto units; 2 food lost.",
        ),
        (
            events.CubesCollected(0, "harvest", Cubes(), Cubes(), Cubes(1)),
            "Anna activates “Harvest”: nothing; 1 food lost.",
        ),
        (
            events.CubesCollected(0, "tithe_food", Cubes(1), short=Cubes(2)),
            "Anna activates “Tithe”: 1 food. The general supply is short of 2 food.",
        ),
        (
            events.CardsExchanged(1, "tax_collector", "harvest", 0, True),
            "Bruno must exchange the card and takes “Harvest” from slot 1.",
        ),
        (
            events.TilesBuilt(1, "build_bank", "bank", 2, Cubes(1, 0, 2)),
            "Bruno activates “Build a bank”: 2 banks for 1 food and 2 favour.",
        ),
        (
            events.CultureCreated(0, "paint_painting", "painting", 7, Cubes(0, 5)),
            "Anna activates “Painter”: a painting worth 7 points for 5 money.",
        ),
        (events.TurnEnded(0, 0), "Anna skips both actions."),
        (events.TurnEnded(0, 1), "Anna ends the turn after one action."),
        (events.UnitsFed(0, FeedUnits(2, 0, 0, 1)), "Anna supplies units: 2 food onto militia, 1 favour onto condottieri."),
        (events.UnitsFed(0, FeedUnits()), "Anna puts no cube onto any unit."),
        (
            events.StrengthCompared(1, (2, -1), (5, 0)),
            "Military strength: Anna 2 (5 points); Bruno −1 (0 points).",
        ),
        (events.UnitsReleased(0, ReleaseUnits(1, 2)), "Anna gives back 1 condottiere and 2 militia."),
        (events.CubesCleared(Cubes()), ""),
    ],
)
def test_what_happened_is_told(event: Any, words: str) -> None:
    state = played()[0][0]
    assert PRESENTER.event_words(event, state.public, players(state)) == words


@pytest.mark.parametrize("feeding", ["in_order", "sealed"])
def test_a_whole_game_can_be_told(feeding: str) -> None:
    states, told = played(3, feeding)
    for event in told:
        said = PRESENTER.event_words(event, states[-1].public, players(states[-1]))
        assert bool(said) != isinstance(event, SILENT), event
    kinds = {type(event) for event in told}
    assert {events.CultureCreated, events.UnitsFed, events.UnitsReleased, events.GoalsOpened} <= kinds


def test_every_line_and_ending_has_a_name() -> None:
    outcome = ENGINE.outcome(played()[0][-1].public)
    assert outcome
    assert all(PRESENTER.words.line_words(line.code) for lines in outcome.breakdown for line in lines)
    assert all(PRESENTER.words.line_words(goal.id) for goal in CONTENT.goals)
    assert PRESENTER.words.reason_words(outcome.reason) == "The three years are over."


def notes(state: State, card: str, seat: int | None = 0) -> list[str]:
    return [line.note for line in cards.face_for(view(state, seat), card).lines]


def test_every_card_has_a_face() -> None:
    for card in CONTENT.cards:
        face = cards.face(CONTENT, card.id)
        html = render_to_string("games/principato/_card.html", {"card": face}).replace("\N{SOFT HYPHEN}", "")
        assert face.name in html
        assert ("must be exchanged after activation" in html) == card.exchange
        assert all(line.words for line in face.lines)


def test_a_card_says_what_it_would_do_for_the_viewer() -> None:
    state = position(realm("build_bank", "harvest", fields=3, militia=1, favour=1), realm())
    assert notes(state, "harvest") == ["now 2 food, of which 1 food straight onto units; 1 food lost"]
    assert notes(state, "build_bank") == ["", "1 food short"]
    assert notes(state, "build_catapult_y12") == ["", "2 cubes short"]
    assert notes(state, "tax_collector") == ["room for 2 food and 1 money"]
    assert notes(state, "muster_militia") == ["36 left"]
    assert notes(state, "harvest", None) == [""]


def test_a_price_paid_with_favour_says_so() -> None:
    state = position(bare("build_bank", "harvest", favour=3, money=1))
    assert notes(state, "build_bank") == ["with 1 favour", "with 3 favour"]
    assert notes(state, "carve_monument") == ["4 points, with 2 favour", "4 points, with 2 favour"]


def test_a_sold_out_card_is_dead() -> None:
    state = position(realm("build_bank", "harvest", food=2, farms=2, favour=3))
    supply = replace(state.public.supply, palazzi_banks=1, monuments=())
    scarce = replace(state, public=replace(state.public, supply=supply))
    face = cards.face_for(view(scarce, 0), "build_bank")
    assert [(line.note, line.dead) for line in face.lines] == [("", False), ("1 left", True)]
    assert cards.face_for(view(scarce, 0), "carve_monument").dead


def test_the_owner_sees_goals_and_what_they_bring() -> None:
    state = played(4)[0][-2]
    for seat, hand in enumerate(state.hands):
        shown = PRESENTER.hand.context(view(state, seat), players(state, seat))["goals"]
        worth = [scoring.goal_points(state.public.realms[seat], CONTENT.goal(goal).worth) for goal in hand.goals]
        assert [goal.points for goal in shown] == worth
        assert [goal.id for goal in shown] == list(hand.goals)


def test_nobody_else_sees_them_before_the_end() -> None:
    states = played(4)[0]
    assert "Your goals" not in hand_html(states[-2], None)
    for seat in range(4):
        others = hand_html(states[-2], (seat + 1) % 4)
        own = {
            PRESENTER.hand.context(view(states[-2], (seat + 1) % 4), players(states[-2]))["goals"][place].name
            for place in (0, 1)
        }
        hidden = {goal.name for goal in PRESENTER.hand.context(view(states[-2], seat), players(states[-2]))["goals"]} - own
        assert not any(f"<h3>{name}</h3>" in others for name in hidden)
    assert "pgoal" not in hand_html(states[-1], None)


@pytest.mark.parametrize(
    ("goal", "facts", "points", "following"),
    [
        ("bulwark", {"points": 7}, 1, "1 more military point for the next point."),
        ("fertile_land", {"fields": 2, "farms": 2}, 0, "3 more tiles for the next point."),
        ("town_charter", {"palazzi": 5, "banks": 2}, 1, "1 more tile for the next point."),
        ("armoury", {"catapults": 2}, 2, "1 more tile for the next point."),
        ("palace", {"monuments": (4,), "books": (5,)}, 0, "You need 1 painting more for 5 points."),
        ("villa", {"books": (5, 5, 4), "paintings": (7, 7, 7)}, 9, ""),
    ],
)
def test_a_goal_says_what_the_next_points_need(goal: str, facts: dict[str, Any], points: int, following: str) -> None:
    dealt = position(realm(**{name: count for name, count in facts.items() if name != "points"}))
    own = replace(dealt.public.realms[0], points=facts.get("points", 0))
    realms = (own, *dealt.public.realms[1:])
    hand = replace(dealt.hands[0], goals=(goal, goal))
    state = replace(dealt, public=replace(dealt.public, realms=realms), hands=(hand, *dealt.hands[1:]))
    shown = next(each for each in PRESENTER.hand.context(view(state, 0), players(state, 0))["goals"] if each.id == goal)
    assert (shown.points, shown.next) == (points, following)


def test_secrets_are_told_to_their_owner_only() -> None:
    state, pending = next(asked("release", played(3)[0]))
    seat = pending.seat
    assert PRESENTER.hand.secrets(view(state, None), players(state)) == []
    assert PRESENTER.hand.secrets(view(state, seat), players(state))[0].startswith("Goals: ")
    sealed = ENGINE.apply(state, seat, ReleaseUnits()).state
    if sealed.hands[seat].release:
        assert PRESENTER.hand.secrets(view(sealed, seat), players(sealed))[1] == "Sealed: Keep all units"
