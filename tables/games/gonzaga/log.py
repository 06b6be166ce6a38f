"""Log of Gonzaga, one sentence for each event."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.gonzaga import events
from engines.gonzaga.content import Content
from engines.gonzaga.state import Public
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.words import REASONS, places, plan_words, points_words, sea_name


def is_told(event: events.Event, public: Public) -> bool:
    """Return whether the log shows the event. Cards locked for a next round are shown only while there can be one."""
    return bool(public.agenda) or not isinstance(event, events.CardsLocked)


def sentence(event: events.Event, version: str, names: Sequence[str]) -> str:
    """Return the event as a sentence in the active language."""
    content = content_of(version)
    if isinstance(event, _ROUND_EVENTS):
        return _table_sentence(content, event, names)
    return _seat_sentence(content, event, names[event.seat])


def tone(event: events.Event) -> str:
    """Return the tone of an event in the log: "round", "faint", "chance", "points", or an empty string."""
    match event:
        case events.RoundOpened():
            return "round"
        case events.PlanSealed():
            return "faint"
        case events.FiefDrawn() | events.ObjectiveDealt():
            return "chance"
    return "points" if getattr(event, "points", 0) else ""


_ROUND_EVENTS = (
    events.GameStarted,
    events.RoundOpened,
    events.PlansRevealed,
    events.OrderSet,
    events.EndChecked,
    events.LastRoundAnnounced,
    events.GonzagaBonus,
    events.GameEnded,
)
_RoundEvent = (
    events.GameStarted
    | events.RoundOpened
    | events.PlansRevealed
    | events.OrderSet
    | events.EndChecked
    | events.LastRoundAnnounced
    | events.GonzagaBonus
    | events.GameEnded
)
_SeatEvent = (
    events.ObjectiveDealt
    | events.FiefDrawn
    | events.PlanSealed
    | events.PlanWritten
    | events.RingPaid
    | events.FiefPlaced
    | events.WeddingHeld
    | events.LeagueFounded
    | events.Donated
    | events.CardsLocked
    | events.ObjectiveRevealed
)


def _table_sentence(content: Content, event: _RoundEvent, names: Sequence[str]) -> str:
    """Return the sentence of an event that concerns the whole table."""
    match event:
        case events.GameStarted(scenario):
            return _("The game begins: scenario %(scenario)s.") % {"scenario": content.scenario(scenario).name}
        case events.RoundOpened(number, True):
            return _("Round %(round)d begins. It is the last round.") % {"round": number}
        case events.RoundOpened(number):
            return _("Round %(round)d begins.") % {"round": number}
        case events.PlansRevealed(plans):
            lines = [f"{name}: {plan_words(content, plan)}" for name, plan in zip(names, plans, strict=False)]
            return _("The plans are revealed. %(plans)s.") % {"plans": "; ".join(lines)}
        case events.OrderSet(order):
            return _("Turn order this round: %(order)s.") % {"order": ", ".join(names[seat] for seat in order)}
        case events.EndChecked(_round, uncovered):
            return ngettext(
                "%(count)d city or harbour in flourishing regions is uncovered.",
                "%(count)d cities and harbours in flourishing regions are uncovered.",
                uncovered,
            ) % {"count": uncovered}
        case events.LastRoundAnnounced(number):
            return _("Round %(round)d will be the last.") % {"round": number}
        case events.GonzagaBonus():
            return _bonus(event, names)
        case events.GameEnded(reason):
            return _("The game is over. %(reason)s") % {"reason": REASONS.get(reason, "")}
    assert_never(event)


def _bonus(event: events.GonzagaBonus, names: Sequence[str]) -> str:
    if not event.seats:
        return _("Nobody gets the Gonzaga bonus: there are no fiefs or rings on the map.")
    words = {
        "names": ", ".join(names[seat] for seat in event.seats),
        "size": max(event.sizes),
        "points": points_words(event.points),
    }
    return (
        ngettext(
            "The largest group has %(size)d fief. Gonzaga bonus, %(points)s: %(names)s.",
            "The largest group has %(size)d fiefs. Gonzaga bonus, %(points)s: %(names)s.",
            max(event.sizes),
        )
        % words
    )


def _seat_sentence(content: Content, event: _SeatEvent, name: str) -> str:
    """Return the sentence of an event that concerns one player."""
    match event:
        case events.ObjectiveDealt(_seat, objective):
            return _("Your hidden objective: %(cities)s.") % {"cities": places(content, content.cities_of(objective))}
        case events.FiefDrawn(_seat, card, fief):
            return _("%(name)s turns up card %(card)d: fief %(fief)d.") % {"name": name, "card": card, "fief": fief}
        case events.PlanSealed(_seat, again):
            return (_("%(name)s seals another plan.") if again else _("%(name)s seals a plan.")) % {"name": name}
        case events.PlanWritten(_seat, plan):
            return _("Your plan: %(plan)s.") % {"plan": plan_words(content, plan)}
        case events.RingPaid(_seat, left):
            return ngettext(
                "%(name)s pays a ring for the King’s Privilege and has %(count)d left.",
                "%(name)s pays a ring for the King’s Privilege and has %(count)d left.",
                left,
            ) % {"name": name, "count": left}
        case events.LeagueFounded(_seat, sea, points):
            return _("%(name)s founds the %(sea)s Sea League: %(points)s.") % {
                "name": name,
                "sea": sea_name(content, sea),
                "points": points_words(points),
            }
        case events.CardsLocked(_seat, plan):
            return _("Locked for %(name)s next round: %(plan)s.") % {"name": name, "plan": plan_words(content, plan)}
        case events.ObjectiveRevealed():
            return _objective(content, event, name)
        case events.FiefPlaced() | events.WeddingHeld() | events.Donated():
            return _turn(content, event, name)
    assert_never(event)


def _objective(content: Content, event: events.ObjectiveRevealed, name: str) -> str:
    words = {
        "name": name,
        "cities": places(content, content.cities_of(event.objective)),
        "count": event.cities,
        "points": points_words(event.points),
    }
    return _("%(name)s reveals the hidden objective: %(cities)s. Held: %(count)d of 6; %(points)s.") % words


def _turn(content: Content, event: events.FiefPlaced | events.WeddingHeld | events.Donated, name: str) -> str:
    words = {"name": name, "fief": event.fief, "points": points_words(event.points)}
    match event:
        case events.FiefPlaced():
            words["places"] = places(content, event.cells)
            return _("%(name)s places fief %(fief)d on %(places)s: %(points)s.") % words
        case events.WeddingHeld():
            words["places"] = places(content, event.hexes)
            return _("%(name)s gives up fief %(fief)d for a Wedding on %(places)s: %(points)s.") % words
        case events.Donated() if event.forced:
            return _("%(name)s has no other option and donates fief %(fief)d: %(points)s.") % words
        case events.Donated():
            return _("%(name)s donates fief %(fief)d to the Church: %(points)s.") % words
    assert_never(event)
