"""Forms of a military scoring: supplying units before it, giving units back after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
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
    """A ready answer: its form value, name and meaning, the resulting strength and its possible military points."""

    value: str
    name: str
    words: str
    strength: str = ""
    points: str = ""


@dataclass(frozen=True)
class Field:
    """Field for a number from none to ``most``.

    ``put`` is the unit that can be touched on the board instead, and the cube it gets. ``nth`` is the field's place in a ready
    answer.
    """

    name: str
    label: str
    most: int
    value: int = 0
    put: str = ""
    nth: int = 0


@dataclass(frozen=True)
class Army:
    """One player in the comparison: current and greatest possible strength, and the state of their decision in words.

    After the scoring, ``gained`` has the military points, and ``best`` and ``state`` are empty.
    """

    player: Player
    now: str
    best: str
    state: str
    gained: int | None = None


def feeding(seen: Seen, pending: Pending, players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``_panel_feed.html``."""
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
    """Return the ready answers: as many units as possible, the same without favour, just enough for a sure first rank, none.

    Equal answers are listed once, under the first name.
    """
    candidates = [
        (_("As many as possible"), _answer(policy.FeedAll(), seen, pending)),
        (_("As many as possible without favour"), _answer(policy.FeedAll(keep_favour=True), seen, pending)),
        (_("Just enough to secure first rank"), _surely_first(seen, pending)),
    ]
    choices: dict[FeedUnits, str] = {}
    for name, answer in candidates:
        if answer is not None and answer != FeedUnits():
            choices.setdefault(answer, name)
    choices[FeedUnits()] = _("None")
    return [_feed_choice(seen.public, pending.seat, name, answer) for answer, name in choices.items()]


def _feed_choice(public: Public, seat: int, name: str, answer: FeedUnits) -> Choice:
    strength = military.strength_after(public.realms[seat], answer)
    words = "" if answer == FeedUnits() else feed_words(answer)
    return Choice(feed_value(answer), name, words, signed(strength), _points(public, seat, strength))


def _points(public: Public, seat: int, strength: int) -> str:
    """Return the military points of a strength in words.

    The minimum assumes that the others supply as many units as possible, the maximum that they supply none.
    """
    ranges = [_reach(public, other) for other in range(len(public.realms))]
    extremes = [[strength_range[end] for strength_range in ranges] for end in (-1, 0)]
    minimum, maximum = (_points_against(public, seat, strength, strengths) for strengths in extremes)
    if minimum == maximum:
        return ngettext("%(count)d military point", "%(count)d military points", maximum) % {"count": maximum}
    words = {"least": minimum, "count": maximum}
    return ngettext("%(least)d to %(count)d military point", "%(least)d to %(count)d military points", maximum) % words


def _points_against(public: Public, seat: int, strength: int, strengths: list[int]) -> int:
    all_strengths = [strength if other == seat else theirs for other, theirs in enumerate(strengths)]
    return military.points_for(all_strengths, _prizes(public))[seat]


def _reach(public: Public, seat: int) -> tuple[int, int]:
    """Return the current strength of a seat and the greatest possible one. They are equal once it has nothing to decide."""
    realm, task = public.realms[seat], public.task
    is_open = isinstance(task, AskFeeding) and seat in task.waiting
    current = military.strength(realm)
    return current, military.best_strength(realm) if is_open else current


def _chosen(choices: Sequence[Choice], sealed: str) -> str:
    """Return the value of the choice marked at first: the sealed answer.

    Without one it is empty, so that a single tap cannot send an answer.
    """
    if not sealed:
        return ""
    return sealed if any(choice.value == sealed for choice in choices) else OWN


def _answer(order: policy.Policy, seen: Seen, pending: Pending) -> FeedUnits | None:
    """Return the supply that a standing order would decide on for the seat now, or None if it decides nothing."""
    answer = policy.answer(order, seen, replace(pending, when=When.NOW))
    return answer if isinstance(answer, FeedUnits) else None


