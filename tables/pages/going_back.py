"""List of the earlier moves to which a practice game can be taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from tables.models import Table
from tables.pages.table import TablePage
from tables.selectors.play import going_back, log

# Maximum number of listed decisions. To go back further, a player can go back twice.
MOST = 200


@dataclass(frozen=True)
class Sent:
    """Decision that the user sent: the number of its first move, its time, its task and its sentences in the log."""

    seq: int
    at: datetime
    question: str
    sentences: Sequence[str]


def decisions(table: Table, user: User, now: datetime) -> Sequence[Sent]:
    """Return the decisions that ``user`` sent, the latest first. It is empty for a user without a seat."""
    page = TablePage(table, user, now)
    if page.me is None:
        return ()
    first_seqs = going_back.sent_by(page.me, most=MOST)
    entries = {entry.seq: entry for entry in log.entries_of(table, page.me.index, first_seqs)}
    return [
        Sent(seq, entry.at, page.presenter.words.question_words(entry.kind), page.log.sentences(entry))
        for seq in first_seqs
        if (entry := entries.get(seq)) is not None
    ]
