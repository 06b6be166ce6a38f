"""Forms for the decisions of a resolution, now or in advance: Manezzi, trick cards, coins for dice, the Palace."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engines.contract import Pending, When, encode
from engines.zena1814 import dice
from engines.zena1814.actions import BuyPoints, KeepCoins, MoveTrick, PutUnder
from engines.zena1814.content import FIGURES, Content, Figure
from engines.zena1814.decisions import sheet
from engines.zena1814.loader import content
from engines.zena1814.state import AskCoins, Laid, Public, Seen
from tables.games.contract import Player
from tables.games.zena1814.board.cards import face_at
from tables.games.zena1814.deeds import action_words
from tables.games.zena1814.panel.turn import Choice
from tables.games.zena1814.touch import Target, Touch
from tables.games.zena1814.words import AREAS, AT, card_title, count_words, listed, signed
from tables.games.zena1814.words import FIGURES as FIGURE_NAMES

CHOICE_PART = "games/zena1814/_panel_choice.html"
DICE_PART = "games/zena1814/_panel_dice.html"


@dataclass(frozen=True)
class Option:
    """One answer: its name, its meaning, and the action as JSON."""

    name: str
    words: str
    value: str


@dataclass(frozen=True)
class Chance:
    """Probabilities of a roll with a modifier, in per cent."""

    modifier: str
    fails: int
    stays: int
    succeeds: int


def context(seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of the form for a decision of the resolution."""
    return {"filing": pending.when is not When.NOW, **_form(seen.public, pending, legal, players)}


