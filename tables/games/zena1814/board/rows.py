"""Rows of cards: each area with its figures and holder, and its cards with slots, prices and markers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.zena1814 import majority, rewards
from engines.zena1814.content import FIGURES, Area, Battle, Content
from engines.zena1814.loader import content
from engines.zena1814.state import ClearArea, Decks, Family, Laid, Public, Row, Standing
from tables.games.contract import Player
from tables.games.kit.drawn import cached_renderer
from tables.games.kit.spoken import cached_by_language
from tables.games.zena1814 import frame
from tables.games.zena1814.board import pieces
from tables.games.zena1814.board.cards import Face, Gained, SlotFace, earned, face, gained
from tables.games.zena1814.board.fresh import News
from tables.games.zena1814.board.quay import Quay, quay
from tables.games.zena1814.touch import Target, Touch
from tables.games.zena1814.words import AREAS, AT, count_words, listed, signed
from tables.games.zena1814.words import FIGURES as FIGURE_NAMES


@dataclass(frozen=True)
class Taken:
    """A slot on the board: its printed face, and the owner of its marker. ``is_next`` marks the topmost free one."""

    face: SlotFace
    player: Player | None
    fresh: bool
    is_next: bool


@dataclass(frozen=True)
class RowCard:
    """A card in a row. ``reward`` is a marker's reward after the event's change.

    ``added`` is the markers' bonus to a roll. ``leaving`` is a note on a card that will soon be pushed out, or empty.
    """

    number: int
    face: Face
    slots: tuple[Taken, ...]
    reward: Gained | None
    changed: bool
    added: str
    destroys: tuple[tuple[Area, str], ...]
    leaving: str
    moved: bool
    fresh: bool

    @property
    def touched(self) -> bool:
        """True if the card is new, or a marker on it."""
        return self.fresh or any(slot.fresh for slot in self.slots)

    @property
    def html(self) -> SafeString:
        """The card with its slots."""
        return _drawn(self)


_drawn = cached_renderer("games/zena1814/_lying.html", "card")


@dataclass(frozen=True)
class Presence:
    """A family in an area, with the strength of all its figures. ``tied`` if it shares the highest strength."""

    player: Player
    strength: int
    words: str
    tied: bool


@dataclass(frozen=True, eq=False)
class Quarter:
    """An area with everything in it.

    - ``verdict`` says who holds it now.
    - ``sale`` is the offer to the holder.
    - ``change`` is the event's effect on the area.

    The cache returns the same object for an unchanged area. Other caches therefore look it up by identity.
    """

    area: Area
    name: str
    present: tuple[Presence, ...]
    holder: Player | None
    verdict: str
    income: Gained | None
    sale: str
    change: str
    cards: tuple[RowCard, ...]
    resolving: bool
    quay: Quay

    @property
    def words(self) -> str:
        """Words for the place in the town: its figures, and its holder."""
        figures = [f"{presence.player.name}: {presence.words}." for presence in self.present]
        return " ".join([f"{self.name}.", *figures, self.verdict])

    @cached_property
    def people(self) -> SafeString:
        """Flag and figures in front of its houses, the same for every viewer."""
        return render_to_string("games/zena1814/_people.svg", {"quay": self.quay})

    @cached_property
    def head(self) -> SafeString:
        """Name, income and figures, the same for every viewer."""
        return render_to_string("games/zena1814/_quarter_head.html", {"each": self})

    def drawn_with(self, touch: Touch | None) -> SafeString:
        """Return the area as pages draw it, with those of the touch targets that are in it."""
        return _placed(Placed(self, *self._within(touch or _UNTOUCHED)))

    def _within(self, touch: Touch) -> tuple[Any, ...]:
        """Return the touch targets in this area in a fixed order, so that they can be cached."""
        cards = tuple((card.number, target) for card in self.cards if (target := touch.laid.get(card.number)))
        own_figures = {person.figure for person, tapped in self.quay.people if tapped} if touch.figures else ()
        figures = tuple(
            (figure, touch.figures[figure]) for figure in FIGURES if figure in own_figures and figure in touch.figures
        )
        decision_card = touch.decision_card if any(card.number == touch.decision_card for card in self.cards) else None
        return cards, figures, touch.areas.get(self.area), decision_card


_UNTOUCHED = Touch()


@dataclass(frozen=True)
class Placed:
    """An area with its touch targets: cards in its row, the viewer's figures, and the area itself."""

    quarter: Quarter
    laid: tuple[tuple[int, Target], ...]
    figures: tuple[tuple[str, Target], ...]
    area: Target | None
    decision_card: int | None

    @property
    def touch(self) -> Touch:
        """The touch targets, for look-ups."""
        areas = {self.quarter.area: self.area} if self.area else {}
        return Touch(laid=dict(self.laid), figures=dict(self.figures), areas=areas, decision_card=self.decision_card)


