"""Table chat on the page of a table."""

from collections.abc import Sequence
from functools import cached_property
from weakref import proxy

from tables.models import ChatMessage
from tables.pages.viewed import ViewedTable
from tables.present.seats.seating import earlier, newest_said, unread, with_authors
from tables.selectors.people import onlookers
from tables.selectors.play import asking


class Talk:
    """Newest lines of the chat, with the number of unread ones."""

    def __init__(self, page: ViewedTable) -> None:
        # A circular reference would keep all these objects in memory until the garbage collector runs.
        self.page: ViewedTable = proxy(page)

    @cached_property
    def lines(self) -> Sequence[tuple[str, ChatMessage]]:
        """Newest lines of the chat, oldest first, each with its author."""
        return (
            with_authors(asking.chat_lines(self.page.table, self.page.user), self.page.names) if self.page.lying.lines else ()
        )

    @property
    def earlier_said(self) -> int:
        """Number of the oldest line shown if there may be earlier lines, otherwise 0."""
        return earlier(self.lines, asking.CHAT)

    @property
    def hides_unread(self) -> bool:
        """True if there may be unread lines before these. The viewer must mark them as read."""
        return self.page.me is not None and self.earlier_said > self.page.me.read_chat

    @cached_property
    def unread(self) -> int:
        """Number of these lines that the viewer has not read."""
        return unread(self.lines, self.page.me)

    @cached_property
    def newest_said(self) -> int:
        """Number of the newest of these lines, or 0."""
        return newest_said(self.lines)

    @property
    def has_onlookers(self) -> bool:
        """True if the page links to the spectator chat; players see it once the game is over."""
        return onlookers.has_talk(self.page.table) and (self.page.me is None or not self.page.running)

    @property
    def may_talk(self) -> bool:
        """True if the viewer may use the chat, as a player of the table."""
        return self.page.me is not None and not self.page.table.practice
