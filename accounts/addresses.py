"""Addresses in what people call themselves and their tables: where a mail carries such a name, its reader could tap it."""

import re
import unicodedata

# Looks at each character once, however long the text. A letter after a full stop is enough: mail programs know every domain.
_ADDRESS = re.compile(
    r"""://
    | (?<=\w) @ (?=\w)
    | (?<=\w) [.。] (?=[^\W\d_]{2})
    | (?<!\d) \d{1,3} (?:\.\d{1,3}){3} (?!\d)""",
    re.VERBOSE,
)
ELLIPSIS = "…"


def holds_address(text: str) -> bool:
    """Whether a mail program might make a link of something in ``text``: a URL, a domain, a mail address."""
    seen = unicodedata.normalize("NFKC", text)
    return bool(_ADDRESS.search("".join(character for character in seen if unicodedata.category(character) != "Cf")))


def without_addresses(text: str) -> str:
    """``text`` with an ellipsis for every word that holds one."""
    return " ".join(ELLIPSIS if holds_address(word) else word for word in text.split())
