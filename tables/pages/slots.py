"""Open decision of the viewer, with the data for its form."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from config.templating.addresses import path_to
from engines.contract import Filed, Pending, Seen, When, encode
from tables.pages.clockface import ClockFace, OwnClock
from tables.pages.viewed import ViewedTable
from tables.present import refusals
from tables.selectors.play import asking
from tables.selectors.play import drafts as selector
from tables.selectors.play.asking import Filings
from tables.selectors.play.drafts import Preview
from tables.selectors.time.clocks import Clock

RANKS = 4
# Template for a draft if its form takes the whole turn in one go.
WHOLE = "tables/_draft.html"


@dataclass(frozen=True)
class DraftStep:
    """Step of a draft in words; ``why`` is the reason if it can no longer be played.

    ``is_later``: the step is sent with the other steps, and played once other players have reacted.
    """

    words: str
    ok: bool
    why: str
    value: str
    is_later: bool


@dataclass(frozen=True, kw_only=True)
class DecisionForm:
    """Data for the form of a decision: question, URLs, hidden fields, draft and queued turn."""

    number: int
    key: str
    kind: str
    when: When
    question: str
    own_ply: int
    act_url: str
    draft_url: str
    file_url: str
    sketch_url: str
    template: str | tuple[str, ...]
    panel: Mapping[str, Any]
    draft: Sequence[DraftStep] = ()
    plays_at_deadline: bool = False
    stopped: bool = False
    filed: Filed[Any] | None = None
    filed_words: Sequence[str] = ()
    filed_steps: Sequence[DraftStep] = ()
    token: str = field(default_factory=lambda: secrets.token_urlsafe(12))

    @property
    def sendable(self) -> bool:
        """True if the draft can be sent as it is."""
        return bool(self.draft) and all(step.ok for step in self.draft)

    @property
    def ranks(self) -> Sequence[str]:
        """Encoded actions of a ranked list, padded with empty strings."""
        chosen = [encode(action).decode() for action in self.filed.actions] if self.filed else []
        return chosen + [""] * max(1, RANKS - len(chosen))

    @property
    def otherwise(self) -> str:
        """Action to take if no queued turn can be played."""
        return self.filed.otherwise if self.filed else "ask"


@dataclass(frozen=True, kw_only=True)
class Slot(DecisionForm):
    """Open decision of the viewer, with its clock.

    ``plays_at_deadline``: the draft is sent at the deadline. ``tried`` is the viewer's position after the certain part of the
    draft; None without a draft, or if the draft is for a foreseen future turn. ``changes``: the position differs from the
    current table. ``gain`` are the points it scores straight away, ``visible_events`` the events of its steps. ``ordered``: a
    standing order answers when its turn comes. ``failed``: a queued turn, or the rest of it, could not be played. ``missed``
    are its steps from the first that could not be played.
    """

    own: OwnClock
    tried: Seen[Any, Any] | None
    changes: bool
    gain: int
    visible_events: Sequence[Any]
    ordered: bool
    failed: bool
    missed: Sequence[DraftStep] = ()

    @property
    def clock(self) -> Clock:
        """Public part of the decision's clock."""
        return self.own.clock

    @property
    def waits(self) -> bool:
        """True if others wait for the viewer: the decision is due now, or in advance with nothing queued or ordered."""
        return self.when is When.NOW or (self.when is When.AHEAD and self.filed is None and not self.ordered)


def slots_of(page: ViewedTable, clockface: ClockFace) -> Sequence[Slot]:
    """Return the viewer's open decisions, urgent ones first."""
    assert page.me is not None
    mine = [pending for pending in page.pending if pending.seat == page.me.index]
    if not mine:
        return ()
    existing = page.lying
    drafted = asking.drafts(page.me) if existing.drafts else {}
    filings = asking.filings(page.me, page.table.game) if existing.filed or existing.ordered else asking.NOTHING_FILED
    urgency = [When.NOW, When.AHEAD, When.MAY]
    ordered = sorted(mine, key=lambda pending: urgency.index(pending.when))
    return [_slot(page, clockface, number, pending, drafted, filings) for number, pending in enumerate(ordered)]


