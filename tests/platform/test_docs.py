"""Documentation: the paths, links, tests, commands and settings that it names exist, and it describes the tree as it is."""

import re
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path

from django.core.management import get_commands

from engines import registry

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    *("play", "seats", "people", "time", "orders", "planning", "lobby", "clubs", "events", "mail", "replies"),
    *("channels", "personal", "learning", "archive", "staff"),
)
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
# A fresh checkout does not have these paths, because they are made at run time.
MADE = ("var/", ".venv/", ".uv/", "~")
# Placeholders such as <game>, NNNN, *, {a,b} or … name no real path.
PATTERN = re.compile(r"[<>*{}…$|]|NNNN|\.\.\.")
LOOKS_LIKE_PATH = re.compile(r"^\.?[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*/?$")
TOP = {path.name for path in ROOT.iterdir()}


def pieces(page: Path) -> Iterator[str]:
    """Yield every piece of inline code, and every line of a code block."""
    text = page.read_text()
    for block in re.findall(r"^```.*?\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        yield from block.splitlines()
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))


def links(page: Path) -> Iterator[str]:
    """Yield the targets of links into the checkout."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if "://" not in target and not target.startswith(("#", "mailto:")):
            yield target.partition("#")[0]


def paths(page: Path) -> Iterator[str]:
    """Yield pieces that are paths of the checkout: they contain a slash and begin with one of its top folders."""
    for piece in pieces(page):
        word = piece.partition("::")[0].strip()
        if not LOOKS_LIKE_PATH.match(word) or PATTERN.search(word) or word.startswith(MADE):
            continue
        if "/" in word and word.split("/")[0] in TOP:
            yield word


def named_tests(page: Path) -> list[str]:
    """Return pieces such as tests/folder/file.py::test_name."""
    return [piece for piece in pieces(page) if piece.startswith("tests/") and "::" in piece]


def is_test(name: str) -> bool:
    path, _, function = name.partition("::")
    return (ROOT / path).exists() and f"\ndef {function}(" in (ROOT / path).read_text()


def commands(page: Path, pattern: str) -> Iterator[str]:
    for piece in pieces(page):
        yield from (name for name in re.findall(pattern, piece) if not PATTERN.search(name))


def wrong(found: Callable[[Path], Iterable[str]]) -> dict[str, list[str]]:
    """Return the findings by page, for pages with findings."""
    told = {str(page.relative_to(ROOT)): sorted(found(page)) for page in PAGES}
    return {page: words for page, words in told.items() if words}


def test_paths_of_the_pages_exist() -> None:
    assert wrong(lambda page: (path for path in paths(page) if not (ROOT / path).exists())) == {}


def test_links_of_the_pages_lead_somewhere() -> None:
    assert wrong(lambda page: (target for target in links(page) if not (page.parent / target).exists())) == {}


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes of the headings of ``page``."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_to_headings_of_the_pages_lead_to_one() -> None:
    def lost(page: Path) -> Iterator[str]:
        for target, anchor in re.findall(r"\]\(([^)\s#:]*)#([^)\s]+)\)", page.read_text()):
            leads_to = page.parent / target if target else page
            if leads_to.suffix == ".md" and anchor not in anchors(leads_to):
                yield f"{target}#{anchor}"

    assert wrong(lost) == {}


def test_tests_that_the_pages_name_exist() -> None:
    assert wrong(lambda page: (name for name in named_tests(page) if not is_test(name))) == {}


def test_make_targets_that_the_pages_name_exist() -> None:
    known = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert wrong(lambda page: set(commands(page, r"\bmake ([a-z]+)\b")) - known) == {}


def test_management_commands_that_the_pages_name_exist() -> None:
    known = get_commands().keys()
    assert wrong(lambda page: set(commands(page, r"manage\.py ([a-z_]+)")) - known) == {}


def test_modules_that_the_pages_name_exist() -> None:
    assert wrong(lambda page: (name for name in commands(page, r"python -m ([a-z_.]+)") if find_spec(name) is None)) == {}


def test_every_variable_of_the_settings_is_explained() -> None:
    sources = "".join((ROOT / "config" / name).read_text() for name in ("settings.py", "up.py", "serve.py"))
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', sources)) | set(re.findall(r'environ\.get\("([A-Z_]+)"\)', sources))
    explained = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operations.md").read_text(), re.MULTILINE))
    assert read == explained


def tree() -> set[str]:
    """Return every path in the tree of ARCHITECTURE.md, in which two spaces of indentation are one folder level."""
    text = (ROOT / "docs/ARCHITECTURE.md").read_text().partition("## The tree")[2].partition("```\n")[2].partition("```")[0]
    found, above = set(), [""] * 9
    for line in text.splitlines():
        depth, names = (len(line) - len(line.lstrip())) // 2, re.match(r"\s*([^\s,]+(?:, [^\s,]+)*)", line)
        assert names, line
        for name in names[1].split(", "):
            found.add("".join(above[:depth]) + name.rstrip("/"))
            above[depth] = name
    return found


def folders() -> Iterator[Path]:
    """Yield every folder that contains modules."""
    for top in ("engines", "tables", "accounts", "config", "benchmarks", "tests"):
        for folder in [ROOT / top, *(path for path in (ROOT / top).rglob("*") if path.is_dir())]:
            if any(folder.glob("*.py")):
                yield folder


def test_the_tree_of_the_architecture_is_the_tree_there_is() -> None:
    named = tree()
    assert {path for path in named if not any(ROOT.glob(path))} == set()
    there = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._" and path.name != "var"}
    floors = [f"tables/{floor}" for floor in ("selectors", "services", "present", "views")] + ["tests/site"]
    rooms = {f"{floor}/{room}" for floor in floors for room in ROOMS}
    rooms |= {
        f"{floor}/{game}"
        for floor in ("engines", "tables/games", "tests")
        for game in (*registry.PLAYABLE, *registry.SPECIMENS)
    }
    private = {
        "accounts/migrations",
        "accounts/templatetags",
        "tables/migrations",
        "tests/chaos/startup",
        "tests/journeys/startup",
    }
    inside = re.compile("|".join(map(re.escape, sorted(private))) + r"|.*/management/commands|accounts/management")
    there |= {str(path.relative_to(ROOT)) for path in folders()}
    unknown = {path for path in there - rooms if not any(fnmatch(path, name) for name in named)}
    assert {path for path in unknown if not inside.fullmatch(path)} == set()


def test_every_floor_has_the_same_rooms() -> None:
    text = (ROOT / "docs/ARCHITECTURE.md").read_text().partition("### Rooms")[2]
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == list(ROOMS)
    for floor in ("selectors", "services", "present", "views"):
        inside = {path.name for path in (ROOT / "tables" / floor).iterdir() if path.is_dir() and path.name != "__pycache__"}
        assert inside <= set(ROOMS), floor


def test_every_bug_that_others_paid_for_has_a_test() -> None:
    page = ROOT / "docs/decisions/0007-bugs-of-others.md"
    rows = [line for line in page.read_text().splitlines() if line.startswith("| ")][2:]
    assert len(rows) == len(set(named_tests(page))) == 17


def test_headings_of_the_changelog_name_the_kind_of_a_change() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    for release in text.split("\n## ")[1:]:
        kinds = [kind for kind in re.findall(r"^### (.+)$", release, re.MULTILINE) if kind != "Before you upgrade"]
        assert kinds == [kind for kind in ("Added", "Changed", "Fixed") if kind in kinds]
    assert re.findall(r"^- (?:Added|Changed|Fixed): .*", text, re.MULTILINE) == []


def test_there_is_something_to_check() -> None:
    found = [path for page in PAGES for path in paths(page)]
    assert len(found) > 10


def not_defined(places: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs of path and name for which the module has no function, class or constant of this name."""
    definition = r"^(?:(?:def|class) {0}\b|{0}(?: =|:))"
    return [
        (path, name) for path, name in places if not re.search(definition.format(name), (ROOT / path).read_text(), re.MULTILINE)
    ]


def test_every_stop_of_the_walked_move_is_there() -> None:
    walk = (ROOT / "docs/ARCHITECTURE.md").read_text().partition("### One move")[2].partition("\n## ")[0]
    stops = re.findall(r"^\d+\. `([^`]+)::(\w+)`", walk, re.MULTILINE)
    assert 8 <= len(stops) <= 12
    assert not_defined(stops) == []


def test_every_place_of_a_typical_change_is_there() -> None:
    table = (ROOT / "docs/ARCHITECTURE.md").read_text().partition("### Where to change what")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][2:]
    assert 15 <= len(rows) <= 20
    assert [row for row in rows if ".py" not in row and "templates/" not in row] == []
    assert not_defined(re.findall(r"`([^`]+)::(\w+)`", table)) == []
