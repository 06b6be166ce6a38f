"""Scenery of the town as image files, by day and by lamplight. It is the same in all games, so pages only link to it.

``town`` is the whole drawing, ``panorama`` the six places side by side, each cut out of the same drawing.

After a change of the scenery or of a colour, run ``python -m tables.games.zena1814.board.ground`` to write the files again.
"""

import re
from pathlib import Path

from tables.games.kit import png
from tables.games.kit.png import Light

GAME = Path(__file__).resolve().parents[1]
DRAWING = GAME.parents[2] / "templates" / "games" / "zena1814" / "_ground.html"
IMAGES = GAME / "static" / "zena1814"
LIGHTS: tuple[Light, ...] = ("day", "night")
SHEET = "zena1814/map.css"
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CLASS = re.compile(r'class="([\w-]+)"')


CELL = (200, 217)
"""Width and height of a place of the panorama. The edge of the quay is below 205."""
_SEA, _BACKDROP = '<path class="zn-water" d="M0 330', '<path class="zn-hatch" d="M350 340'
_DAWN = '<path class="zn-sky" d="M0 0H600V260H0Z"/>'
_MEADOW = (
    '<path class="zn-hill" d="M-10 152Q90 138 210 152V240H-10Z"/>'
    '<path class="zn-hatch" d="M14 164h9M168 160h10M150 168h8M24 170h7"/>'
    '<path class="zn-tree" d="M176 158q-6-14 0-24 6 10 0 24zM189 160q-5-12 0-20 5 9 0 20z"/>'
)
_LANE = (
    '<path class="zn-paved" d="M0 178H200V217H0Z"/>'
    '<path class="zn-course" d="M0 190H200M30 178l-4 12M80 178v12M130 178v12M176 178l3 12"/>'
    '<path class="zn-coping" d="M-2 207H202V214H-2Z"/><path class="zn-terrace" d="M-2 214H202V220H-2Z"/>'
)


def path(light: Light, name: str = "town") -> Path:
    """Return the path of an image file: ``town`` or ``panorama``, by day or night."""
    return IMAGES / f"{name}-{light}.svg"


def image(light: Light) -> str:
    """Return the town as SVG with its colours written into it, since an image does not use the page's style sheet."""
    drawing = _coloured("\n".join(_parts()), light)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 616 556" width="616" height="556">\n{drawing}\n</svg>\n'


def panorama(light: Light) -> str:
    """Return the six places as SVG in the order of the resolution, with their colours written into them."""
    wide, high = CELL
    sky, fort, roofs, old_town, cathedral, palace, ground, bank, port, quay = _parts()
    terrace, _, shore = ground.partition(_SEA)
    sea, _, backdrop = shore.partition(_BACKDROP)
    upper = f"{_DAWN}{_moved(_use('sky'), 0, 75)}{roofs}{old_town}{cathedral}{palace}{terrace}"
    at_bank = f"{_moved(_use('sky'), 120, 225)}{_BACKDROP}{backdrop}{bank}{_use('quay')}"
    at_port = f"{_DAWN}{_moved(_use('sky'), -120, 240)}{_SEA}{sea.rpartition('<path class=')[0]}{port}{_use('quay')}"
    at_fort = f"{_DAWN}{_moved(_use('sky'), -150, 40)}{_MEADOW}{_moved(fort, 8, 0, 1.25)}{_LANE}"
    drawing = (
        f'<defs><g id="sky">{sky}</g><g id="quay">{quay}</g></defs>'
        + _cut(0, 3 * wide, f"0 86 {3 * wide} {high}", upper)
        + _cut(3 * wide, wide, f"349 279 {wide} {high}", at_bank)
        + _cut(4 * wide, wide, "10 187 290 314.65", at_port)
        + _cut(5 * wide, wide, f"0 0 {wide} {high}", at_fort)
    )
    box = f'viewBox="0 0 {6 * wide} {high}" width="{6 * wide}" height="{high}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>\n{_coloured(drawing, light)}</svg>\n'


def _parts() -> list[str]:
    """Return the parts of the drawing, separated by empty lines in its file, each joined into one line."""
    parts = DRAWING.read_text("utf-8").split("\n\n")
    return [" ".join(part.split()).replace("> <", "><") for part in parts]


def _use(name: str) -> str:
    return f'<use href="#{name}"/>'


def _moved(markup: str, x: int, y: int, scale: float = 1) -> str:
    return f'<g transform="translate({x} {y}) scale({scale})">{markup}</g>'


def _cut(x: int, wide: int, box: str, markup: str) -> str:
    """Return the part ``box`` of the drawing as SVG, placed at ``x`` in the panorama."""
    return f'<svg x="{x}" width="{wide}" height="{CELL[1]}" viewBox="{box}">{markup}</svg>\n'


def _coloured(markup: str, light: Light) -> str:
    attributes = _attributes(png.flat_css(SHEET, light))
    return _CLASS.sub(lambda match: attributes[match[1]], markup)


def _attributes(css: str) -> dict[str, str]:
    """Return the declarations of each class of a style sheet as SVG attributes."""
    rules: dict[str, dict[str, str]] = {}
    for selectors, declarations in _RULE.findall(css):
        pairs = (declaration.split(":") for declaration in declarations.split(";") if declaration.strip())
        values = {name.strip(): value.strip().replace('"', "") for name, value in pairs}
        for selector in selectors.split(","):
            rules.setdefault(selector.strip().removeprefix("."), {}).update(values)
    return {css: " ".join(f'{name}="{value}"' for name, value in values.items()) for css, values in rules.items()}


if __name__ == "__main__":
    IMAGES.mkdir(parents=True, exist_ok=True)
    for light in LIGHTS:
        path(light).write_text(image(light), "utf-8")
        path(light, "panorama").write_text(panorama(light), "utf-8")
