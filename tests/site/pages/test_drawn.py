"""Cached texts of pages: equal to freshly rendered ones, for every language, time zone and kind of text."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import mark_safe

from tables.games.kit.drawn import cached_renderer
from tables.pages.lines import LogLine

NOW = datetime(2026, 3, 5, 23, 30, tzinfo=UTC)


def line(*sentences: str, seq: int = 7) -> LogLine:
    return LogLine((seq, 0), NOW, sentences)


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("zone", ["UTC", "Europe/Rome"])
def test_a_line_of_the_log_is_drawn_in_the_language_and_zone_of_its_reader(language: str, zone: str) -> None:
    with translation.override(language), timezone.override(ZoneInfo(zone)):
        fresh = render_to_string("tables/_log_line.html", {"line": line("One.")})
        assert line("One.").html == fresh == line("One.").html
        assert ("00:30" if zone == "Europe/Rome" else "23:30") in fresh


def test_a_text_that_is_not_safe_stays_so_beside_an_equal_one_that_is() -> None:
    assert "<b>" in line(mark_safe("<b>bold</b>"), seq=8).html
    assert "<b>" not in line("<b>bold</b>", seq=8).html
    assert "&lt;b&gt;" in line("<b>bold</b>", seq=8).html


def test_lines_that_differ_in_anything_are_drawn_apart() -> None:
    first, later = line("One."), LogLine((7, 0), NOW + timedelta(minutes=1), ("One.",))
    assert len({first.html, later.html, line("Two.").html, line("One.", seq=9).html}) == 4


def test_it_is_drawn_once() -> None:
    seen = []

    draw = cached_renderer("games/principato/_glyph.html", "glyph")

    @dataclass(frozen=True)
    class Glyph:
        id: str

        @property
        def count(self) -> str:
            seen.append(self.id)
            return "3"

    assert draw(Glyph("food")) == draw(Glyph("food"))
    first = len(seen)
    draw(Glyph("food"))
    assert len(seen) == first > 0
    assert draw(Glyph("money")) != draw(Glyph("food"))
