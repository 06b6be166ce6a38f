"""Broken data files: a ``DataError`` names the file, the entry and the fault."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engines.contract import DataError
from engines.zena1814 import loader

FILES = ("actions.toml", "events.toml", "forts.toml", "goals.toml", "rules.toml")
OLD_TOWN = 'area = "old_town"\nkind = "one_shot"\ncopies = 2'
SHARES = "bonus = [{ vp = 1 }, { card = 1 }]\nreward = { coin = 2 }"
TRICK = "bonus = [{ card = 1 }, { coin = 1 }]\nreward = { coin = 2 }"
DICE = 'kind = "dice"\ncopies = 2\ncost = [2, 2, 1]'
EXPERT = 'expert = ["old_town", "cathedral", "palace", "bank", "port", "fort"]'
BEGINNER = 'beginner = ["cathedral", "palace", "bank", "port"]'
PORT_INCOME = '[[income]]\narea = "port"\nreward = { vp = 1, coin = 1 }\nsource = "rulebook"\n'
RAID = 'id = "ev_border_raid"\nincome = 2\nfort = true\nsource = "reconstructed"\nsrc = "recon"'
FESTA = 'cost = [1]\nbonus = []\nreward = {}\nspecial = "festa"'

BROKEN = [
    # actions
    ("actions.toml", 'id = "ot_gossip"', 'id = "ot_manezzi"', "action ot_manezzi: stands there twice"),
    ("actions.toml", "copies = 2", "copies = 0", "action ot_manezzi: copies below 1"),
    ("actions.toml", "copies = 2", "copies = 3", "file: 61 action cards instead of 60"),
    ("actions.toml", "copies = 2", "copies = 1", "file: 59 action cards instead of 60"),
    ("actions.toml", "cost = [2]", "cost = []", "action ot_manezzi: 0 slots"),
    ("actions.toml", "cost = [4, 2, 1]", "cost = [4, 2, 1, 1]", "action ot_sollevacoin: 4 slots"),
    ("actions.toml", "cost = [2]", "cost = [0]", "action ot_manezzi: price below 1"),
    ("actions.toml", "cost = [4, 2, 1]", "cost = [4, 1, 2]", "action ot_sollevacoin: prices rise"),
    ("actions.toml", "cost = [4, 2, 1]", "cost = [4, 2]", "action ot_sollevacoin: 2 bonuses for 2 slots"),
    ("actions.toml", "{ card = 1 }, { coin = 1 }", "{ card = 1 }", "action ot_sollevacoin: 1 bonuses for 3 slots"),
    ("actions.toml", "{ card = 1 }, { coin = 1 }", "{ card = 1 }, {}", "action ot_sollevacoin: an empty bonus"),
    ("actions.toml", "{ card = 1 }, { coin = 1 }", "{ card = 1 }, { coin = -1 }", "action ot_sollevacoin: bonus below 0"),
    ("actions.toml", SHARES, SHARES.replace("coin = 2", "coin = -2"), "action bk_shares: reward below 0"),
    (
        "actions.toml",
        SHARES,
        SHARES.replace("{ coin = 2 }", "{}"),
        "action bk_shares: has neither a reward nor a special effect",
    ),
    ("actions.toml", 'area = "cathedral"', 'area = "fort"', "action ca_alms: lies at the Fort"),
    ("actions.toml", OLD_TOWN, OLD_TOWN.replace("one_shot", "dice"), "action ot_manezzi: a dice card at old_town"),
    (
        "actions.toml",
        'kind = "permanent"\ncopies = 4',
        'kind = "dice"\ncopies = 4',
        "action pa_senate: a dice card with a bonus",
    ),
    (
        "actions.toml",
        f"{DICE}\nbonus = []",
        f"{DICE}\nbonus = [{{ vp = 1 }}, {{ vp = 1 }}]",
        "action bk_investment: a dice card wi",
    ),
    ("actions.toml", OLD_TOWN, OLD_TOWN.replace("one_shot", "permanent"), "action ot_manezzi: manezzi as permanent"),
    ("actions.toml", 'kind = "permanent"', 'kind = "one_shot"', "action ot_sollevacoin: sollevacoin as one_shot"),
    ("actions.toml", FESTA, FESTA.replace("[1]", "[1, 1]"), "action pa_festa: festa with 2 slots"),
    ("actions.toml", FESTA, FESTA.replace("{}", "{ vp = 1 }"), "action pa_festa: festa with a reward"),
    ("actions.toml", TRICK, TRICK.replace("{ coin = 2 }", "{}"), "action ot_sollevacoin: sollevacoin with no reward"),
    ("actions.toml", 'src = "recon"', 'src = ""', "action ot_gossip: has no evidence in src"),
    ("actions.toml", 'id = "ot_gossip"', 'name = "ot_gossip"', "$.action[2]: Object contains unknown field `name`"),
    ("actions.toml", 'source = "rulebook"', 'source = "memory"', "$.action[16].source: Invalid enum value"),
    ("actions.toml", 'special = "festa"', 'special = "ball"', "$.action[11].special: Invalid enum value"),
    ("actions.toml", "[[action]]", "[[action", "file: "),
    # events
    ("events.toml", 'id = "ev_good_season"', 'id = "ev_liberation"', "event ev_liberation: stands there twice"),
    ("events.toml", 'id = "ev_good_season"', 'id = "ot_tavern"', "event ot_tavern: is the id of another card"),
    ("events.toml", "income = 3", "income = -1", "event ev_liberation: income below 0"),
    ("events.toml", f"[[event]]\n{RAID}", "", "file: 8 events for the rounds and the box instead of 9"),
    ("events.toml", "port = 1\n", "port = 0.5\n", "$.event[1].port: Expected `int`, got `float`"),
    ("events.toml", 'src = "recon"', 'src = ""', "event ev_liberation: has no evidence in src"),
    # forts
    ("forts.toml", 'id = "fo_2"', 'id = "fo_1"', "fort fo_1: stands there twice"),
    ("forts.toml", 'id = "fo_2"', 'id = "ev_blockade"', "fort ev_blockade: is the id of another card"),
    ("forts.toml", "cost = [2, 2, 1]", "cost = [2, 2, 0]", "fort fo_1: price below 1"),
    ("forts.toml", "cost = [2, 2, 1]", "cost = [2, 2, 1, 1]", "fort fo_1: 4 slots"),
    ("forts.toml", "cost = [2, 2, 1]", "cost = [2, 3, 1]", "fort fo_1: prices rise"),
    ("forts.toml", "reward = { vp = 2 }", "reward = { vp = -2 }", "fort fo_1: reward below 0"),
    ("forts.toml", "reward = { vp = 2 }", "reward = {}", "fort fo_1: has no reward"),
    ("forts.toml", '["palace", "cathedral"]', "[]", "fort fo_1: destroys nothing"),
    ("forts.toml", '["palace", "cathedral"]', '["palace", "fort"]', "fort fo_1: destroys at the Fort"),
    ("forts.toml", '["palace", "cathedral"]', '["palace", "palace"]', "fort fo_1: palace: stands there twice"),
    # goals
    ("goals.toml", 'id = "go_maj_fort"', 'id = "go_maj_port"', "goal go_maj_port: stands there twice"),
    ("goals.toml", 'id = "go_maj_fort"', 'id = "fo_1"', "goal fo_1: is the id of another card"),
    ("goals.toml", "copies = 5", "copies = 0", "goal go_dagghe: copies below 1"),
    ("goals.toml", "copies = 5", "copies = 4", "file: 26 goal cards instead of 27"),
    ("goals.toml", "vp = 3", "vp = 0", "goal go_invexendarse: points below 1"),
    (
        "goals.toml",
        'rule = "square_of_copies"',
        'rule = "square_of_copies"\nvp = 1',
        "goal go_dagghe: points beside the squares",
    ),
    ("goals.toml", 'area = "old_town"\nvp = 5', "vp = 5", "goal go_maj_old_town: majority without an area"),
    (
        "goals.toml",
        'rule = "any_majority"',
        'rule = "any_majority"\narea = "port"',
        "goal go_invexendarse: any_majority with an area",
    ),
    ("goals.toml", 'area = "port"\nvp = 1', 'area = "fort"\nvp = 1', "goal go_perm_port: permanents at the Fort"),
    # rules
    ("rules.toml", "rounds = 8", "rounds = 0", "limits: number below 1"),
    ("rules.toml", "rounds = 8", "rounds = 7", "events.toml: file: 9 events for the rounds and the box instead of 8"),
    ("rules.toml", "start_coins = 2", "start_coins = -1", "limits: start_coins below 0"),
    ("rules.toml", "deal_expert = 10", "deal_expert = 3", "limits: deal_expert below 4"),
    ("rules.toml", "deal_beginner = 6", "deal_beginner = -1", "limits: deal_beginner below 0"),
    ("rules.toml", "deal_expert = 10", "deal_expert = 13", "limits: too few action cards for 5 expert seats"),
    ("rules.toml", "deal_beginner = 6", "deal_beginner = 9", "limits: too few action cards for 5 beginner seats"),
    ("rules.toml", "under_marker = 1", "under_marker = 0", "figures: number below 1"),
    ("rules.toml", "points = 2", "points = 0", "palace: number below 1"),
    ("rules.toml", "seats = [2, 3]", "seats = [2, 2]", "pairs: seats 2: stands there twice"),
    ("rules.toml", "seats = [2, 3]", "seats = [2, 6]", "pairs: are not numbers of seats"),
    ("rules.toml", EXPERT, EXPERT.replace("fort", "port"), "board: area port: stands there twice"),
    (
        "rules.toml",
        EXPERT,
        EXPERT.replace(', "fort"', ""),
        "board: expert is not old_town, cathedral, palace, bank, port, fort",
    ),
    (
        "rules.toml",
        BEGINNER,
        'beginner = ["palace", "cathedral", "bank", "port"]',
        "board: beginner is not in the order of expert",
    ),
    ("rules.toml", BEGINNER, 'beginner = ["cathedral", "palace", "bank"]', "board: 3 beginner areas instead of 4"),
    ("rules.toml", BEGINNER, 'beginner = ["old_town", "palace", "bank", "port"]', "board: old_town for beginners"),
    ("rules.toml", BEGINNER, 'beginner = ["palace", "bank", "port", "fort"]', "board: fort for beginners"),
    ("rules.toml", PORT_INCOME, "", "income port: is missing"),
    ("rules.toml", PORT_INCOME, PORT_INCOME.replace("port", "bank"), "income bank: stands there twice"),
    ("rules.toml", PORT_INCOME, PORT_INCOME + PORT_INCOME.replace("port", "palace"), "income palace: is sold, not earned"),
    ("rules.toml", PORT_INCOME, PORT_INCOME.replace("coin = 1", "coin = -1"), "income port: reward below 0"),
    ("rules.toml", "fail_at_most = 3", "fail_at_most = 5", "dice: results do not rise from failure to success"),
    ("rules.toml", "succeed_at_least = 6", "succeed_at_least = 8", "dice: results do not rise from failure to success"),
    ("rules.toml", "fail_at_most = 3", "fail_at_most = 0", "dice: results do not rise from failure to success"),
    ("rules.toml", 'cards = "goal"', 'cards = "fort"', "total: is not action, event, fort, goal"),
    ("rules.toml", "count = 8\n", "count = 7\n", "forts.toml: file: 8 fort cards instead of 7"),
    ("rules.toml", "count = 9\n", "count = 10\n", "events.toml: file: 9 event cards instead of 10"),
    ("rules.toml", "[limits]", "[bounds]", "file: Object contains unknown field `bounds`"),
]
"""File, what stands there, what is put in its place, and the message (after the file, unless it names another one)."""


@pytest.fixture
def version(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that copies the data and changes one place in it."""

    def changed(file: str, old: str, new: str) -> Path:
        folder = tmp_path / "1"
        shutil.copytree(loader.DATA / "1", folder)
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), "utf-8")
        return folder

    return changed


