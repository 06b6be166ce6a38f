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
from django.contrib.staticfiles import finders
from PIL import Image, ImageColor

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"
COLOURS, SPARSE = 128, 3
# Of compression: a twentieth more bytes than at zlib's usual 6, in three fifths of the time.
LEVEL = 4
type Light = Literal["day", "night"]
_TOKEN = re.compile(r"(--[\w-]+):\s*(?:light-dark\(\s*([^,()]+),\s*([^()]*)\)|([^;]+));")
_USE = re.compile(r"var\((--[\w-]+)\)")
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@cache
def tokens(light: Light = "day") -> dict[str, str]:
    """Every token with its value in that light."""
    css = _COMMENT.sub("", sheet("css/tokens.css").read_text("utf-8"))
    both = {name: {"day": day or plain, "night": night or plain} for name, day, night, plain in _TOKEN.findall(css)}
    return {name: values[light].strip() for name, values in both.items()}


def sheet(name: str) -> Path:
    """A style sheet by its static path. Raises FileNotFoundError."""
    path = finders.find(name)
    if not path:
        raise FileNotFoundError(name)
    return Path(path)


@cache
def flat_css(name: str, light: Light = "day") -> str:
    """A style sheet of ours without tokens, by its static path. Raises KeyError for a token that does not exist."""
    css = _COMMENT.sub("", sheet(name).read_text("utf-8"))
    return _USE.sub(lambda match: tokens(light)[match[1]], css)


def raster(svg: str, *, css: str, width: int) -> Image.Image:
    """The SVG ``width`` pixels wide, transparent where nothing is; ``css`` is a flat style sheet."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        style_sheet=css,
        width=width,
        skip_system_fonts=True,
        font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
        font_family="Alegreya",
    )
    return Image.open(io.BytesIO(bytes(drawn))).convert("RGBA")


def encoded(picture: Image.Image) -> bytes:
    """The picture as PNG in so many colours that nobody sees the difference, and a quarter of the bytes."""
    small = io.BytesIO()
    picture.quantize(palette=_palette(picture), dither=Image.Dither.NONE).save(small, "PNG", compress_level=LEVEL)
    return small.getvalue()


def size(encoded: bytes) -> tuple[int, int] | None:
    """Width and height of an encoded picture in pixels, as its head says; None for no picture."""
    return (int.from_bytes(encoded[16:20]), int.from_bytes(encoded[20:24])) if encoded else None


def _palette(picture: Image.Image) -> Image.Image:
    """Colours that are near to those of the picture.

    Found on every third pixel of every third row, which takes 2 ms instead of 350. Colours of few pixels, such as cubes, may be
    missed there, so the colours that the drawings are made of are always among them.
    """
    sample = picture.resize((-(-picture.width // SPARSE), -(-picture.height // SPARSE)), Image.Resampling.NEAREST)
    near = sample.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, kmeans=1, dither=Image.Dither.NONE)
    both = Image.new("P", (1, 1))
    both.putpalette([*_inks(), *(near.getpalette() or [])][: 3 * 256])
    return both


@cache
def _inks() -> tuple[int, ...]:
    """Red, green and blue of every token that is a colour, one after the other."""
    colours = dict.fromkeys(ImageColor.getrgb(value)[:3] for value in tokens().values() if _HEX.fullmatch(value))
    return tuple(band for colour in colours for band in colour)
