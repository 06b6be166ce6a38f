"""Translations without system gettext: ``python -m config.translations extract | compile | check``.

Templates go through Django's ``templatize``, which turns them into something that Babel's JavaScript lexer can read; Python
goes through Babel's own extractor. ``check`` fails on messages that are missing, fuzzy or stale, and on placeholders that
differ.
"""

import io
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
LANGUAGES = ("de", "it")
SOURCES = ("accounts", "config", "tables")
TEMPLATES = ("templates", "accounts/templates", "tables/templates")
SUFFIXES = frozenset({".html", ".txt", ".svg"})
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


def po_path(language: str) -> Path:
    """Where a language's catalogue lies; the compiled one lies beside it."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def sources() -> Iterator[tuple[Path, str]]:
    """Every file with messages and the extractor that reads it, in a fixed order."""
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, "python"
    for folder in TEMPLATES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path, "javascript"


def readable(path: Path, method: str) -> io.BytesIO:
    """What the extractor reads: the Python itself, or what Django makes of a template."""
    text = path.read_text()
    return io.BytesIO((templatize(text, origin=str(path)) if method == "javascript" else text).encode())


def template() -> Catalog:
    """All messages of the site, untranslated."""
    catalog = Catalog(project="Staffetta", charset="utf-8")
    for path, method in sources():
        place = [(str(path.relative_to(ROOT)), 1)]
        for _line, message, comments, context in extract(method, readable(path, method), KEYWORDS, ["Translators:"]):
            catalog.add(message, None, place, auto_comments=comments, context=context)
    return catalog


def read(language: str) -> Catalog:
    """A language's catalogue as it lies there; empty if there is none."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, project="Staffetta", charset="utf-8")
    with path.open("rb") as source:
        return read_po(source, locale=language)


def extract_all() -> None:
    """Rewrite every catalogue: what is translated stays, what is new is empty, what is no longer said is dropped."""
    wanted = template()
    for language in LANGUAGES:
        catalog = read(language)
        catalog.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
        catalog.fuzzy = False
        po_path(language).parent.mkdir(parents=True, exist_ok=True)
        with po_path(language).open("wb") as target:
            write_po(target, catalog, width=128, include_lineno=False, ignore_obsolete=True, omit_header=False)


def compile_stale() -> None:
    """Compile every catalogue that is newer than its compiled form."""
    for language in LANGUAGES:
        source, target = po_path(language), po_path(language).with_suffix(".mo")
        if source.exists() and (not target.exists() or target.stat().st_mtime < source.stat().st_mtime):
            draft = target.with_suffix(".part")
            with draft.open("wb") as output:
                write_mo(output, read(language))
            draft.replace(target)


def faults() -> Iterator[str]:
    """One line for everything that is wrong with the catalogues."""
    wanted = {_identity(message): message for message in template() if message.id}
    for language in LANGUAGES:
        catalog = read(language)
        translated = {_identity(message): message for message in catalog if message.id}
        yield from (f"{language}: missing: {_name(wanted[key])}" for key in wanted if not _translated(translated.get(key)))
        yield from (f"{language}: stale: {_name(translated[key])}" for key in translated.keys() - wanted.keys())
        yield from (f"{language}: stale: {_name(message)}" for message in catalog.obsolete.values())
        yield from (f"{language}: fuzzy: {_name(message)}" for message in translated.values() if message.fuzzy)
        yield from (
            f"{language}: placeholders differ: {_name(message)}" for message in translated.values() if _differs(message)
        )


def _identity(message: Message) -> tuple[str | None, str]:
    return message.context, _forms(message.id)[0]


def _forms(text: Any) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, (list, tuple)) else (text or "",)


def _translated(message: Message | None) -> bool:
    return message is not None and all(_forms(message.string))


def _name(message: Message) -> str:
    return repr(_forms(message.id)[0])


def _differs(message: Message) -> bool:
    # A plural form may leave out the number ("one move"), but nobody may name what the source does not offer.
    offered = {mark for form in _forms(message.id) for mark in PLACEHOLDER.findall(form)}
    wanted = set(PLACEHOLDER.findall(_forms(message.id)[-1]))
    said = [set(PLACEHOLDER.findall(form)) for form in _forms(message.string) if form]
    return any(form - offered for form in said) or bool(said and wanted - said[-1])


def check() -> int:
    """Print every fault; the exit code is 1 if there is one."""
    problems = list(faults())
    sys.stdout.writelines(f"{line}\n" for line in problems)
    sys.stdout.write(f"{len(problems)} fault(s) in the translations.\n" if problems else "The translations are complete.\n")
    return 1 if problems else 0


COMMANDS: dict[str, Callable[[], int | None]] = {"extract": extract_all, "compile": compile_stale, "check": check}


def main(arguments: list[str]) -> int:
    """Run one command; 2 if there is no such command."""
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        sys.stdout.write(f"usage: python -m config.translations {'|'.join(COMMANDS)}\n")
        return 2
    return COMMANDS[arguments[0]]() or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