def _slot(
    page: ViewedTable, clockface: ClockFace, number: int, pending: Pending, drafted: Mapping[str, bool], filings: Filings
) -> Slot:
    assert page.me is not None
    preview = selector.preview(page.table, page.me, pending.key) if pending.key in drafted else None
    code = page.table.code
    filed = filings.waiting.get(pending.key)
    filed_steps = _foreseen_steps(page, filed)
    failed = filings.failed.get(pending.key) if pending.when is When.NOW else None
    certain_position = preview.certain if preview and preview.steps and not preview.is_foreseen else None
    is_whole = preview is not None and pending.kind not in page.presenter.drafted
    return Slot(
        number=number,
        key=pending.key,
        kind=pending.kind,
        when=pending.when,
        question=page.presenter.words.question_words(pending.kind),
        own=clockface.own(pending),
        own_ply=page.me.plies,
        act_url=path_to("tables:act", [code]),
        draft_url=path_to("tables:draft", [code]),
        file_url=path_to("tables:file", [code]),
        sketch_url=path_to("tables:sketch", [code]),
        template=WHOLE if is_whole else panel_template(page),
        panel={"complete": True} if is_whole else _panel(page, pending, preview),
        draft=_steps(page, preview),
        plays_at_deadline=drafted.get(pending.key, False),
        stopped=preview.stopped_before_reveal if preview else False,
        tried=certain_position,
        changes=preview is not None and preview.changes,
        gain=_gain(page, certain_position) if certain_position else 0,
        visible_events=[event for step in preview.steps for event in step.visible_events] if preview else (),
        filed=filed,
        filed_words=[step.words for step in filed_steps] or _plain_words(page, filed),
        filed_steps=filed_steps,
        ordered=filed is None and pending.key in filings.ordered,
        failed=failed is not None,
        missed=_missed_steps(page, pending.key, failed),
    )


def _gain(page: ViewedTable, position: Seen[Any, Any]) -> int:
    """Return the viewer's points in a tried position, minus their current points."""
    assert page.me is not None
    assert page.me.index is not None
    points = page.presenter.board.points
    return points(position.public, page.me.index) - points(page.seen.public, page.me.index)


def panel_template(page: ViewedTable) -> tuple[str, ...]:
    """Return the game's template for the form of a decision."""
    return page.presenter.template("_panel.html")


def _panel(page: ViewedTable, pending: Pending, preview: Preview | None) -> Mapping[str, Any]:
    if preview:
        return page.presenter.panel.context(
            preview.seen_after, preview.pending or pending, list(preview.legal_next), page.players
        )
    return page.presenter.panel.context(page.seen, pending, list(page.engine.legal(page.seen, pending)), page.players)


def filed_words(page: ViewedTable, filed: Filed[Any]) -> Sequence[str]:
    """Return the viewer's queued turn in words, tried in the foreseen position if there is one."""
    return [step.words for step in _foreseen_steps(page, filed)] or _plain_words(page, filed)


def _plain_words(page: ViewedTable, filed: Filed[Any] | None) -> Sequence[str]:
    public = page.seen.public
    return [page.presenter.words.action_words(action, public, page.players) for action in filed.actions] if filed else ()


def _foreseen_steps(page: ViewedTable, filed: Filed[Any] | None) -> Sequence[DraftStep]:
    """Return the steps of the queued turn, or its alternatives, tried in the foreseen position; empty if it cannot be
    foreseen."""
    if filed is None or not _is_drafted_ahead(page, filed.key):
        return ()
    assert page.me is not None
    tries = [filed.actions] if filed.how == "each" else [(action,) for action in filed.actions]
    previews = [selector.preview(page.table, page.me, filed.key, actions) for actions in tries]
    return [step for preview in previews if preview.is_foreseen for step in _steps(page, preview)]


def _is_drafted_ahead(page: ViewedTable, key: str) -> bool:
    """Return whether this is a future turn that is built step by step."""
    assert page.me is not None
    mine = (one for one in page.pending if one.seat == page.me.index and one.key == key and one.when is When.MAY)
    return any(one.kind in page.presenter.drafted and not one.continues for one in mine)


def _missed_steps(page: ViewedTable, key: str, failed: Filed[Any] | None) -> Sequence[DraftStep]:
    if failed is None or failed.how != "each":
        return ()
    assert page.me is not None
    return _steps(page, selector.preview(page.table, page.me, key, failed.actions))


def _steps(page: ViewedTable, preview: Preview | None) -> Sequence[DraftStep]:
    if preview is None:
        return ()
    return [
        DraftStep(
            words=page.presenter.words.action_words(step.action, step.public, page.players),
            ok=step.ok,
            why=refusals.words(step.refusal, page.table.game) if step.refusal else "",
            value=encode(step.action).decode(),
            is_later=step.is_later,
        )
        for step in preview.steps
    ]
