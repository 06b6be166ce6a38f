"""Standing orders for a seat's decisions in scorings.

If an order names no cubes, food goes first, then money, then favour, favour onto militia first. Orders see public
information only. A seat still to decide counts with the highest strength its cubes allow.
"""

from typing import Annotated, Literal

import msgspec

from engines.contract import Abstain, Pending, When
from engines.principato import military
from engines.principato.actions import FeedUnits, ReleaseUnits
from engines.principato.loader import content
from engines.principato.options import Options
from engines.principato.state import AskFeeding, AskRelease, FinishGame, Principality, Public, Seen

type Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
type Otherwise = Literal["all", "none"]


class FeedAll(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Supply as many units as possible, proper cubes before favour; with ``keep_favour`` use no favour."""

    keep_favour: bool = False


class FeedNone(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put no cube onto any unit."""


class FeedExactly(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put these cubes onto units, each limited to the stored cubes that fit."""

    food: Count = 0
    money: Count = 0
    favour_militia: Count = 0
    favour_condottieri: Count = 0


class FeedToReach(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Supply the fewest units for at least this strength. If it is out of reach, supply as many units as possible, or none."""

    strength: Annotated[int, msgspec.Meta(ge=-37, le=99)]
    otherwise: Otherwise = "all"


class FeedToKeepRank(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Supply the fewest units that keep this rank. If it is out of reach, supply as many units as possible, or none.

    A seat keeps a rank if at most ``rank - 1`` other seats can be level or ahead. An undecided seat counts with the highest
    strength it can reach. With ``rank`` 1 the seat must be ahead of all others.
    """

    rank: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    otherwise: Otherwise = "all"


class ReleaseNone(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Keep all units."""


class KeepAtMost(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Give back units beyond these numbers."""

    condottieri: Count
    militia: Count


class ReleaseUnfed(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Give back as many units of each kind as had no cube when strength was counted."""


type Policy = FeedAll | FeedNone | FeedExactly | FeedToReach | FeedToKeepRank | ReleaseNone | KeepAtMost | ReleaseUnfed
_RELEASES = (ReleaseNone, KeepAtMost, ReleaseUnfed)
NO_RELEASE_LEFT = Abstain("no_release_left", over=True)
"""After the last scoring nothing is given back [P-8.14]."""


def usual(options: Options, seats: int) -> tuple[Policy, ...]:
    """Return two orders: supply units only if that secures rank 1, and keep all units."""
    return FeedToKeepRank(1, "none"), ReleaseNone()


def answer(order: Policy, seen: Seen, pending: Pending) -> FeedUnits | ReleaseUnits | Abstain:
    """Return the answer of an order, or its reason to abstain.

    In advance, :class:`FeedToKeepRank` abstains because it depends on the other seats [P-8.3].
    """
    if pending.when is When.MAY or (pending.when is When.AHEAD and isinstance(order, FeedToKeepRank)):
        return Abstain("not_asked_now")
    if isinstance(order, _RELEASES) and not _release_may_come(seen.public):
        return NO_RELEASE_LEFT
    match pending.kind:
        case "feed":
            return _feeding(order, seen.public, pending.seat) or Abstain("no_order")
        case "release":
            return _release(order, seen.public, pending.seat) or Abstain("no_order")
        case _:
            return Abstain("turns_are_asked")


def _feeding(order: Policy, public: Public, seat: int) -> FeedUnits | None:
    realm = public.realms[seat]
    match order:
        case FeedAll(keep_favour):
            return military.feeds(realm, military.most_fed(realm), 0 if keep_favour else realm.favour)
        case FeedNone():
            return FeedUnits()
        case FeedExactly():
            return _cut(order, realm)
        case FeedToReach(wanted, otherwise):
            return _reaching(realm, wanted, otherwise)
        case FeedToKeepRank(rank, otherwise):
            return _reaching(realm, _wanted(public, seat, rank), otherwise)
        case _:
            return None


def _release(order: Policy, public: Public, seat: int) -> ReleaseUnits | None:
    realm = public.realms[seat]
    match order:
        case ReleaseNone():
            return ReleaseUnits()
        case KeepAtMost(condottieri, militia):
            return ReleaseUnits(max(0, realm.condottieri.count - condottieri), max(0, realm.militia.count - militia))
        case ReleaseUnfed():
            return ReleaseUnits(*public.scorings[-1].unfed[seat])
        case _:
            return None


def _release_may_come(public: Public) -> bool:
    """Return whether a scoring other than the last is in progress or still to come.

    Everybody can see whether this year's card is still in the pile [P-14.3].
    """
    if public.year < len(content(public.version).for_seats(len(public.realms)).decks):
        return True
    tasks = {type(task) for task in public.agenda}
    is_going_on = not tasks.isdisjoint((AskFeeding, AskRelease)) and FinishGame not in tasks
    return public.scoring_due or is_going_on


def _cut(order: FeedExactly, realm: Principality) -> FeedUnits:
    """Return the ordered cubes that are stored and fit; militia get scarce favour first."""
    food = min(order.food, realm.food, realm.militia.empty)
    money = min(order.money, realm.money, realm.condottieri.empty)
    on_militia = min(order.favour_militia, realm.favour, realm.militia.empty - food)
    on_condottieri = min(order.favour_condottieri, realm.favour - on_militia, realm.condottieri.empty - money)
    return FeedUnits(food, money, on_militia, on_condottieri)


def _reaching(realm: Principality, target: int, if_unreachable: Otherwise) -> FeedUnits:
    """Return the fewest cubes for a strength.

    If it is out of reach, supply as many units as possible, or none. Each cube adds two, because its unit counts plus one
    instead of minus one.
    """
    units = max(0, -((military.strength(realm) - target) // 2))
    if units <= military.most_fed(realm):
        return military.feeds(realm, units, realm.favour)
    return FeedUnits() if if_unreachable == "none" else military.feeds_most(realm)


def _wanted(public: Public, seat: int, rank: int) -> int:
    """Return the least strength with which fewer than ``rank`` others can be level or ahead."""
    others = sorted((_possible(public, other) for other in range(len(public.realms)) if other != seat), reverse=True)
    return others[rank - 1] + 1 if rank <= len(others) else military.strength(public.realms[seat])


def _possible(public: Public, seat: int) -> int:
    """Return the highest possible strength of a seat: its current strength once it can no longer supply."""
    task, realm = public.task, public.realms[seat]
    undecided = isinstance(task, AskFeeding) and seat in (*task.waiting, *task.sealed)
    return military.best_strength(realm) if undecided else military.strength(realm)
