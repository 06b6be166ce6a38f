"""Games that everybody may watch: which are being played, who follows them, and how they stood some rounds ago."""

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
    """One page of the running public games, the latest move on top, with ``seats.all()`` fetched; a number that makes no sense
    leads to the first or the last.
    """
    running = Table.objects.listed().select_related("host").filter(status=Table.Status.RUNNING, quarantined_at=None)
    public = running.filter(visibility=Table.Visibility.PUBLIC, practice=False)
    page = Paginator((public.filter(game=game) if game else public).order_by("-moved_at", "-pk"), PAGE_SIZE).get_page(number)
    page.object_list = with_seats(list(page.object_list))
    return page


def follows(user: User | None, table: Table) -> bool:
    """Whether this person follows the game."""
    return user is not None and Follow.objects.filter(user=user, table=table).exists()


def followed(user: User) -> list[Table]:
    """The games this person follows, the latest move on top, with ``seats.all()`` fetched."""
    followed = Table.objects.listed().select_related("host").filter(followers__user=user)
    return with_seats(list(followed.order_by("-moved_at", "-pk")))


def rounds(table: Table) -> Sequence[tuple[int, int]]:
    """Each round of which everybody may see the end, the first one on top, with the number of its last move.

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
    """What onlookers saw after move ``seq``. Raises Unplayable."""
    return recap.positions(table, None, [seq])[0]
