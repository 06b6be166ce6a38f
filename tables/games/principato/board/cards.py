"""Faces of action cards: name, price and gain as glyphs, and their effect for the viewer now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import assert_never

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.principato import effects, loader, storage
from engines.principato.actions import Cubes
from engines.principato.content import Build, Card, Collect, CollectAny, CollectPerTile, Content, Create, Effect, Price, Recruit
from engines.principato.state import Principality, Seen, Supply
from tables.games.kit.drawn import cached_renderer
from tables.games.kit.spoken import cached_by_language
from tables.games.principato.words import card_name, count_words, cubes_words, gain_words, listed, points_words

FAMILIES = {"Build": "build", "Create": "culture", "Recruit": "army"}


@dataclass(frozen=True)
class Glyph:
    """A drawn symbol (``pr-<id>``) with its number, or with a word if any number is meant."""

    id: str
    count: str = ""


@dataclass(frozen=True)
class CardOption:
    """One effect of a card: price and gain drawn, with ``words`` for readers who do not see them.

    ``joint`` is drawn between them: "→", or "/" for a mix. ``note`` is the effect for the viewer. ``dead`` is True if the
    viewer cannot get this effect now.
    """

    price: tuple[Glyph, ...]
    joint: str
    gain: tuple[Glyph, ...]
    words: str
    note: str = ""
    dead: bool = False


@dataclass(frozen=True)
class Face:
    """An action card as it is drawn. ``family`` is its colour. ``exchange`` says that it has the exchange symbol [P-5.4]."""

    id: str
    name: str
    family: str
    exchange: bool
    lines: tuple[CardOption, ...]

    def __hash__(self) -> int:
        # The hash of all fields is cached, since every page looks up the same faces.
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.id, self.name, self.family, self.exchange, self.lines))

    @property
    def dead(self) -> bool:
        """True if the viewer cannot activate the card now."""
        return all(line.dead for line in self.lines)

    @property
    def html(self) -> SafeString:
        """The card as pages draw it."""
        return _drawn(self)


_drawn = cached_renderer("games/principato/_card.html", "card")


def face(content: Content, card_id: str) -> Face:
    """Return a card as it is printed."""
    return _face(content.version, card_id)


def face_for(seen: Seen, card_id: str) -> Face:
    """Return a card with its current effect for the viewer, or as printed for a spectator."""
    if seen.seat is None or not seen.public.agenda:
        return face(loader.content(seen.public.version), card_id)
    return _judged(seen.public.version, seen.public.realms[seen.seat], seen.public.supply).face(card_id)


@cached_by_language
def _face(version: str, card_id: str) -> Face:
    card = loader.content(version).card(card_id)
    return _with_lines(card, _printed(card.effect))


def _with_lines(card: Card, lines: tuple[CardOption, ...]) -> Face:
    return Face(card.id, card_name(card.id), FAMILIES.get(type(card.effect).__name__, "yield"), card.exchange, lines)


@cached_by_language
def _printed(effect: Effect) -> tuple[CardOption, ...]:
    return tuple(_lines(effect))


def _lines(effect: Effect) -> list[CardOption]:
    match effect:
        case Build(tile, offers):
            return [_sale(offer.price, tile, offer.tiles) for offer in offers]
        case Create(kind, offers):
            return [_sale(offer.price, kind, 1) for offer in offers]
        case Recruit(unit):
            return [CardOption((), "", (Glyph(unit, _("any")),), _any_number(unit))]
        case Collect(cube, count):
            return [CardOption((), "", (Glyph(cube, str(count)),), count_words(cube, count))]
        case CollectPerTile(cube, tile):
            return [CardOption((Glyph(tile),), "→", (Glyph(cube),), _per_tile(cube))]
        case CollectAny(total):
            words = _("%(count)d cubes, any mix of food and money") % {"count": total}
            return [CardOption((Glyph("food", str(total)),), "/", (Glyph("money"),), words)]
    assert_never(effect)


def _any_number(unit: str) -> str:
    return _("any number of militia, free") if unit == "militia" else _("any number of condottieri, free")


def _per_tile(cube: str) -> str:
    return _("1 food for each field") if cube == "food" else _("1 money for each palazzo")


def _sale(price: Price, what: str, count: int) -> CardOption:
    words = _("%(price)s: %(gain)s") % {
        "price": cubes_words(Cubes(price.food, price.money)),
        "gain": count_words(what, count),
    }
    return CardOption(price_glyphs(Cubes(price.food, price.money)), "→", (Glyph(what, str(count)),), words)


def price_glyphs(price: Cubes) -> tuple[Glyph, ...]:
    """Return cubes as glyphs with their numbers."""
    counts = {"food": price.food, "money": price.money, "favour": price.favour}
    return tuple(Glyph(cube, str(count)) for cube, count in counts.items() if count)


@dataclass(frozen=True)
class _Judge:
    """Judge of the cards' current effects for one seat. It judges each card once."""

    content: Content
    realm: Principality
    supply: Supply
    faces: dict[str, Face] = field(default_factory=dict)

    def face(self, card_id: str) -> Face:
        """Return the card as this seat sees it."""
        if card_id not in self.faces:
            card = self.content.card(card_id)
            lines = (self.line(card.effect, index, line) for index, line in enumerate(_printed(card.effect)))
            self.faces[card_id] = _with_lines(card, tuple(lines))
        return self.faces[card_id]

    def line(self, effect: Effect, index: int, line: CardOption) -> CardOption:
        """Return the printed line with its note."""
        match effect:
            case Build(tile, offers):
                return self._tiles(line, offers[index].price, self.supply.tiles(tile), offers[index].tiles)
            case Create(kind, offers):
                values = [stock.points for stock in self.supply.culture(kind) if stock.tiles]
                return self._culture(line, offers[index].price, values)
            case Recruit():
                return replace(line, note=left_words(self.supply.units))
            case CollectAny(total):
                return replace(line, note=self._room(total))
            case Collect() | CollectPerTile():
                return replace(line, note=self._gain(effects.gains(self.realm, effect)[0]))
        assert_never(effect)

    def _tiles(self, line: CardOption, price: Price, left: int, needed: int) -> CardOption:
        if left < needed:
            return replace(line, note=left_words(left), dead=True)
        return self._priced(line, price, ())

    def _culture(self, line: CardOption, price: Price, values: Sequence[int]) -> CardOption:
        if not values:
            return replace(line, note=left_words(0), dead=True)
        return self._priced(line, price, [points_words(max(values))])

    def _priced(self, line: CardOption, price: Price, notes: Iterable[str]) -> CardOption:
        payments = effects.payments(self.realm, price)
        if not payments:
            return replace(line, note=short_words(self.realm, price), dead=True)
        favour = payments[0].favour
        with_favour = [_("with %(favour)s") % {"favour": count_words("favour", favour)}] if favour else []
        return replace(line, note=", ".join([*notes, *with_favour]))

    def _gain(self, gain: Cubes) -> str:
        onto = storage.placements(self.content, self.supply, self.realm, gain)[0]
        placement = storage.placing(self.content, self.supply, self.realm, gain, onto)
        return _("now %(gain)s") % {"gain": gain_words(placement.gained, placement.onto, placement.lapsed)}

    def _room(self, total: int) -> str:
        room = {
            "food": storage.free(self.content, self.realm, "food") + self.realm.militia.empty,
            "money": storage.free(self.content, self.realm, "money") + self.realm.condottieri.empty,
        }
        fitting = [count_words(cube, min(total, count)) for cube, count in room.items() if count]
        return _("room for %(cubes)s") % {"cubes": listed(fitting)}


@cached_by_language
def _judged(version: str, realm: Principality, supply: Supply) -> _Judge:
    return _Judge(loader.content(version), realm, supply)


def left_words(left: int) -> str:
    """Return the number of pieces left in the supply in words."""
    return ngettext("%(count)d left", "%(count)d left", left) % {"count": left} if left else _("none left")


def short_words(realm: Principality, price: Price) -> str:
    """Return the cubes missing for a price in words ("1 money short"), after all favour is used."""
    food, money = max(0, price.food - realm.food), max(0, price.money - realm.money)
    missing = food + money - realm.favour
    if food and money:
        return ngettext("%(count)d cube short", "%(count)d cubes short", missing) % {"count": missing}
    return _("%(cubes)s short") % {"cubes": count_words("food" if food else "money", missing)}
