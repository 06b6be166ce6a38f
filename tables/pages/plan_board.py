"""The planning board put together: what its owner sees of an imagined table, and their lines in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from engines.contract import Pending, Seen, view
from tables.games.contract import Player
from tables.pages.slots import Sheet, panel_template
from tables.pages.table import TablePage
from tables.present import refusals
from tables.selectors import planning as selector
from tables.selectors.planning import Opening, PlanRoot, Step
from tables.selectors.play import asking

# So many imagined worlds somebody may go through at one position.
MOST_WORLDS = 100


@dataclass(frozen=True)
class Line:
    """One step of a line in words: who does what, what all that shows, what its owner thinks of it.

    ``indent``: how many forks lie before it. ``is_here``: the board shows the position after it.
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
    """One position of a plan: where lines begin, or after the step whose node has this number."""

    def __init__(self, page: TablePage, root: PlanRoot, number: int | None, wanted: str = "") -> None:
        self.page, self.root, self.number, self._wanted = page, root, number, wanted

    @cached_property
    def steps(self) -> Sequence[Step]:
        """All steps of all lines that begin here."""
        return selector.tree(self.root)

    @cached_property
    def here(self) -> Step | None:
        """The step the board shows; None where lines begin, and for one behind a step that cannot be played any more."""
        return next((step for step in self.steps if step.node.pk == self.number), None)

    @property
    def refused(self) -> str:
        """Why the step cannot be played any more; the board then shows the position before it."""
        refusal = self.here.refusal if self.here else None
        return refusals.words(refusal, self.page.table.game) if refusal else ""

    @property
    def state(self) -> Any:
        """The imagined state."""
        if self.here is None:
            return self.root.start
        return self.here.before if self.here.refusal else self.here.after

    @cached_property
    def seen(self) -> Seen[Any, Any]:
        """What its owner would see."""
        return view(self.state, self.root.seat)

    @cached_property
    def board(self) -> Mapping[str, Any]:
        """The context of the game's board."""
        return self.page.presenter.board.context(self.seen, self.page.players, self.here.events if self.here else ())

    @cached_property
    def hand(self) -> Mapping[str, Any]:
        """The context of what its owner would know alone."""
        return self.page.presenter.hand.context(self.seen, self.page.players)

    @property
    def round_words(self) -> str:
        """Where the game would stand."""
        return self.page.presenter.words.round_words(self.seen.public)

    @property
    def points(self) -> Sequence[tuple[Player, int]]:
        """The points everybody would have."""
        return [(player, self.page.presenter.board.points(self.seen.public, player.seat)) for player in self.page.players]

    @cached_property
    def line(self) -> Sequence[Step]:
        """The steps up to here."""
        return self.here.line if self.here else ()

    @property
    def is_invented(self) -> bool:
        """Whether something on the board was drawn or shown in this line."""
        return any(step.invented for step in self.line)

    @cached_property
    def lines(self) -> Sequence[Line]:
        """All lines in words."""
        forks: dict[int | None, int] = {}
        for step in self.steps:
            parent = _number(step.parent)
            forks[parent] = forks.get(parent, 0) + 1
        return [self._line(step, forks) for step in self.steps]

    @cached_property
    def path(self) -> Sequence[Line]:
        """The steps up to here in words."""
        numbers = [step.node.pk for step in self.line]
        return [line for line in self.lines if line.number in numbers]

    @cached_property
    def choosing(self) -> Sequence[tuple[Player, Pending, str]]:
        """Who is to choose here: the player, what they are asked, and where to try it."""
        if self.refused:
            return ()
        pending = selector.open_decisions(self.root, self.state)
        return [(self.page.players[one.seat], one, self.address(self.number, seat=one.seat, key=one.key)) for one in pending]

    @cached_property
    def pending(self) -> Pending | None:
        """The decision that is tried here: the one asked for, or the first."""
        pending = [one for _player, one, _address in self.choosing]
        return next((one for one in pending if f"{one.seat}:{one.key}" == self._wanted), pending[0] if pending else None)

    @property
    def chooser(self) -> Player | None:
        """Who takes that decision."""
        return self.page.players[self.pending.seat] if self.pending else None

    @cached_property
    def sheet(self) -> Sheet | None:
        """The form of that decision; what others choose from is invented."""
        pending = self.pending
        if pending is None:
            return None
        engine, show, seen = self.page.engine, self.page.presenter, view(self.state, pending.seat)
        here = self.address(self.number, seat=pending.seat, key=pending.key)
        return Sheet(
            number=0,
            key=pending.key,
            kind=pending.kind,
            when=pending.when,
            question=show.words.question_words(pending.kind),
            own_ply=0,
            act_url=here,
            draft_url=here,
            file_url=here,
            template=panel_template(self.page),
            panel=show.panel.context(seen, pending, list(engine.legal(seen, pending)), self._as(pending.seat)),
        )

    @cached_property
    def opening(self) -> Opening | None:
        """What of this line can be made ready for the game itself."""
        return selector.opening(self.line, self.page.me)

    @property
    def may_rank(self) -> bool:
        """Whether it can be added to a ranked list."""
        if self.opening is None or self.opening.is_drafted or self.page.me is None:
            return False
        filed = asking.filings(self.page.me, self.page.table.game).waiting.get(self.opening.pending.key)
        return filed is not None and bool(filed.actions) and filed.how == self.opening.how

    @property
    def notes(self) -> str:
        """What the holder of the seat has written down."""
        return selector.notes(self.page.me) if self.page.me else ""

    @cached_property
    def other_roots(self) -> Sequence[tuple[int, int, str]]:
        """Where else one's lines begin: move, world, address."""
        here = (self.root.at_seq, self.root.world)
        places = selector.plan_roots(self.root.owner, self.page.table, self.root.eyes)
        return [(at, world, self._beginning(at, world)) for at, world in places if (at, world) != here]

    @property
    def beginning(self) -> str:
        """The address of where the lines begin."""
        return self._beginning(self.root.at_seq, self.root.world)

    @property
    def another_world(self) -> str:
        """The address of the same position with other things invented; empty after so many worlds."""
        return "" if self.root.world == MOST_WORLDS else self._beginning(self.root.at_seq, self.root.world + 1)

    @property
    def before(self) -> str:
        """The address of the step before this one."""
        return self.address(_number(self.here.parent) if self.here else None)

    def address(self, number: int | None, **more: Any) -> str:
        """The address of a position of this plan."""
        wanted = {"for": f"{more['seat']}:{more['key']}"} if more else {}
        if number is None:
            return self._beginning(self.root.at_seq, self.root.world, **wanted)
        query = f"?{urlencode(wanted)}" if wanted else ""
        return reverse("tables:plan_node", args=[self.page.table.code, number]) + query

    def _beginning(self, at: int, world: int, **more: str) -> str:
        query: dict[str, int | str] = {"at": at, **({"world": world} if world else {}), **more}
        return f"{reverse('tables:plan', args=[self.page.table.code])}?{urlencode(query)}"

    def _line(self, step: Step, forks: Mapping[int | None, int]) -> Line:
        show, people, public = self.page.presenter, self.page.players, step.before.public
        said = [] if step.refusal else [show.event_words(event, step.after.public, people) for event in step.events]
        return Line(
            number=step.node.pk,
            player=people[step.node.seat],
            words=show.words.action_words(step.action, public, people) if step.action is not None else "",
            why=refusals.words(step.refusal, self.page.table.game) if step.refusal else "",
            sentences=[sentence for sentence in said if sentence],
            invented=step.invented,
            note=step.node.note,
            indent=min(sum(forks[_number(part.parent)] > 1 for part in step.line), 5),
            address=self.address(step.node.pk),
            is_here=step.node.pk == self.number,
        )

    def _as(self, seat: int) -> Sequence[Player]:
        """The players as somebody on this seat would see them."""
        return [replace(player, is_me=player.seat == seat) for player in self.page.players]


def _number(step: Step | None) -> int | None:
    return step.node.pk if step else None
