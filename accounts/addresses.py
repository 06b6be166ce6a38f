"""Detection of addresses in display names and table names, since email programs turn them into links."""

import re
import unicodedata

# The pattern looks at each character once, however long the text. Two letters after a full stop are enough: email programs know
# every domain.
_ADDRESS = re.compile(
    r"""://
    | (?<=\w) @ (?=\w)
    | (?<=\w) [.。] (?=[^\W\d_]{2})
    | (?<!\d) \d{1,3} (?:\.\d{1,3}){3} (?!\d)""",
    re.VERBOSE,
)
ELLIPSIS = "…"


def holds_address(text: str) -> bool:
    """Return whether an email program might turn a part of ``text`` into a link: a URL, domain, email or IP address."""
    normalized = unicodedata.normalize("NFKC", text)
    return bool(_ADDRESS.search("".join(character for character in normalized if unicodedata.category(character) != "Cf")))


def without_addresses(text: str) -> str:
    """Return ``text`` with an ellipsis in place of each word that contains an address."""
    return " ".join(ELLIPSIS if holds_address(word) else word for word in text.split())
