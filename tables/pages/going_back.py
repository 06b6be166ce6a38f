"""The list of what somebody may go back to at a practice table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from tables.models import Table
from tables.pages.table import TablePage
from tables.selectors.play import going_back, log

# Enough for the longest games; whoever needs more goes back twice.
MOST = 200


@dataclass(frozen=True)
class Sent:
    """Something one decided: the number of its first move, when, what was asked, and what the log says of it."""

    seq: int
    at: datetime
    question: str
    sentences: Sequence[str]


def decisions(table: Table, user: User, now: datetime) -> Sequence[Sent]:
    """What ``user`` sent, the latest first; nothing for somebody who does not sit there."""
    page = TablePage(table, user, now)
    if page.me is None:
        return ()
    firsts = going_back.sent_by(page.me, most=MOST)
    entries = {entry.seq: entry for entry in log.entries_of(table, page.me.index, firsts)}
    return [
        Sent(seq, entry.at, page.presenter.words.question_words(entry.kind), page.log.sentences(entry))
        for seq in firsts
        if (entry := entries.get(seq)) is not None
    ]
