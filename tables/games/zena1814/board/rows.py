"""The rows of offered cards: an area with who stands there and who holds it, its cards with slots, prices and markers."""

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
from tables.games.kit.drawn import drawn
from tables.games.kit.spoken import spoken
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
    """A slot on the board: what is printed there, and whose marker lies on it; ``is_next``: the topmost free one."""

    face: SlotFace
    player: Player | None
    fresh: bool
    is_next: bool


@dataclass(frozen=True)
class Lying:
    """A card in a row. ``reward`` is what a marker earns after the event's change; ``added`` is what markers add to a roll;
    ``leaving`` says that the card is about to be pushed out."""

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
        """Whether it is new, or a marker on it."""
        return self.fresh or any(slot.fresh for slot in self.slots)

    @property
    def html(self) -> SafeString:
        """The card with its slots."""
        return _drawn(self)


_drawn = drawn("games/zena1814/_lying.html", "card")


@dataclass(frozen=True)
class Presence:
    """A family in an area: what its figures are worth together; ``tied``: as much as another one, and more than the rest."""

    player: Player
    strength: int
    words: str
    tied: bool


@dataclass(frozen=True, eq=False)
class Quarter:
    """An area with everything in it. ``verdict`` says who holds it as it stands, ``sale`` what the holder may buy, ``change``
    what the event does to it.

    The same area is the same object from page to page, so that it is found by what it is and not by what is in it.
    """

    area: Area
    name: str
    present: tuple[Presence, ...]
    holder: Player | None
    verdict: str
    income: Gained | None
    sale: str
    change: str
    cards: tuple[Lying, ...]
    resolving: bool
    quay: Quay

    @property
    def words(self) -> str:
        """The place in the town in words: who stands there, and who holds it."""
        there = [f"{presence.player.name}: {presence.words}." for presence in self.present]
        return " ".join([f"{self.name}.", *there, self.verdict])

    @cached_property
    def people(self) -> SafeString:
        """The flag and the figures before its houses, whoever looks."""
        return render_to_string("games/zena1814/_people.svg", {"quay": self.quay})

    @cached_property
    def head(self) -> SafeString:
        """Its name, what it earns and who stands there, whoever looks."""
        return render_to_string("games/zena1814/_quarter_head.html", {"each": self})

    def drawn_with(self, touch: Touch | None) -> SafeString:
        """It as pages draw it, with what can be touched in it."""
        return _placed(Placed(self, *self._within(touch or _UNTOUCHED)))

    def _within(self, touch: Touch) -> tuple[Any, ...]:
        """What can be touched here, in an order that is always the same."""
        laid = tuple((card.number, target) for card in self.cards if (target := touch.laid.get(card.number)))
        mine = {person.figure for person, tapped in self.quay.people if tapped} if touch.figures else ()
        figures = tuple((figure, touch.figures[figure]) for figure in FIGURES if figure in mine and figure in touch.figures)
        asked = touch.asked if any(card.number == touch.asked for card in self.cards) else None
        return laid, figures, touch.areas.get(self.area), asked


_UNTOUCHED = Touch()


@dataclass(frozen=True)
class Placed:
    """An area with what can be touched in it: cards in its row, the viewer's figures, and itself."""

    quarter: Quarter
    laid: tuple[tuple[int, Target], ...]
    figures: tuple[tuple[str, Target], ...]
    area: Target | None
    asked: int | None

    @property
    def touch(self) -> Touch:
        """The same, to be looked up."""
        areas = {self.quarter.area: self.area} if self.area else {}
        return Touch(laid=dict(self.laid), figures=dict(self.figures), areas=areas, asked=self.asked)


_placed = drawn("games/zena1814/_placed.html", "placed")


def quarters(public: Public, players: Sequence[Player], news: News) -> list[Quarter]:
    """All areas in play, in the order of resolution."""
    seated = tuple(players)
    return [_quarter(_within(public, row), row.area, seated, _news_of(public, row, news)) for row in public.rows]


def _within(public: Public, row: Row) -> Public:
    """What of a position concerns one area, and nothing of the rest: areas in which nothing has happened are equal."""
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
    first, second, third, fourth = (one if one.area == area else _ELSEWHERE for one in family.figures)
    return first, second, third, fourth


_ELSEWHERE = Standing()


def _news_of(public: Public, row: Row, news: News) -> News:
    """What is new in one area."""
    if not any(news):
        return news
    numbers = {laid.number for laid in row.cards}
    return News(
        frozenset(one for one in news.figures if public.families[one[0]].figure(one[1]).area == row.area),
        news.cards & numbers,
        frozenset(marker for marker in news.markers if marker[0] in numbers),
        event=False,
    )


