"""Dice cards and Fort cards: coins, the roll, and its results [Z-16]."""

from engines import chance
from engines.zena1814 import events, rewards
from engines.zena1814.content import Battle, Content
from engines.zena1814.desk import Desk
from engines.zena1814.loader import content
from engines.zena1814.markers import leader
from engines.zena1814.state import AskCoins, Laid, PayMarker, Public, RemoveCard


def is_dice(facts: Content, card: str) -> bool:
    """Return whether a card is resolved by a roll; all Fort cards are [Z-16.3]."""
    entry = facts.laid(card)
    return isinstance(entry, Battle) or entry.kind == "dice"


def payers(laid: Laid) -> tuple[int, ...]:
    """Return the seats with markers on a card, each once, in the order of paying for its roll [Z-16.4, R-16]."""
    return tuple(dict.fromkeys(laid.markers))


def modifier(laid: Laid, paid: int) -> int:
    """Return the modifier of the die: all markers beyond the first, and the coins paid [Z-16.6, R-15]."""
    return len(laid.markers) - 1 + paid


def highest_modifier(public: Public) -> int:
    """Return the modifier that makes every roll a success; higher ones are useless."""
    return content(public.version).dice.succeed_at_least - 1


def resolve(desk: Desk, laid: Laid) -> None:
    """Let all seats on the card pay; a Fort card without markers fails without a roll [Z-16.4, Z-16.14, R-11]."""
    if laid.markers:
        desk.push(AskCoins(laid.number, payers(laid)))
    else:
        _fail(desk, laid)


def next_payer(desk: Desk, task: AskCoins) -> bool:
    """Skip a seat without coins, or roll if no seat is left. Return False if the next seat can pay."""
    if task.waiting and desk.family(task.waiting[0]).coins:
        return False
    desk.pop()
    if task.waiting:
        desk.push(AskCoins(task.laid, task.waiting[1:], task.paid))
    else:
        _roll(desk, task)
    return True


def succeed(desk: Desk, laid: Laid) -> None:
    """Remove the card after its rewards; a Fort card joins the won battles [Z-16.9, Z-16.16]."""
    if _is_battle(desk, laid):
        desk.change(won=(*desk.public.won, laid.card))
        desk.tell(events.BattleWon(laid.card, laid.number))
    desk.remove(laid.number, "succeeded")


def _roll(desk: Desk, task: AskCoins) -> None:
    """Roll one die for the promoter, for Fort cards too, and carry out the result [Z-16.5 to Z-16.9, Z-16.13]."""
    facts = desk.content.dice
    _, laid = desk.public.laid(task.laid)
    face, drawn = chance.pick(desk.vault.key, f"die/r{desk.public.round}/{laid.number}", facts.faces)
    desk.drew(drawn)
    die, bonus_markers = face + 1, modifier(laid, 0)
    result = die + bonus_markers + task.paid
    desk.reveal(events.DieRolled(leader(laid), laid.card, laid.number, die, task.paid, bonus_markers, result))
    if result <= facts.fail_at_most:
        _fail(desk, laid)
    elif result >= facts.succeed_at_least:
        _reward(desk, laid)


def _reward(desk: Desk, laid: Laid) -> None:
    area, _ = desk.public.laid(laid.number)
    gain = rewards.reward(desk.public, area, laid)
    desk.push(*(PayMarker(seat, laid.number, gain) for seat in laid.markers), RemoveCard(laid.number, "succeeded"))


def _fail(desk: Desk, laid: Laid) -> None:
    """Remove the card; for a Fort card the battle is lost [Z-16.7, Z-16.11]."""
    if _is_battle(desk, laid):
        _lose_battle(desk, laid)
    else:
        desk.remove(laid.number, "failed")


def _lose_battle(desk: Desk, laid: Laid) -> None:
    """Put the card under its deck, known to everybody [Z-16.15, Z-16.17].

    The oldest card in each area it names is destroyed.
    """
    desk.tell(events.BattleLost(laid.card, laid.number))
    desk.remove(laid.number, "failed")
    desk.set_deck("fort", (*desk.vault.fort, laid.card))
    desk.change(under=(*desk.public.under, laid.card))
    _destroy(desk, desk.content.fort(laid.card))


def _destroy(desk: Desk, battle: Battle) -> None:
    """Destroy a card in each area, in the order of resolution; an empty area loses nothing [R-34]."""
    for area in desk.public.areas:
        if area in battle.destroys and (row := desk.public.row(area)):
            desk.remove(row[0].number, "destroyed")


def _is_battle(desk: Desk, laid: Laid) -> bool:
    return isinstance(desk.content.laid(laid.card), Battle)
