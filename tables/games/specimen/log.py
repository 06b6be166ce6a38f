"""Log of Night Post, one sentence for each event."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.specimen import events
from tables.games.specimen.words import BAGS, LETTERS, ROADS


def sentence(event: events.Event, version: str, names: Sequence[str]) -> str:
    """Return the event as a sentence in the active language. It is empty if the viewer is dealt no letters."""
    match event:
        case events.GameStarted(first):
            return _("%(name)s is drawn to go first.") % {"name": names[first]}
        case events.NightBegan(night):
            return _("Night %(night)d begins.") % {"night": night}
        case events.LettersDealt(seat, bags):
            return ngettext("%(name)s is dealt %(count)d letter.", "%(name)s is dealt %(count)d letters.", len(bags)) % {
                "name": names[seat],
                "count": len(bags),
            }
        case events.LettersSeen(letters):
            return _("You are dealt: %(letters)s.") % {"letters": _letters(letters)} if letters else ""
        case events.LetterSeen(letter):
            return _("You drew: %(letter)s.") % {"letter": LETTERS[letter]}
        case events.PacksOpened() | events.HandsOpened() | events.RoadsOpened():
            return _opened(event, names)
        case events.DieRolled(road, pips):
            return _("The die of the %(road)s shows %(pips)d.") % {"road": ROADS[road], "pips": pips}
        case events.GameEnded(reason):
            return _("Somebody reached thirty points.") if reason == "renown" else _("The last night is over.")
        case _:
            return _deed(event, names[event.seat])


def tone(event: events.Event) -> str:
    """Return the kind of an event's sentence in the log. It is empty for ordinary sentences."""
    match event:
        case events.NightBegan():
            return "round"
        case events.RoadSealed() | events.RelayDeclined() | events.LetterPacked():
            return "faint"
        case events.GameStarted() | events.LettersDealt() | events.LettersSeen() | events.LetterSeen() | events.DieRolled():
            return "chance"
    return "points" if getattr(event, "points", 0) else ""


def _deed(event: events.Event, name: str) -> str:
    """Return the sentence of one courier's action."""
    match event:
        case events.RoadSealed():
            return _("%(name)s seals a road.") % {"name": name}
        case events.LetterOffered(_seat, letter, points):
            return ngettext(
                "%(name)s offers a %(letter)s for %(points)d point.",
                "%(name)s offers a %(letter)s for %(points)d points.",
                points,
            ) % {"name": name, "letter": LETTERS[letter], "points": points}
        case events.RelayJoined(_seat, place, points):
            return _("%(name)s takes place %(place)d and scores %(points)d.") % {"name": name, "place": place, "points": points}
        case events.RelayDeclined():
            return _("%(name)s stays at home.") % {"name": name}
        case events.LetterDrawn(_seat, bag):
            return _("%(name)s draws from the %(bag)s.") % {"name": name, "bag": BAGS[bag]}
        case events.HorseHired(_seat, price):
            return ngettext(
                "%(name)s hires a horse for %(price)d coin.", "%(name)s hires a horse for %(price)d coins.", price
            ) % {"name": name, "price": price}
        case events.TurnEnded():
            return _("%(name)s leaves the stable.") % {"name": name}
        case events.LetterPacked():
            return _("%(name)s packs a letter.") % {"name": name}
        case events.RoadRidden(_seat, passed, points):
            text = _("%(name)s arrives and scores %(points)d.") if passed else _("%(name)s arrives late and scores %(points)d.")
            return text % {"name": name, "points": points}
    raise TypeError(type(event))


def _letters(letters: Sequence[str]) -> str:
    return ", ".join(str(LETTERS[letter]) for letter in letters)


def _opened(event: events.PacksOpened | events.HandsOpened | events.RoadsOpened, names: Sequence[str]) -> str:
    match event:
        case events.PacksOpened(packs):
            return _all_packs(_("The packs are opened: %(packs)s."), packs, names)
        case events.HandsOpened(hands):
            return _all_packs(_("The hands are revealed: %(packs)s."), hands, names)
        case events.RoadsOpened(roads):
            lines = [f"{name}: {ROADS[road]}" for name, road in zip(names, roads, strict=True)]
            return _("The roads are revealed: %(roads)s.") % {"roads": "; ".join(lines)}


def _all_packs(text: str, packs: Sequence[Sequence[str]], names: Sequence[str]) -> str:
    lines = [f"{name}: {_letters(pack) or _('nothing')}" for name, pack in zip(names, packs, strict=True)]
    return text % {"packs": "; ".join(lines)}
