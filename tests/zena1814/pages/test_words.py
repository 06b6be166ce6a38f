"""Texts of Zena 1814: cards, refusals, the log, standing orders, the state of a game, hands and secrets."""

import ast
import random
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engines import kit
from engines import zena1814 as game
from engines.contract import IllegalAction, NotPending, When, view
from engines.zena1814 import ENGINE, actions, events, policy
from engines.zena1814.actions import Reclaimed
from engines.zena1814.content import Gain
from engines.zena1814.loader import content
from engines.zena1814.options import Options
from engines.zena1814.state import State
from tables.games.contract import Player
from tables.games.zena1814 import words
from tables.games.zena1814.board import cards as zena1814_cards
from tables.games.zena1814.orders.words import order_words
from tables.games.zena1814.presenter import PRESENTER
from tests.zena1814.pages.walkthrough import NAMES, asked, hand_html, played, players

SOURCES = Path(game.__file__).parent
KIT = Path(kit.__file__).parent
CONTENT = content("1")


def codes_of_refusals() -> set[str]:
    found = set()
    for path in (*SOURCES.rglob("*.py"), *KIT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("IllegalAction", "BadOptions"):
                codes = [each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)]
                found |= {code for code in codes if isinstance(code, str)}
    return found


PARAMS = {"area": "bank", "card": "bk_shares", "deck": "goal", "figure": "lady", "price": 3, "have": 1, "wanted": 2, "given": 1}
PARAMS |= {"limit": 1, "highest": 4, "laid": 7, "slot": 2, "free": 3, "seat": 4, "modifier": 2, "at_most": 3}  # type: ignore[dict-item]
PARAMS |= {"least": 2, "most": 5, "seats": 9}  # type: ignore[dict-item]


@pytest.mark.parametrize("code", [*sorted(codes_of_refusals()), "wrong_number"])
def test_every_refusal_has_a_sentence(code: str) -> None:
    sentence = PRESENTER.words.explain(code, PARAMS)
    assert sentence.endswith("."), code
    assert "%(" not in sentence


def test_refusals_can_be_worded_with_their_own_parameters() -> None:
    """Every refusal has a text for its own parameters. The test tries actions of one position in another."""
    dice = random.Random(3)
    states = [state for seats in (2, 4) for state in played(seats)[0] if state.public.agenda]
    every = [action for state in states[::9] for action in dice.sample(legal(state), min(5, len(legal(state))))]
    refusals = [refused for state in states[::6] for action in dice.sample(every, 40) if (refused := refusal(state, action))]
    assert len({refused.code for refused in refusals}) >= 8
    for refused in refusals:
        said = PRESENTER.words.explain(refused.code, refused.params)
        assert said.endswith("."), refused
        assert "%(" not in said


def legal(state: State) -> list[Any]:
    pending = next(each for each in ENGINE.pending(state.public) if each.when is When.NOW)
    return list(ENGINE.legal(view(state, pending.seat), pending))


def refusal(state: State, action: Any) -> IllegalAction | None:
    """Try an action for the seat of the first open decision. Return its refusal, or None if it is legal or not pending."""
    try:
        ENGINE.apply(state, ENGINE.pending(state.public)[0].seat, action)
    except IllegalAction as refused:
        return refused
    except NotPending:
        return None
    return None


def test_unknown_codes_are_left_to_the_page() -> None:
    assert PRESENTER.words.explain("no_such_code", {}) == ""


def test_a_refusal_names_cards_and_coins_not_codes() -> None:
    assert PRESENTER.words.explain("not_enough_coins", {"price": 4, "have": 1}) == "This costs 4 coins; you have 1 coin."
    assert PRESENTER.words.explain("not_enough_coins", {"wanted": 4, "have": 1}) == "This costs 4 coins; you have 1 coin."
    assert (
        PRESENTER.words.explain("not_in_hand", {"card": "nonsense"})
        == "“nonsense” is not in your hand, or is already in use. Choose another card."
    )


