"""Boards as PNG: the SVG of the pages, drawn by resvg with a flat style sheet made from the same tokens and fonts.

resvg supports neither ``var()`` nor ``light-dark()`` nor at-rules. The values of tokens are therefore written into the rules,
by default the values for daylight.
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
# Compression level: 5 % more bytes than at zlib's usual 6, in 60 % of the time.
LEVEL = 4
type Light = Literal["day", "night"]
_TOKEN = re.compile(r"(--[\w-]+):\s*(?:light-dark\(\s*([^,()]+),\s*([^()]*)\)|([^;]+));")
_USE = re.compile(r"var\((--[\w-]+)\)")
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@cache
def tokens(light: Light = "day") -> dict[str, str]:
    """Return every token with its value by daylight or lamplight."""
    css = _COMMENT.sub("", sheet("css/tokens.css").read_text("utf-8"))
    by_light = {name: {"day": day or plain, "night": night or plain} for name, day, night, plain in _TOKEN.findall(css)}
    return {name: values[light].strip() for name, values in by_light.items()}


def sheet(name: str) -> Path:
    """Return the path of a style sheet by its static path. Raises FileNotFoundError."""
    path = finders.find(name)
    if not path:
        raise FileNotFoundError(name)
    return Path(path)


@cache
def flat_css(name: str, light: Light = "day") -> str:
    """Return the style sheet at a static path with the values of its tokens. Raises KeyError for an unknown token."""
    css = _COMMENT.sub("", sheet(name).read_text("utf-8"))
    return _USE.sub(lambda match: tokens(light)[match[1]], css)


def raster(svg: str, *, css: str, width: int) -> Image.Image:
    """Return the SVG as an image ``width`` pixels wide, transparent where it is empty. ``css`` is a flat style sheet."""
    data = resvg_py.svg_to_bytes(
        svg_string=svg,
        style_sheet=css,
        width=width,
        skip_system_fonts=True,
        font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
        font_family="Alegreya",
    )
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")


def encoded(picture: Image.Image) -> bytes:
    """Return the picture as PNG with at most 256 colours, which takes about a quarter of the bytes."""
    small = io.BytesIO()
    picture.quantize(palette=_palette(picture), dither=Image.Dither.NONE).save(small, "PNG", compress_level=LEVEL)
    return small.getvalue()


def size(encoded: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels from the header of an encoded picture, or None for empty bytes."""
    return (int.from_bytes(encoded[16:20]), int.from_bytes(encoded[20:24])) if encoded else None


def _palette(picture: Image.Image) -> Image.Image:
    """Return a palette of colours close to those of the picture.

    It is computed from every third pixel of every third row, which takes 2 ms instead of 350 ms. This may miss colours that
    only a few pixels have, such as those of cubes. The colours of all tokens are therefore included.
    """
    sample = picture.resize((-(-picture.width // SPARSE), -(-picture.height // SPARSE)), Image.Resampling.NEAREST)
    quantized = sample.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, kmeans=1, dither=Image.Dither.NONE)
    palette = Image.new("P", (1, 1))
    palette.putpalette([*_inks(), *(quantized.getpalette() or [])][: 3 * 256])
    return palette


@cache
def _inks() -> tuple[int, ...]:
    """Return red, green and blue of every token that is a colour, one after the other."""
    colours = dict.fromkeys(ImageColor.getrgb(value)[:3] for value in tokens().values() if _HEX.fullmatch(value))
    return tuple(band for colour in colours for band in colour)
