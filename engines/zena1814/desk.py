"""The table during one action: families, figures, decks and rows."""

from typing import Any

from msgspec.structs import replace

from engines.kit.desk import AgendaDesk, put
from engines.zena1814 import events
from engines.zena1814.content import FIGURES, Area, Content, Deck, Figure, Gain
from engines.zena1814.events import Event
from engines.zena1814.loader import content
from engines.zena1814.state import DrawCards, Family, Hand, Laid, Public, Reason, Row, Standing, Task, Vault


class Desk(AgendaDesk[Public, Hand, Vault, Event, Task]):
    """Desk of a game, with its families, their hands, the decks and the rows of cards."""

    @property
    def content(self) -> Content:
        """Facts used by this table."""
        return content(self.public.version)

    def family(self, seat: int) -> Family:
        """Return the public items of a seat."""
        return self.public.families[seat]

    def change_family(self, seat: int, **fields: Any) -> None:
        """Change the public items of a seat."""
        self.change(families=put(self.public.families, seat, replace(self.family(seat), **fields)))

    def change_hand(self, seat: int, **fields: Any) -> None:
        """Change the hand of one seat, and the public count of its cards by their backs [R-31]."""
        super().change_hand(seat, **fields)
        if "cards" not in fields:
            return
        backs = [self.content.deck_of(card) for card in self.hands[seat].cards]
        self.change_family(seat, actions=backs.count("action"), goals=backs.count("goal"))

    def change_figure(self, seat: int, figure: Figure, **fields: Any) -> None:
        """Change the area of a figure or the markers under it."""
        index, figures = FIGURES.index(figure), self.family(seat).figures
        self.change_family(seat, figures=put(figures, index, replace(figures[index], **fields)))

    def pay(self, seat: int, coins: int) -> None:
        """Move coins to the supply, which is unlimited [R-6]."""
        self.change_family(seat, coins=self.family(seat).coins - coins)

    def score(self, seat: int, line: str, points: int) -> None:
        """Add victory points to a line of a seat's tally."""
        tally = self.family(seat).tally
        self.change_family(seat, tally=replace(tally, **{line: getattr(tally, line) + points}))

    def gain(self, seat: int, line: str, gain: Gain) -> None:
        """Add coins and points straight away, and schedule the draws of cards as the very next tasks [Z-8.7, Z-12.4]."""
        self.change_family(seat, coins=self.family(seat).coins + gain.coin)
        self.score(seat, line, gain.vp)
        if gain.card:
            self.push(DrawCards(seat, gain.card))

    def receive(self, seat: int, card: str) -> None:
        """Add a card to a hand as its newest."""
        self.change_hand(seat, cards=(*self.hands[seat].cards, card))

    def lose(self, seat: int, card: str) -> None:
        """Remove a card from a hand: the newest of equal cards."""
        cards = self.hands[seat].cards
        index = len(cards) - 1 - cards[::-1].index(card)
        self.change_hand(seat, cards=(*cards[:index], *cards[index + 1 :]))

    def take_top(self, deck: Deck) -> str:
        """Take the top card of a deck that seats can draw from, and return it."""
        card, *rest = getattr(self.vault, deck)
        self.set_deck(deck, tuple(rest))
        return str(card)

    def put_under(self, deck: Deck, *cards: str) -> None:
        """Put cards under a deck, in this order [Z-15.2]."""
        self.set_deck(deck, (*getattr(self.vault, deck), *cards))

    def set_deck(self, deck: str, cards: tuple[str, ...]) -> None:
        """Replace a deck ("action", "goal", "fort" or "event"); everybody sees its number of cards."""
        self.vault = replace(self.vault, **{deck: cards})
        self.change(decks=replace(self.public.decks, **{deck: len(cards)}))

    def lay(self, area: Area, card: str) -> int:
        """Add a new card at the right end of a row [Z-7.4]; returns its number."""
        number = self.public.numbered + 1
        self.change(numbered=number)
        self._set_row(area, (*self.public.row(area), Laid(number, card)))
        return number

    def change_laid(self, number: int, **fields: Any) -> None:
        """Change a card in a row."""
        area, laid = self.public.laid(number)
        row = self.public.row(area)
        self._set_row(area, put(row, row.index(laid), replace(laid, **fields)))

    def shift(self, number: int, to: Area) -> None:
        """Move a trick card with its markers to the right end of another row [Z-18.8, Z-18.10]."""
        area, laid = self.public.laid(number)
        self._set_row(area, tuple(card for card in self.public.row(area) if card != laid))
        self._set_row(to, (*self.public.row(to), replace(laid, moved=True)))

    def lift(self, number: int, index: int) -> int:
        """Take the marker at an index (from 0) off a card; lower markers move up. Returns its seat.

        The marker is not yet in a supply [Z-10.6].
        """
        _, laid = self.public.laid(number)
        self.change_laid(number, markers=(*laid.markers[:index], *laid.markers[index + 1 :]))
        return laid.markers[index]

    def return_marker(self, seat: int) -> None:
        """Return a marker to its owner's supply."""
        self.change_family(seat, supply=self.family(seat).supply + 1)

    def remove(self, number: int, reason: Reason) -> None:
        """Remove a card from its row and return its markers to their owners [Z-13.5].

        An action card goes to the box [Z-1.11]. The caller places a Fort card, unless it was pushed out.
        """
        area, laid = self.public.laid(number)
        self._set_row(area, tuple(card for card in self.public.row(area) if card != laid))
        for seat in laid.markers:
            self.return_marker(seat)
        if area != "fort" or reason == "pushed_out":
            self.change(box=(*self.public.box, laid.card))
        self.tell(events.CardLeft(laid.card, number, area, reason))

    def _set_row(self, area: Area, cards: tuple[Laid, ...]) -> None:
        rows = self.public.rows
        index = next(index for index, row in enumerate(rows) if row.area == area)
        self.change(rows=put(rows, index, Row(area, cards)))


def figures_in(areas: tuple[Area, ...]) -> tuple[Standing, ...]:
    """Return figures in these areas, in the order of ``FIGURES``."""
    return tuple(Standing(area) for area in areas)