def _form(public: Public, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    match pending.kind:
        case "manezzi":
            return _manezzi(public, pending)
        case "trick":
            return _trick(public, pending, legal)
        case "palace":
            return _palace(public, players)
    return _dice(public, pending, legal, players)


def _manezzi(public: Public, pending: Pending) -> Mapping[str, Any]:
    return {
        "part": CHOICE_PART,
        "title": _laid_title(public, sheet.laid(pending)),
        "lead": _(
            "Choose a figure for the marker. The marker stays under it until the end of the game, wherever the figure goes."
        ),
        "options": [_under(public, pending.seat, figure) for figure in FIGURES],
        "late": _("If your time runs out, the marker goes under the Lord."),
        "touch": Touch(figures=_marked(public) if pending.when is When.NOW else {}, decision_card=sheet.laid(pending)),
    }


def _marked(public: Public) -> Mapping[str, Target]:
    """Return the touch targets of the viewer's figures."""
    actions = {figure: PutUnder(figure) for figure in FIGURES}
    return {figure: Target(action_words(action, public, ()), encode(action).decode()) for figure, action in actions.items()}


def _under(public: Public, seat: int, figure: Figure) -> Option:
    facts, standing = content(public.version), public.families[seat].figure(figure)
    bonus = facts.figures.under_marker
    strength = facts.strength(figure) + standing.markers * bonus
    words = {"at": AT[standing.area] if standing.area else "", "now": strength, "then": strength + bonus}
    text = _("%(at)s, worth %(now)d, then %(then)d") % words
    return Option(str(FIGURE_NAMES[figure]), text, encode(PutUnder(figure)).decode())


def _trick(public: Public, pending: Pending, legal: Sequence[MoveTrick]) -> Mapping[str, Any]:
    number = sheet.laid(pending)
    return {
        "part": CHOICE_PART,
        "title": _laid_title(public, number),
        "lead": _("Choose an area for the card and all its markers. It becomes the newest card there and pays there."),
        "options": [_trick_option(public, action) for action in legal],
        "touch": Touch(areas=_moved(public, number, legal) if pending.when is When.NOW else {}, decision_card=number),
        "late": _("If your time runs out, the card goes to the area with the fewest cards."),
    }


def _moved(public: Public, number: int, legal: Sequence[MoveTrick]) -> Mapping[Any, Target]:
    return {action.to: Target(action_words(action, public, ()), encode(action).decode()) for action in legal}


def _trick_option(public: Public, action: MoveTrick) -> Option:
    row = public.row(action.to)
    words = _("%(cards)s there now") % {"cards": count_words("card", len(row))}
    return Option(str(AREAS[action.to]), words, encode(action).decode())


def _palace(public: Public, players: Sequence[Player]) -> Mapping[str, Any]:
    return {
        "part": CHOICE_PART,
        "title": _("The majority at the Palace"),
        "lead": _("The player with the majority at the Palace may buy points once a round. If that is you:"),
        "options": [
            Option(action_words(action, public, players), "", encode(action).decode()) for action in (BuyPoints(), KeepCoins())
        ],
        "late": _("If your time runs out, you buy nothing."),
    }


# Dice


def _dice(public: Public, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    facts, number = content(public.version), sheet.laid(pending)
    area, laid = public.laid(number)
    paid, before, after = _around(public, laid, pending.seat)
    base = dice.modifier(laid, paid)
    coins = max((action.coins for action in legal if hasattr(action, "coins")), default=0)
    highest = dice.highest_modifier(public)
    return {
        "part": DICE_PART,
        "title": _laid_title(public, number),
        "card": face_at(public, area, laid),
        "touch": Touch(decision_card=number),
        "base": signed(base),
        "lead": _lead(laid, paid),
        "before": _names(before, players),
        "after": _names(after, players),
        "chances": [chance(facts, modifier) for modifier in range(base, highest + 1)],
        "pays": [_pay(facts, base, count) for count in range(min(coins, max(0, highest - base)) + 1)],
        "modifiers": [(number, signed(number)) for number in range(max(1, base + 1), highest + 1)],
        "most": coins,
        "have": count_words("coin", public.families[pending.seat].coins),
        "late": _("If your time runs out, you pay nothing."),
    }


def _around(public: Public, laid: Laid, seat: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Return the coins paid for the roll so far, and the seats that may pay before and after a seat [Z-16.4]."""
    task = public.task
    is_current = isinstance(task, AskCoins) and task.laid == laid.number
    payers = task.waiting if isinstance(task, AskCoins) and is_current else dice.payers(laid)
    paid = task.paid if isinstance(task, AskCoins) and is_current else 0
    place = payers.index(seat) if seat in payers else 0
    return paid, payers[:place], payers[place + 1 :]


def _lead(laid: Laid, paid: int) -> str:
    words = {"markers": count_words("marker", len(laid.markers)), "coins": count_words("coin", paid)}
    if paid:
        return _("The die is rolled with %(markers)s on the card and %(coins)s paid so far.") % words
    return _("The die is rolled with %(markers)s on the card.") % words


def _names(seats: Sequence[int], players: Sequence[Player]) -> str:
    return listed(players[seat].name for seat in seats) if seats else ""


def _pay(facts: Content, base: int, coins: int) -> tuple[Choice, Chance]:
    words = _("Pay %(coins)s") % {"coins": count_words("coin", coins)} if coins else _("Pay nothing")
    return Choice(words, str(coins)), chance(facts, base + coins)


@dataclass(frozen=True)
class Roll:
    """Current modifier of a roll that the player may pay for, and the highest useful one."""

    base: int
    highest: int


def roll_of(public: Public, pending: Pending) -> Roll:
    """Return the roll that a decision concerns."""
    _area, laid = public.laid(sheet.laid(pending))
    paid, _before, _after = _around(public, laid, pending.seat)
    return Roll(dice.modifier(laid, paid), dice.highest_modifier(public))


def odds_words(odds: Chance) -> str:
    """Return the odds of a roll as a phrase. Impossible results are left out."""
    parts = (
        (odds.succeeds, _("succeeds %(share)d%%")),
        (odds.stays, _("stays %(share)d%%")),
        (odds.fails, _("fails %(share)d%%")),
    )
    return ", ".join(words % {"share": share} for share, words in parts if share)


def chance(facts: Content, modifier: int) -> Chance:
    """Return the odds of a roll with a modifier [Z-16.7 to Z-16.9]."""
    rolls = [die + modifier for die in range(1, facts.dice.faces + 1)]
    fails = sum(roll <= facts.dice.fail_at_most for roll in rolls)
    succeeds = sum(roll >= facts.dice.succeed_at_least for roll in rolls)
    stays = len(rolls) - fails - succeeds
    return Chance(signed(modifier), *(round(100 * count / len(rolls)) for count in (fails, stays, succeeds)))


def _laid_title(public: Public, number: int) -> str:
    """Return a card in a row by its title and area. For a Fort card the title is enough."""
    area, laid = public.laid(number)
    title = card_title(laid.card)
    return title if area == "fort" else _("%(card)s %(at)s") % {"card": title, "at": AT[area]}
