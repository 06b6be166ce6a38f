"""Context of the board of Zena 1814: the event, the town, the families, the rows of cards, the decks and the box."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.zena1814.loader import content
from engines.zena1814.state import AskTurn, Public, Seen
from tables.games.contract import Player
from tables.games.zena1814 import frame
from tables.games.zena1814.board import fresh as zena1814_fresh
from tables.games.zena1814.board import pieces, rows
from tables.games.zena1814.board.pieces import COLOURS
from tables.games.zena1814.board.sent import sent_out
from tables.games.zena1814.words import AT, FAMILIES, PHASES, card_name, card_title, count_words, signed

_PHASES = ("event", "actions", "resolution", "end")


@dataclass(frozen=True)
class Bulletin:
    """The event in force, and its effects in sentences."""

    title: str
    lines: tuple[str, ...]
    fort: bool
    fresh: bool


@dataclass(frozen=True)
class Mat:
    """Public state of a family."""

    player: Player
    family: str
    points: int
    coins: int
    supply: int
    actions: int
    goals: int
    starts: bool
    at_turn: bool


@dataclass(frozen=True)
class Pile:
    """A deck or a pile: its glyph, number of cards and name."""

    glyph: str
    count: int
    name: str


@dataclass(frozen=True)
class Phase:
    """A phase of the round. ``now`` is True if it is the current one."""

    name: str
    now: bool


def context(seen: Seen, players: Sequence[Player], marked: Sequence[Any] = ()) -> dict[str, Any]:
    """Return the context of ``_board.html``. The results of the ``marked`` events are shown as new."""
    public, news = seen.public, zena1814_fresh.news(marked)
    mats = [_mat(public, players[seat]) for seat in public.order()]
    quarters = rows.quarters(public, players, news)
    return {
        "round": public.round,
        "rounds": range(1, content(public.version).limits.rounds + 1),
        "phases": _phases(public),
        "bulletin": _bulletin(public, fresh=news.event),
        "rolls": zena1814_fresh.rolls(content(public.version), marked, players),
        "colours": COLOURS[: len(public.families)],
        "mats": mats,
        "by_seat": {mat.player.seat: mat for mat in mats},
        "quarters": quarters,
        "sent": sent_out(seen, players),
        # The whole view is built only if a template asks for it.
        "town": partial(pieces.scene, public, news.figures, {quarter.area: quarter.words for quarter in quarters}),
        "limit": content(public.version).limits.area_cards,
        "piles": _piles(public),
        "won": [card_title(card) for card in public.won],
        "under": [card_title(card) for card in public.under],
        "box": sorted(Counter(card_name(card) for card in public.box).items()),
        "past": [card_title(event) for event in public.events[:-1]],
        "expert": public.mode == "expert",
        "over": not public.agenda,
    }


def _phases(public: Public) -> list[Phase]:
    """Return the four phases of a round. There are none before the first round and after the last one."""
    if public.phase == "setup" or not public.agenda:
        return []
    return [Phase(str(PHASES[phase]), phase == public.phase) for phase in _PHASES]


def _bulletin(public: Public, *, fresh: bool) -> Bulletin | None:
    """Return the event in force. It is None before the first event and once the game is over."""
    if public.event is None or not public.agenda:
        return None
    event = content(public.version).event(public.event)
    lines = [_("Every family got %(coins)s.") % {"coins": count_words("coin", event.income)}]
    for area, change in (("bank", event.bank), ("port", event.port)):
        if change:
            lines.append(_("Cards %(at)s: %(change)s.") % {"at": AT[area], "change": _coins(change)})  # type: ignore[index]  # the areas of this game
    fort = event.fort and public.mode == "expert"
    return Bulletin(card_title(public.event), tuple(lines), fort, fresh)


def _coins(change: int) -> str:
    return ngettext("%(count)s coin", "%(count)s coins", abs(change)) % {"count": signed(change)}


def _mat(public: Public, player: Player) -> Mat:
    family, task = public.families[player.seat], public.task
    return Mat(
        player=player,
        family=FAMILIES[player.seat],
        points=frame.points(public, player.seat),
        coins=family.coins,
        supply=family.supply,
        actions=family.actions,
        goals=family.goals,
        starts=public.start == player.seat,
        at_turn=isinstance(task, AskTurn) and task.seat == player.seat,
    )


def _piles(public: Public) -> list[Pile]:
    decks = public.decks
    piles = [Pile("card", decks.action, _("action cards"))]
    if public.mode == "expert":
        piles += [Pile("goal", decks.goal, _("goal cards")), Pile("fort", decks.fort, _("Fort cards"))]
    piles.append(Pile("event", decks.event, _("events")))
    if public.mode == "expert":
        piles.append(Pile("swords", len(public.won), _("battles won")))
    return piles
