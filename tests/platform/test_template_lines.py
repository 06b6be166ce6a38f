"""Line length of templates, so that people can read them, and names of landmarks, so that screen readers tell them apart."""

import re
from collections.abc import Iterator

from config.sources import ROOT

LONGEST = 128


def test_no_line_of_a_template_is_too_long():
    found = [
        f"{path.relative_to(ROOT / 'templates')}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.*"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert found == []


def test_no_section_has_the_name_of_a_scrolling_region_in_it():
    """Axe finds these on the pages that it visits; this test finds them in all templates."""
    sections = re.compile(r'<section\b[^>]*aria-labelledby="([^"{}]+)"')
    regions = re.compile(r'<div\b[^>]*role="region"[^>]*aria-labelledby="([^"{}]+)"')

    def doubled() -> Iterator[str]:
        for path in sorted((ROOT / "templates").rglob("*.html")):
            text = path.read_text("utf-8")
            for name in {*sections.findall(text)} & {*regions.findall(text)}:
                yield f"{path.relative_to(ROOT / 'templates')}: {name}"

    assert list(doubled()) == []