def test_every_card_has_a_title_and_genoese_ones_a_gloss() -> None:
    cards = [card.id for shelf in (CONTENT.actions, CONTENT.forts, CONTENT.goals, CONTENT.events) for card in shelf]
    assert all(words.card_title(card) != card for card in cards)
    assert set(words.GENOESE) == set(words.GLOSSES)
    assert words.card_name("ot_manezzi") == "Manezzi (Manipulation)"
    assert words.card_name("bk_shares") == "Bank shares"


def test_every_card_says_what_it_brings() -> None:
    for card in CONTENT.actions:
        face = zena1814_cards.face(CONTENT, card.id)
        assert face.reward or face.effect
    for goal in CONTENT.goals:
        assert "%(" not in words.goal_words(CONTENT, goal.id)
    assert (
        words.goal_words(CONTENT, "go_perm_bank")
        == "1 point for each permanent card at the Bank, no matter whose markers are on it."
    )
    assert words.gain_words(Gain(coin=2, card=1)) == "1 card and 2 coins"
    assert words.gain_words(Gain()) == "nothing"


def sample(kind: type[Any]) -> Any:
    """Return an event of this type with plausible fields."""
    fields: dict[str, Any] = {
        "seat": 1,
        "by": 0,
        "among": (0, 1),
        "number": 3,
        "event": "ev_blockade",
        "income": 3,
        "mode": "expert",
    }
    fields |= {
        "card": "bk_shares",
        "laid": 4,
        "figure": "lady",
        "left": "bank",
        "to": "port",
        "area": "port",
        "slot": 2,
        "price": 1,
    }
    fields |= {"gain": Gain(vp=1), "take": "coin", "deck": "goal", "count": 2, "coins": 2, "die": 4, "paid": 2, "markers": 1}
    fields |= {"result": 7, "reason": "destroyed", "strengths": (5, 2, 0), "points": 2, "actions": 1, "goals": 1}
    fields |= {"cards": ("bk_shares", "ca_alms"), "areas": ("bank", "port", "palace", "bank")}
    if kind is events.GameBegan:
        fields["cards"] = 10
    if kind is events.PlacementsOpened:
        fields["cards"] = (("bk_shares", "ca_alms", "po_cargo", "pa_senate"),) * 3
    if kind is events.GoalsOpened:
        fields["goals"] = (("go_dagghe",), (), ("go_sensa_poia",))
    if kind in (events.CardPassed, events.PassedCardSeen):
        fields["to"] = 2
    return kind(**{name: fields[name] for name in kind.__struct_fields__})


