"""Page of a finished game at one step of its record."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import Move, Table
from tables.present.archive import course, lines, log, previews
from tables.present.archive.comments import Commented, commented
from tables.present.archive.course import Moment, Points, RoundLink
from tables.present.archive.steps import Buttons, buttons
from tables.present.archive.viewpoints import Viewpoint
from tables.present.charts import Chart
from tables.present.play.recap import Tally, tallies
from tables.present.seats import tenures
from tables.present.seats.seating import archive_name, archive_person, players
from tables.selectors import coding
from tables.selectors.archive.games import Replayed


class ReplayPage:
    """Replay page of one step. ``eyes`` is the point of view: a seat, a spectator, or everything open."""

    def __init__(self, table: Table, moves: Sequence[Move], replayed: Replayed, viewpoint: Viewpoint) -> None:
        self.table, self.moves, self.replayed, self.eyes = table, moves, replayed, viewpoint
        self.game = replayed.engine
        self.presenter = presenter(table.game)
        self.title = lines.title(table)
        self.move = replayed.move
        self.step, self.last = replayed.move.seq, len(moves) - 1
        self.last_public = replayed.course.publics[-1]
        self._events = [event for event in replayed.events if viewpoint.may_read(event)]

    @property
    def options_words(self) -> str:
        """Options of the table."""
        return self.presenter.options.options_words(coding.options(self.table.game, self.table.options))

    @property
    def ended_by(self) -> str:
        """Reason for the end of the game."""
        return self.table.get_ended_by_display()

    @cached_property
    def players(self) -> Sequence[Player]:
        """Players at the end of the game."""
        return players(self.table.game, self.replayed.state.public, self.table.seats.all(), name_of=archive_name)

    @cached_property
    def _players_then(self) -> Sequence[Player]:
        return tenures.players_then(self.players, log.tenures_of(self.table), self.step, name_of=archive_person)

    @property
    def actor(self) -> Player | None:
        """Player who made the move; None at the start of the game."""
        return log.actor_of(self._players_then, self.move)

    @property
    def board(self) -> Mapping[str, Any]:
        """Context of the game's board."""
        return self.presenter.board.context(
            self.replayed.seen(self.eyes.seat), self.players, [entry.event for entry in self._events]
        )

    @property
    def templates(self) -> Mapping[str, Any]:
        """Templates of the game for a replay."""
        file_names = {"whole": "_board.html", "board": "_replay.html", "news": "_replay_news.html", "rest": "_replay_rest.html"}
        return {part: self.presenter.template(name) for part, name in file_names.items()}

    @property
    def tallies(self) -> Sequence[Tally]:
        """Numbers that the step changed, as everyone sees them."""
        publics = self.replayed.course.publics
        return tallies(self.presenter, publics[self.step - 1], publics[self.step], self.players) if self.step else ()

    @property
    def round_words(self) -> str:
        """Round of the step."""
        return self.presenter.words.round_words(self.replayed.state.public)

    @property
    def happened(self) -> Sequence[str]:
        """Events of the step, one sentence each."""
        return lines.sentences(self.presenter, self._events, self.replayed.state.public, self._players_then, self.eyes)

    @property
    def points(self) -> Sequence[lines.PlayerPoints]:
        """Score of every player after the step."""
        count = self.presenter.board.points
        return [lines.PlayerPoints(player, count(self.replayed.state.public, player.seat)) for player in self.players]

    @property
    def secrets(self) -> Sequence[lines.OpenHand]:
        """Hidden parts of the hands open to the viewpoint, in words. Cards that no hand held stay hidden [X-55]."""
        visible_players = [player for player in self.players if self.eyes.who == "all" or player.seat == self.eyes.seat]
        words = self.presenter.hand.secrets
        hands = [lines.OpenHand(player, words(self.replayed.seen(player.seat), self.players)) for player in visible_players]
        return [hand for hand in hands if hand.words]

    @cached_property
    def commented(self) -> Mapping[int, Commented]:
        """Links to the comments, by step."""
        return commented(self.table, self.eyes.query)

    @property
    def rounds(self) -> Sequence[log.Round]:
        """Whole log, round by round."""
        return log.rounds(self.table, self.moves, self.replayed, self.players, self.eyes, self.commented)

    @cached_property
    def result(self) -> lines.Result:
        """Result of the game."""
        return lines.result(self.table, self.presenter, self.players)

    @property
    def preview(self) -> Mapping[str, str]:
        """Meta tags for link previews of this page."""
        points = [(place.player, place.score) for place in self.result.places]
        return previews.tags(self.table, self.title, self.step, self.last, points)

    @cached_property
    def _course_points(self) -> Points:
        return course.points_of(self.table, self.replayed.course)

    @property
    def chart(self) -> Chart:
        """Chart of all scores over the game."""
        return course.chart(
            self.table, self.replayed.course, self._course_points, self.players, self.eyes, current_step=self.step
        )

    @property
    def round_links(self) -> Sequence[RoundLink]:
        """Links to the first steps of the rounds."""
        return course.round_links(self.table, self.replayed.course, self.step, self.eyes)

    @cached_property
    def moments(self) -> Sequence[Moment]:
        """Moves worth jumping to."""
        return course.moments(self.table, self.replayed.course, self._course_points, self.players, self.eyes)

    @cached_property
    def buttons(self) -> Buttons:
        """Links to other steps."""
        return buttons(self.table, self.replayed.course, self.step, self.eyes, [moment.seq for moment in self.moments])
