"""What the bot would do in the viewer's place, from what the viewer sees alone."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.formats import number_format

from engines.contract import Hint, Pending, When, encode
from tables.games.kit.choices import Trial, Tried, gain_words, in_order
from tables.pages.viewed import ViewedTable


@dataclass(frozen=True)
class Proposal:
    """One thing that may be done in words, what the bot takes it to be worth (empty where it weighs nothing), and what it
    brings at once; ``actions`` are its steps as a form sends them."""

    words: str
    actions: Sequence[str]
    worth: str
    at_once: str


@dataclass(frozen=True)
class Hinted:
    """What is asked, and what the bot would do, the best first. The rest is what the form of an answer holds."""

    question: str
    key: str
    own_ply: int
    token: str
    proposals: Sequence[Proposal]


def hinted(page: ViewedTable) -> Sequence[Hinted]:
    """What the bot would do about everything whose place has come; nothing for onlookers. What is asked ahead is filed."""
    if page.me is None or not page.running:
        return ()
    asked = [pending for pending in page.pending if pending.seat == page.me.index and pending.when is When.NOW]
    return [_hinted(page, pending) for pending in asked]


def _hinted(page: ViewedTable, pending: Pending) -> Hinted:
    assert page.me is not None
    question, token = page.presenter.words.question_words(pending.kind), secrets.token_urlsafe(12)
    return Hinted(question, pending.key, page.me.plies, token, _proposals(page, pending))


def _proposals(page: ViewedTable, pending: Pending) -> Sequence[Proposal]:
    said: dict[str, Proposal] = {}
    for hint in page.engine.hints(page.seen, pending):
        proposal = _proposal(page, pending, hint)
        said.setdefault(proposal.words, proposal)
    return list(said.values())


def _proposal(page: ViewedTable, pending: Pending, hint: Hint) -> Proposal:
    tried, sent = _tried(Trial(page.engine, page.presenter.board.points, page.seen, pending), hint)
    words = in_order(page.presenter.words.action_words, tried, page.players)
    worth = "" if hint.worth is None else number_format(round(hint.worth, 1), 1)
    return Proposal(words, [encode(action).decode() for action in sent], worth, gain_words(tried.points))


def _tried(trial: Trial, hint: Hint) -> tuple[Tried, Sequence[Any]]:
    """A hint tried out, and the steps of it that can be sent at once: the turn may end before the bot says that it does.

    What comes after others have answered is sent along, and filed for then.
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
