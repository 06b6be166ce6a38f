"""Words that no text of the site may use, in the source and in both translations. docs/terms.md lists their replacements.

Docstrings may not open with a relative clause.
"""

import ast
import re
from collections.abc import Iterator

import pytest

from config import translations

ENGLISH = re.compile(
    r"\b(onlookers?|whoever|looks? on|filed|set aside|called off|beside your|anew|afresh|operators?"
    r"|e-mails?|put away|shall|it holds|ways to be told|let go on|is told|are told)\b|\bat once\b",
    re.IGNORECASE,
)
# Male forms used for people of any gender.
GERMAN = re.compile(
    r"\b(Verwalter|Betreiber|Startspieler|Zuschauer|Mitspieler|Spieler|Gegner|Teilnehmer|Besucher|Gewinner|Sieger|Gastgeber"
    r"|Administrator|Nutzer)(s|n|en)?\b"
)
# Straight apostrophes, and participles that assume the reader's gender.
ITALIAN = re.compile(r"'|\b(e-mail|(sei|sarai) (stat|sospes|entrat|avvisat|registrat|iscritt|invitat)[oa])\b", re.IGNORECASE)


def texts(language: str) -> Iterator[str]:
    """Yield all texts of a language; the source is English."""
    for message in translations.read("de" if language == "en" else language):
        found = message.id if language == "en" else message.string
        yield from [found] if isinstance(found, str) else found


@pytest.mark.parametrize(("language", "excluded"), [("en", ENGLISH), ("de", GERMAN), ("it", ITALIAN)])
def test_no_text_has_a_word_that_the_style_excludes(language, excluded):
    assert [text for text in texts(language) if excluded.search(text)] == []


OPENING = re.compile(r"(What|Whether|Whose|Those|That|Where|Who|Whoever|How|Of|Nobody|Which)\b")
FOLDERS = ("accounts", "benchmarks", "config", "engines", "tables", "tests")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield every docstring of the project with its place, except those of migrations."""
    for folder in FOLDERS:
        for path in sorted((translations.ROOT / folder).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, DOCUMENTED)]
            yield from (
                (f"{path.relative_to(translations.ROOT)}: {text}", text) for node in nodes if (text := ast.get_docstring(node))
            )


def test_no_docstring_opens_with_a_relative_clause():
    assert [place for place, text in docstrings() if OPENING.match(text)] == []
