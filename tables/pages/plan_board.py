"""Planning board: the owner's view of an imagined table, and all variations in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from engines.contract import Pending, Seen, view
from tables.games.base import Presenter
from tables.games.contract import Player
from tables.models import ShownPlan
from tables.pages.slots import DecisionForm, panel_template
from tables.pages.table import TablePage
from tables.present import refusals
from tables.selectors import planning as selector
from tables.selectors.planning import Opening, PlanRoot, Step
from tables.selectors.play import asking

# Maximum number of imagined worlds of one position.
MOST_WORLDS = 100


@dataclass(frozen=True)
class PlanStep:
    """Step of a variation in words: the player and their action, its consequences, and the owner's note.

    - ``why`` is the reason that it can no longer be played, or empty.
    - ``invented`` is True if it draws or reveals something that is not known.
    - ``indent`` is the number of forks before it, at most 5.
    - ``is_here`` is True if the board shows this step.
    """

    number: int
    player: Player
    words: str
    why: str
    sentences: Sequence[str]
    invented: bool
    note: str
    indent: int
    address: str
    is_here: bool


class PlanBoard:
    """Position of a plan: its beginning, or the position after the step of node ``number``."""

    def __init__(self, page: TablePage, root: PlanRoot, number: int | None, wanted: str = "") -> None:
        self.page, self.root, self.number, self._wanted = page, root, number, wanted

    @cached_property
    def steps(self) -> Sequence[Step]:
        """All steps of all variations that begin here."""
        return selector.tree(self.root)

    @cached_property
    def here(self) -> Step | None:
        """Step that the board shows. It is None at the beginning, and if the step no longer exists."""
        return next((step for step in self.steps if step.node.pk == self.number), None)

    @property
    def refused(self) -> str:
        """Reason that the step can no longer be played, or empty. The board then shows the position before it."""
        refusal = self.here.refusal if self.here else None
        return refusals.words(refusal, self.page.table.game) if refusal else ""

    @property
    def state(self) -> Any:
        """Imagined state."""
        if self.here is None:
            return self.root.start
        return self.here.before if self.here.refusal else self.here.after

    @cached_property
    def seen(self) -> Seen[Any, Any]:
        """Position as the owner would see it."""
        return view(self.state, self.root.seat)

    @cached_property
    def board(self) -> Mapping[str, Any]:
        """Context of the game's board."""
        return self.page.presenter.board.context(self.seen, self.page.players, self.here.events if self.here else ())

    @cached_property
    def hand(self) -> Mapping[str, Any]:
        """Context of the hand of the owner's seat."""
        return self.page.presenter.hand.context(self.seen, self.page.players)

    @property
    def round_words(self) -> str:
        """Round of the imagined position, in words."""
        return self.page.presenter.words.round_words(self.seen.public)

    @property
    def points(self) -> Sequence[tuple[Player, int]]:
        """Score of each player in the imagined position."""
        return [(player, self.page.presenter.board.points(self.seen.public, player.seat)) for player in self.page.players]

    @cached_property
    def line(self) -> Sequence[Step]:
        """Steps up to this position."""
        return self.here.line if self.here else ()

    @property
    def is_invented(self) -> bool:
        """True if something on the board was drawn or revealed in this variation."""
        return any(step.invented for step in self.line)

    @cached_property
    def lines(self) -> Sequence[PlanStep]:
        """All variations in words."""
        forks: dict[int | None, int] = {}
        for step in self.steps:
            parent = _number(step.parent)
            forks[parent] = forks.get(parent, 0) + 1
        return [self._line(step, forks) for step in self.steps]

    @cached_property
    def path(self) -> Sequence[PlanStep]:
        """Steps from the beginning to this position, in words."""
        numbers = [step.node.pk for step in self.line]
        return [line for line in self.lines if line.number in numbers]

    @cached_property
    def choosing(self) -> Sequence[tuple[Player, Pending, str]]:
        """Open decisions in this position: the player, the decision, and the URL to try it."""
        if self.refused:
            return ()
        pending = selector.open_decisions(self.root, self.state)
        return [(self.page.players[one.seat], one, self.address(self.number, seat=one.seat, key=one.key)) for one in pending]

    @cached_property
    def pending(self) -> Pending | None:
        """Decision to try in this position: the requested one or else the first. It is None if there is none."""
        pending = [one for _player, one, _address in self.choosing]
        return next((one for one in pending if f"{one.seat}:{one.key}" == self._wanted), pending[0] if pending else None)

    @property
    def chooser(self) -> Player | None:
        """Player who makes the decision to try."""
        return self.page.players[self.pending.seat] if self.pending else None

    @cached_property
    def sheet(self) -> DecisionForm | None:
        """Form of the decision to try. The options of other players come from the imagined state."""
        pending = self.pending
        if pending is None:
            return None
        engine, presenter, seen = self.page.engine, self.page.presenter, view(self.state, pending.seat)
        form_url = self.address(self.number, seat=pending.seat, key=pending.key)
        return DecisionForm(
            number=0,
            key=pending.key,
            kind=pending.kind,
            when=pending.when,
            question=presenter.words.question_words(pending.kind),
            own_ply=0,
            act_url=form_url,
            draft_url=form_url,
            file_url=form_url,
            sketch_url=f"{form_url}&sketch=1",
            template=panel_template(self.page),
            panel=presenter.panel.context(seen, pending, list(engine.legal(seen, pending)), self._as(pending.seat)),
        )

    @cached_property
    def opening(self) -> Opening | None:
        """Part of this variation that can be prepared in the game itself."""
        return selector.opening(self.line, self.page.me)

    @property
    def may_rank(self) -> bool:
        """True if the prepared part can be added to an earlier queued turn as another choice."""
        if self.opening is None or self.opening.is_drafted or self.page.me is None:
            return False
        filed = asking.filings(self.page.me, self.page.table.game).waiting.get(self.opening.pending.key)
        return filed is not None and bool(filed.actions) and filed.how == self.opening.how

    @cached_property
    def may_show(self) -> bool:
        """True if the owner can show variations, because the game is over."""
        return selector.may_show(self.page.table, self.root.owner)

    @cached_property
    def shown_plans(self) -> Mapping[int, ShownPlan]:
        """Variations that the owner shows to others, by the number of their last step."""
        return selector.shown_by(self.root.owner, self.page.table) if self.may_show else {}

    @property
    def shown_here(self) -> ShownPlan | None:
        """Shown variation that ends with the step on the board, or None."""
        return self.shown_plans.get(self.number) if self.number else None

    @property
    def notes(self) -> str:
        """Notes of the seat's player."""
        return selector.notes(self.page.me) if self.page.me else ""

    @cached_property
    def other_roots(self) -> Sequence[tuple[int, int, str]]:
        """Other beginnings of the owner's variations: move, world, URL."""
        current = (self.root.at_seq, self.root.world)
        places = selector.plan_roots(self.root.owner, self.page.table, self.root.eyes)
        return [(at, world, self._beginning(at, world)) for at, world in places if (at, world) != current]

    @property
    def beginning(self) -> str:
        """URL of the beginning of the variations."""
        return self._beginning(self.root.at_seq, self.root.world)

    @property
    def another_world(self) -> str:
        """URL of the same position with other invented information. It is empty after the last world."""
        return "" if self.root.world == MOST_WORLDS else self._beginning(self.root.at_seq, self.root.world + 1)

    @property
    def before(self) -> str:
        """URL of the position before this step. At the beginning, it is the URL of the beginning."""
        return self.address(_number(self.here.parent) if self.here else None)

    def address(self, number: int | None, **more: Any) -> str:
        """Return the URL of a position of this plan. With ``seat`` and ``key``, the page tries that decision."""
        params = {"for": f"{more['seat']}:{more['key']}"} if more else {}
        if number is None:
            return self._beginning(self.root.at_seq, self.root.world, **params)
        query = f"?{urlencode(params)}" if params else ""
        return reverse("tables:plan_node", args=[self.page.table.code, number]) + query

    def _beginning(self, at: int, world: int, **more: str) -> str:
        query: dict[str, int | str] = {"at": at, **({"world": world} if world else {}), **more}
        return f"{reverse('tables:plan', args=[self.page.table.code])}?{urlencode(query)}"

    def _line(self, step: Step, forks: Mapping[int | None, int]) -> PlanStep:
        indent = min(sum(forks[_number(part.parent)] > 1 for part in step.line), 5)
        is_here = step.node.pk == self.number
        return worded(step, self.page.presenter, self.page.players, self.address(step.node.pk), indent=indent, is_here=is_here)

    def _as(self, seat: int) -> Sequence[Player]:
        """Return the players with ``is_me`` True for this seat only."""
        return [replace(player, is_me=player.seat == seat) for player in self.page.players]


def worded(step: Step, show: Presenter, people: Sequence[Player], address: str, *, is_here: bool, indent: int = 0) -> PlanStep:
    """Return a step in words, with the URL of the position after the step."""
    sentences = [] if step.refusal else [show.event_words(event, step.after.public, people) for event in step.events]
    return PlanStep(
        number=step.node.pk,
        player=people[step.node.seat],
        words=show.words.action_words(step.action, step.before.public, people) if step.action is not None else "",
        why=refusals.words(step.refusal, show.slug) if step.refusal else "",
        sentences=[sentence for sentence in sentences if sentence],
        invented=step.invented,
        note=step.node.note,
        indent=indent,
        address=address,
        is_here=is_here,
    )


def _number(step: Step | None) -> int | None:
    return step.node.pk if step else None
