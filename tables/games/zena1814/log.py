"""Log of Zena 1814, in sentences in the active language."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.zena1814 import events
from engines.zena1814.content import DICE_AREAS, FIGURES, Area, Content
from engines.zena1814.events import Event
from engines.zena1814.loader import content as content_of
from tables.games.zena1814.words import AT, FROM, LEFT, THE_FIGURE, TO, card_name, card_title, count_words, gain_words, listed

type _Setup = (
    events.GameBegan
    | events.HandSeen
    | events.PlacementTurnedUp
    | events.FigureSealed
    | events.PlacementsOpened
    | events.LotDrawn
    | events.StarterNamed
)
type _Frame = (
    events.RoundBegan
    | events.EventTurnedUp
    | events.FortTurnedUp
    | events.ResolutionBegan
    | events.MajorityCounted
    | events.GoalsOpened
    | events.GameEnded
)
type _Turn = (
    events.TurnBegan
    | events.FigureMoved
    | events.CardOffered
    | events.MarkerReclaimed
    | events.MarkerPlaced
    | events.BonusGained
    | events.ReactionDeclined
    | events.BonusTaken
    | events.TurnEnded
)
type _Cards = (
    events.CardDrawn
    | events.CardSeen
    | events.NothingToDraw
    | events.PassSealed
    | events.CardPassed
    | events.PassedCardSeen
    | events.DiscardSealed
    | events.CardsDiscarded
    | events.DiscardsSeen
)


def sentence(event: Event, version: str, names: Sequence[str]) -> str:
    """Return an event as a sentence. It is empty for one that needs no line of its own."""
    content = content_of(version)
    match event:
        case (
            events.GameBegan()
            | events.HandSeen()
            | events.PlacementTurnedUp()
            | events.FigureSealed()
            | events.PlacementsOpened()
            | events.LotDrawn()
            | events.StarterNamed()
        ):
            return _setup(content, event, names)
        case (
            events.RoundBegan()
            | events.EventTurnedUp()
            | events.FortTurnedUp()
            | events.ResolutionBegan()
            | events.MajorityCounted()
            | events.GoalsOpened()
            | events.GameEnded()
        ):
            return _frame(content, event, names)
        case (
            events.TurnBegan()
            | events.FigureMoved()
            | events.CardOffered()
            | events.MarkerReclaimed()
            | events.MarkerPlaced()
            | events.BonusGained()
            | events.ReactionDeclined()
            | events.BonusTaken()
            | events.TurnEnded()
        ):
            return _turn(event, names[event.seat])
        case (
            events.CardDrawn()
            | events.CardSeen()
            | events.NothingToDraw()
            | events.PassSealed()
            | events.CardPassed()
            | events.PassedCardSeen()
            | events.DiscardSealed()
            | events.CardsDiscarded()
            | events.DiscardsSeen()
        ):
            return _cards(event, names)
    return _resolution(content, event, names)


def tone(event: Event) -> str:
    """Return the kind of an event's sentence in the log. It is empty for ordinary sentences."""
    match event:
        case events.RoundBegan():
            return "round"
        case events.FigureSealed() | events.PassSealed() | events.DiscardSealed():
            return "faint"
        case events.ReactionDeclined() | events.PurchaseDeclined() | events.NothingToDraw():
            return "faint"
        case events.PlacementTurnedUp() | events.LotDrawn() | events.EventTurnedUp() | events.FortTurnedUp():
            return "chance"
        case events.HandSeen() | events.CardDrawn() | events.CardSeen() | events.DieRolled():
            return "chance"
        case events.PointsBought():
            return "points"
        case events.MarkerEarned(gain=gain) | events.MajorityEarned(gain=gain) if gain.vp:
            return "points"
    return ""


