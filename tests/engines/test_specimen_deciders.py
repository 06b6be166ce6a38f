"""Standing orders and bot of Night Post, and errors for broken data files."""

from pathlib import Path

import pytest

from engines.contract import Abstain, DataError, Filed, Pending, When, view
from engines.specimen import ENGINE, bot
from engines.specimen.actions import Decline, DrawFrom, Hire, Join, Offer, OfferNothing, Rest
from engines.specimen.content import DATA, content, load
from engines.specimen.options import Options
from engines.specimen.policy import AlwaysDraw, JoinUpTo
from tests.engines.night_post import play, saddled, with_letters


def test_orders_answer_what_they_are_for_and_abstain_from_the_rest() -> None:
    state = saddled()
    first, second, _ = state.public.order()
    state = play(state, (first, Offer(state.hands[first].letters[0]))).state
    window = next(one for one in ENGINE.pending(state.public) if one.seat == second)
    assert ENGINE.policy(JoinUpTo(1), view(state, second), window) == Join(1)
    assert ENGINE.policy(JoinUpTo(0), view(state, second), window) == Decline()
    assert ENGINE.policy(AlwaysDraw("court"), view(state, second), window) == Abstain("no_order")
    state = play(state, (second, Join(1))).state
    draw = next(one for one in ENGINE.pending(state.public) if one.kind == "draw")
    assert ENGINE.policy(AlwaysDraw("court"), view(state, first), draw) == DrawFrom("court")


def test_the_bot_keeps_the_letters_it_will_pack() -> None:
    state = with_letters(saddled(), 0, "bill", "contract", "treaty")
    assert bot.decide(view(state, 0), Pending(0, "offer", "offer/1")) == Offer("bill")
    state = with_letters(state, 0, "contract", "treaty")
    assert bot.decide(view(state, 0), Pending(0, "offer", "offer/1")) == OfferNothing()


def test_the_bot_files_its_horses_while_others_are_asked() -> None:
    state = saddled("ridge")
    first = state.public.order()[0]
    state = play(state, (first, Offer(state.hands[first].letters[0]))).state
    may = next(one for one in ENGINE.pending(state.public) if one.seat == first)
    assert may == Pending(first, "stable", "stable/1/0", When.MAY, continues="offer/1")
    needed = content("1").roads["ridge"].climb - 1
    plan = Filed("stable/1/0", (*[Hire(3)] * needed, Rest()), how="each", otherwise="fallback")
    assert bot.decide(view(state, first), may) == plan


def test_habits_are_what_the_options_say() -> None:
    assert ENGINE.habits(Options()) == ()
    assert ENGINE.habits(Options(habit="town")) == (AlwaysDraw("town"),)


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("letters.toml", 'bag = "town"', 'bag = "mail"', r"letters.toml: \$.letter\[0\]"),
        ("letters.toml", "worth = 2", "worth = -2", r"letters.toml: \$.letter\[1\]"),
        ("letters.toml", 'id = "greeting"', 'id = "bill"', "twice"),
        ("letters.toml", 'source = "specimen"', "", "source"),
        ("roads.toml", "climb = 4", "climb = 4\nslope = 1", r"roads.toml: \$.road\[1\]"),
        ("roads.toml", "[[road]]", "[[lane]]", "roads.toml"),
        ("limits.toml", "horses = 4", "horses = four", "limits.toml"),
        ("limits.toml", "die = 6 ", "die = 1 ", r"limits.toml: \$.die"),
    ],
)
def test_broken_data_names_file_entry_and_fault(tmp_path: Path, file: str, old: str, new: str, words: str) -> None:
    for path in (DATA / "1").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(text.replace(old, new) if path.name == file else text, encoding="utf-8")
    with pytest.raises(DataError, match=words):
        load(tmp_path)
    (tmp_path / file).unlink()
    with pytest.raises(DataError, match=file):
        load(tmp_path)
