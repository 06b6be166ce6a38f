"""Translations without system gettext: ``python -m config.translations extract | compile | check``.

Templates pass through Django's ``templatize``, so that Babel's JavaScript lexer can read them. Babel's own extractor reads
Python. ``check`` fails on missing, fuzzy or stale messages, and on differing placeholders.
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

from config.languages import TRANSLATED

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
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
    """Return the path of a language's catalogue; the compiled catalogue is in the same folder."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def sources() -> Iterator[tuple[Path, str]]:
    """Yield every file with messages and its extractor, in a fixed order."""
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, "python"
    for folder in TEMPLATES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                yield path, "javascript"


def readable(path: Path, method: str) -> io.BytesIO:
    """Return the input of the extractor: the Python source, or Django's conversion of a template."""
    text = path.read_text()
    return io.BytesIO((templatize(text, origin=str(path)) if method == "javascript" else text).encode())


def template() -> Catalog:
    """Extract and return all messages of the site, untranslated."""
    catalog = Catalog(project="Staffetta", charset="utf-8")
    for path, method in sources():
        locations = [(str(path.relative_to(ROOT)), 1)]
        for _line, message, comments, context in extract(method, readable(path, method), KEYWORDS, ["Translators:"]):
            catalog.add(message, None, locations, auto_comments=comments, context=context)
    return catalog


def read(language: str) -> Catalog:
    """Return a language's catalogue as stored; empty if there is none."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, project="Staffetta", charset="utf-8")
    with path.open("rb") as source:
        return read_po(source, locale=language)


def extract_all() -> None:
    """Update every catalogue: keep translations, add new messages untranslated, remove unused ones."""
    messages = template()
    for language in TRANSLATED:
        catalog = read(language)
        catalog.update(messages, no_fuzzy_matching=True, update_creation_date=False)
        catalog.fuzzy = False
        po_path(language).parent.mkdir(parents=True, exist_ok=True)
        with po_path(language).open("wb") as target:
            write_po(target, catalog, width=128, include_lineno=False, ignore_obsolete=True, omit_header=False)


def compile_stale() -> None:
    """Compile every catalogue that is newer than its compiled file."""
    for language in TRANSLATED:
        source, target = po_path(language), po_path(language).with_suffix(".mo")
        if source.exists() and (not target.exists() or target.stat().st_mtime < source.stat().st_mtime):
            draft = target.with_suffix(".part")
            with draft.open("wb") as output:
                write_mo(output, read(language))
            draft.replace(target)


def faults() -> Iterator[str]:
    """Yield one line for every fault in the catalogues."""
    expected = {_identity(message): message for message in template() if message.id}
    for language in TRANSLATED:
        catalog = read(language)
        translated = {_identity(message): message for message in catalog if message.id}
        yield from (f"{language}: missing: {_name(expected[key])}" for key in expected if not _translated(translated.get(key)))
        yield from (f"{language}: stale: {_name(translated[key])}" for key in translated.keys() - expected.keys())
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
    # A plural form may omit the number ("one move"), but a translation must not use placeholders that the source lacks.
    allowed = {mark for form in _forms(message.id) for mark in PLACEHOLDER.findall(form)}
    required = set(PLACEHOLDER.findall(_forms(message.id)[-1]))
    translated = [set(PLACEHOLDER.findall(form)) for form in _forms(message.string) if form]
    return any(form - allowed for form in translated) or bool(translated and required - translated[-1])


def check() -> int:
    """Print every fault; return exit code 1 if there is one."""
    problems = list(faults())
    sys.stdout.writelines(f"{line}\n" for line in problems)
    sys.stdout.write(f"{len(problems)} fault(s) in the translations.\n" if problems else "The translations are complete.\n")
    return 1 if problems else 0


COMMANDS: dict[str, Callable[[], int | None]] = {"extract": extract_all, "compile": compile_stale, "check": check}


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code. Return 2 if there is no such command."""
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        sys.stdout.write(f"usage: python -m config.translations {'|'.join(COMMANDS)}\n")
        return 2
    return COMMANDS[arguments[0]]() or 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