@pytest.mark.parametrize("kind", get_args(events.Event.__value__), ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence(kind: type[Any]) -> None:
    state = played()[0][0]
    sentence = PRESENTER.event_words(sample(kind), state.public, players(state))
    assert "%(" not in sentence
    assert sentence.endswith(".") != (kind is events.TurnBegan)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            events.EventTurnedUp("ev_blockade", 3),
            "Event: “Naval blockade”. Everybody gains 3 coins. "
            "If a card at the Port pays coins, it pays 1 coin less this round.",
        ),
        (events.StarterNamed(1, 0), "Anna gives the start-player card to Bruno."),
        (events.StarterNamed(1, 1), "Bruno keeps the start-player card."),
        (events.MarkerPlaced(0, "bk_shares", 3, 2, 2), "Anna places a marker in slot 2 of “Bank shares” for 2 coins."),
        (events.CoinsPaid(1, "bk_investment", 3, 0), "Bruno pays nothing for the roll of “Bank investment”."),
        (
            events.DieRolled(0, "bk_investment", 3, 3, 3, 1, 7),
            "Anna rolls for “Bank investment”: a 3 on the die, 3 for coins and 1 for markers; the result is 7. It succeeds.",
        ),
        (
            events.DieRolled(0, "fo_2", 3, 2, 0, 0, 2),
            "Anna rolls for “Fort 2”: a 2 on the die; the result is 2. It fails.",
        ),
        (
            events.DieRolled(0, "fo_2", 3, 3, 0, 1, 4),
            "Anna rolls for “Fort 2”: a 3 on the die and 1 for markers; the result is 4. Nothing happens; the card stays.",
        ),
        (events.BattleLost("fo_1", 4), "The battle of “Fort 1” is lost; the card goes under its deck."),
        (events.CardLeft("fo_1", 4, "fort", "failed"), ""),
        (events.BattleWon("fo_1", 4), "The battle of “Fort 1” is won; the card goes to the won battles."),
        (events.CardLeft("fo_1", 4, "fort", "succeeded"), ""),
        (
            events.CardLeft("fo_1", 4, "fort", "pushed_out"),
            "“Fort 1” is the oldest of more than three cards and leaves the game.",
        ),
        (events.CardLeft("bk_investment", 4, "bank", "failed"), "“Bank investment” has failed and leaves the game."),
        (events.CardLeft("pa_senate", 4, "palace", "destroyed"), "“Senate seat” at the Palace is destroyed."),
        (events.MajorityCounted("bank", (2, 5, 0), 1), "Majority at the Bank: Bruno 5, Anna 2. Bruno has it."),
        (
            events.MajorityCounted("bank", (5, 5, 2), None),
            "Majority at the Bank: Anna 5, Bruno 5, Clara 2. A tie: nobody has it.",
        ),
        (
            events.MajorityCounted("port", (3, 2, 0), None),
            "Majority at the Port: Anna 3, Bruno 2. A lone Lady cannot have it, so nobody has it.",
        ),
        (events.MajorityCounted("fort", (0, 0, 0), None), ""),
        (events.CardDrawn(0, "goal"), "Anna draws a goal card."),
        (events.CardSeen("go_sensa_poia"), "You drew “Sensa Poia (Fearless)”."),
        (events.CardsDiscarded(0, 2, 1), "Anna puts 2 action cards and 1 goal card under their decks."),
        (events.CardsDiscarded(0, 0, 1), "Anna puts 1 goal card under its deck."),
    ],
)
def test_what_happened_is_told(event: Any, said: str) -> None:
    state = played()[0][0]
    assert PRESENTER.event_words(event, state.public, players(state)) == said


@pytest.mark.parametrize("mode", ["expert", "beginner"])
def test_a_whole_game_can_be_told(mode: str) -> None:
    states, told = played(4, mode)
    said = [PRESENTER.event_words(event, states[-1].public, players(states[-1])) for event in told]
    unsaid = [event for event, words in zip(told, said, strict=True) if not words]
    battles = [event for event in unsaid if isinstance(event, events.CardLeft)]
    assert {event.area for event in battles} <= {"fort"}
    silent = {type(event) for event in unsaid if event not in battles}
    assert silent <= {events.TurnBegan, events.MajorityCounted}
    assert not [words for words in said if "%(" in words]


def test_every_line_and_ending_has_a_name() -> None:
    outcome = ENGINE.outcome(played()[0][-1].public)
    assert outcome
    assert all(PRESENTER.words.line_words(line.code) for lines in outcome.breakdown for line in lines)
    assert PRESENTER.words.line_words("tiebreak") == "Tie-break: coins"
    assert PRESENTER.words.reason_words(outcome.reason) == "All eight rounds have been played."


def test_every_action_of_a_game_has_words() -> None:
    for mode in ("expert", "beginner"):
        for state in played(3, mode)[0][::7]:
            for pending in ENGINE.pending(state.public):
                for action in list(ENGINE.legal(view(state, pending.seat), pending))[:40]:
                    said = PRESENTER.words.action_words(action, state.public, players(state))
                    assert said
                    assert "%(" not in said


