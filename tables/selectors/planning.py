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
class Ground:
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

    ``told`` is what the viewer would be told. ``invented``: something was drawn or shown that nobody can know.
    ``continues`` is the key of the choice before it in the same turn.
    """

    node: PlanNode
    parent: "Step | None"
    action: Any
    before: Any = field(repr=False)
    after: Any = field(default=None, repr=False)
    told: Sequence[Any] = ()
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

    asked: Pending
    actions: tuple[Any, ...]

    @property
    def is_drafted(self) -> bool:
        """Whether they can become a draft; otherwise they are filed for their place."""
        return self.asked.when is When.NOW or self.asked.sealed

    @property
    def how(self) -> Literal["first", "each"]:
        """How they are filed: one action as a choice of a ranked list, several steps or the rest of a turn in order."""
        return "each" if len(self.actions) > 1 or self.asked.continues else "first"


def may_plan(table: Table, user: User, seat: Seat | None) -> bool:
    """Whoever sits there may, and of a finished game everybody who may read its record."""
    return bool(table.state) and (seat is not None or games.archived_tables(user).filter(pk=table.pk).exists())


def node_of(owner: User, table: Table, eyes: Seat | None, number: int) -> PlanNode | None:
    """One's own node; None if there is none."""
    return PlanNode.objects.filter(owner=owner, table=table, eyes=eyes, pk=number).first()


def grounds(owner: User, table: Table, eyes: Seat | None) -> Sequence[tuple[int, int]]:
    """Where one's lines begin: the number of the move and that of the world, newest move first."""
    found = PlanNode.objects.filter(owner=owner, table=table, eyes=eyes).values_list("at_seq", "world")
    return list(found.order_by("-at_seq", "world").distinct())


def notes(seat: Seat) -> str:
    """What the holder of a seat has written down about its table."""
    return Seat.objects.values_list("notes", flat=True).get(pk=seat.pk)


def tree(ground: Ground) -> Sequence[Step]:
    """All one's lines that begin here, each step before those that follow it. Raises as ``Ground.start``."""
    children: dict[int | None, list[PlanNode]] = {}
    for node in PlanNode.objects.filter(**ground.fields).order_by("pk"):
        children.setdefault(node.parent_id, []).append(node)
    return list(_grown(ground, ground.start, None, children))


def played(ground: Ground, node: PlanNode, before: Any, parent: Step | None) -> Step:
    """A node tried at its place; what the rules do not allow there, or do not know any more, is refused."""
    action: Any = None
    try:
        action = coding.action(ground.table.game, node.action)
        found = ground.engine.apply(before, node.seat, action)
    except IllegalAction as error:
        return Step(node, parent, action, before, refusal=error)
    except (EngineError, msgspec.MsgspecError):
        return Step(node, parent, action, before, refusal=IllegalAction("not_pending", ""))
    return Step(
        node,
        parent,
        action,
        before,
        after=found.state,
        told=[each.event for each in found.events if each.visible_to(ground.seat)],
        invented=bool(found.draws) or any(each.reveals for each in found.events if each.visible_to(ground.seat)),
        continues=_continues(ground, before, node),
    )


def asked(ground: Ground, state: Any) -> Sequence[Pending]:
    """Who is to choose in a state, the viewer first."""
    found = [one for one in ground.engine.pending(state.public) if one.when is When.NOW]
    return sorted(found, key=lambda one: (one.seat != ground.seat, one.seat))


def opening(line: Sequence[Step], eyes: Seat | None) -> Opening | None:
    """The viewer's first turn in a line, if it answers what they are really asked; None otherwise."""
    mine = [step for step in line if eyes and step.node.seat == eyes.index and step.refusal is None]
    if eyes is None or not mine or eyes.table.status != Table.Status.RUNNING or eyes.steward_since:
        return None
    open_now = registry.engine(eyes.table.game).pending(state.seen(eyes.table, eyes).public)
    first = mine[0].node.key
    found = next((one for one in open_now if one.seat == eyes.index and one.key == first), None)
    return Opening(found, tuple(_turn(mine))) if found else None


def _turn(mine: Sequence[Step]) -> Iterator[Any]:
    keys = {mine[0].node.key}
    for step in mine:
        if not {step.node.key, step.continues} & keys:
            return
        keys.add(step.node.key)
        yield step.action


def _grown(
    ground: Ground, before: Any, parent: Step | None, children: Mapping[int | None, Sequence[PlanNode]]
) -> Iterator[Step]:
    for node in children.get(parent.node.pk if parent else None, ()):
        step = played(ground, node, before, parent)
        yield step
        if step.refusal is None:
            yield from _grown(ground, step.after, step, children)


def _continues(ground: Ground, before: Any, node: PlanNode) -> str:
    found = ground.engine.pending(before.public)
    return next((one.continues for one in found if one.seat == node.seat and one.key == node.key), "")


def _seen(ground: Ground) -> Seen[Any, Any]:
    if ground.at_seq == ground.table.seq:
        return state.seen(ground.table, ground.eyes)
    return recap.positions(ground.table, ground.eyes, (ground.at_seq,))[0]


def _key(ground: Ground) -> bytes:
    """The same imagined world each time a line is opened."""
    facts = f"plan/{ground.table.code}/{ground.owner.pk}/{ground.seat}/{ground.at_seq}/{ground.world}"
    return hashlib.sha256(facts.encode()).digest()
