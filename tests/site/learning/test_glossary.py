"""Glossary of a table page: every symbol and number has an entry, and every entry is used on a page."""

import html
import json
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from accounts.models import User
from engines import registry
from engines.contract import Pending, When, decode, encode, view
from tables.games.registry import presenter
from tables.models import StandingOrder, Table
from tables.services.play.advance import advance_table
from tests.gonzaga.pages import walkthrough as gonzaga
from tests.principato.pages import walkthrough as principato
from tests.rows import rewrite
from tests.site import factories
from tests.site.selecting import Element, elements
from tests.site.views import page_of, signed_in
from tests.zena1814.pages import walkthrough as zena1814

GAMES = ("gonzaga", "principato", "zena1814")
LANGUAGES = [code for code, _name in settings.LANGUAGES]
AREAS = {"board", "hand", "seats", "panel"}
POSITIONS = 16
# Ids of purely decorative drawings.
DECORATION = re.compile(
    r"#(gz-(sheet|coast|hex|land-\d|shape-\w+|star)|pr-(backdrop|reggia|minster|walk|rampart|tower|country|arms|tuft|ribbon)"
    r"|zn-(pole|ribbon|ring|new|foot|flag-[bc])|zn-(lord|lady|heir)-[bcd])$"
)
NUMBER = re.compile(r"[−+=-]?\d+(/\d+)?")
# Selectors of texts with numbers that belong to forms, scripts or clocks, not to the game.
ELSEWHERE = "option, script, .clock, .until, .clock-facts, .visually-hidden, .order-number, .refusal, .notice, .draft-steps"


def states_of(game: str) -> Iterator[Any]:
    """Yield the positions of a few whole games."""
    if game == "gonzaga":
        yield from gonzaga.played(3)[0]
    elif game == "principato":
        for seats, feeding in ((3, "in_order"), (4, "sealed"), (2, "in_order")):
            yield from principato.played(seats, feeding)[0]
    elif game == "zena1814":
        for seats, mode, seed in ((3, "expert", 1), (3, "beginner", 2), (5, "expert", 3)):
            yield from zena1814.played(seats, mode, seed)[0]
    else:
        engine, dice = registry.engine(game), random.Random(4)
        state = engine.start(decode(engine.Options, b"{}"), 2, b"staffetta" * 4).state
        while now := [each for each in engine.pending(state.public) if each.when is When.NOW]:
            yield state
            state = engine.apply(state, now[0].seat, dice.choice(list(engine.legal(view(state, now[0].seat), now[0])))).state