def _surely_first(seen: Seen, pending: Pending) -> FeedUnits | None:
    """Return the fewest cubes for a sure first rank, or None if it is out of reach."""
    answer = _answer(policy.FeedToKeepRank(1, "none"), seen, pending)
    return answer if answer == _answer(policy.FeedToKeepRank(1, "all"), seen, pending) else None


def _feed_fields(realm: Principality, sealed: FeedUnits) -> list[Field]:
    militia, condottieri = realm.militia.empty, realm.condottieri.empty
    fields = [
        Field("food", _("Food onto militia"), min(realm.food, militia), sealed.food, "militia food"),
        Field("money", _("Money onto condottieri"), min(realm.money, condottieri), sealed.money, "condottiere money"),
        Field("favour_militia", _("Favour onto militia"), min(realm.favour, militia), sealed.favour_militia, "militia favour"),
        Field(
            "favour_condottieri",
            _("Favour onto condottieri"),
            min(realm.favour, condottieri),
            sealed.favour_condottieri,
            "condottiere favour",
        ),
    ]
    return [changed(field, nth=nth) for nth, field in enumerate(fields) if field.most]


def _armies(public: Public, players: Sequence[Player]) -> list[Army]:
    """Return all armies in the order of supplying."""
    return [_army(public, players[seat]) for seat in public.scorings[-1].order]


def _army(public: Public, player: Player) -> Army:
    current, best = _reach(public, player.seat)
    return Army(player, signed(current), signed(best), _state(public, player.seat))


def _state(public: Public, seat: int) -> str:
    """Return the state of a seat's decision in words: sealed, still to decide, or decided."""
    match public.task:
        case AskFeeding(sealed=sealed) if seat in sealed:
            return _("sealed")
        case AskFeeding(waiting=waiting) if seat in waiting:
            return _("still to decide")
        case _:
            return _("decided")


def _prizes(public: Public) -> tuple[int, ...]:
    """Return the military points by rank."""
    return loader.content(public.version).for_seats(len(public.realms)).military


def _follows_at_once(public: Public) -> bool:
    """Return whether a second scoring is certain to follow before anybody has a turn [P-9.4]."""
    return public.scorings[-1].reason == "extra" and public.pile == 0


def releasing(seen: Seen, pending: Pending, players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``_panel_release.html``."""
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
    """Return the ready answers: keep all units, give back the units without a cube, give back all.

    Equal answers are listed once, under the first name.
    """
    candidates = [
        (_("Keep all"), ReleaseUnits()),
        (_("Give back unsupplied units"), ReleaseUnits(*scoring.unfed[seat])),
        (_("Give back all"), ReleaseUnits(realm.condottieri.count, realm.militia.count)),
    ]
    choices: dict[ReleaseUnits, str] = {}
    for name, answer in candidates:
        choices.setdefault(answer, name)
    return [
        Choice(joined(answer.condottieri, answer.militia), name, _released_words(answer)) for answer, name in choices.items()
    ]


def _released_words(answer: ReleaseUnits) -> str:
    return units_words(answer.condottieri, answer.militia) if answer != ReleaseUnits() else ""


def _release_fields(realm: Principality, sealed: ReleaseUnits) -> list[Field]:
    fields = [
        Field("condottieri", _("Condottieri to give back"), realm.condottieri.count, sealed.condottieri, "condottiere back"),
        Field("militia", _("Militia to give back"), realm.militia.count, sealed.militia, "militia back"),
    ]
    return [changed(field, nth=nth) for nth, field in enumerate(fields) if field.most]


def _compared(scoring: Scoring, players: Sequence[Player]) -> list[Army]:
    """Return the armies of the past scoring, the strongest first."""
    ranked = sorted(scoring.order, key=lambda seat: -scoring.strengths[seat])
    return [Army(players[seat], signed(scoring.strengths[seat]), "", "", gained=scoring.points[seat]) for seat in ranked]
