"""The forms of a military scoring: supplying units before it, giving units back after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from engines.contract import Pending, When
from engines.principato import loader, military, policy
from engines.principato.actions import FeedUnits, ReleaseUnits
from engines.principato.state import AskFeeding, Principality, Public, Scoring, Seen
from tables.games.contract import Player
from tables.games.principato.log import signed
from tables.games.principato.panel.inputs import OWN, feed_value, joined
from tables.games.principato.words import feed_words, release_words, units_words


@dataclass(frozen=True)
class Choice:
    """A ready answer: what the form sends, its name, what it means; the strength it leads to and what that may bring."""

    value: str
    name: str
    words: str
    strength: str = ""
    points: str = ""


@dataclass(frozen=True)
class Field:
    """A number that can be chosen: from none to ``most``."""

    name: str
    label: str
    most: int
    value: int = 0


@dataclass(frozen=True)
class Army:
    """One player in the comparison: strength now, the most that can be reached, and whether that is settled."""

    player: Player
    now: str
    best: str
    state: str
    gained: int | None = None


def feeding(seen: Seen, pending: Pending, players: Sequence[Player]) -> Mapping[str, Any]:
    """What ``_panel_feed.html`` shows."""
    public = seen.public
    realm = public.realms[pending.seat]
    sealed = seen.hand.feeding if seen.hand else None
    choices = _feed_choices(seen, pending, realm)
    return {
        "part": "games/principato/_panel_feed.html",
        "kind": "feed",
        "choices": choices,
        "chosen": _chosen(choices, feed_value(sealed) if sealed else ""),
        "own": OWN,
        "fields": _feed_fields(realm, sealed or FeedUnits()),
        "base": military.strength(realm),
        "best": military.best_strength(realm),
        "armies": _armies(public, players),
        "prizes": ", ".join(map(str, _prizes(public))),
        "filing": pending.when is When.AHEAD,
        "is_sealed": pending.sealed,
        "changing": pending.when is When.MAY,
        "answer": feed_words(sealed) if sealed else "",
        "again": _follows_at_once(public),
    }


def _feed_choices(seen: Seen, pending: Pending, realm: Principality) -> list[Choice]:
    """All; all but favour; the fewest cubes for a sure first place; none. Those that come to the same are named once."""
    named = [
        (_("All units I can"), _answer(policy.FeedAll(), seen, pending)),
        (_("All I can without favour"), _answer(policy.FeedAll(keep_favour=True), seen, pending)),
        (_("Just enough to be first for certain"), _surely_first(seen, pending)),
    ]
    choices: dict[FeedUnits, str] = {}
    for name, fed in named:
        if fed is not None and fed != FeedUnits():
            choices.setdefault(fed, name)
    choices[FeedUnits()] = _("None")
    return [_feed_choice(seen.public, pending.seat, name, fed) for fed, name in choices.items()]


def _feed_choice(public: Public, seat: int, name: str, fed: FeedUnits) -> Choice:
    strength = military.strength_after(public.realms[seat], fed)
    words = "" if fed == FeedUnits() else feed_words(fed)
    return Choice(feed_value(fed), name, words, signed(strength), _points(public, seat, strength))


def _points(public: Public, seat: int, strength: int) -> str:
    """The military points of a strength: at least, if others do all they can, and at most, if they do nothing."""
    reaches = [_reach(public, other) for other in range(len(public.realms))]
    against = [[reach[end] for reach in reaches] for end in (-1, 0)]
    least, most = (_points_against(public, seat, strength, strengths) for strengths in against)
    if least == most:
        return ngettext("%(count)d military point", "%(count)d military points", most) % {"count": most}
    words = {"least": least, "count": most}
    return ngettext("%(least)d to %(count)d military point", "%(least)d to %(count)d military points", most) % words


def _points_against(public: Public, seat: int, strength: int, strengths: list[int]) -> int:
    compared = [strength if other == seat else theirs for other, theirs in enumerate(strengths)]
    return military.points_for(compared, _prizes(public))[seat]


def _reach(public: Public, seat: int) -> tuple[int, int]:
    """The strength a seat has now, and the most it can still reach: the same once it has nothing to decide."""
    realm, task = public.realms[seat], public.task
    is_open = isinstance(task, AskFeeding) and seat in task.waiting
    now = military.strength(realm)
    return now, military.best_strength(realm) if is_open else now


def _chosen(choices: Sequence[Choice], sealed: str) -> str:
    """What is marked at first: the answer that lies sealed; nothing before one does, so that no single tap sends."""
    if not sealed:
        return ""
    return sealed if any(choice.value == sealed for choice in choices) else OWN


def _answer(order: policy.Policy, seen: Seen, pending: Pending) -> FeedUnits | None:
    """What a standing order would say if the seat were asked now."""
    said = policy.answer(order, seen, replace(pending, when=When.NOW))
    return said if isinstance(said, FeedUnits) else None


def _surely_first(seen: Seen, pending: Pending) -> FeedUnits | None:
    """None where it is out of reach: then the order says whatever it was told to say instead."""
    answer = _answer(policy.FeedToKeepRank(1, "none"), seen, pending)
    return answer if answer == _answer(policy.FeedToKeepRank(1, "all"), seen, pending) else None


def _feed_fields(realm: Principality, sealed: FeedUnits) -> list[Field]:
    militia, condottieri = realm.militia.empty, realm.condottieri.empty
    fields = [
        Field("food", _("Food onto militia"), min(realm.food, militia), sealed.food),
        Field("money", _("Money onto condottieri"), min(realm.money, condottieri), sealed.money),
        Field("favour_militia", _("Favour onto militia"), min(realm.favour, militia), sealed.favour_militia),
        Field("favour_condottieri", _("Favour onto condottieri"), min(realm.favour, condottieri), sealed.favour_condottieri),
    ]
    return [field for field in fields if field.most]


def _armies(public: Public, players: Sequence[Player]) -> list[Army]:
    """All in the order of feeding."""
    return [_army(public, players[seat]) for seat in public.scorings[-1].order]


def _army(public: Public, player: Player) -> Army:
    now, best = _reach(public, player.seat)
    return Army(player, signed(now), signed(best), _state(public, player.seat))


def _state(public: Public, seat: int) -> str:
    """Whether a seat has decided; what lies sealed is not settled before it is opened."""
    match public.task:
        case AskFeeding(sealed=sealed) if seat in sealed:
            return _("answer sealed")
        case AskFeeding(waiting=waiting) if seat in waiting:
            return _("still to decide")
        case _:
            return _("settled")


def _prizes(public: Public) -> tuple[int, ...]:
    """The military points by place."""
    return loader.content(public.version).for_seats(len(public.realms)).military


def _follows_at_once(public: Public) -> bool:
    """Whether a second scoring follows for certain before anybody has a turn [P-9.4]."""
    return public.scorings[-1].reason == "extra" and public.pile == 0


def releasing(seen: Seen, pending: Pending, players: Sequence[Player]) -> Mapping[str, Any]:
    """What ``_panel_release.html`` shows."""
    public = seen.public
    realm, scoring = public.realms[pending.seat], public.scorings[-1]
    sealed = seen.hand.release if seen.hand else None
    choices = _release_choices(realm, scoring, pending.seat)
    return {
        "part": "games/principato/_panel_release.html",
        "kind": "release",
        "choices": choices,
        "chosen": _chosen(choices, joined(sealed.condottieri, sealed.militia) if sealed else ""),
        "own": OWN,
        "fields": _release_fields(realm, sealed or ReleaseUnits()),
        "armies": _compared(scoring, players),
        "changing": pending.when is When.MAY,
        "answer": release_words(sealed) if sealed else "",
        "again": _follows_at_once(public),
    }


def _release_choices(realm: Principality, scoring: Scoring, seat: int) -> list[Choice]:
    """None; those that went without; all. Those that come to the same are named once."""
    named = [
        (_("Keep all"), ReleaseUnits()),
        (_("Give back those that went without a cube"), ReleaseUnits(*scoring.unfed[seat])),
        (_("Give back all"), ReleaseUnits(realm.condottieri.count, realm.militia.count)),
    ]
    choices: dict[ReleaseUnits, str] = {}
    for name, released in named:
        choices.setdefault(released, name)
    return [
        Choice(joined(released.condottieri, released.militia), name, _released_words(released))
        for released, name in choices.items()
    ]


def _released_words(released: ReleaseUnits) -> str:
    return units_words(released.condottieri, released.militia) if released != ReleaseUnits() else ""


def _release_fields(realm: Principality, sealed: ReleaseUnits) -> list[Field]:
    fields = [
        Field("condottieri", _("Condottieri to give back"), realm.condottieri.count, sealed.condottieri),
        Field("militia", _("Militia to give back"), realm.militia.count, sealed.militia),
    ]
    return [field for field in fields if field.most]


def _compared(scoring: Scoring, players: Sequence[Player]) -> list[Army]:
    """The scoring that is over, the strongest first."""
    ranked = sorted(scoring.order, key=lambda seat: -scoring.strengths[seat])
    return [Army(players[seat], signed(scoring.strengths[seat]), "", "", gained=scoring.points[seat]) for seat in ranked]