@cache
def positions(game: str) -> Sequence[tuple[Any, Pending]]:
    """Return positions of whole games, each with a decision. Every kind of decision occurs, except optional ones."""
    engine = registry.engine(game)
    asked = [(state, each) for state in states_of(game) for each in engine.pending(state.public) if each.when is not When.MAY]
    kinds = {(each.kind, each.when): (state, each) for state, each in asked}
    return [*asked[:: max(1, len(asked) // POSITIONS)], *kinds.values()]


def pages(game: str) -> Iterator[list[Element]]:
    """Yield the elements of the deciding seats' table pages at the positions of a game, and those of ``played``."""
    people = [factories.person(name) for name in ("Anna", "Ben", "Carla", "Dora", "Emil")]
    tables: dict[int, Table] = {}
    for state, asked in positions(game):
        seats = len(state.hands)
        if seats not in tables:
            tables[seats] = factories.running_table(*people[:seats], game=game, rated=False)
        table = tables[seats]
        StandingOrder.objects.all().delete()
        rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
        advance_table(table_id=table.pk, now=factories.NOW)
        yield elements(page_of(signed_in(table.seats.get(index=asked.seat).user), f"/t/{table.code}/"))
    yield from played(game, people[0], people[1])


def played(game: str, *people: User) -> Iterator[list[Element]]:
    """Play a game with a bot through the site. Yield the elements of both people's table pages after every nine moves."""
    table = factories.running_table(*people, game=game, bots=1)
    for _each in range(6):
        factories.play_to_end(table, most=9)
        for user in people:
            yield elements(page_of(signed_in(user), f"/t/{table.code}/"))


class Glossary:
    """Glossary of a game: its entries and the elements they explain."""

    def __init__(self, game: str) -> None:
        show = presenter(game)
        self.entries = show.glossary()
        self.labelled = show.reading.labelled()
        self.reasons = show.reading.reasons()
        self.used: set[str] = set()
        self.alone = [each for each in self.entries if " " not in each.on.replace(", ", ",") and each.on]
        self.inside = [each for each in self.entries if each.on and each not in self.alone]
        self.read = ("id", "class", *re.findall(r"\[([\w-]+)", " ".join(each.on for each in self.entries)))
        self.known: dict[tuple[str, ...], set[str]] = {}
        # Each element inside another one looks up its ancestors' entries again.
        self.keys = cache(self._keys)

    def _keys(self, element: Element) -> set[str]:
        """Return the keys of entries that explain the element itself, not its ancestors. Mark them as used."""
        looks = (element.tag, *(element.attributes.get(name, "") for name in self.read))
        if looks not in self.known:
            self.known[looks] = {each.key for each in self.alone if element.meets(each.on)}
        found = self.known[looks] | {each.key for each in self.inside if element.meets(each.on)}
        for part in self.parts(element):
            found |= self.named(part)
        self.used |= found
        return found

    def parts(self, element: Element) -> list[str]:
        """Return the parts of an element's label, split at commas and colons."""
        for on, inside in self.labelled.items():
            if element.meets(on):
                said = element.attributes.get("aria-label", "") or element.said
                if inside:
                    said = next((each.said for each in element.inside() if each.meets(inside)), "")
                return [part.strip() for part in re.split("[,:] ", said) if part.strip()]
        return []

    def named(self, part: str) -> set[str]:
        """Return the keys of the entries with a name that begins ``part``."""
        return {each.key for each in self.entries if f"{part.lower()} ".startswith(f"{each.name.lower()} ")}

    def says_why_not(self, element: Element) -> bool:
        """Return whether a disabled control or its container says why it is disabled. Hidden controls need no reason."""
        if "hidden" in element.attributes or any(element.meets(on) for on in self.reasons):
            return True
        return any("title" in each.attributes for each in list(element.ancestry)[:2])

    def explains(self, element: Element) -> bool:
        """Return whether the element or one of its ancestors has a glossary entry."""
        return any(self.keys(each) for each in element.ancestry if each.tag)


def is_symbol(element: Element) -> bool:
    """Return whether the element is a drawn symbol with a meaning."""
    return element.tag == "use" and not DECORATION.match(element.attributes.get("href", ""))


def is_number(element: Element) -> bool:
    """Return whether the element is a number of the game, not of a form, script or clock."""
    return bool(NUMBER.fullmatch(element.text.strip())) and not any(each.meets(ELSEWHERE) for each in element.ancestry)


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_whatever_is_seen_at_a_table_is_explained_and_nothing_else(game):
    glossary = Glossary(game)
    unexplained, unnamed, silent = set(), set(), set()
    for page in pages(game):
        for element in page:
            shown = [each for each in element.ancestry if each.tag]
            if not {each.attributes.get("id") for each in shown} & AREAS or any(each.tag == "defs" for each in shown):
                continue
            glossary.keys(element)
            if (is_symbol(element) or is_number(element)) and not glossary.explains(element):
                unexplained.add(described(element))
            if "disabled" in element.attributes and not glossary.says_why_not(element):
                silent.add(described(element))
            unnamed |= {part for part in glossary.parts(element)[1:] if not glossary.named(part)}
    # Entries found in the rules count as used, because not every card turns up in a few games.
    rules = html.unescape(page_of(signed_in(), f"/rules/{game}/"))
    glossary.used |= {each.key for each in glossary.entries if not each.on and each.name in rules}
    assert sorted(unexplained) == []
    assert sorted(unnamed) == []
    assert sorted(silent) == []
    assert sorted({each.key for each in glossary.entries} - glossary.used) == []


def described(element: Element) -> str:
    """Return a description of an element and its ancestors, for failure messages."""
    trail = [f"{each.tag}.{each.attributes.get('class', '')}" for each in list(element.ancestry)[:4]]
    return f"{element.attributes.get('href', '')} {element.text.strip()} in {' < '.join(trail)}"


@pytest.mark.parametrize("game", [engine.slug for engine in registry.engines()])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_is_a_name_and_one_or_two_sentences(game, language):
    with translation.override(language):
        entries = presenter(game).glossary()
    assert len({each.key for each in entries}) == len(entries)
    for each in entries:
        assert each.name
        assert re.fullmatch(r"([^.]+(\.\d[^.]*)?[.!]( |$)){1,2}", each.words), each
        assert len(each.words) <= 200, each


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_is_handed_the_glossary_once_for_all_who_play(client, language):
    answer = client.get(f"/rules/gonzaga/words/{language}.json")
    assert {"public", "max-age=3600"} <= set(answer["Cache-Control"].split(", "))
    with translation.override(language):
        sent = json.loads(answer.content)
        assert [each[1] for each in sent["entries"]] == [each.name for each in presenter("gonzaga").glossary()]


@pytest.mark.parametrize("address", ["/rules/gonzaga/words/xx.json", "/rules/nothing/words/en.json"])
def test_no_other_glossary_can_be_asked_for(client, address):
    assert client.get(address).status_code == 404
