"""Hints: suggestions of the doge and the bot for the viewer's decisions, based only on information that the viewer has."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.utils.formats import number_format

from engines.contract import Hint, Pending, When, encode
from tables.games.kit.choices import Attempt, Trial, gain_words, in_order
from tables.pages.viewed import ViewedTable
from tables.services.play import thinking


@dataclass(frozen=True)
class Proposal:
    """Possible turn in words, with the bot's estimate (empty if it has none) and the points scored straight away, in words.

    ``actions`` are its steps as a form sends them. ``by_doge`` is True for the doge's choice.
    """

    words: str
    actions: Sequence[str]
    worth: str
    at_once: str
    by_doge: bool


@dataclass(frozen=True)
class Hinted:
    """Open decision with the bot's suggestions, and the other fields of the form that sends one of them."""

    question: str
    key: str
    own_ply: int
    token: str
    proposals: Sequence[Proposal]


def hinted(page: ViewedTable, *, asks_doge: bool = False) -> Sequence[Hinted]:
    """Return the viewer's decisions that are due now, with the bot's suggestions. It is empty for spectators.

    Decisions that are not due yet get no suggestions. ``asks_doge``: True if the doge's choice comes first, if it is found in
    time.
    """
    if page.me is None or not page.running:
        return ()
    due_decisions = [pending for pending in page.pending if pending.seat == page.me.index and pending.when is When.NOW]
    until = time.monotonic() + settings.HINT_THINKING.total_seconds() if asks_doge else 0.0
    return [_hinted(page, pending, until) for pending in due_decisions]


def _hinted(page: ViewedTable, pending: Pending, until: float) -> Hinted:
    assert page.me is not None
    question, token = page.presenter.words.question_words(pending.kind), secrets.token_urlsafe(12)
    return Hinted(question, pending.key, page.me.plies, token, _proposals(page, pending, until))


def _proposals(page: ViewedTable, pending: Pending, until: float) -> Sequence[Proposal]:
    by_words: dict[str, Proposal] = {}
    hints = list(page.engine.hints(page.seen, pending))
    assert page.me is not None
    thought = thinking.hint(page.engine, page.table, page.me, page.seen, pending, until) if until else None
    if thought is not None:
        # The bot's hint has the following steps too.
        first = next((hint for hint in hints if hint.actions[0] == thought.action), Hint((thought.action,)))
        hints = [first, *(hint for hint in hints if hint is not first)]
    for number, hint in enumerate(hints):
        proposal = _proposal(page, pending, hint, by_doge=thought is not None and number == 0)
        by_words.setdefault(proposal.words, proposal)
    return list(by_words.values())


def _proposal(page: ViewedTable, pending: Pending, hint: Hint, *, by_doge: bool) -> Proposal:
    tried, sent = _tried(Trial(page.engine, page.presenter.board.points, page.seen, pending), hint)
    words = in_order(page.presenter.words.action_words, tried, page.players)
    worth = "" if hint.worth is None else number_format(round(hint.worth, 1), 1)
    return Proposal(words, [encode(action).decode() for action in sent], worth, gain_words(tried.points), by_doge)


def _tried(trial: Trial, hint: Hint) -> tuple[Attempt, Sequence[Any]]:
    """Return the trial of a hint's steps, and the steps to send together: fewer if the turn ends earlier.

    Steps after a reaction of other players are not tried, but sent too. The site queues them.
    """
    tried = trial.start
    for number, action in enumerate(hint.actions):
        if tried.following is None:
            return tried, hint.actions[:number]
        if number and tried.following.when is When.MAY:
            later = tuple((action, tried.state.public) for action in hint.actions[number:])
            return replace(tried, steps=(*tried.steps, *later)), hint.actions
        tried = trial.step(tried, action)
    return tried, hint.actions
