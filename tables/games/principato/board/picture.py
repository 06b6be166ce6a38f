"""Picture for emails and link previews: the display, and every principality in a few large symbols.

It is shown half as wide as it is drawn, so its symbols and numbers are large.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace

from django.template.loader import render_to_string

from engines.principato.content import Content, Kind
from engines.principato.loader import content as content_of
from engines.principato.state import Principality, Public, Units
from tables.games.principato.board import land
from tables.games.principato.board import realm as principato_realm
from tables.games.principato.board.cards import Face, face
from tables.games.principato.board.land import Box, number
from tables.games.principato.board.pieces import Land, Scene, Sprite, sprite, stored_favour
from tables.games.principato.board.realm import Realm

WIDTH = 760
_GAP = 8
_CARD_HIGH = 112
_SCALE = 0.595
_REALM_WIDE, _REALM_HIGH = 618, 490
_DIGIT_WIDE = 27
POINTS = "points"
_ART: tuple[tuple[Kind, int], ...] = (("monument", 402), ("book", 476), ("painting", 550))


@dataclass(frozen=True)
class Count:
    """A number in large type. ``frame`` is the frame around a new number: left, top, width and height. It is empty for other
    numbers."""

    x: str
    y: str
    words: str
    frame: tuple[int, ...] = ()


@dataclass(frozen=True)
class Card:
    """A card of the display: its place, family, gain and price, and whether it is new."""

    x: str
    css: str
    gains: tuple[Sprite, ...]
    price: tuple[Sprite, ...]
    count: str
    fresh: bool = False


@dataclass(frozen=True)
class Plate:
    """A principality in the picture: its place, scale and drawing, and the numbers on it."""

    x: str
    y: str
    scale: str
    realm: Realm
    counts: tuple[Count, ...]


@dataclass(frozen=True)
class Picture:
    """The whole picture. ``pile`` is the number of action cards left in this year's pile."""

    width: int
    height: int
    card_width: str
    card_height: int
    cards: tuple[Card, ...]
    pile: int
    pile_x: str
    plates: tuple[Plate, ...]


def svg(public: Public) -> str:
    """Return the display and all principalities as SVG."""
    return render_to_string("games/principato/_picture.svg", {"picture": picture(public)})