_placed = cached_renderer("games/zena1814/_placed.html", "placed")


def quarters(public: Public, players: Sequence[Player], news: News) -> list[Quarter]:
    """Return all areas in play, in the order of resolution."""
    seated = tuple(players)
    return [_quarter(_within(public, row), row.area, seated, _news_of(public, row, news)) for row in public.rows]


def _within(public: Public, row: Row) -> Public:
    """Return the part of a position that concerns one area, so that unchanged areas compare as equal."""
    is_now = frame.resolving(public) == row.area
    return Public(
        version=public.version,
        mode=public.mode,
        starter=public.starter,
        free_order=public.free_order,
        families=tuple(Family(0, 0, _standing(family, row.area)) for family in public.families),
        rows=(row,),
        decks=Decks(),
        agenda=(ClearArea(row.area),) if public.agenda else (),
        phase="resolution" if is_now else "actions",
        start=public.start,
        event=public.event,
    )


def _standing(family: Family, area: Area) -> tuple[Standing, Standing, Standing, Standing]:
    first, second, third, fourth = (standing if standing.area == area else _ELSEWHERE for standing in family.figures)
    return first, second, third, fourth


_ELSEWHERE = Standing()


def _news_of(public: Public, row: Row, news: News) -> News:
    """Return the news of one area."""
    if not any(news):
        return news
    numbers = {laid.number for laid in row.cards}
    return News(
        frozenset(arrival for arrival in news.figures if public.families[arrival[0]].figure(arrival[1]).area == row.area),
        news.cards & numbers,
        frozenset(marker for marker in news.markers if marker[0] in numbers),
        event=False,
    )


@cached_by_language
def _quarter(public: Public, area: Area, players: tuple[Player, ...], news: News) -> Quarter:
    facts, holder = content(public.version), majority.holder(public, area)
    return Quarter(
        area=area,
        name=str(AREAS[area]),
        present=tuple(_present(public, area, players)),
        holder=players[holder] if holder is not None else None,
        verdict=_verdict(public, area, players),
        income=gained(facts.majority(area)),
        sale=_sale(facts) if area == "palace" else "",
        change=_change(public, area),
        cards=tuple(_cards(public, area, players, news)),
        resolving=frame.resolving(public) == area,
        quay=quay(public, area, players, news.figures),
    )


def _present(public: Public, area: Area, players: Sequence[Player]) -> Iterator[Presence]:
    """Yield the families, the strongest first. Equal ones come in play order."""
    strengths = majority.strengths(public, area)
    highest = max(strengths)
    for seat in sorted(filter(strengths.__getitem__, public.order()), key=lambda seat: -strengths[seat]):
        tied = strengths[seat] == highest and strengths.count(highest) > 1
        yield Presence(players[seat], strengths[seat], _figures_words(public, area, seat), tied)


def _figures_words(public: Public, area: Area, seat: int) -> str:
    family = public.families[seat]
    figures = [figure for figure in FIGURES if family.figure(figure).area == area]
    return listed(f"{FIGURE_NAMES[figure]} {pieces.worth(public, seat, figure)}" for figure in figures)


