"""Composed pictures: the parts of a drawing are drawn, cached per process, and pasted.

resvg takes 150 to 400 ms for a whole board. Pillow takes 5 ms to compose the same board from parts. A drawing is the SVG of a
template. Each shape in it is a part, without its position; so is a group that is rotated or skewed. Markup between
``<!--still-->`` and ``<!--/-->`` is one part. A shape with ``data-cut="NAME"`` is cut out of the sheet NAME, because a pattern
in a new outline is slow to draw and fast to cut. The sheet is written between ``<!--sheet NAME-->`` and ``<!--/-->`` and is not
shown itself.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from PIL import Image, ImageDraw

from tables.games.kit import png

MOST_PIXELS = 12_000_000
"""Maximum number of cached pixels per process (48 MB). The least recently used parts are dropped first."""
FINE = 4
"""Factor by which cuts are enlarged, then reduced for soft edges."""
COARSE = 16
"""Factor by which a part is drawn smaller to find its bounds."""
ROW = 1024
_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
_DEFS = re.compile(r"<defs>(.*?)</defs>", re.DOTALL)
_WHOLE = re.compile(r"<!--(still|sheet (\w+))-->(.*?)<!--/-->", re.DOTALL)
_HREF = re.compile(r"(?:href=\"#|url\(#)([\w-]+)")
_PATTERN = re.compile(r"(fill(?:=\"|:\s*))url\(#[\w-]+\)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_STEP = re.compile(r"(translate|scale)\(([^)]*)\)\s*")


@dataclass(frozen=True)
class Part:
    """A part of a drawing: its markup around an origin, its scale and the digest of its document."""

    markup: str
    scale: float
    document: str
    is_whole: bool = False


@dataclass(frozen=True)
class Drawn:
    """A part as pixels. ``left`` and ``top`` lead from its origin to the corner of the image."""

    image: Image.Image
    left: int
    top: int


@dataclass(frozen=True)
class Place:
    """Position of a part: the pixels of its origin, its scale, and the groups around it."""

    x: float
    y: float
    scale: float
    groups: tuple[str, ...] = ()

    def moved(self, x: float, y: float, scale: float = 1.0) -> "Place":
        """Return the place at an offset inside this one, scaled further by ``scale``."""
        return Place(self.x + x * self.scale, self.y + y * self.scale, self.scale * scale, self.groups)

    def within(self, group: str) -> "Place":
        """Return the same place inside one more group."""
        return Place(self.x, self.y, self.scale, (*self.groups, group))


@dataclass(frozen=True)
class PlacedPart:
    """A part and the pixel of its origin."""

    part: Part
    x: int
    y: int


@dataclass(frozen=True)
class Cut:
    """An outline in pixels, and the part to cut it out of."""

    points: tuple[tuple[float, float], ...]
    sheet: Part


@dataclass(frozen=True)
class Document:
    """Common data of all parts of a drawing: style sheet, root, size in pixels, and definitions by id."""

    css: str
    root: Mapping[str, str]
    size: tuple[int, int]
    named: Mapping[str, str]

    def svg(self, markup: str, width: int, height: int) -> str:
        """Return markup of this drawing as a document of its own, with the given size."""
        attributes = "".join(f" {name}={quoteattr(value)}" for name, value in self.root.items())
        shared = "".join(self.named[name] for name in sorted(self._needed(markup + png.flat_css(self.css))))
        return f'<svg{_NAMESPACE}{attributes} viewBox="0 0 {width} {height}"><defs>{shared}</defs>{markup}</svg>'

    def raster(self, markup: str, width: int, height: int) -> Image.Image:
        """Return the markup as pixels, transparent where it is empty."""
        return png.raster(self.svg(markup, width, height), css=png.flat_css(self.css), width=width)

    def shadow(self, markup: str, width: int, height: int) -> Image.Image:
        """Return the opacity of the markup, with black for patterns, which would vanish in a very small picture."""
        svg, css = (_PATTERN.sub(r"\1#000", text) for text in (self.svg(markup, width, height), png.flat_css(self.css)))
        return png.raster(svg, css=css, width=width).getchannel("A")

    def _needed(self, markup: str) -> set[str]:
        needed: set[str] = set()
        referenced = set(_HREF.findall(markup))
        while missing := {name for name in referenced - needed if name in self.named}:
            needed |= missing
            referenced = {name for part in missing for name in _HREF.findall(self.named[part])}
        return needed


@dataclass
class _Kept:
    """Cache of the parts drawn by this process. One thread draws at a time; the others wait."""

    drawn: dict[Part, Drawn] = field(default_factory=dict)
    pixels: int = 0
    lock: Lock = field(default_factory=Lock)

    def all(self, parts: Sequence[Part], document: Document) -> Mapping[Part, Drawn]:
        """Draw the parts that are not cached and return all parts as pixels.

        The cache then drops the parts that were not used for longest, until at most ``MOST_PIXELS`` remain.
        Parts of this call are kept.
        """
        with self.lock:
            missing = [part for part in dict.fromkeys(parts) if part not in self.drawn]
            for part, drawn in _draw(missing, document):
                self.drawn[part] = drawn
                self.pixels += _area(drawn)
            images = {part: self.drawn.pop(part) for part in dict.fromkeys(parts)}
            self.drawn |= images
            self._forget(len(images))
        return images

    def _forget(self, used: int) -> None:
        for part in list(self.drawn)[: len(self.drawn) - used]:
            if self.pixels <= MOST_PIXELS:
                return
            self.pixels -= _area(self.drawn.pop(part))


_KEPT = _Kept()


def compose(svg: str, *, css: str, width: int) -> Image.Image:
    """Return the drawing ``svg`` as an image ``width`` pixels wide. ``css`` is the static path of its style sheet."""
    shared = "".join(_DEFS.findall(svg))
    wholes: list[tuple[str, str]] = []

    def hollow(match: re.Match[str]) -> str:
        wholes.append((match[2] or "", match[3]))
        return f'<g data-whole="{len(wholes) - 1}"/>'

    # The parsed markup, here and below, comes from our own templates.
    frame = ElementTree.fromstring(_WHOLE.sub(hollow, _DEFS.sub("", svg)).replace(_NAMESPACE, "", 1))  # noqa: S314
    left, top, wide, high = map(float, frame.attrib.pop("viewBox").split())
    frame.attrib.pop("width", None), frame.attrib.pop("height", None)
    scale = width / wide
    document = Document(css, dict(frame.attrib), (width, round(high * scale)), _named(shared))
    name = hashlib.sha256(f"{css}{sorted(frame.attrib.items())}{document.size}{shared}".encode()).hexdigest()
    walk = _Walk(wholes, name)
    pieces = list(walk.through(frame, Place(-left * scale, -top * scale, scale)))
    return _lay(pieces, document)


def _lay(pieces: Sequence[PlacedPart | Cut], document: Document) -> Image.Image:
    drawn = _KEPT.all([piece.part if isinstance(piece, PlacedPart) else piece.sheet for piece in pieces], document)
    sheet = Image.new("RGB", document.size, png.tokens()["--paper"])
    for piece in pieces:
        if isinstance(piece, Cut):
            _cut(sheet, piece.points, drawn[piece.sheet])
        else:
            drawing = drawn[piece.part]
            sheet.paste(drawing.image, (piece.x + drawing.left, piece.y + drawing.top), drawing.image)
    return sheet


def _cut(sheet: Image.Image, points: Sequence[tuple[float, float]], source: Drawn) -> None:
    """Paste the part of the source inside the outline. The source is as large as the picture below it."""
    left, top = (int(min(coordinates)) - 1 for coordinates in zip(*points, strict=True))
    right, bottom = (int(max(coordinates)) + 2 for coordinates in zip(*points, strict=True))
    mask = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
    ImageDraw.Draw(mask).polygon([((x - left) * FINE, (y - top) * FINE) for x, y in points], fill=255)
    piece = source.image.crop((left - source.left, top - source.top, right - source.left, bottom - source.top))
    sheet.paste(piece, (left, top), mask.reduce(FINE))


@dataclass(frozen=True)
class _Walk:
    """Walker through the groups of a drawing. It yields the parts in the order of pasting."""

    wholes: Sequence[tuple[str, str]]
    document: str

    def through(self, group: ElementTree.Element, place: Place) -> Iterator[PlacedPart | Cut]:
        for element in group:
            yield from self._one(element, place)

    def _one(self, element: ElementTree.Element, place: Place) -> Iterator[PlacedPart | Cut]:
        if (number := element.get("data-whole")) is not None:
            name, markup = self.wholes[int(number)]
            if not name:
                yield PlacedPart(self._whole(markup, place), 0, 0)
        elif "data-cut" in element.attrib:
            yield self._cutting(element, place)
        elif element.tag in ("g", "a") and (steps := _steps(element.attrib.get("transform", ""))) is not None:
            attributes = {name: value for name, value in element.attrib.items() if name != "transform"}
            inner = _moved(place, steps)
            yield from self.through(element, inner.within(_opening(attributes)) if attributes else inner)
        else:
            yield self._shape(element, place)

    def _shape(self, shape: ElementTree.Element, place: Place) -> PlacedPart:
        steps = _steps(shape.attrib.get("transform", ""))
        if steps is not None:
            shape.attrib.pop("transform", None)
            place = _moved(place, steps)
            if shape.tag != "line":
                place = place.moved(float(shape.attrib.pop("x", 0)), float(shape.attrib.pop("y", 0)))
        shape.tail = None
        markup = _grouped(ElementTree.tostring(shape, encoding="unicode"), place)
        return PlacedPart(Part(markup, round(place.scale, 4), self.document), round(place.x), round(place.y))

    def _whole(self, markup: str, place: Place) -> Part:
        moved = f'<g transform="translate({place.x} {place.y}) scale({place.scale})">{_grouped(markup, place)}</g>'
        return Part(moved, 1.0, self.document, is_whole=True)

    def _cutting(self, shape: ElementTree.Element, place: Place) -> Cut:
        markup = next(markup for name, markup in self.wholes if name == shape.attrib["data-cut"])
        points = tuple((place.x + x * place.scale, place.y + y * place.scale) for x, y in _outline(shape.attrib["d"]))
        return Cut(points, self._whole(markup, place))


def _outline(path: str) -> Iterator[tuple[float, float]]:
    """Yield the corners (x, y) of a path that consists of one move and relative lines."""
    numbers = iter(_NUMBER.findall(path))
    x, y = 0.0, 0.0
    for dx, dy in zip(numbers, numbers, strict=True):
        x, y = x + float(dx), y + float(dy)
        yield x, y


@lru_cache(maxsize=1024)
def _steps(transform: str) -> tuple[tuple[str, float, float], ...] | None:
    """Return the moves and scales of a transform in order, or None if it contains anything else."""
    steps = []
    for name, arguments in _STEP.findall(transform):
        numbers = [float(part) for part in arguments.replace(",", " ").split()]
        steps.append((name, numbers[0], numbers[1] if len(numbers) > 1 else 0.0))
    return tuple(steps) if not _STEP.sub("", transform).strip() else None


def _moved(place: Place, steps: Sequence[tuple[str, float, float]]) -> Place:
    for name, one, other in steps:
        place = place.moved(one, other) if name == "translate" else place.moved(0, 0, one)
    return place


def _opening(attributes: Mapping[str, str]) -> str:
    return "<g" + "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items()) + ">"


def _grouped(markup: str, place: Place) -> str:
    return "".join(place.groups) + markup + "</g>" * len(place.groups)


@lru_cache(maxsize=32)
def _named(shared: str) -> Mapping[str, str]:
    """Return the markup of each definition by its id."""
    definitions = ElementTree.fromstring(f"<defs>{shared}</defs>")  # noqa: S314
    for element in definitions:
        element.tail = None
    return {element.attrib["id"]: ElementTree.tostring(element, encoding="unicode") for element in definitions}


def _draw(parts: Sequence[Part], document: Document) -> Iterator[tuple[Part, Drawn]]:
    """Draw the parts and yield each with its pixels. A part with ``is_whole`` is drawn alone, the others on one sheet."""
    for part in parts:
        if part.is_whole:
            yield part, _trimmed(document.raster(part.markup, *document.size), (0, 0))
    if small := [part for part in parts if not part.is_whole]:
        yield from _side_by_side(small, document)


def _side_by_side(parts: Sequence[Part], document: Document) -> Iterator[tuple[Part, Drawn]]:
    boxes = _boxes(parts, document)
    spots, high = _packed([(right - left, bottom - top) for left, top, right, bottom in boxes])
    wide = max(x + right - left for (x, _y), (left, _top, right, _bottom) in zip(spots, boxes, strict=True))
    origins = [(x - left, y - top) for (x, y), (left, top, _right, _bottom) in zip(spots, boxes, strict=True)]
    sheet = document.raster(_at(parts, origins, 1.0), wide, high)
    for part, (x, y), (left, top, right, bottom) in zip(parts, spots, boxes, strict=True):
        yield part, _trimmed(sheet.crop((x, y, x + right - left, y + bottom - top)), (left, top))


def _boxes(parts: Sequence[Part], document: Document) -> list[tuple[int, int, int, int]]:
    """Return the bounds of each part around its origin, in pixels with a margin."""
    # No visible point of a part is farther from its origin than the size of the picture.
    wide, high = (-(-2 * length // COARSE) for length in document.size)
    origins = [(wide // 2, high * index + high // 2) for index in range(len(parts))]
    sheet = document.shadow(_at(parts, origins, 1 / COARSE), wide, high * len(parts))
    boxes = []
    for (x, y), index in zip(origins, range(len(parts)), strict=True):
        box = sheet.crop((0, high * index, wide, high * (index + 1))).getbbox() or (0, 0, 1, 1)
        left, top, right, bottom = box[0] - x - 1, box[1] + high * index - y - 1, box[2] - x + 1, box[3] + high * index - y + 1
        boxes.append((left * COARSE, top * COARSE, right * COARSE, bottom * COARSE))
    return boxes


def _packed(sizes: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], int]:
    """Return places in rows for boxes of these sizes, and the height of all rows together."""
    spots, x, y, high = [], 0, 0, 0
    for wide, tall in sizes:
        if x and x + wide > ROW:
            x, y, high = 0, y + high, 0
        spots.append((x, y))
        x, high = x + wide, max(high, tall)
    return spots, y + high


def _at(parts: Sequence[Part], origins: Sequence[tuple[int, int]], scale: float) -> str:
    return "".join(
        f'<g transform="translate({x} {y}) scale({part.scale * scale:.6f})">{part.markup}</g>'
        for part, (x, y) in zip(parts, origins, strict=True)
    )


def _trimmed(image: Image.Image, corner: tuple[int, int]) -> Drawn:
    """Return the image without its empty edge."""
    left, top, right, bottom = image.getbbox() or (0, 0, 1, 1)
    return Drawn(image.crop((left, top, right, bottom)), corner[0] + left, corner[1] + top)


def _area(drawn: Drawn) -> int:
    return drawn.image.width * drawn.image.height