def _setup(content: Content, event: _Setup, names: Sequence[str]) -> str:
    """Return the sentence of an event of the setup."""
    match event:
        case events.GameBegan(mode, cards, coins):
            text = _("The expert game begins: everybody has %(cards)s and %(coins)s.")
            if mode == "beginner":
                text = _("The beginner game begins: everybody has %(cards)s and %(coins)s.")
            return text % {"cards": count_words("action", cards), "coins": count_words("coin", coins)}
        case events.HandSeen(cards):
            return _("Your cards: %(cards)s.") % {"cards": listed(map(card_name, cards))}
        case events.PlacementTurnedUp(seat, card, areas):
            return _turned_up(names[seat], card, areas)
        case events.FigureSealed(seat):
            return _("%(name)s secretly puts a figure on a card.") % {"name": names[seat]}
        case events.PlacementsOpened(cards):
            placements = "; ".join(
                _placed(content, name, player_cards) for name, player_cards in zip(names, cards, strict=True)
            )
            return _("All figures take their places. %(placed)s.") % {"placed": placements}
        case events.LotDrawn(seat, among):
            return _("%(name)s is drawn at random from %(names)s.") % {
                "name": names[seat],
                "names": listed(names[seat] for seat in among),
            }
        case events.StarterNamed(seat, by):
            return _starter(names, seat, by)
    assert_never(event)


def _turned_up(name: str, card: str, areas: Sequence[Area]) -> str:
    text = _("%(name)s turns up “%(card)s”: %(figures)s.")
    return text % {"name": name, "card": card_title(card), "figures": _standing(areas)}


def _standing(areas: Sequence[Area]) -> str:
    """Return the areas of the four figures of a family in words."""
    return listed(
        _("%(figure)s %(at)s") % {"figure": THE_FIGURE[figure], "at": AT[area]}
        for figure, area in zip(FIGURES, areas, strict=True)
    )


def _placed(content: Content, name: str, cards: Sequence[str]) -> str:
    return _("%(name)s: %(figures)s") % {"name": name, "figures": _standing([content.action(card).area for card in cards])}


def _starter(names: Sequence[str], seat: int, by: int | None) -> str:
    if by is None:
        return _("%(name)s is the start player.") % {"name": names[seat]}
    if by == seat:
        return _("%(name)s keeps the start-player card.") % {"name": names[seat]}
    return _("%(giver)s gives the start-player card to %(name)s.") % {"giver": names[by], "name": names[seat]}


def _frame(content: Content, event: _Frame, names: Sequence[str]) -> str:
    """Return the text of an event that concerns all players. It is empty for a majority count without figures."""
    match event:
        case events.RoundBegan(number):
            return _("Round %(round)d begins.") % {"round": number}
        case events.EventTurnedUp(card, income):
            return " ".join([_event(card, income), *_changes(content, card)])
        case events.FortTurnedUp(card):
            return _("“%(card)s” is turned up at the Fort.") % {"card": card_title(card)}
        case events.ResolutionBegan():
            return _("The resolution begins.")
        case events.MajorityCounted(area, strengths, seat):
            return _majority(area, strengths, names, seat)
        case events.GoalsOpened(goals):
            goal_lists = "; ".join(_goals(name, player_goals) for name, player_goals in zip(names, goals, strict=True))
            return _("The goals are revealed. %(goals)s.") % {"goals": goal_lists}
        case events.GameEnded():
            return _("The game is over.")
    assert_never(event)


def _event(card: str, income: int) -> str:
    words = {"event": card_title(card), "coins": count_words("coin", income)}
    return _("Event: “%(event)s”. Everybody gains %(coins)s.") % words


def _changes(content: Content, card: str) -> list[str]:
    """Return the changes of an event at the Bank and at the Port, in words."""
    event = content.event(card)
    return [change_words(area, change) for area in DICE_AREAS if (change := event.bank if area == "bank" else event.port)]


def change_words(area: Area, change: int) -> str:
    """Return in words an event's change to the coins that an area's cards pay this round."""
    words = {"at": AT[area], "coins": count_words("coin", abs(change))}
    if change > 0:
        return _("If a card %(at)s pays coins, it pays %(coins)s more this round.") % words
    return _("If a card %(at)s pays coins, it pays %(coins)s less this round.") % words


def _majority(area: Area, strengths: Sequence[int], names: Sequence[str], seat: int | None) -> str:
    if not any(strengths):
        return ""
    ranked = sorted((-strength, place) for place, strength in enumerate(strengths) if strength)
    ranking = ", ".join(f"{names[place]} {-strength}" for strength, place in ranked)
    return _("Majority %(at)s: %(strengths)s. %(holder)s") % {
        "at": AT[area],
        "strengths": ranking,
        "holder": _holder(strengths, names, seat),
    }


