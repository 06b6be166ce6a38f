"""Facts above the answers in an email about Gonzaga: the fief, the rings, the plan."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.contract import Pending
from engines.gonzaga.content import Content
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.state import Court, Seen
from tables.games.contract import Player
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.words import DEMANDS, deed_name, plan_words, region_name


def brief(seen: Seen, pending: Pending, players: Sequence[Player]) -> Sequence[str]:
    """Return the drawn fief and the rings left, with other facts for the decision.

    They are the locked cards before a plan, and the plan with its demand before a turn.
    """
    content, court = content_of(seen.public.version), seen.public.courts[pending.seat]
    resources = _have(content, court)
    if pending.kind == planning.KIND:
        return (
            (*resources, _("Locked for this round: %(cards)s.") % {"cards": _cards(content, court)})
            if court.locked
            else resources
        )
    if court.plan is None:
        return resources
    plan = _("Your plan: %(plan)s.") % {"plan": plan_words(content, court.plan)}
    return (plan, *resources, str(DEMANDS[court.plan.action]))


def _have(content: Content, court: Court) -> tuple[str, ...]:
    rings = ngettext("%(count)d ring", "%(count)d rings", court.rings) % {"count": court.rings}
    if court.drawn is None:
        return (_("You have %(things)s.") % {"things": rings},)
    tile = court.drawn // 10 * 10
    facts = next(fief for fief in content.fiefs if fief.number == tile)
    size = ngettext("%(count)d hex", "%(count)d hexes", len(facts.cells)) % {"count": len(facts.cells)}
    return (_("Your fief: %(fief)d, %(size)s. You have %(rings)s.") % {"fief": tile, "size": size, "rings": rings},)


def _cards(content: Content, court: Court) -> str:
    locked = court.locked
    assert locked is not None
    names = [str(region_name(content, locked.region)), deed_name(locked.action)]
    return ", ".join([*names, _("King’s Privilege")] if locked.privilege else names)
