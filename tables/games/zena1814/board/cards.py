"""Cards of Zena 1814 as the forms, the hand and the page of rules draw them: as printed, and with what they earn now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.zena1814 import rewards
from engines.zena1814.content import Area, Battle, Content, Gain, Offerable
from engines.zena1814.loader import content
from engines.zena1814.state import Laid, Public
from tables.games.kit.drawn import drawn
from tables.games.kit.spoken import spoken
from tables.games.zena1814.words import AREAS, EFFECTS, GENOESE, KINDS, card_gloss, card_title, gain_words, oldest_words


@dataclass(frozen=True)
class Glyph:
    """A drawn sign with its number: ``sign`` is coin, card or vp."""

    sign: str
    count: int


@dataclass(frozen=True)
class Gained:
    """A gain drawn and in words."""

    glyphs: tuple[Glyph, ...]
    words: str


NOTHING = Gained((Glyph("coin", 0),), "0")
"""A reward of which the event leaves nothing."""


@dataclass(frozen=True)
class SlotFace:
    """One slot of a card: its price, and what its taking brings the promoter; None for nothing."""

    number: int
    price: int
    bonus: Gained | None


@dataclass(frozen=True)
class Face:
    """What is printed on an action or Fort card. ``language`` is that of the title if it is not the page's."""

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
        """The prices of the slots, from the top."""
        return ", ".join(str(slot.price) for slot in self.slots)

    @property
    def html(self) -> SafeString:
        """The card as forms, the hand and the page of rules draw it."""
        return _drawn(self)


_drawn = drawn("games/zena1814/_card.html", "card")


def face(facts: Content, card: str) -> Face:
    """A card that can lie in a row."""
    printed = facts.laid(card)
    return _fort_face(printed) if isinstance(printed, Battle) else _action_face(printed)


def card_worth(facts: Content, card: str) -> str:
    """What a card of the hand costs, slot by slot, and what it earns, in a phrase; nothing of a goal."""
    if facts.deck_of(card) == "goal":
        return ""
    own = face(facts, card)
    reward = own.reward.words if own.reward else own.effect
    return _("prices %(prices)s; %(reward)s") % {"prices": own.prices, "reward": reward}


def reward_words(public: Public, area: Area, laid: Laid) -> str:
    """What a marker earns on a card as it lies, in a sentence; its effect if it pays nothing."""
    shown = face_at(public, area, laid)
    return _("Each marker earns %(reward)s.") % {"reward": shown.reward.words} if shown.reward else shown.effect


def face_at(public: Public, area: Area, laid: Laid) -> Face:
    """A card as it lies in an area: its reward is what a marker earns there while this event is in force."""
    return replace(face(content(public.version), laid.card), reward=earned(public, area, laid))


def earned(public: Public, area: Area, laid: Laid) -> Gained | None:
    """What a marker earns in an area after the event's change; once the game is over no event changes anything."""
    printed = content(public.version).laid(laid.card).reward
    gain = rewards.reward(public, area, laid) if public.agenda else printed
    return gained(gain) or (NOTHING if gain != printed else None)


@spoken
def gained(gain: Gain) -> Gained | None:
    """A gain to be drawn; None for nothing."""
    parts = {"vp": gain.vp, "card": gain.card, "coin": gain.coin}
    glyphs = tuple(Glyph(sign, count) for sign, count in parts.items() if count)
    return Gained(glyphs, gain_words(gain)) if glyphs else None


@spoken
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


@spoken
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
        destroys=_("If it fails, %(cards)s is destroyed.") % {"cards": oldest_words(card.destroys)},
        source=card.source,
    )


def _slots(cost: Sequence[int], bonus: Sequence[Gain]) -> tuple[SlotFace, ...]:
    """The bonuses stand beside the second slot and the third [Z-8.5]."""
    beside = (None, *map(gained, bonus), *(None,) * len(cost))
    return tuple(SlotFace(number, price, beside[number - 1]) for number, price in enumerate(cost, 1))
