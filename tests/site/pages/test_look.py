"""Measurable design rules: contrast, colours safe for colour blindness, and pages that obey the content security policy."""

import io
import re
from itertools import combinations
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import Client
from PIL import Image

from engines import registry
from tables.games.kit import png
from tables.games.registry import presenter

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
CSS = png.sheet("css/tokens.css").parent
SHEETS = [*CSS.glob("*.css"), *(png.sheet(sheet) for engine in registry.engines() for sheet in presenter(engine.slug).styles)]
PAIR = re.compile(r"(--[\w-]+): light-dark\((#\w{6}), (#\w{6})\)")
TOKENS = {name: (day, night) for name, day, night in PAIR.findall((CSS / "tokens.css").read_text("utf-8"))}
DAY, NIGHT = 0, 1
# Matrices for linear RGB that simulate three kinds of colour blindness (Machado, Oliveira and Fernandes 2009, full
# severity).
EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
Vector = tuple[float, ...]


def linear(colour: str) -> Vector:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def luminance(colour: str) -> float:
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def lab(colour: str, eye: str) -> Vector:
    rgb = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear(colour), strict=True)))) for row in EYES[eye]]
    rows = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.072175), (0.0193339, 0.119192, 0.9503041))
    white = (0.95047, 1.0, 1.08883)
    xyz = [sum(a * b for a, b in zip(row, rgb, strict=True)) / top for row, top in zip(rows, white, strict=True)]
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, eye: str) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(lab(one, eye), lab(other, eye), strict=True)) ** 0.5)


READ = [
    *(("--ink", ground) for ground in ("--paper", "--paper-raised", "--paper-sunken", "--gold-pale")),
    *(("--ink-soft", ground) for ground in ("--paper", "--paper-raised", "--paper-sunken", "--gold-pale")),
    *(("--link", ground) for ground in ("--paper", "--paper-raised")),
    *((f"--{kind}", f"--{kind}-pale") for kind in ("good", "warn", "bad")),
    *(("--on-wax", ground) for ground in ("--wax-fill", "--wax-deep")),
    *(("--wax", ground) for ground in ("--paper", "--paper-raised")),
    ("--map-name", "--map-halo"),
    ("--sea-name", "--sea"),
    *(("--map-letter", f"--land-{region}") for region in range(6)),
]


@pytest.mark.parametrize("mode", [DAY, NIGHT], ids=["day", "night"])
def test_letters_can_be_read(mode: int) -> None:
    found = {(letters, ground): contrast(TOKENS[letters][mode], TOKENS[ground][mode]) for letters, ground in READ}
    assert {pair: ratio for pair, ratio in found.items() if ratio < 4.5} == {}
    assert len(found) == len(READ) > 20


@pytest.mark.parametrize("mode", [DAY, NIGHT], ids=["day", "night"])
def test_the_focus_ring_and_borders_of_controls_stand_out(mode: int) -> None:
    for line in ("--focus", "--rule-strong"):
        assert contrast(TOKENS[line][mode], TOKENS["--paper-raised"][mode]) >= 3


@pytest.mark.parametrize("mode", [DAY, NIGHT], ids=["day", "night"])
@pytest.mark.parametrize("eye", EYES)
def test_players_can_be_told_apart_by_everybody(eye: str, mode: int) -> None:
    seats = [TOKENS[f"--seat-{colour}"][mode] for colour in ("red", "yellow", "green", "blue", "violet")]
    assert min(difference(one, other, eye) for one, other in combinations(seats, 2)) >= 20


@pytest.mark.parametrize("mode", [DAY, NIGHT], ids=["day", "night"])
@pytest.mark.parametrize("eye", EYES)
def test_regions_can_be_told_apart_by_everybody(eye: str, mode: int) -> None:
    lands = [TOKENS[f"--land-{region}"][mode] for region in range(6)]
    assert min(difference(one, other, eye) for one, other in combinations(lands, 2)) >= 12


def test_every_player_has_a_pattern_and_a_shape_of_its_own() -> None:
    drawing = (TEMPLATES / "games" / "gonzaga" / "_defs.html").read_text("utf-8")
    for kind in ("pat", "shape"):
        found = {
            re.search(rf'id="gz-{kind}-{colour}"[^>]*>(.*?)</', drawing, re.S)[1]
            for colour in ("red", "yellow", "green", "blue")
        }  # type: ignore[index]
        assert len(found) == 4


EXCEPTIONS = (
    r"\sstyle\s*=",
    r"\son(click|change|load|submit|input)\s*=",
    r"<script(?![^>]*\bsrc=)(?![^>]*application/json)",
    r"<style",
)


def test_no_template_needs_an_exception_from_the_content_policy() -> None:
    """No template needs an exception from the policy. Email templates are left out: mail programs read no style sheets."""
    templates = [*TEMPLATES.rglob("*.html"), *TEMPLATES.rglob("*.svg")]
    texts = {
        str(path.relative_to(TEMPLATES)): path.read_text("utf-8")
        for path in templates
        if not ("mail" in path.parts and path.name.startswith("letter"))
    }
    assert len(texts) > 200
    assert [(name, found) for name, text in sorted(texts.items()) for found in EXCEPTIONS if re.search(found, text)] == []


def test_every_token_used_exists() -> None:
    missing = {}
    for path in sorted(SHEETS):
        text = path.read_text("utf-8")
        made = set(re.findall(r"(--[\w-]+):", text)) | set(png.tokens())
        missing[path.name] = set(re.findall(r"var\((--[\w-]+)", text)) - made
    assert {name: tokens for name, tokens in missing.items() if tokens} == {}
    assert len(missing) > 3


def test_a_picture_keeps_the_colour_of_a_few_pixels() -> None:
    """A picture keeps the colour of three small favour cubes in a wide landscape."""
    shades = "".join(f'<rect x="{x}" width="1" height="300" fill="rgb({x % 256},{x % 200},{x % 90})"/>' for x in range(600))
    cubes = "".join(f'<rect x="{x}" y="90" width="9" height="9" fill="#7a4794"/>' for x in (40, 60, 80))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 300">{shades}{cubes}</svg>'
    picture = png.encoded(png.raster(svg, css="", width=600).convert("RGB"))
    red, green, blue = Image.open(io.BytesIO(picture)).convert("RGB").getpixel((64, 94))
    assert (abs(red - 0x7A) + abs(green - 0x47) + abs(blue - 0x94)) < 24


def test_every_face_named_is_there_with_its_licence() -> None:
    named = re.findall(r'url\("\.\./fonts/([^"]+)"\)', (CSS / "fonts.css").read_text("utf-8"))
    assert named
    for name in named:
        assert (png.FONTS / name).is_file(), name
    assert {path.name for path in png.FONTS.glob("OFL-*.txt")} == {
        "OFL-Alegreya.txt",
        "OFL-Alegreya-Sans.txt",
        "OFL-IM-Fell-English.txt",
    }


@pytest.mark.django_db
def test_the_rules_page_shows_every_fief_and_says_what_is_reconstructed(client: Client) -> None:
    html = client.get("/rules/gonzaga/").content.decode()
    assert html.count('class="tile-cell"') == 12
    assert html.count('class="symbol gz"') == 14
    assert "our own reconstruction" in html


@pytest.mark.parametrize("code", [400, 403, 404, 413, 429, 500])
def test_error_pages_need_nothing_but_themselves(code: int) -> None:
    html = render_to_string(f"{code}.html")
    assert f'<p class="error-mark">{code}</p>' in html
    assert html.count("<h1") == 1
