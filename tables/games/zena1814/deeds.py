"""Actions of Zena 1814 as phrases: steps of a draft, queued turns, lines of a list."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _

from engines.zena1814 import actions
from engines.zena1814.actions import Action, Reclaimed
from engines.zena1814.content import Figure
from engines.zena1814.loader import content
from engines.zena1814.state import Public, Window
from tables.games.contract import Player
from tables.games.zena1814.words import AT, DECKS, THE_FIGURE, TO, card_title, count_words

type _OwnTurn = actions.MoveFigure | actions.OfferCard | actions.Influence | actions.TakeBonus | actions.EndTurn
type _Answer = actions.React | actions.Decline | actions.DrawFrom
type _OnSheet = (
    actions.PayCoins | actions.RaiseTo | actions.PutUnder | actions.MoveTrick | actions.BuyPoints | actions.KeepCoins
)


def action_words(action: Action, public: Public, players: Sequence[Player]) -> str:
    """Return an action as a phrase. The titles of cards in rows are looked up in ``public``."""
    match action:
        case actions.SealFigure(figure, card):
            return _sealed(public, figure, card)
        case actions.NameStarter(seat):
            return _("Make %(name)s the start player") % {"name": players[seat].name if seat < len(players) else "?"}
        case actions.PassCard(card):
            return _("Pass on “%(card)s”") % {"card": card_title(card)}
        case actions.Discard(card):
            return _("Discard “%(card)s”") % {"card": card_title(card)}
        case actions.React() | actions.Decline() | actions.DrawFrom():
            return _answer(public, action)
        case actions.MoveFigure() | actions.OfferCard() | actions.Influence() | actions.TakeBonus() | actions.EndTurn():
            return _own_turn(public, action)
        case _:
            return _on_sheet(public, action)


def _sealed(public: Public, figure: Figure, card: str) -> str:
    area = next((action.area for action in content(public.version).actions if action.id == card), None)
    words = {"figure": THE_FIGURE[figure], "card": card_title(card), "to": TO[area] if area else ""}
    return _("Send %(figure)s %(to)s with “%(card)s”") % words


def _own_turn(public: Public, action: _OwnTurn) -> str:
    match action:
        case actions.MoveFigure(figure, to):
            return _("Move %(figure)s %(to)s") % {"figure": THE_FIGURE[figure], "to": TO[to]}
        case actions.OfferCard(card, second, reclaim):
            text = _("Offer “%(card)s” with two markers") if second else _("Offer “%(card)s”")
            return text % {"card": card_title(card)} + taken_words(public, reclaim)
        case actions.Influence(laid, at_most, reclaim):
            text = _("Place a marker on %(card)s for at most %(coins)s")
            words = {"card": laid_words(public, laid), "coins": count_words("coin", at_most)}
            return text % words + taken_words(public, (reclaim,) if reclaim else ())
        case actions.TakeBonus(take):
            return _("Take 1 coin") if take == "coin" else _("Draw a card from the %(deck)s") % {"deck": DECKS[take]}
        case actions.EndTurn():
            return _("End turn")
    assert_never(action)


def _answer(public: Public, action: _Answer) -> str:
    match action:
        case actions.React(slot, markers, reclaim):
            text = (
                _("Two markers, starting in slot %(slot)d from the left")
                if markers > 1
                else _("A marker in slot %(slot)d from the left")
            )
            return text % {"slot": slot} + _price(public, slot, markers) + taken_words(public, reclaim)
        case actions.Decline():
            return _("Place no marker")
        case actions.DrawFrom(deck):
            return _("Draw a card from the %(deck)s") % {"deck": DECKS[deck]}
    assert_never(action)


def _on_sheet(public: Public, action: _OnSheet) -> str:
    match action:
        case actions.PayCoins(coins):
            return _("Pay %(coins)s") % {"coins": count_words("coin", coins)} if coins else _("Pay nothing")
        case actions.RaiseTo(modifier, at_most):
            words = {"modifier": modifier, "coins": count_words("coin", at_most)}
            return _("Raise the modifier to +%(modifier)d for at most %(coins)s") % words
        case actions.PutUnder(figure):
            return _("Put the marker under %(figure)s") % {"figure": THE_FIGURE[figure]}
        case actions.MoveTrick(to):
            return _("Move the card %(to)s") % {"to": TO[to]}
        case actions.BuyPoints():
            offer = content(public.version).palace
            words = {"points": count_words("vp", offer.points), "coins": count_words("coin", offer.price)}
            return _("Buy %(points)s for %(coins)s") % words
        case actions.KeepCoins():
            return _("Buy nothing")
    assert_never(action)


def laid_words(public: Public, number: int) -> str:
    """Return a card in a row by title and area. A card that has left has no title."""
    location = public.find(number)
    if location is None:
        return _("a card that is no longer there")
    area, laid = location
    return _("“%(card)s” %(at)s") % {"card": card_title(laid.card), "at": AT[area]}


def taken_words(public: Public, reclaim: Sequence[Reclaimed]) -> str:
    """Return the source of reclaimed markers, as the end of a phrase. It is empty if markers come from the supply."""
    return "".join(_(", with the marker from %(source)s") % {"source": source_words(public, source)} for source in reclaim)


def source_words(public: Public, source: Reclaimed) -> str:
    """Return in words the card with the marker to reclaim, and whether it is the lower of two markers."""
    words = {"card": laid_words(public, source.laid)}
    return _("%(card)s (lower marker)") % words if source.lower else words["card"]


def _price(public: Public, slot: int, markers: int) -> str:
    """Return the price of joining, as the end of a phrase. It is empty if no offered card can be joined now."""
    window = next((task for task in public.agenda if isinstance(task, Window)), None)
    location = public.find(window.laid) if window else None
    if location is None:
        return ""
    cost = content(public.version).laid(location[1].card).cost[slot - 1 : slot - 1 + markers]
    return _(" for %(coins)s") % {"coins": count_words("coin", sum(cost))}
