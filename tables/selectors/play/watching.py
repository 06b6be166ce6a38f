"""Games that everyone may watch: running ones, their followers, and their positions some rounds ago."""

from collections.abc import Sequence

from django.core.paginator import Page, Paginator

from accounts.models import User
from engines import registry
from engines.contract import Seen
from tables.models import Follow, Table
from tables.selectors.play import recap
from tables.selectors.play.tables import with_seats

PAGE_SIZE = 24


def watchable(number: str, *, game: str = "") -> Page[Table]:
    """Return one page of the running public games, the latest move on top, with ``seats.all()`` loaded.

    An invalid number leads to the first or last page.
    """
    running = Table.objects.listed().select_related("host").filter(status=Table.Status.RUNNING, quarantined_at=None)
    public = running.filter(visibility=Table.Visibility.PUBLIC, practice=False)
    page = Paginator((public.filter(game=game) if game else public).order_by("-moved_at", "-pk"), PAGE_SIZE).get_page(number)
    page.object_list = with_seats(list(page.object_list))
    return page


def follows(user: User | None, table: Table) -> bool:
    """Return whether this person follows the game."""
    return user is not None and Follow.objects.filter(user=user, table=table).exists()


def followed(user: User) -> list[Table]:
    """Return the games this person follows, the latest move on top, with ``seats.all()`` loaded."""
    games = Table.objects.listed().select_related("host").filter(followers__user=user)
    return with_seats(list(games.order_by("-moved_at", "-pk")))


def rounds(table: Table) -> Sequence[tuple[int, int]]:
    """Return the number and the last move of each round whose end is public, the first round on top.

    Raises Unplayable.
    """
    if not table.looks_back:
        return ()
    engine = registry.engine(table.game)
    ends: dict[int, int] = {}
    for seq, seen in enumerate(recap.positions(table, None, range(table.seq + 1))):
        ends[engine.progress(seen.public)[0]] = seq
    return [(number, seq) for number, seq in ends.items() if number <= table.round - table.looks_back]


def position(table: Table, seq: int) -> Seen[object, object]:
    """Return the view of spectators after move ``seq``. Raises Unplayable."""
    return recap.positions(table, None, [seq])[0]