def picture(public: Public) -> Picture:
    """Return the picture of a position."""
    high = _REALM_HIGH * _SCALE + _GAP
    rows = -(-len(public.realms) // 2)
    plates = tuple(_plate(public, seat) for seat in range(len(public.realms)))
    return _picture(public, plates, _CARD_HIGH + 2 * _GAP + rows * high)


def enlarged(public: Public, seat: int, slots: Container[int], changed: Container[str]) -> Picture:
    """Return the display and one principality of the same width, with new cards and changed numbers marked.

    ``slots`` are the slots of the new cards, ``changed`` the names of the things with a new number.
    """
    principality = public.realms[seat]
    scale = (WIDTH - 2 * _GAP) / _REALM_WIDE
    realm = _realm(public, seat)
    marked_scene = replace(realm.scene, church=tuple(replace(cube, fresh="favour" in changed) for cube in realm.scene.church))
    plate = Plate(
        x=number(_GAP),
        y=number(_CARD_HIGH + 2 * _GAP),
        scale=f"{scale:.4f}",
        realm=replace(realm, scene=marked_scene),
        counts=tuple(_counted(principality, realm.points, changed)),
    )
    return _picture(public, (plate,), _CARD_HIGH + 3 * _GAP + _REALM_HIGH * scale, slots)


def _picture(public: Public, plates: tuple[Plate, ...], height: float, fresh: Container[int] = ()) -> Picture:
    content = content_of(public.version)
    slots = content.for_seats(len(public.realms)).display + 1
    pitch = (WIDTH - _GAP) / slots
    cards = (_card(face(content, card), _GAP + pitch * index, pitch - _GAP) for index, card in enumerate(public.display))
    return Picture(
        width=WIDTH,
        height=round(height),
        card_width=number(pitch - _GAP),
        card_height=_CARD_HIGH,
        cards=tuple(replace(card, fresh=index in fresh) for index, card in enumerate(cards)),
        pile=public.pile - public.scoring_due,
        pile_x=number(_GAP + pitch * (slots - 1)),
        plates=plates,
    )


def _card(card_face: Face, x: float, width: float) -> Card:
    line = card_face.lines[0]
    size = min(70.0, (width - 8) / len(line.gain))
    price = [glyph.id for glyph in line.price for _ in range(int(glyph.count or 1))]
    small = min(26.0, (width - 8) / max(1, len(price)))
    return Card(
        x=number(x),
        css=card_face.family,
        gains=_row([glyph.id for glyph in line.gain], width / 2, 52 + size / 2, size),
        price=_row(price, width / 2, _CARD_HIGH - 5, small),
        count=next((glyph.count for glyph in line.gain if glyph.count.isdecimal() and glyph.count != "1"), ""),
    )


def _row(glyphs: Sequence[str], middle: float, foot: float, size: float) -> tuple[Sprite, ...]:
    """Return glyphs side by side."""
    first = middle - size * (len(glyphs) - 1) / 2
    return tuple(sprite(glyph, Box(first + size * index, foot, size)) for index, glyph in enumerate(glyphs))


def _plate(public: Public, seat: int) -> Plate:
    column = 0.5 if seat == len(public.realms) - 1 and seat % 2 == 0 else seat % 2
    realm = _realm(public, seat)
    return Plate(
        x=number(_GAP + (WIDTH - _GAP) / 2 * column),
        y=number(_CARD_HIGH + 2 * _GAP + (_REALM_HIGH * _SCALE + _GAP) * (seat // 2)),
        scale=".595",
        realm=realm,
        counts=tuple(_counted(public.realms[seat], realm.points, ())),
    )


def _realm(public: Public, seat: int) -> Realm:
    scene = _scene(content_of(public.version), public.realms[seat])
    return Realm(seat, principato_realm.COLOURS[seat], principato_realm.points(public, seat), scene)


def _scene(content: Content, realm: Principality) -> Scene:
    """Return a principality with one symbol for each kind of thing that it has."""
    left, right = land.parcels(2)
    return Scene(
        land=(
            Land("field" if realm.fields else "bare", left.path, left.furrows),
            Land("yard" if realm.farms else "bare", right.path, right.furrows),
        ),
        lots=(),
        town=_glyphs(
            (realm.palazzi, "palazzo", Box(44, 162, 74)),
            (realm.banks, "bank", Box(44, 240, 74)),
            (realm.banks, "money", Box(154, 234, 52)),
        ),
        palace=tuple(sprite(kind if realm.culture(kind) else "niche", Box(x, 158, 72)) for kind, x in _ART),
        church=stored_favour(realm),
        guards=_glyphs(
            (realm.catapults, "catapult", Box(76, 293, 70)),
            (realm.condottieri.count, "condottiere", Box(186, 293, 70)),
            (realm.militia.count, "militia", Box(388, 293, 70)),
        ),
        niches=(),
        yards=_glyphs(
            (realm.fields, "sheaf", Box(76, 460, 88)),
            (realm.farms, "farm", Box(378, 462, 92)),
            (realm.farms, "food", Box(506, 446, 58)),
        ),
        signs=(),
    )


def _glyphs(*places: tuple[int, str, Box]) -> tuple[Sprite, ...]:
    """Return the glyphs with a count of at least one, in their boxes."""
    return tuple(sprite(glyph, box) for count, glyph, box in places if count)


def _counted(realm: Principality, points: int, changed: Container[str]) -> Iterator[Count]:
    for name, x, y, words in ((POINTS, 100, 58, str(points)), *_counts(realm)):
        width = _DIGIT_WIDE * (len(words) + 1)
        frame = (x - width // 2, y - 46, width, 58) if name in changed else ()
        if words:
            yield Count(str(x), str(y), words, frame)


def _counts(realm: Principality) -> Iterator[tuple[str, int, int, str]]:
    """Yield for each count its name, the place (x, y) of its number, and the number as text (empty for none)."""
    yield "field", 158, 434, str(realm.fields or "")
    yield "farm", 448, 434, str(realm.farms or "")
    yield "food", 562, 434, str(realm.food) if realm.farms else ""
    yield "palazzo", 104, 148, str(realm.palazzi or "")
    yield "bank", 104, 228, str(realm.banks or "")
    yield "money", 206, 228, str(realm.money) if realm.banks else ""
    yield "catapult", 126, 338, str(realm.catapults or "")
    yield "condottiere", 232, 338, _army(realm.condottieri)
    yield "militia", 440, 338, _army(realm.militia)
    for kind, x in _ART:
        yield kind, x, 220, str(len(realm.culture(kind)) or "")


def _army(units: Units) -> str:
    """Return the number of supplied units and of all units: "1/3"."""
    return f"{units.fed}/{units.count}" if units.count else ""
