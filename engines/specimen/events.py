"""Events of a game in the past tense, one Struct each.

A fact that is partly secret has two events, a public and a private one.
"""

import msgspec

from engines.specimen.content import Bag


class GameStarted(msgspec.Struct, frozen=True, tag=True):
    """A random draw decided the first seat [S-1.2]."""

    first: int


class NightBegan(msgspec.Struct, frozen=True, tag=True):
    """Letters and coins were handed out, and the stable was filled [S-2.1, S-2.2]."""

    night: int


class LettersDealt(msgspec.Struct, frozen=True, tag=True):
    """A courier was dealt letters: everybody sees their backs."""

    seat: int
    bags: tuple[Bag, ...]


class LettersSeen(msgspec.Struct, frozen=True, tag=True):
    """The letters dealt, visible to the courier only."""

    letters: tuple[str, ...]


class RoadSealed(msgspec.Struct, frozen=True, tag=True):
    """A courier chose a road, or changed it [S-3.1]."""

    seat: int


class RoadsOpened(msgspec.Struct, frozen=True, tag=True):
    """All roads were revealed, by seat [S-3.2]."""

    roads: tuple[str, ...]


class LetterOffered(msgspec.Struct, frozen=True, tag=True):
    """A letter became a relay and scored straight away [S-4.2]."""

    seat: int
    letter: str
    points: int


class RelayJoined(msgspec.Struct, frozen=True, tag=True):
    """A courier took a place [S-4.3]."""

    seat: int
    place: int
    points: int


class RelayDeclined(msgspec.Struct, frozen=True, tag=True):
    """A courier stayed at home [S-4.2]."""

    seat: int


class LetterDrawn(msgspec.Struct, frozen=True, tag=True):
    """The courier who offered drew from a bag [S-4.4]."""

    seat: int
    bag: Bag


class LetterSeen(msgspec.Struct, frozen=True, tag=True):
    """The letter drawn, visible to the courier only."""

    letter: str


class HorseHired(msgspec.Struct, frozen=True, tag=True):
    """A courier paid for a horse [S-4.6]."""

    seat: int
    price: int


class TurnEnded(msgspec.Struct, frozen=True, tag=True):
    """A courier hired no more horses [S-4.6]."""

    seat: int


class LetterPacked(msgspec.Struct, frozen=True, tag=True):
    """A courier packed one letter, hidden from the others [S-5.1]."""

    seat: int


class PacksOpened(msgspec.Struct, frozen=True, tag=True):
    """All packs were revealed, by seat [S-5.2]."""

    packs: tuple[tuple[str, ...], ...]


class DieRolled(msgspec.Struct, frozen=True, tag=True):
    """The die of a road [S-5.2]."""

    road: str
    pips: int


class RoadRidden(msgspec.Struct, frozen=True, tag=True):
    """The score of a courier's letters [S-5.3]."""

    seat: int
    passed: bool
    points: int


class HandsOpened(msgspec.Struct, frozen=True, tag=True):
    """All hands were revealed at the end, by seat [S-6.2]."""

    hands: tuple[tuple[str, ...], ...]


class GameEnded(msgspec.Struct, frozen=True, tag=True):
    """The game is over: ``nights`` or ``renown`` [S-6.1]."""

    reason: str


type Event = (
    GameStarted
    | NightBegan
    | LettersDealt
    | LettersSeen
    | RoadSealed
    | RoadsOpened
    | LetterOffered
    | RelayJoined
    | RelayDeclined
    | LetterDrawn
    | LetterSeen
    | HorseHired
    | TurnEnded
    | LetterPacked
    | PacksOpened
    | DieRolled
    | RoadRidden
    | HandsOpened
    | GameEnded
)