@pytest.mark.parametrize(("file", "old", "new", "message"), BROKEN)
def test_broken_data(version: Callable[..., Path], file: str, old: str, new: str, message: str) -> None:
    """Section 6.3: errors name wrong totals, bonuses, prices, dice cards, Old Town cards for beginners and other faults."""
    expected = message if message.partition(":")[0] in FILES else f"{file}: {message}"
    with pytest.raises(DataError, match=f"^{re.escape(expected)}"):
        loader.load(version(file, old, new))


def test_too_many_calls_to_the_fort(version: Callable[..., Path]) -> None:
    """R-29: if events turn up more cards than the Fort deck has, the data is refused."""
    folder = version("events.toml", "income = 3\n", "income = 3\nfort = true\n")
    forts = (folder / "forts.toml").read_text("utf-8").split("[[fort]]")
    (folder / "forts.toml").write_text("[[fort]]".join(forts[:7]), "utf-8")
    with pytest.raises(DataError, match=r"^events.toml: file: 7 events turn up 6 Fort cards$"):
        loader.load(folder)


@pytest.mark.parametrize("file", FILES)
def test_missing_file(version: Callable[..., Path], file: str) -> None:
    """The error names the missing file."""
    folder = version("rules.toml", "[limits]", "[limits]")
    (folder / file).unlink()
    with pytest.raises(DataError, match=f"^{file}: file: "):
        loader.load(folder)
