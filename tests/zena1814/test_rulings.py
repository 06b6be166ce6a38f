"""Rulings in RULES.md: each has a line that names a place in the engine, and the place cites the ruling."""

import re
from pathlib import Path

import pytest

from engines import zena1814

ENGINE = Path(zena1814.__file__).parent
RULINGS = range(1, 37)
LINE = re.compile(r"^\| R-(\d+) \| .+ \| (.+) \|$", re.MULTILINE)

TABLE = {int(number): where for number, where in LINE.findall((ENGINE / "RULES.md").read_text("utf-8"))}


def test_every_ruling_has_a_line() -> None:
    """RULES.md has a line for each of the rulings R-1 to R-36."""
    assert list(TABLE) == list(RULINGS)


@pytest.mark.parametrize("ruling", RULINGS)
def test_its_place_is_there_and_cites_it(ruling: int) -> None:
    """The place named in RULES.md exists and cites the ruling, so that the ruling is easy to change."""
    texts = []
    for path, name in re.findall(r"`([\w/]+)\.(\w+)`", TABLE[ruling]):
        suffix = name if name in ("py", "toml") else "py"
        texts.append((ENGINE / f"{path}.{suffix}").read_text("utf-8"))
        assert name == suffix or re.search(rf"^\s*(?:def |class )?{name}\b", texts[-1], re.MULTILINE), f"{path}.{name}"
    assert any(re.search(rf"R-{ruling}\b", text) for text in texts)
