"""Facets, moments and openings of every registered engine: their values and their texts in the archive."""

from collections import Counter
from typing import Any

import pytest
from django.utils import translation

from engines import playout
from engines.contract import Engine, Trait, decode
from engines.gonzaga import events as of_gonzaga
from engines.principato import events as of_principato
from engines.zena1814 import events as of_zena
from tables.games import base
from tables.games.base import Presenter
from tables.games.contract import Player
from tables.games.registry import presenter
from tests.engines.walks import ENGINES, needs, options_of

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)
NAMES = ("Anna", "Bruno", "Chiara", "Dario", "Elena")
PLAYERS = [Player(seat, name) for seat, name in enumerate(NAMES)]


def games(engine: Engine) -> list[playout.Record]:
    """Play a game of bots and a game of random moves for each set of options. Return their records."""
    return [
        playout.play_game(
            engine,
            decode(engine.Options, raw),
            [playout.decider(("bot", "random")[number % 2], engine, playout.nth_key(9, number))] * engine.seat_range[-1],
            playout.nth_key(9, number),
        )
        for raw in options_of(engine)
        for number in range(2)
    ]


def facets_of(record: playout.Record) -> dict[str, int | str]:
    events = [told for step in record.steps() for told in step.events]
    return {facet.name: facet.value for facet in record.engine.facets(record.options, record.final.public, events)}


@every_engine
def test_every_facet_has_a_field_that_can_ask_for_it(engine: Engine) -> None:
    needs(engine, Trait.FACETS)
    fields = presenter(engine.slug).archive.facet_fields()
    for found in map(facets_of, games(engine)):
        assert found.keys() - {"first"} == fields.keys()
        for name in fields:
            value = found[name]
            if isinstance(value, str):
                assert value in fields[name].choices
            else:
                assert not fields[name].choices
                assert 0 < fields[name].most <= 60


@every_engine
def test_one_field_tells_the_variants_apart(engine: Engine) -> None:
    needs(engine, Trait.VARIANTS)
    fields = presenter(engine.slug).archive.facet_fields().values()
    assert len(next(field.choices for field in fields if field.choices)) > 1


@every_engine
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_labels_are_said_once_in_every_language(engine: Engine, language: str) -> None:
    needs(engine, Trait.FACETS)
    with translation.override(language):
        labels = [field.label for field in presenter(engine.slug).archive.facet_fields().values()]
    assert all(labels)
    assert len(set(labels)) == len(labels)


@every_engine
def test_openings_have_words(engine: Engine) -> None:
    needs(engine, Trait.OPENINGS)
    show = presenter(engine.slug)
    codes = {engine.opening(record.moves, seat) for record in games(engine) for seat in range(record.seats)}
    words = Counter(show.archive.opening_words(code) for code in codes)
    assert set(words.values()) == {1}, "two openings are called the same"
    assert not set(words) & {code for code in codes if "." in code}


@every_engine
def test_moments_are_few_and_no_secrets(engine: Engine) -> None:
    show = presenter(engine.slug)
    if isinstance(getattr(show.archive.moment_words, "__self__", None), base.Archive):
        pytest.skip(f"{engine.title} marks no moments")
    for record in games(engine):
        words = [_moment(show, told, step) for step in record.steps() for told in step.events]
        assert 2 <= sum(map(bool, words)) <= 60
        assert not any(word.endswith(".") for word in words)


def _moment(show: Presenter, told: Any, step: Any) -> str:
    words = show.archive.moment_words(told.event, step.state.public, PLAYERS[: len(step.state.hands)])
    assert not words or told.to is None, "a moment is for everybody"
    return words


@pytest.mark.parametrize(
    ("game", "event", "words"),
    [
        ("gonzaga", of_gonzaga.LeagueFounded(1, "mare-balticum", 10), "Bruno founds the Mare Balticum Sea League"),
        ("gonzaga", of_gonzaga.LastRoundAnnounced(9), "Round 9 will be the last"),
        ("gonzaga", of_gonzaga.GonzagaBonus((3, 5, 5), (1, 2), 15), "Gonzaga bonus: Bruno, Chiara"),
        ("gonzaga", of_gonzaga.GonzagaBonus((0, 0, 0), (), 15), ""),
        ("gonzaga", of_gonzaga.ObjectiveRevealed(0, 1, 6, 35), "Anna reveals the hidden objective: 35 points"),
        ("gonzaga", of_gonzaga.RoundOpened(9, True), ""),
        (
            "principato",
            of_principato.StrengthCompared(2, (3, 5, 5), (1, 4, 4)),
            "Military scoring 2 of 5, most points: Bruno, Chiara",
        ),
        ("principato", of_principato.YearBegan(3), "Year 3 begins"),
        ("principato", of_principato.TurnBegan(1, 4), ""),
        ("zena1814", of_zena.BattleWon("fo_1", 3), "The battle of “Fort 1” is won"),
        ("zena1814", of_zena.BattleLost("fo_1", 3), "The battle of “Fort 1” is lost"),
        ("zena1814", of_zena.TurnBegan(2), ""),
    ],
)
def test_moments_in_words(game: str, event: Any, words: str) -> None:
    engine = next(engine for engine in ENGINES if engine.slug == game)
    public = engine.start(engine.Options(), 3, bytes(32)).state.public
    assert presenter(game).archive.moment_words(event, public, PLAYERS[:3]) == words


@pytest.mark.parametrize(
    ("game", "code", "words"),
    [
        ("gonzaga", "francia.cities", "Francia, B Cities"),
        ("gonzaga", "inactive.alliance", "inactive regions, C Alliance"),
        ("principato", "build.food", "build tiles, then collect food"),
        ("principato", "pass", "pass"),
        ("zena1814", "bank.permanent", "a permanent card at the Bank"),
        ("zena1814", "nothing", "no card in the first turn"),
        ("specimen", "river", "river road"),
    ],
)
def test_openings_in_words(game: str, code: str, words: str) -> None:
    assert presenter(game).archive.opening_words(code) == words