@spoken
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
    """The strongest first; of equals the first in play order."""
    strengths = majority.strengths(public, area)
    highest = max(strengths)
    for seat in sorted(filter(strengths.__getitem__, public.order()), key=lambda seat: -strengths[seat]):
        tied = strengths[seat] == highest and strengths.count(highest) > 1
        yield Presence(players[seat], strengths[seat], _figures_words(public, area, seat), tied)


def _figures_words(public: Public, area: Area, seat: int) -> str:
    family = public.families[seat]
    there = [figure for figure in FIGURES if family.figure(figure).area == area]
    return listed(f"{FIGURE_NAMES[figure]} {pieces.worth(public, seat, figure)}" for figure in there)


def _verdict(public: Public, area: Area, players: Sequence[Player]) -> str:
    """Who has the majority, or why nobody has."""
    strengths = majority.strengths(public, area)
    highest, holder = max(strengths), majority.holder(public, area)
    if not highest:
        return _("Nobody stands here.")
    if holder is not None:
        return _("%(name)s has the majority with %(strength)d.") % {"name": players[holder].name, "strength": highest}
    if strengths.count(highest) > 1:
        return _("Nobody has the majority: a tie at %(strength)d.") % {"strength": highest}
    name = players[strengths.index(highest)].name
    return _("Nobody has the majority: the Lady of %(name)s is strongest, but alone.") % {"name": name}


def _sale(facts: Content) -> str:
    """What the Palace offers instead of an income [Z-14.10]."""
    words = {"points": count_words("vp", facts.palace.points), "coins": count_words("coin", facts.palace.price)}
    return _("The majority may buy %(points)s for %(coins)s.") % words


def _change(public: Public, area: Area) -> str:
    """What the event does to the coins that cards here pay [Z-5.3]."""
    change = rewards.change_of_coins(public, area)
    if not change or not public.agenda:
        return ""
    words = {"at": AT[area], "change": signed(change), "coins": count_words("coin", abs(change))}
    if change > 0:
        return _("This round, cards %(at)s that pay coins pay %(coins)s more.") % words
    return _("This round, cards %(at)s that pay coins pay %(coins)s less.") % words


def _cards(public: Public, area: Area, players: Sequence[Player], news: News) -> Iterator[Lying]:
    """The oldest first."""
    leaving = _leaving(public, area)
    for laid in public.row(area):
        yield _lying(public, area, laid, players, news, leaving.get(laid.number, ""))


def _lying(public: Public, area: Area, laid: Laid, players: Sequence[Player], news: News, leaving: str) -> Lying:
    facts = content(public.version)
    printed = facts.laid(laid.card)
    drawn = face(facts, laid.card)
    reward = earned(public, area, laid)
    return Lying(
        number=laid.number,
        face=drawn,
        slots=tuple(_taken(drawn, laid, players, news)),
        reward=reward,
        changed=reward != drawn.reward,
        added=signed(len(laid.markers) - 1) if drawn.kind == "dice" and len(laid.markers) > 1 else "",
        destroys=tuple((area, str(AREAS[area])) for area in printed.destroys) if isinstance(printed, Battle) else (),
        leaving=leaving,
        moved=laid.moved,
        fresh=laid.number in news.cards or _awaits(laid, news),
    )


def _awaits(laid: Laid, news: News) -> bool:
    """Whether a marker comes to a card that is not on it yet: a draft stops before what nobody knows."""
    return any(number == laid.number and seat not in laid.markers for number, seat in news.markers)


def _taken(drawn: Face, laid: Laid, players: Sequence[Player], news: News) -> Iterator[Taken]:
    """Of two markers of a seat on a card the lower one is the newer."""
    for at, slot in enumerate(drawn.slots):
        seat = laid.markers[at] if at < len(laid.markers) else None
        is_new = seat is not None and (laid.number, seat) in news.markers and seat not in laid.markers[at + 1 :]
        yield Taken(slot, players[seat] if seat is not None else None, is_new, at == len(laid.markers))


def _leaving(public: Public, area: Area) -> Mapping[int, str]:
    """Which cards are pushed out next: one-shot cards go by themselves, of the others the oldest beyond the limit [Z-13]."""
    facts = content(public.version)
    lasting = [laid.number for laid in public.row(area) if face(facts, laid.card).kind != "one_shot"]
    surplus = len(lasting) - facts.limits.area_cards
    if surplus < 0 or not public.agenda:
        return {}
    return dict.fromkeys(lasting[:surplus], _("goes this round")) | {lasting[surplus]: _("goes next")}
