"""Card tables of RULES.md, compared with the data."""

import re
from pathlib import Path

import pytest

from engines import zena1814
from engines.zena1814.content import Gain
from tests.zena1814.positions import CONTENT

PAGE = (Path(zena1814.__file__).parent / "RULES.md").read_text("utf-8")
ROWS = {found[1]: found[0] for found in re.findall(r"^(\|[^|\n]*`((?:ot|ca|pa|bk|po|ev|fo)_\w+)` \|.*)$", PAGE, re.MULTILINE)}
KINDS = {"one_shot": "one-shot", "permanent": "permanent", "dice": "dice"}


def _cells(name: str) -> list[str]:
    return [cell.strip() for cell in ROWS[name].strip("|").split("|")][1:]


def _gain(gain: Gain) -> str:
    parts = ((gain.coin, "coin"), (gain.card, "card"), (gain.vp, "point"))
    return ", ".join(f"{count} {word}{'s' if count > 1 else ''}" for count, word in parts if count) or "see above"


def _prices(cost: tuple[int, ...]) -> str:
    return " / ".join(map(str, cost))


def test_every_card_has_a_line() -> None:
    """RULES.md and the data have the same cards."""
    assert sorted(ROWS) == sorted(each.id for each in (*CONTENT.actions, *CONTENT.events, *CONTENT.forts))


@pytest.mark.parametrize("card", CONTENT.actions, ids=lambda card: card.id)
def test_action_cards(card) -> None:
    """RULES.md has the kind, copies, prices, bonuses and reward of each action card as in the data."""
    bonuses = " / ".join(map(_gain, card.bonus)) or "none"
    assert _cells(card.id) == [KINDS[card.kind], str(card.copies), _prices(card.cost), bonuses, _gain(card.reward)]


@pytest.mark.parametrize("event", CONTENT.events, ids=lambda event: event.id)
def test_events(event) -> None:
    """RULES.md has the income, changes and Fort sign of each event as in the data."""
    changes = [f"{change:+d}".replace("-", "−") if change else "" for change in (event.bank, event.port)]
    assert _cells(event.id) == [str(event.income), *changes, "yes" if event.fort else ""]


@pytest.mark.parametrize("fort", CONTENT.forts, ids=lambda fort: fort.id)
def test_fort_cards(fort) -> None:
    """RULES.md has the prices, reward and destroyed areas of each Fort card as in the data."""
    areas = ", ".join(area.replace("_", " ").title() for area in fort.destroys)
    assert _cells(fort.id) == [_prices(fort.cost), _gain(fort.reward), areas]
