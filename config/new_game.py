"""``make game SLUG=name``: create a game that can be played before you write any code for it.

It writes the four folders of a game from ``config/skeleton/`` and its line in ``engines/registry.py``. Then it plays the game
to write the records that the tests compare.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Template

ROOT = Path(__file__).resolve().parents[1]
SKELETON = ROOT / "config/skeleton"
REGISTRY = "engines/registry.py"
PLAYABLE = re.compile(r"^PLAYABLE = \((.*?)^\)", re.DOTALL | re.MULTILINE)
SLUG = re.compile(r"[a-z][a-z0-9]{2,19}")
TAKEN = {"kit", "base", "contract", "registry"}
SUFFIX = ".txt"
RECORDS = (
    ("tests.engines.regenerate", "golden"),
    ("tests.engines.regenerate", "frozen"),
    ("tests.engines.regenerate", "draws"),
    ("tests.site.freezing",),
)
"""Modules that write a game's records, each with its arguments."""


class Refused(Exception):
    """Error: a game of this name cannot be created."""


def write(slug: str, title: str, root: Path = ROOT) -> list[Path]:
    """Write the files of a new game and its line in the registry. Return the paths of the files, relative to ``root``.

    Raises :class:`Refused` before anything is written.
    """
    names = {"slug": slug, "title": title, "name": slug.capitalize()}
    if not SLUG.fullmatch(slug) or slug in TAKEN:
        raise Refused("A slug is one word of 3 to 20 small letters and digits, and not one that means something here.")
    if not title.isprintable() or set(title) & set('"\\<>&{}'):
        raise Refused("A title is plain text, without quotes, braces and signs of markup.")
    folders = {
        "engines": f"engines/{slug}",
        "tables": f"tables/games/{slug}",
        "templates": f"templates/games/{slug}",
        "tests": f"tests/{slug}",
    }
    if existing := [folder for folder in folders.values() if (root / folder).exists()]:
        raise Refused(f"There is {existing[0]} already.")
    registry = (root / REGISTRY).read_text()
    if not PLAYABLE.search(registry):
        raise Refused(f"PLAYABLE in {REGISTRY} is not a list of lines.")
    written = []
    for part, source in _sources():
        path = Path(folders[part]) / _place(source.relative_to(SKELETON / part), slug)
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(Template(source.read_text()).substitute(names))
        written.append(path)
    (root / REGISTRY).write_text(PLAYABLE.sub(lambda match: f'PLAYABLE = ({match[1]}    "{slug}",\n)', registry, count=1))
    _sort_imports([str(path) for path in written if path.suffix == ".py"], root)
    return [*written, Path(REGISTRY)]


def _sort_imports(modules: list[str], root: Path) -> None:
    """Sort the imports of the written modules, since their order depends on the game's name."""
    sort = ("check", "--no-cache", "--quiet", "--select", "I", "--fix")
    subprocess.run([sys.executable, "-m", "ruff", *sort, *modules], cwd=root, check=True)  # noqa: S603 — the paths are our own


def record(slug: str, root: Path = ROOT) -> None:
    """Play the new game and write its records. Raises CalledProcessError if it cannot be played."""
    for module, *arguments in RECORDS:
        subprocess.run([sys.executable, "-m", module, *arguments, slug], cwd=root, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 — a slug is letters and digits


def _sources() -> Iterator[tuple[str, Path]]:
    for source in sorted(SKELETON.rglob(f"*{SUFFIX}")):
        yield source.relative_to(SKELETON).parts[0], source


def _place(inside: Path, slug: str) -> Path:
    """Return the target path; static files are in one more folder named after the game."""
    target = inside.with_name(inside.name.removesuffix(SUFFIX))
    return Path("static") / slug / target.relative_to("static") if target.parts[0] == "static" else target


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slug")
    parser.add_argument("title", nargs="?", default="")
    arguments = parser.parse_args()
    try:
        written = write(arguments.slug, arguments.title or arguments.slug.capitalize())
    except Refused as refused:
        sys.exit(str(refused))
    record(arguments.slug)
    sys.stdout.write("".join(f"{path}\n" for path in written))


if __name__ == "__main__":
    main()