def test_steps_name_cards_prices_and_where_markers_come_from() -> None:
    state = next(state for state in played(4)[0] if len(state.public.row("bank")) > 1)
    laid = state.public.row("bank")[0]
    title = words.card_title(laid.card)
    say = [
        (actions.MoveFigure("heir_2", "fort"), "Move the second Heir to the Fort"),
        (actions.OfferCard("bk_shares", second=True), "Offer “Bank shares” with two markers"),
        (actions.Influence(laid.number, 2), f"Place a marker on “{title}” at the Bank for at most 2 coins"),
        (
            actions.OfferCard("bk_shares", reclaim=(Reclaimed(laid.number, lower=True),)),
            f"Offer “Bank shares”, with the marker from “{title}” at the Bank (lower marker)",
        ),
        (actions.Influence(999, 1), "Place a marker on a card that is no longer there for at most 1 coin"),
        (actions.RaiseTo(3, 2), "Raise the modifier to +3 for at most 2 coins"),
        (actions.BuyPoints(), "Buy 2 points for 1 coin"),
        (actions.SealFigure("lord", "bk_shares"), "Send the Lord to the Bank with “Bank shares”"),
    ]
    for action, said in say:
        assert PRESENTER.words.action_words(action, state.public, players(state)) == said


def test_a_draft_may_name_what_does_not_exist() -> None:
    state = played(2)[0][0]
    for action in (actions.SealFigure("lord", "nonsense"), actions.NameStarter(4), actions.PassCard("nonsense")):
        assert PRESENTER.words.action_words(action, state.public, players(state))


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (policy.PreferDeck("goals_until", 2), "Draw goals until I hold 2, then action cards."),
        (policy.BuyAtPalace(buy=False), "Never buy points at the Palace."),
        (
            policy.ReactRule(
                "join", areas=("bank", "port"), kinds=("dice",), at_most=2, keep=1, slot=2, not_with=(1,), wants=("vp",)
            ),
            "Join dice cards at the Bank or at the Port, for at most 2 coins, keeping at least 1 coin, from "
            "slot 2 down, unless the promoter is Bruno, if they earn points.",
        ),
        (policy.ReactRule("join", markers=2), "Join any card, with two markers where there is room."),
        (policy.ReactRule("ask"), "Ask me about any card."),
        (policy.DeclineUntilTurn(3), "Join no card until my turn in round 3."),
        (policy.DiceRule(0, 0, areas=("bank",)), "Pay nothing for dice cards at the Bank."),
        (
            policy.DiceRule(5, 5, areas=("port",), markers=2),
            "Raise the modifier of dice cards to +5 for at most 5 coins at the Port, if two of my markers are there.",
        ),
        (policy.DiceRule(5, 3, 6), "Raise the modifier of dice cards to +5 for at most 3 coins, keeping 6 coins."),
        (
            policy.PutAway(("bk_loan", "go_dagghe")),
            "At the hand limit, discard in this order: Short-term loan, Dagghe Abbretio.",
        ),
        (policy.PassOn(("bk_loan",)), "At a Festa, pass on the first of these in my hand: Short-term loan."),
        (policy.MarkUnder("lord"), "Put Manezzi markers under the Lord."),
        (policy.TrickTo(("bank", "port")), "Move trick cards to the Bank or to the Port, whichever is allowed first."),
    ],
)
def test_orders_are_said_in_sentences(order: Any, said: str) -> None:
    people = [Player(seat, name) for seat, name in enumerate(NAMES)]
    assert order_words(order, people) == said


def test_the_orders_of_the_engine_have_words_too() -> None:
    for mode in ("expert", "beginner"):
        options = Options(mode=mode)
        for order in (*ENGINE.habits(options), *ENGINE.orders(options, 5)):
            said = PRESENTER.orders.order_words(order, ())
            assert said.endswith(".")
            assert len(said) < 250