def _holder(strengths: Sequence[int], names: Sequence[str], seat: int | None) -> str:
    if seat is not None:
        return _("%(name)s has it.") % {"name": names[seat]}
    if sorted(strengths)[-1] == sorted(strengths)[-2]:
        return _("A tie: nobody has it.")
    return _("A lone Lady cannot have it, so nobody has it.")


def _goals(name: str, goals: Sequence[str]) -> str:
    return _("%(name)s: %(goals)s") % {"name": name, "goals": listed(map(card_title, goals))}


def _turn(event: _Turn, name: str) -> str:
    """Return the sentence of an event of one player, in a turn or when joining a card. It is empty for the start of a turn."""
    match event:
        case events.TurnBegan():
            return ""
        case events.FigureMoved(_seat, figure, left, to):
            words = {"name": name, "figure": THE_FIGURE[figure], "from": FROM[left], "to": TO[to]}
            return _("%(name)s moves %(figure)s %(from)s %(to)s.") % words
        case events.CardOffered(_seat, card, _laid, area):
            return _("%(name)s offers “%(card)s” %(at)s.") % {"name": name, "card": card_title(card), "at": AT[area]}
        case events.MarkerReclaimed(_seat, card, _laid, slot):
            words = {"name": name, "card": card_title(card), "slot": slot}
            return _("%(name)s takes a marker back from slot %(slot)d of “%(card)s”.") % words
        case events.MarkerPlaced(_seat, card, _laid, slot, price):
            words = {"name": name, "card": card_title(card), "slot": slot, "coins": count_words("coin", price)}
            return _("%(name)s places a marker in slot %(slot)d of “%(card)s” for %(coins)s.") % words
        case events.BonusGained(_seat, card, _laid, gain):
            words = {"name": name, "card": card_title(card), "gain": gain_words(gain)}
            return _("%(name)s, promoter of “%(card)s”, gains %(gain)s.") % words
        case events.ReactionDeclined(_seat, card):
            return _("%(name)s does not join “%(card)s”.") % {"name": name, "card": card_title(card)}
        case events.BonusTaken(_seat, take):
            text = _("%(name)s passes and takes 1 coin.") if take == "coin" else _("%(name)s passes and draws a card.")
            return text % {"name": name}
        case events.TurnEnded():
            return _("%(name)s ends their turn.") % {"name": name}
    assert_never(event)


def _cards(event: _Cards, names: Sequence[str]) -> str:
    """Return the sentence of cards entering or leaving hands. An event for one seat alone addresses that player."""
    match event:
        case events.CardDrawn(seat, deck):
            text = _("%(name)s draws an action card.") if deck == "action" else _("%(name)s draws a goal card.")
            return text % {"name": names[seat]}
        case events.CardSeen(card):
            return _("You drew “%(card)s”.") % {"card": card_name(card)}
        case events.NothingToDraw(seat, count):
            words = {"name": names[seat], "cards": count_words("card", count)}
            return _("Both decks are empty: %(name)s cannot draw %(cards)s.") % words
        case events.PassSealed(seat):
            return _("%(name)s has chosen a card to pass on.") % {"name": names[seat]}
        case events.CardPassed(seat, to, deck):
            goal, action = _("%(name)s passes a goal card to %(to)s."), _("%(name)s passes an action card to %(to)s.")
            text = goal if deck == "goal" else action
            return text % {"name": names[seat], "to": names[to]}
        case events.PassedCardSeen(seat, to, card):
            words = {"name": names[seat], "to": names[to], "card": card_name(card)}
            return _("The card from %(name)s to %(to)s is “%(card)s”.") % words
        case events.DiscardSealed(seat):
            return _("%(name)s has chosen a card to discard.") % {"name": names[seat]}
        case events.CardsDiscarded(seat, actions, goals):
            return _discarded(names[seat], actions, goals)
        case events.DiscardsSeen(cards):
            return _("You discarded: %(cards)s.") % {"cards": listed(map(card_name, cards))}
    assert_never(event)


