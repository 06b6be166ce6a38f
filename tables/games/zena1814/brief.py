"""Facts above the answers in an email about Zena 1814: the card of the decision and its reward, or the player's resources."""

from collections.abc import Sequence
from itertools import groupby

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from engines.contract import Pending
from engines.zena1814.decisions import react, sheet
from engines.zena1814.state import Public, Seen
from tables.games.contract import Player
from tables.games.zena1814.board.cards import face_at, reward_words
from tables.games.zena1814.deeds import laid_words
from tables.games.zena1814.panel.sheet import context as on_sheet
from tables.games.zena1814.words import count_words, listed

ABOUT_A_CARD = ("dice", "manezzi", "trick")


def brief(seen: Seen, pending: Pending, players: Sequence[Player]) -> Sequence[str]:
    """Return the facts for a decision in sentences. There are none for some kinds of decision.

    - About a card: the card, its reward and markers, and the modifier of a roll.
    - Joining a card: the same without the roll, and the player's resources.
    - A turn or the Palace: the player's resources.
    - A draw: the deck of later cards.
    """
    public = seen.public
    window = react.find(public) if pending.kind == "react" else None
    if window is not None:
        return (*_card(public, window.laid, players), _purse(public, pending.seat))
    if pending.kind in ABOUT_A_CARD:
        roll = _roll(seen, pending, players) if pending.kind == "dice" else ()
        return (*_card(public, sheet.laid(pending), players), *roll)
    if pending.kind == "draw":
        return (_("Later cards come from the same deck, unless you have chosen to be asked every time."),)
    return (_purse(public, pending.seat),) if pending.kind in ("turn", "palace") else ()


def _card(public: Public, number: int, players: Sequence[Player]) -> tuple[str, ...]:
    area, laid = public.laid(number)
    sentences = [capfirst(laid_words(public, number)), reward_words(public, area, laid)]
    if laid.markers:
        owners = [(players[seat].name, len(list(markers))) for seat, markers in groupby(laid.markers)]
        names = listed(f"{name} ({count})" if count > 1 else name for name, count in owners)
        sentences.append(_("Markers from the top: %(names)s.") % {"names": names})
    return tuple(filter(None, (*sentences, face_at(public, area, laid).destroys)))


def _roll(seen: Seen, pending: Pending, players: Sequence[Player]) -> tuple[str, ...]:
    form = on_sheet(seen, pending, (), players)
    sentences = [_("The modifier is %(modifier)s; you have %(have)s.") % {"modifier": form["base"], "have": form["have"]}]
    if form["before"]:
        sentences.append(_("%(names)s may pay before you.") % {"names": form["before"]})
    if form["after"]:
        sentences.append(_("%(names)s may pay after you.") % {"names": form["after"]})
    return (" ".join(sentences),)


def _purse(public: Public, seat: int) -> str:
    family = public.families[seat]
    resources = {"coin": family.coins, "marker": family.supply, "action": family.actions}
    return _("You have %(things)s.") % {"things": listed(count_words(item, count) for item, count in resources.items())}
