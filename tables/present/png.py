"""Boards as PNG: the pages' SVG, drawn by resvg with a flat style sheet made from the same tokens and fonts.

resvg knows neither ``var()`` nor ``light-dark()`` nor at-rules, so tokens are written into the rules with their first, the
daylight value. A picture is drawn from Public alone.
"""

import io
import re
from functools import cache
from pathlib import Path
from typing import Literal

import resvg_py
from PIL import Image

STATIC = Path(__file__).resolve().parent.parent / "static"
FONTS = STATIC / "fonts"
COLOURS = 128
type Light = Literal["day", "night"]
_TOKEN = re.compile(r"(--[\w-]+):\s*(?:light-dark\(\s*([^,()]+),\s*([^()]*)\)|([^;]+));")
_USE = re.compile(r"var\((--[\w-]+)\)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@cache
def tokens(light: Light = "day") -> dict[str, str]:
    """Every token with its value in that light."""
    css = _COMMENT.sub("", (STATIC / "css" / "tokens.css").read_text("utf-8"))
    both = {name: {"day": day or plain, "night": night or plain} for name, day, night, plain in _TOKEN.findall(css)}
    return {name: values[light].strip() for name, values in both.items()}


@cache
def flat_css(name: str, light: Light = "day") -> str:
    """A style sheet of ours without tokens. Raises KeyError for a token that does not exist."""
    css = _COMMENT.sub("", (STATIC / "css" / name).read_text("utf-8"))
    return _USE.sub(lambda match: tokens(light)[match[1]], css)


def draw(svg: str, *, css: str, width: int) -> bytes:
    """The picture, ``width`` pixels wide; ``css`` is the name of the style sheet."""
    faces = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    drawn = bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            style_sheet=flat_css(css),
            width=width,
            background=tokens()["--paper"],
            skip_system_fonts=True,
            font_files=faces,
            font_family="Alegreya",
        )
    )
    return with_palette(drawn)


def with_palette(png: bytes) -> bytes:
    """The same picture in so many colours that nobody sees the difference, and a quarter of the bytes."""
    small = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    # Maximum coverage keeps colours of few pixels, such as cubes; one step of k-means then brings the others nearer.
    fewer = picture.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    fewer.save(small, "PNG", optimize=True)
    return small.getvalue()
