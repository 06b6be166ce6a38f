"""The rows of offered cards: an area with who stands there and who holds it, its cards with slots, prices and markers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.zena1814 import majority, rewards
from engines.zena1814.content import FIGURES, Area, Battle, Content
from engines.zena1814.loader import content
from engines.zena1814.state import Laid, Public
from tables.games.contract import Player
from tables.games.kit.drawn import drawn
from tables.games.zena1814 import frame
from tables.games.zena1814.board import pieces
from tables.games.zena1814.board.cards import Face, Gained, SlotFace, earned, face, gained
from tables.games.zena1814.board.fresh import News
from tables.games.zena1814.board.quay import Quay, quay
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


@dataclass(frozen=True)
class Quarter:
    """An area with everything in it. ``verdict`` says who holds it as it stands, ``sale`` what the holder may buy, ``change``
    what the event does to it."""

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


def quarters(public: Public, players: Sequence[Player], news: News) -> list[Quarter]:
    """All areas in play, in the order of resolution."""
    return [_quarter(public, area, players, news) for area in public.areas]


def _quarter(public: Public, area: Area, players: Sequence[Player], news: News) -> Quarter:
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
