"""Table talk on the page of a table."""

from collections.abc import Sequence
from functools import cached_property
from weakref import proxy

from tables.models import ChatMessage
from tables.pages.viewed import ViewedTable
from tables.present.seats.seating import earlier, newest_said, spoken, unread
from tables.selectors.people import onlookers
from tables.selectors.play import asking


class Talk:
    """The newest lines of the chat, and what of them is new to the viewer."""

    def __init__(self, page: ViewedTable) -> None:
        # The page holds its parts: in a ring of references all would stay until somebody looks for garbage.
        self.page: ViewedTable = proxy(page)

    @cached_property
    def lines(self) -> Sequence[tuple[str, ChatMessage]]:
        """The newest lines of the chat, oldest first, each with who said it."""
        return spoken(asking.chat_lines(self.page.table, self.page.user), self.page.names) if self.page.lying.lines else ()

    @property
    def earlier_said(self) -> int:
        """Return the number of the oldest of these lines if there may be earlier ones; 0 otherwise."""
        return earlier(self.lines, asking.CHAT)

    @property
    def hides_unread(self) -> bool:
        """Return whether unread lines may stand before these: they count as read once the viewer says so, not by a look."""
        return self.page.me is not None and self.earlier_said > self.page.me.read_chat

    @cached_property
    def unread(self) -> int:
        """How many of these lines the viewer has not read."""
        return unread(self.lines, self.page.me)

    @cached_property
    def newest_said(self) -> int:
        """The number of the newest of these lines; 0 without one."""
        return newest_said(self.lines)

    @property
    def has_onlookers(self) -> bool:
        """Whether the page leads to the talk of those who watch: its players once the game is over."""
        return onlookers.has_talk(self.page.table) and (self.page.me is None or not self.page.running)

    @property
    def may_talk(self) -> bool:
        """Whether the viewer may use the chat: those who sit at the table."""
        return self.page.me is not None and not self.page.table.practice
