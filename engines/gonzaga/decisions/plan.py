"""Phase 2: all seats seal a region card and an action card, with or without the King's Privilege [G-5]."""

from functools import cache

import msgspec

from engines.contract import IllegalAction, Pending, When
from engines.gonzaga.actions import DEEDS, INACTIVE, SealPlan
from engines.gonzaga.board import World
from engines.gonzaga.state import Court, Public

KIND = "plan"


def key(public: Public) -> str:
    """Return the key of this round's planning, the same for every seat."""
    return f"plan/{public.round}"


def pending(public: Public) -> tuple[Pending, ...]:
    """Return a decision for every seat; seats that have sealed a plan can replace it [G-5.8]."""
    plan_key = key(public)
    return tuple(
        Pending(seat, KIND, plan_key, When.MAY if court.sealed else When.NOW, sealed=True)
        for seat, court in enumerate(public.courts)
    )


def legal(world: World, court: Court) -> tuple[SealPlan, ...]:
    """Return every plan of a seat: by region, then action, without and with the privilege [G-5.2, G-5.3, G-5.4]."""
    return _plans(world, court.locked, court.rings > 0)


@cache
def _all_plans(world: World) -> tuple[SealPlan, ...]:
    return tuple(
        SealPlan(region, action_card, privilege)
        for region in world.region_cards
        for action_card in DEEDS
        for privilege in (False, True)
    )


@cache
def _plans(world: World, locked: SealPlan | None, ring_left: bool) -> tuple[SealPlan, ...]:
    privileged = ring_left and not (locked and locked.privilege)
    return tuple(
        plan
        for plan in _all_plans(world)
        if (privileged or not plan.privilege)
        and not (locked and (plan.region == locked.region or plan.action == locked.action))
    )


def check(world: World, court: Court, plan: SealPlan) -> None:
    """Raise :class:`IllegalAction` unless the seat may seal this plan."""
    if plan.region not in world.areas:
        raise IllegalAction("region_card_out_of_game", "G-1.4", region=plan.region)
    locked = court.locked
    if locked is not None:
        _check_locks(locked, plan)
    if plan.privilege and court.rings == 0:
        raise IllegalAction("privilege_needs_ring", "G-5.4")


def _check_locks(locked: SealPlan, plan: SealPlan) -> None:
    if plan.region == locked.region:
        raise IllegalAction("region_locked", "G-12.5" if plan.region == INACTIVE else "G-5.2", region=plan.region)
    if plan.action == locked.action:
        raise IllegalAction("action_locked", "G-5.5" if plan.privilege else "G-5.2", action=plan.action.value)
    if plan.privilege and locked.privilege:
        raise IllegalAction("privilege_locked", "G-5.4")


def sealed(court: Court) -> Court:
    """Return the seat's court with a plan face down, its only visible change [G-5.6, X-54]."""
    return court if court.sealed else msgspec.structs.replace(court, sealed=True)