def _discarded(name: str, actions: int, goals: int) -> str:
    counts = {"action": actions, "goal": goals}
    cards = listed(count_words(item, count) for item, count in counts.items() if count)
    return ngettext(
        "%(name)s puts %(cards)s under its deck.", "%(name)s puts %(cards)s under their decks.", actions + goals
    ) % {"name": name, "cards": cards}


def _resolution(content: Content, event: Event, names: Sequence[str]) -> str:
    """Return the sentence of an event that concerns cards or majorities in the resolution."""
    match event:
        case events.MarkerEarned(seat, card, _laid, gain):
            words = {"name": names[seat], "card": card_title(card), "gain": gain_words(gain)}
            return _("%(name)s earns %(gain)s from “%(card)s”.") % words
        case events.MarkerPutUnder(seat, _laid, figure):
            return _("%(name)s puts the Manezzi marker under %(figure)s.") % {
                "name": names[seat],
                "figure": THE_FIGURE[figure],
            }
        case events.TrickMoved(seat, card, _laid, to):
            return _("%(name)s moves “%(card)s” %(to)s.") % {"name": names[seat], "card": card_title(card), "to": TO[to]}
        case events.CoinsPaid(seat, card, _laid, coins):
            return _paid(names[seat], card, coins)
        case events.DieRolled():
            return _rolled(content, event, names[event.seat])
        case events.BattleLost() | events.BattleWon() | events.CardLeft():
            return _card_gone(event)
        case events.MajorityEarned(seat, area, gain):
            return _("%(name)s earns %(gain)s for the majority %(at)s.") % {
                "name": names[seat],
                "gain": gain_words(gain),
                "at": AT[area],
            }
        case events.PointsBought(seat, price, points):
            words = {"name": names[seat], "points": count_words("vp", points), "coins": count_words("coin", price)}
            return _("%(name)s buys %(points)s at the Palace for %(coins)s.") % words
        case events.PurchaseDeclined(seat):
            return _("%(name)s buys nothing at the Palace.") % {"name": names[seat]}
    raise TypeError(type(event))


def _card_gone(event: events.BattleLost | events.BattleWon | events.CardLeft) -> str:
    """Return the sentence about a card that leaves its row, or about a battle won or lost."""
    match event:
        case events.BattleLost(card):
            return _("The battle of “%(card)s” is lost; the card goes under its deck.") % {"card": card_title(card)}
        case events.BattleWon(card):
            return _("The battle of “%(card)s” is won; the card goes to the won battles.") % {"card": card_title(card)}
        case events.CardLeft(area="fort", reason="failed" | "succeeded"):
            # The sentence about the battle lost or won says where its card goes.
            return ""
        case events.CardLeft(card, _laid, area, reason):
            return str(LEFT[reason]) % {"card": card_title(card), "at": AT[area]}


def _paid(name: str, card: str, coins: int) -> str:
    words = {"name": name, "card": card_title(card), "coins": count_words("coin", coins)}
    if not coins:
        return _("%(name)s pays nothing for the roll of “%(card)s”.") % words
    return _("%(name)s pays %(coins)s for the roll of “%(card)s”.") % words


def _rolled(content: Content, event: events.DieRolled, name: str) -> str:
    """Return the sum of a roll and its outcome in sentences [Z-16.6]. Zeros in the sum are left out."""
    parts = [_("a %(die)d on the die") % {"die": event.die}]
    if event.paid:
        parts.append(_("%(paid)d for coins") % {"paid": event.paid})
    if event.markers:
        parts.append(_("%(markers)d for markers") % {"markers": event.markers})
    words = {"name": name, "card": card_title(event.card), "sum": listed(parts), "result": event.result}
    text = _("%(name)s rolls for “%(card)s”: %(sum)s; the result is %(result)d.") % words
    return f"{text} {_result(content, event.result)}"


def _result(content: Content, result: int) -> str:
    if result <= content.dice.fail_at_most:
        return _("It fails.")
    if result >= content.dice.succeed_at_least:
        return _("It succeeds.")
    return _("Nothing happens; the card stays.")
