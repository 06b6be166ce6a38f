"""One open decision of the viewer with everything its form needs."""

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
# What shows a draft where the game's own form is filled in at once.
WHOLE = "tables/_draft.html"


@dataclass(frozen=True)
class DraftStep:
    """One step of a draft in words; ``why`` says why it cannot be played any more.

    ``is_later``: it is sent with the others, and played once other players have answered.
    """

    words: str
    ok: bool
    why: str
    value: str
    is_later: bool


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """What the form of a decision is made of: what is asked, addresses and hidden fields, the draft, what is filed for it."""

    number: int
    key: str
    kind: str
    when: When
    question: str
    own_ply: int
    act_url: str
    draft_url: str
    file_url: str
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
        """Whether the draft can be sent as it stands."""
        return bool(self.draft) and all(step.ok for step in self.draft)

    @property
    def ranks(self) -> Sequence[str]:
        """The encoded actions of a ranked list, filled up with empty places."""
        chosen = [encode(action).decode() for action in self.filed.actions] if self.filed else []
        return chosen + [""] * max(1, RANKS - len(chosen))

    @property
    def otherwise(self) -> str:
        """What happens if nothing filed can be played."""
        return self.filed.otherwise if self.filed else "ask"


@dataclass(frozen=True, kw_only=True)
class Slot(Sheet):
    """An open decision of the viewer, with its clock.

    ``plays_at_deadline``: the draft is sent if the time runs out. ``tried`` is what the viewer would see after the draft, None
    without one, and where its place has not come; ``changes``: it differs from the table as it is; ``gain`` are the points that
    brings at once, ``told`` the events of its steps. ``ordered``: a standing order answers when its place comes. ``failed``: it
    is asked although something was filed for it, of which nothing could be played here; ``missed`` are the steps of it that
    were to be played in order, from the first that could not be.
    """

    own: OwnClock
    tried: Seen[Any, Any] | None
    changes: bool
    gain: int
    told: Sequence[Any]
    ordered: bool
    failed: bool
    missed: Sequence[DraftStep] = ()

    @property
    def clock(self) -> Clock:
        """What all know of its clock."""
        return self.own.clock

    @property
    def waits(self) -> bool:
        """Whether the viewer is waited for: asked now, or ahead and nothing is filed or ordered."""
        return self.when is When.NOW or (self.when is When.AHEAD and self.filed is None and not self.ordered)


def slots_of(page: ViewedTable, clockface: ClockFace) -> Sequence[Slot]:
    """The viewer's open decisions, urgent ones first."""
    assert page.me is not None
    mine = [pending for pending in page.pending if pending.seat == page.me.index]
    if not mine:
        return ()
    there = page.lying
    drafted = asking.drafts(page.me) if there.drafts else {}
    filings = asking.filings(page.me, page.table.game) if there.filed or there.ordered else asking.NOTHING_FILED
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
    tried = preview.certain if preview and preview.steps and not preview.is_foreseen else None
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
        template=WHOLE if is_whole else panel_template(page),
        panel={"complete": True} if is_whole else _panel(page, pending, preview),
        draft=_steps(page, preview),
        plays_at_deadline=drafted.get(pending.key, False),
        stopped=preview.stopped_before_reveal if preview else False,
        tried=tried,
        changes=preview is not None and preview.changes,
        gain=_gain(page, tried) if tried else 0,
        told=[event for step in preview.steps for event in step.told] if preview else (),
        filed=filed,
        filed_words=[step.words for step in filed_steps] or _plain_words(page, filed),
        filed_steps=filed_steps,
        ordered=filed is None and pending.key in filings.ordered,
        failed=failed is not None,
        missed=_missed_steps(page, pending.key, failed),
    )


def _gain(page: ViewedTable, tried: Seen[Any, Any]) -> int:
    """The viewer's points in a position they try out, beyond those they have."""
    assert page.me is not None
    assert page.me.index is not None
    points = page.presenter.board.points
    return points(tried.public, page.me.index) - points(page.seen.public, page.me.index)


def panel_template(page: ViewedTable) -> tuple[str, ...]:
    """The game's form of a decision."""
    return page.presenter.template("_panel.html")


def _panel(page: ViewedTable, pending: Pending, preview: Preview | None) -> Mapping[str, Any]:
    if preview:
        return page.presenter.panel.context(
            preview.seen_after, preview.pending or pending, list(preview.legal_next), page.players
        )
    return page.presenter.panel.context(page.seen, pending, list(page.engine.legal(page.seen, pending)), page.players)


def filed_words(page: ViewedTable, filed: Filed[Any]) -> Sequence[str]:
    """What the viewer's seat has filed, in words that hold at its place, if that can be foreseen."""
    return [step.words for step in _foreseen_steps(page, filed)] or _plain_words(page, filed)


def _plain_words(page: ViewedTable, filed: Filed[Any] | None) -> Sequence[str]:
    public = page.seen.public
    return [page.presenter.words.action_words(action, public, page.players) for action in filed.actions] if filed else ()


def _foreseen_steps(page: ViewedTable, filed: Filed[Any] | None) -> Sequence[DraftStep]:
    """What is filed, each alternative or all steps in order tried at their place; none where that cannot be foreseen."""
    if filed is None or not _is_drafted_ahead(page, filed.key):
        return ()
    assert page.me is not None
    tries = [filed.actions] if filed.how == "each" else [(action,) for action in filed.actions]
    previews = [selector.preview(page.table, page.me, filed.key, actions) for actions in tries]
    return [step for preview in previews if preview.is_foreseen for step in _steps(page, preview)]


def _is_drafted_ahead(page: ViewedTable, key: str) -> bool:
    """Whether this is a turn to come, of a kind that is put together step by step."""
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
