"""The scenery of the town as two image files, by day and by lamplight: it is the same on every page, so no page carries it.

``python -m tables.games.zena1814.board.ground`` draws them again after a change of the scenery or of a colour.
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


def path(light: Light) -> Path:
    """The image file of a light."""
    return IMAGES / f"town-{light}.svg"


def image(light: Light) -> str:
    """The scenery with its colours written into it: an image knows no style sheet of the page."""
    attributes = _attributes(png.flat_css(SHEET, light))
    drawn = _CLASS.sub(lambda match: attributes[match[1]], DRAWING.read_text("utf-8"))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 616 556" width="616" height="556">\n{drawn}</svg>\n'


def _attributes(css: str) -> dict[str, str]:
    """What each class of a style sheet says, as attributes of SVG."""
    said: dict[str, dict[str, str]] = {}
    for selectors, declarations in _RULE.findall(css):
        pairs = (declaration.split(":") for declaration in declarations.split(";") if declaration.strip())
        values = {name.strip(): value.strip().replace('"', "") for name, value in pairs}
        for selector in selectors.split(","):
            said.setdefault(selector.strip().removeprefix("."), {}).update(values)
    return {css: " ".join(f'{name}="{value}"' for name, value in values.items()) for css, values in said.items()}


if __name__ == "__main__":
    IMAGES.mkdir(parents=True, exist_ok=True)
    for light in LIGHTS:
        path(light).write_text(image(light), "utf-8")