def test_where_the_game_stands() -> None:
    state = played()[0][0]
    assert PRESENTER.words.round_words(state.public) == "Placement"
    assert PRESENTER.words.banner(state.public) == ""
    resolving, _pending = next(iter(asked("dice", played()[0])))
    said = PRESENTER.words.round_words(resolving.public)
    assert said.startswith(f"Round {resolving.public.round} of 8 · Resolution, ")
    buying = next(state for state, pending in asked("palace", played()[0]) if pending.when is When.NOW)
    assert PRESENTER.words.round_words(buying.public).endswith("Resolution, Palace")
    last = next(state for state in played()[0] if state.public.round == 8)
    assert "last round" in PRESENTER.words.banner(last.public)
    assert PRESENTER.words.banner(played()[0][-1].public) == ""


def test_points_count_everything_once_the_game_is_over() -> None:
    states = played(4)[0]
    outcome = ENGINE.outcome(states[-1].public)
    assert outcome
    assert [PRESENTER.board.points(states[-1].public, seat) for seat in range(4)] == list(outcome.scores)
    assert PRESENTER.board.points(states[0].public, 0) == 0


def test_options_are_said_in_a_phrase() -> None:
    assert PRESENTER.options.options_words(Options()) == "expert game"
    assert PRESENTER.options.options_words(Options(mode="beginner", starter="random")) == "beginner game"
    said = PRESENTER.options.options_words(Options(starter="first_in", free_order=True))
    assert said == "expert game, the first to place chooses the start player, influencing allowed before offering"


def test_what_can_be_chosen_makes_a_game() -> None:
    form = PRESENTER.options.form({"mode": "beginner", "starter": "random"})
    assert form.is_valid()
    assert Options(**form.cleaned_data) == Options(mode="beginner", starter="random")


def test_a_card_of_the_hand_says_why_it_cannot_be_offered() -> None:
    state, pending = next(each for each in asked("turn", played(4)[0]) if each[1].when is When.NOW)
    public, seat = state.public, pending.seat
    away = tuple(replace(standing, area="fort") for standing in public.families[seat].figures)
    family = replace(public.families[seat], figures=away, coins=0)
    nowhere = replace(public, families=(*public.families[:seat], family, *public.families[seat + 1 :]))
    seen = view(replace(state, public=nowhere), seat)
    notes = [held.note for held in PRESENTER.hand.context(seen, players(state))["cards"]]
    assert notes
    assert all(note.startswith("You have no figure ") for note in notes)
    at_bank = replace(family, figures=tuple(replace(standing, area="bank") for standing in away))
    poor = replace(nowhere, families=(*public.families[:seat], at_bank, *public.families[seat + 1 :]))
    hand = replace(state.hands[seat], cards=("bk_shares",))
    seen = replace(view(state, seat), public=poor, hand=hand)
    assert [held.note for held in PRESENTER.hand.context(seen, players(state))["cards"]] == [
        "It costs 4 coins; you have 0 coins."
    ]


def test_goals_say_what_they_are_worth_now() -> None:
    state = played(4)[0][-5]
    seat = next(seat for seat, hand in enumerate(state.hands) if any(card.startswith("go_") for card in hand.cards))
    for goal in PRESENTER.hand.context(view(state, seat), players(state))["goals"]:
        assert goal.points is not None
    assert "As it stands" in hand_html(state, seat)


def test_hands_and_what_lies_sealed_are_told_to_their_owner_only() -> None:
    state, pending = next(each for each in asked("place", played(3)[0]))
    card = state.hands[pending.seat].cards[0]
    sealed = ENGINE.apply(state, pending.seat, actions.SealFigure("lady", card)).state
    own = PRESENTER.hand.secrets(view(sealed, pending.seat), players(sealed))
    assert own[1] == f"Sealed: the Lady on “{words.card_title(card)}”."
    assert PRESENTER.hand.secrets(view(sealed, None), players(sealed)) == []
    assert hand_html(sealed, None).strip() == ""
    other = (pending.seat + 1) % 3
    assert len(PRESENTER.hand.secrets(view(sealed, other), players(sealed))) == 1
