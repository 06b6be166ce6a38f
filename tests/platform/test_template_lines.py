"""Templates that people can read: none of their lines is endless."""

from config.sources import ROOT

LONGEST = 300
# Those of the games that are still to be wrapped. Nothing is to be added here.
TO_BE_WRAPPED = frozenset(
    {
        "games/gonzaga/_aid.html",
        "games/gonzaga/_board.html",
        "games/gonzaga/_defs.html",
        "games/gonzaga/_ground.html",
        "games/gonzaga/_hand.html",
        "games/gonzaga/_map.svg",
        "games/gonzaga/_map_choice.html",
        "games/gonzaga/_orders.html",
        "games/gonzaga/_panel_plan.html",
        "games/gonzaga/_panel_turn.html",
        "games/gonzaga/_picture.svg",
        "games/gonzaga/_showcase_symbols.html",
        "games/gonzaga/_tile.svg",
        "games/kit/_about.html",
        "games/principato/_aid.html",
        "games/principato/_board.html",
        "games/principato/_card.html",
        "games/principato/_deal.html",
        "games/principato/_defs.html",
        "games/principato/_display.html",
        "games/principato/_goal.html",
        "games/principato/_land.html",
        "games/principato/_military.html",
        "games/principato/_orders.html",
        "games/principato/_otherwise.html",
        "games/principato/_panel_armies.html",
        "games/principato/_panel_end.html",
        "games/principato/_panel_feed.html",
        "games/principato/_panel_numbers.html",
        "games/principato/_panel_take.html",
        "games/principato/_picture.svg",
        "games/principato/_realm.html",
        "games/principato/_realm.svg",
        "games/principato/_realm_inside.svg",
        "games/principato/_replay_rest.html",
        "games/principato/_showcase_board.html",
        "games/principato/_showcase_decks.html",
        "games/principato/_sprites.svg",
        "games/principato/_years.html",
        "games/specimen/_board.html",
        "games/zena1814/_aid.html",
        "games/zena1814/_card.html",
        "games/zena1814/_defs.html",
        "games/zena1814/_families.html",
        "games/zena1814/_goal.html",
        "games/zena1814/_ground.html",
        "games/zena1814/_hand.html",
        "games/zena1814/_lying.html",
        "games/zena1814/_orders.html",
        "games/zena1814/_panel.html",
        "games/zena1814/_panel_buttons.html",
        "games/zena1814/_panel_cards.html",
        "games/zena1814/_panel_dice.html",
        "games/zena1814/_panel_filed.html",
        "games/zena1814/_panel_offer.html",
        "games/zena1814/_panel_place.html",
        "games/zena1814/_panel_plan.html",
        "games/zena1814/_panel_reach.html",
        "games/zena1814/_panel_react.html",
        "games/zena1814/_panel_starter.html",
        "games/zena1814/_panel_turn.html",
        "games/zena1814/_panel_wait.html",
        "games/zena1814/_picture.svg",
        "games/zena1814/_piles.html",
        "games/zena1814/_preferences.html",
        "games/zena1814/_quarter.html",
        "games/zena1814/_quarters.html",
        "games/zena1814/_replay_news.html",
        "games/zena1814/_rolls.html",
        "games/zena1814/_round.html",
        "games/zena1814/_showcase_cards.html",
        "games/zena1814/_showcase_events.html",
        "games/zena1814/_town_inside.svg",
    }
)


def test_no_line_of_a_template_is_too_long():
    found = [
        f"{name}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.*"))
        if (name := str(path.relative_to(ROOT / "templates"))) not in TO_BE_WRAPPED
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert found == []


def test_only_templates_that_exist_are_excused():
    assert all((ROOT / "templates" / name).is_file() for name in TO_BE_WRAPPED)
