"""Variation of a finished game that its owner shows: its steps in words, and the board after one of them."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from engines.contract import Seen, view
from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import ShownPlan, Table
from tables.pages.plan_board import PlanStep, worded
from tables.present import planning as words
from tables.present.archive import lines
from tables.present.archive.steps import Button
from tables.present.seats.seating import archive_name, archive_person, players
from tables.selectors import planning as selector
from tables.selectors.people import relations
from tables.selectors.planning import Step


class ShownBoard:
    """Position of a shown variation: its beginning (0), or the position after a step.

    It contains only the parts that the archive shows for the seat from whose view the variation was made.
    """

    def __init__(self, table: Table, shown_plan: ShownPlan, number: int, reader: User | None) -> None:
        self.table, self.shown_plan, self.number, self.reader = table, shown_plan, number, reader
        self.presenter = presenter(table.game)
        self.root = selector.shown_root(shown_plan, table)
        self.engine = self.root.engine

    @cached_property
    def steps(self) -> Sequence[Step]:
        """All steps, up to and including the first that can no longer be played."""
        return selector.shown_line(self.root, self.shown_plan)

    @property
    def title(self) -> str:
        """Title of the game."""
        return lines.title(self.table)

    @property
    def owner(self) -> str:
        """Name of the owner, as in the archive."""
        return archive_person(self.shown_plan.user)

    @cached_property
    def here(self) -> Step | None:
        """Step that the board shows; None at the beginning."""
        return self.steps[self.number - 1] if self.number else None

    @cached_property
    def seen(self) -> Seen[Any, Any]:
        """Position as the seat would see it."""
        if self.here is None:
            return view(self.root.start, self.root.seat)
        return view(self.here.before if self.here.refusal else self.here.after, self.root.seat)

    @cached_property
    def players(self) -> Sequence[Player]:
        """Players under their names in the archive."""
        return players(self.table.game, self.seen.public, self.table.seats.all(), name_of=archive_name)

    @property
    def eyes(self) -> Player | None:
        """Player in whose view the variation was made; None for a spectator's."""
        return None if self.root.seat is None else self.players[self.root.seat]

    @property
    def template(self) -> Any:
        """Template of the game's board."""
        return self.presenter.template("_board.html")

    @cached_property
    def board(self) -> Mapping[str, Any]:
        """Context of the game's board."""
        return self.presenter.board.context(self.seen, self.players, self.here.events if self.here else ())

    @property
    def secrets(self) -> Sequence[str]:
        """Hidden parts of the hand of ``eyes``, in the words of the archive; empty for a spectator's view."""
        return self.presenter.hand.secrets(self.seen, self.players) if self.eyes else ()

    @property
    def round_words(self) -> str:
        """Round of the position, in words."""
        return self.presenter.words.round_words(self.seen.public)

    @property
    def points(self) -> Sequence[tuple[Player, int]]:
        """Score of each player in the position."""
        return [(player, self.presenter.board.points(self.seen.public, player.seat)) for player in self.players]

    @property
    def is_invented(self) -> bool:
        """True if something on the board was drawn or revealed in this variation."""
        return any(step.invented for step in self.steps[: self.number])

    @cached_property
    def path(self) -> Sequence[PlanStep]:
        """All steps in words, with the owner's notes."""
        return [
            worded(step, self.presenter, self.players, self._address(number), is_here=number == self.number)
            for number, step in enumerate(self.steps, 1)
        ]

    @property
    def refused(self) -> str:
        """Reason that the step can no longer be played, or an empty string. The board then shows the position before it."""
        return self.path[self.number - 1].why if self.number else ""

    @property
    def buttons(self) -> Sequence[Button]:
        """Links to other positions; without a URL they are inactive."""
        last, here = len(self.steps), self.number

        def button(name: str, mark: str, words: str, to: int, active: bool) -> Button:
            return Button(name, mark, words, self._address(to) if active else "")

        return [
            button("first", "«", _("Start of the variation"), 0, here > 0),
            button("prev", "‹", _("Previous step"), here - 1, here > 0),
            button("next", "›", _("Next step"), here + 1, here < last),
            button("last", "»", _("Last step"), last, here < last),
        ]

    @property
    def own_board(self) -> str:
        """URL of the variation on the reader's own planning board; empty for others."""
        if self.reader is None or self.reader.pk != self.shown_plan.user_id:
            return ""
        return reverse("tables:plan_node", args=[self.table.code, self.shown_plan.node_id])

    @property
    def begins(self) -> str:
        """URL of the game's step after which the variation begins, in the same view."""
        seen_by = "none" if self.root.seat is None else self.root.seat
        step = reverse("archive:step", args=[self.table.code, self.shown_plan.at_seq])
        return f"{step}?eyes={seen_by}#variations"

    @property
    def may_withdraw(self) -> bool:
        """True if the reader can withdraw the variation."""
        return self.reader is not None and selector.may_withdraw(self.reader, self.shown_plan)

    @cached_property
    def is_silenced(self) -> bool:
        """True if the reader has muted or blocked the owner."""
        return self.shown_plan.user_id in relations.silenced_for(self.reader)

    @property
    def may_report(self) -> bool:
        """True if the reader can report the notes."""
        reader = self.reader
        return (
            reader is not None and not reader.is_guest and reader.pk != self.shown_plan.user_id and bool(self.shown_plan.notes)
        )

    def _address(self, step: int) -> str:
        return words.address(self.table, self.shown_plan, step)
