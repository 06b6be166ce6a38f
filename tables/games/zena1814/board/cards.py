"""Cards of Zena 1814 for forms, the hand and the rules page: as printed, and with their current reward."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.zena1814 import rewards
from engines.zena1814.content import Area, Battle, Content, Gain, Offerable
from engines.zena1814.loader import content
from engines.zena1814.state import Laid, Public
from tables.games.kit.drawn import cached_renderer
from tables.games.kit.spoken import cached_by_language
from tables.games.zena1814.words import AREAS, EFFECTS, GENOESE, KINDS, card_gloss, card_title, gain_words, oldest_words


@dataclass(frozen=True)
class Glyph:
    """A drawn symbol with its number. ``sign`` is coin, card or vp."""

    sign: str
    count: int


@dataclass(frozen=True)
class Gained:
    """A gain drawn and in words."""

    glyphs: tuple[Glyph, ...]
    words: str


NOTHING = Gained((Glyph("coin", 0),), "0")
"""Reward reduced to nothing by the event."""


@dataclass(frozen=True)
class SlotFace:
    """One slot of a card: its price, and the promoter's bonus when it is taken (None for none)."""

    number: int
    price: int
    bonus: Gained | None


@dataclass(frozen=True)
class Face:
    """Printed content of an action or Fort card. ``language`` is that of the title if it is not the page's."""

    id: str
    title: str
    gloss: str
    language: str
    area: Area
    area_name: str
    kind: str
    kind_name: str
    slots: tuple[SlotFace, ...]
    reward: Gained | None
    effect: str
    destroys: str
    source: str

    @property
    def prices(self) -> str:
        """Prices of the slots, from the top."""
        return ", ".join(str(slot.price) for slot in self.slots)

    @property
    def html(self) -> SafeString:
        """HTML of the card for forms, the hand and the rules page."""
        return _drawn(self)


_drawn = cached_renderer("games/zena1814/_card.html", "card")


def face(facts: Content, card: str) -> Face:
    """Return the face of a card that can be in a row."""
    printed = facts.laid(card)
    return _fort_face(printed) if isinstance(printed, Battle) else _action_face(printed)


def card_worth(facts: Content, card: str) -> str:
    """Return the prices of a card of the hand, slot by slot, and its reward, in a phrase. It is empty for a goal."""
    if facts.deck_of(card) == "goal":
        return ""
    card_face = face(facts, card)
    reward = card_face.reward.words if card_face.reward else card_face.effect
    return _("prices %(prices)s; %(reward)s") % {"prices": card_face.prices, "reward": reward}


def reward_words(public: Public, area: Area, laid: Laid) -> str:
    """Return the reward of a marker on a card in its row, in a sentence. If it pays nothing, return the card's effect."""
    card_face = face_at(public, area, laid)
    return _("Each marker earns %(reward)s.") % {"reward": card_face.reward.words} if card_face.reward else card_face.effect


def face_at(public: Public, area: Area, laid: Laid) -> Face:
    """Return a card in its area, with the reward of a marker under the event in force."""
    return replace(face(content(public.version), laid.card), reward=earned(public, area, laid))


def earned(public: Public, area: Area, laid: Laid) -> Gained | None:
    """Return a marker's reward after the event's change, or None if the card has no reward.

    Once the game is over, it is the printed reward.
    """
    printed = content(public.version).laid(laid.card).reward
    gain = rewards.reward(public, area, laid) if public.agenda else printed
    return gained(gain) or (NOTHING if gain != printed else None)


@cached_by_language
def gained(gain: Gain) -> Gained | None:
    """Return a gain as glyphs and words, or None for an empty gain."""
    parts = {"vp": gain.vp, "card": gain.card, "coin": gain.coin}
    glyphs = tuple(Glyph(sign, count) for sign, count in parts.items() if count)
    return Gained(glyphs, gain_words(gain)) if glyphs else None


@cached_by_language
def _action_face(card: Offerable) -> Face:
    return Face(
        id=card.id,
        title=card_title(card.id),
        gloss=card_gloss(card.id),
        language="lij" if card.id in GENOESE else "",
        area=card.area,
        area_name=str(AREAS[card.area]),
        kind=card.kind,
        kind_name=str(KINDS[card.kind]),
        slots=_slots(card.cost, card.bonus),
        reward=gained(card.reward),
        effect=str(EFFECTS[card.special]) if card.special else "",
        destroys="",
        source=card.source,
    )


@cached_by_language
def _fort_face(card: Battle) -> Face:
    return Face(
        id=card.id,
        title=card_title(card.id),
        gloss="",
        language="",
        area="fort",
        area_name=str(AREAS["fort"]),
        kind="dice",
        kind_name=str(KINDS["dice"]),
        slots=_slots(card.cost, ()),
        reward=gained(card.reward),
        effect="",
        destroys=_("If it fails, it destroys %(cards)s.") % {"cards": oldest_words(card.destroys)},
        source=card.source,
    )


def _slots(cost: Sequence[int], bonus: Sequence[Gain]) -> tuple[SlotFace, ...]:
    """Return the slots, with the bonuses next to the second slot and the third [Z-8.5]."""
    bonuses = (None, *map(gained, bonus), *(None,) * len(cost))
    return tuple(SlotFace(number, price, bonuses[number - 1]) for number, price in enumerate(cost, 1))
