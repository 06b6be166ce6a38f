"""Form for joining a card that another player offers, now or in advance, with slots and prices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engines.contract import Pending, When, encode
from engines.zena1814 import markers
from engines.zena1814.actions import Decline, React
from engines.zena1814.decisions import react
from engines.zena1814.loader import content
from engines.zena1814.state import Laid, Public, Seen, Window
from tables.games.contract import Player
from tables.games.zena1814.board.cards import face_at
from tables.games.zena1814.deeds import taken_words
from tables.games.zena1814.panel.turn import Choice, bonus_words
from tables.games.zena1814.touch import Target, Touch
from tables.games.zena1814.words import AT, card_title, count_words

PART = "games/zena1814/_panel_react.html"


@dataclass(frozen=True)
class SlotChoice:
    """A slot that may be the topmost empty one when the seat decides, and the ways to join there."""

    slot: int
    price: str
    bonus: str
    options: Sequence[Choice]


def context(seen: Seen, pending: Pending, legal: Sequence[React | Decline], players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``_panel_react.html``."""
    public = seen.public
    window = react.find(public)
    if window is None:
        return {"part": PART, "over": True}
    area, laid = public.laid(window.laid)
    slots = _slots(public, laid, pending.seat, legal, players)
    leader = markers.promoter(laid)
    return {
        "part": PART,
        "over": False,
        "filing": pending.when is not When.NOW,
        "card": face_at(public, area, laid),
        "number": laid.number,
        "where": str(AT[area]),
        "promoter": players[leader] if leader is not None else None,
        "slots": slots,
        "decline": encode(Decline()).decode(),
        "responders": _responders(public, window, players),
        "coins": count_words("coin", public.families[pending.seat].coins),
        "single": not _pairs(legal),
        "touch": Touch(laid=_joined(laid, slots) if pending.when is When.NOW else {}, decision_card=laid.number),
    }


def _joined(laid: Laid, slots: Sequence[SlotChoice]) -> Mapping[int, Target]:
    """Return the touch target of the card, if there is only one way to join it."""
    ways = [way for slot in slots for way in slot.options]
    return {laid.number: Target(f"{card_title(laid.card)}: {ways[0].words}", ways[0].value)} if len(ways) == 1 else {}


def _slots(
    public: Public, laid: Laid, seat: int, legal: Sequence[React | Decline], players: Sequence[Player]
) -> list[SlotChoice]:
    facts = content(public.version)
    by_slot: dict[int, list[React]] = {}
    for action in legal:
        if isinstance(action, React):
            by_slot.setdefault(action.slot, []).append(action)
    return [
        SlotChoice(
            slot,
            count_words("coin", markers.price(laid.card, slot, facts)),
            bonus_words(public, laid, slot, players),
            [_option(public, laid, way, players) for way in ways],
        )
        for slot, ways in sorted(by_slot.items())
    ]


def _option(public: Public, laid: Laid, action: React, players: Sequence[Player]) -> Choice:
    coins = count_words("coin", markers.price(laid.card, action.slot, content(public.version), action.markers))
    text = _("Two markers for %(coins)s") if action.markers > 1 else _("Join for %(coins)s")
    words = text % {"coins": coins} + taken_words(public, action.reclaim)
    return Choice(words + _second_bonus(public, laid, action, players), encode(action).decode())


def _second_bonus(public: Public, laid: Laid, action: React, players: Sequence[Player]) -> str:
    """Return the promoter's bonus for the second of two markers.

    The slot's own line names the bonus of the first [Z-17.1].
    """
    bonus = bonus_words(public, laid, action.slot + 1, players) if action.markers > 1 else ""
    return f"; {_('a marker in slot %(slot)d from the left') % {'slot': action.slot + 1}}: {bonus}" if bonus else ""


def _pairs(legal: Sequence[React | Decline]) -> bool:
    """Return whether a slot can be joined in more than one way."""
    slots = [action.slot for action in legal if isinstance(action, React)]
    return len(slots) != len(set(slots))


def _responders(public: Public, window: Window, players: Sequence[Player]) -> list[Player]:
    """Return the players still to decide, in play order from the start player [Z-9.2]."""
    return [players[place.seat] for place in react.candidates(public, window)]