def _verdict(public: Public, area: Area, players: Sequence[Player]) -> str:
    """Return the holder of the majority in words, or the reason that there is none."""
    strengths = majority.strengths(public, area)
    highest, holder = max(strengths), majority.holder(public, area)
    if not highest:
        return _("No figures here.")
    if holder is not None:
        return _("%(name)s has the majority with %(strength)d.") % {"name": players[holder].name, "strength": highest}
    if strengths.count(highest) > 1:
        return _("Nobody has the majority: a tie at %(strength)d.") % {"strength": highest}
    name = players[strengths.index(highest)].name
    return _("Nobody has the majority: the Lady of %(name)s is strongest, but alone.") % {"name": name}


def _sale(facts: Content) -> str:
    """Return the offer of the Palace instead of an income [Z-14.10]."""
    words = {"points": count_words("vp", facts.palace.points), "coins": count_words("coin", facts.palace.price)}
    return _("The player with the majority may buy %(points)s for %(coins)s.") % words


def _change(public: Public, area: Area) -> str:
    """Return the event's change to the coins that cards here pay [Z-5.3], in a sentence. It is empty for no change."""
    change = rewards.coin_change(public, area)
    if not change or not public.agenda:
        return ""
    words = {"at": AT[area], "change": signed(change), "coins": count_words("coin", abs(change))}
    if change > 0:
        return _("This round, if a card %(at)s pays coins, it pays %(coins)s more.") % words
    return _("This round, if a card %(at)s pays coins, it pays %(coins)s less.") % words


def _cards(public: Public, area: Area, players: Sequence[Player], news: News) -> Iterator[RowCard]:
    """Yield the cards, the oldest first."""
    leaving = _leaving(public, area)
    for laid in public.row(area):
        yield _lying(public, area, laid, players, news, leaving.get(laid.number, ""))


def _lying(public: Public, area: Area, laid: Laid, players: Sequence[Player], news: News, leaving: str) -> RowCard:
    facts = content(public.version)
    printed = facts.laid(laid.card)
    card_face = face(facts, laid.card)
    reward = earned(public, area, laid)
    return RowCard(
        number=laid.number,
        face=card_face,
        slots=tuple(_taken(card_face, laid, players, news)),
        reward=reward,
        changed=reward != card_face.reward,
        added=signed(len(laid.markers) - 1) if card_face.kind == "dice" and len(laid.markers) > 1 else "",
        destroys=tuple((area, str(AREAS[area])) for area in printed.destroys) if isinstance(printed, Battle) else (),
        leaving=leaving,
        moved=laid.moved,
        fresh=laid.number in news.cards or _awaits(laid, news),
    )


def _awaits(laid: Laid, news: News) -> bool:
    """Return whether the draft puts a marker on a card that does not have it yet, because the draft stops before unknown
    results."""
    return any(number == laid.number and seat not in laid.markers for number, seat in news.markers)


def _taken(card_face: Face, laid: Laid, players: Sequence[Player], news: News) -> Iterator[Taken]:
    """Yield the slots of a card. If its seat has several markers on the card, only the lowest one is marked as new."""
    for index, slot in enumerate(card_face.slots):
        seat = laid.markers[index] if index < len(laid.markers) else None
        is_new = seat is not None and (laid.number, seat) in news.markers and seat not in laid.markers[index + 1 :]
        yield Taken(slot, players[seat] if seat is not None else None, is_new, index == len(laid.markers))


def _leaving(public: Public, area: Area) -> Mapping[int, str]:
    """Return notes on cards that leave the row soon, by the number of the card.

    One-shot cards are not counted, since they leave anyway. The oldest other cards beyond the limit leave this round, and the
    oldest after them leaves next [Z-13].
    """
    facts = content(public.version)
    lasting = [laid.number for laid in public.row(area) if face(facts, laid.card).kind != "one_shot"]
    surplus = len(lasting) - facts.limits.area_cards
    if surplus < 0 or not public.agenda:
        return {}
    return dict.fromkeys(lasting[:surplus], _("leaves this round")) | {lasting[surplus]: _("leaves next")}
