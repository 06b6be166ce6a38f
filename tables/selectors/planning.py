"""The planning board: lines somebody tries out for themselves, replayed by the rules on an imagined table.

The imagined state is made of what its viewer sees and of nothing else: neither a draw nor a hand of others tells anything here.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import msgspec

from accounts.models import User
from engines import registry
from engines.contract import Engine, EngineError, IllegalAction, Pending, Seen, When
from tables.models import PlanNode, Seat, Table
from tables.selectors import coding
from tables.selectors.archive import games
from tables.selectors.play import recap, state


@dataclass(frozen=True)
class PlanRoot:
    """Where lines begin: after a move of a table as ``eyes`` saw it (None: an onlooker), in an imagined world of its owner."""

    owner: User
    table: Table
    eyes: Seat | None
    at_seq: int
    world: int = 0

    @property
    def engine(self) -> Engine:
        """The rules."""
        return registry.engine(self.table.game)

    @property
    def seat(self) -> int | None:
        """The viewer's place in the game."""
        return self.eyes.index if self.eyes else None

    @cached_property
    def start(self) -> Any:
        """The state lines begin with. Raises :class:`archive.Unplayable`, and what ``state.seen`` raises."""
        return self.engine.imagine(_seen(self), _key(self))

    @property
    def fields(self) -> dict[str, Any]:
        """What all nodes of its lines share."""
        return {"owner": self.owner, "table": self.table, "eyes": self.eyes, "at_seq": self.at_seq, "world": self.world}


@dataclass(frozen=True)
class Step:
    """One action of a line. ``before`` is the state it was tried in, ``after`` the one it led to, None if it is refused.

    ``events`` are what the viewer would be told. ``invented``: something was drawn or shown that nobody can know.
    ``continues`` is the key of the choice before it in the same turn.
    """

    node: PlanNode
    parent: "Step | None"
    action: Any
    before: Any = field(repr=False)
    after: Any = field(default=None, repr=False)
    events: Sequence[Any] = ()
    invented: bool = False
    continues: str = ""
    refusal: IllegalAction | None = None

    @property
    def line(self) -> "Sequence[Step]":
        """All steps up to this one."""
        return (*(self.parent.line if self.parent else ()), self)


@dataclass(frozen=True)
class Opening:
    """The actions at the head of a line that answer a decision open to the viewer now."""

    pending: Pending
    actions: tuple[Any, ...]

    @property
    def is_drafted(self) -> bool:
        """Whether they can become a draft; otherwise they are filed for their place."""
        return self.pending.when is When.NOW or self.pending.sealed

    @property
    def how(self) -> Literal["first", "each"]:
        """How they are filed: one action as a choice of a ranked list, several steps or the rest of a turn in order."""
        return "each" if len(self.actions) > 1 or self.pending.continues else "first"


def may_plan(table: Table, user: User, seat: Seat | None) -> bool:
    """Anyone who sits there may, and of a finished game everybody who may read its record."""
    return bool(table.state) and (seat is not None or games.archived_tables(user).filter(pk=table.pk).exists())


def node_of(owner: User, table: Table, eyes: Seat | None, number: int) -> PlanNode | None:
    """One's own node; None if there is none."""
    return PlanNode.objects.filter(owner=owner, table=table, eyes=eyes, pk=number).first()


def plan_roots(owner: User, table: Table, eyes: Seat | None) -> Sequence[tuple[int, int]]:
    """Where one's lines begin: the number of the move and that of the world, newest move first."""
    nodes = PlanNode.objects.filter(owner=owner, table=table, eyes=eyes).values_list("at_seq", "world")
    return list(nodes.order_by("-at_seq", "world").distinct())


def notes(seat: Seat) -> str:
    """What the holder of a seat has written down about its table."""
    found: str = Seat.objects.only("row_id", "notes").get(pk=seat.pk).notes
    return found


def tree(root: PlanRoot) -> Sequence[Step]:
    """All one's lines that begin here, each step before those that follow it. Raises as ``Ground.start``."""
    children: dict[int | None, list[PlanNode]] = {}
    for node in PlanNode.objects.filter(**root.fields).order_by("pk"):
        children.setdefault(node.parent_id, []).append(node)
    return list(_grown(root, root.start, None, children))


def replay_node(root: PlanRoot, node: PlanNode, before: Any, parent: Step | None) -> Step:
    """A node tried at its place; what the rules do not allow there, or do not know any more, is refused."""
    action: Any = None
    try:
        action = coding.action(root.table.game, node.action)
        step = root.engine.apply(before, node.seat, action)
    except IllegalAction as error:
        return Step(node, parent, action, before, refusal=error)
    except (EngineError, msgspec.MsgspecError):
        return Step(node, parent, action, before, refusal=IllegalAction("not_pending", ""))
    return Step(
        node,
        parent,
        action,
        before,
        after=step.state,
        events=[entry.event for entry in step.events if entry.visible_to(root.seat)],
        invented=bool(step.draws) or any(entry.reveals for entry in step.events if entry.visible_to(root.seat)),
        continues=_continues(root, before, node),
    )


def open_decisions(root: PlanRoot, state: Any) -> Sequence[Pending]:
    """Who is to choose in a state, the viewer first."""
    open_now = [one for one in root.engine.pending(state.public) if one.when is When.NOW]
    return sorted(open_now, key=lambda one: (one.seat != root.seat, one.seat))


def opening(line: Sequence[Step], eyes: Seat | None) -> Opening | None:
    """The viewer's first turn in a line, if it answers what they are really asked; None otherwise."""
    mine = [step for step in line if eyes and step.node.seat == eyes.index and step.refusal is None]
    if eyes is None or not mine or eyes.table.status != Table.Status.RUNNING or eyes.steward_since:
        return None
    open_now = registry.engine(eyes.table.game).pending(state.seen(eyes.table, eyes).public)
    first = mine[0].node.key
    pending = next((one for one in open_now if one.seat == eyes.index and one.key == first), None)
    return Opening(pending, tuple(_turn(mine))) if pending else None


def _turn(mine: Sequence[Step]) -> Iterator[Any]:
    keys = {mine[0].node.key}
    for step in mine:
        if not {step.node.key, step.continues} & keys:
            return
        keys.add(step.node.key)
        yield step.action


def _grown(
    root: PlanRoot, before: Any, parent: Step | None, children: Mapping[int | None, Sequence[PlanNode]]
) -> Iterator[Step]:
    for node in children.get(parent.node.pk if parent else None, ()):
        step = replay_node(root, node, before, parent)
        yield step
        if step.refusal is None:
            yield from _grown(root, step.after, step, children)


def _continues(root: PlanRoot, before: Any, node: PlanNode) -> str:
    pending = root.engine.pending(before.public)
    return next((one.continues for one in pending if one.seat == node.seat and one.key == node.key), "")


def _seen(root: PlanRoot) -> Seen[Any, Any]:
    if root.at_seq == root.table.seq:
        return state.seen(root.table, root.eyes)
    return recap.positions(root.table, root.eyes, (root.at_seq,))[0]


def _key(root: PlanRoot) -> bytes:
    """The same imagined world each time a line is opened."""
    facts = f"plan/{root.table.code}/{root.owner.pk}/{root.seat}/{root.at_seq}/{root.world}"
    return hashlib.sha256(facts.encode()).digest()
