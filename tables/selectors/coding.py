"""Between the text in a row and the types of a game's contract; decoders are built once per game."""

from functools import cache
from typing import Any, get_args

import msgspec

from engines import registry
from engines.contract import Draw, Filed, Outcome, Told, encode


def to_text(value: object) -> str:
    """Canonical JSON text of any contract type."""
    return encode(value).decode()


def prepare() -> None:
    """Build the decoders of all games and read their data, before there are threads.

    msgspec fills in what it knows of a type while it builds the first decoder for it; a thread that met it half way would
    crash the process.
    """
    for engine in registry.engines(specimens=True):
        for what in _types(engine):
            _decoder(engine.slug, what)
        engine.start(engine.Options(), engine.seat_range.start, bytes(32))


@cache
def _decoder(game: str, what: str) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(_types(registry.engine(game))[what])


def _types(engine: Any) -> dict[str, Any]:
    return {
        "state": engine.State,
        "public": get_args(engine.State)[0],
        "options": engine.Options,
        "action": engine.Action,
        "actions": tuple[engine.Action, ...],
        "events": tuple[Told[engine.Event], ...],
        "filed": Filed[engine.Action],
        "policy": engine.Policy,
    }


_DRAWS = msgspec.json.Decoder(tuple[Draw, ...])
_OUTCOME = msgspec.json.Decoder(Outcome)


def state(game: str, text: str) -> Any:
    """The true state. Only services that play, and ``selectors.state``, ask for it."""
    return _decoder(game, "state").decode(text)


def public(game: str, text: str) -> Any:
    """What everybody at a table knew at some moment."""
    return _decoder(game, "public").decode(text)


def options(game: str, text: str) -> Any:
    """The options of a table."""
    return _decoder(game, "options").decode(text)


def action(game: str, text: str) -> Any:
    """One action."""
    return _decoder(game, "action").decode(text)


def actions(game: str, text: str | bytes) -> tuple[Any, ...]:
    """A list of actions."""
    decoded: tuple[Any, ...] = _decoder(game, "actions").decode(text)
    return decoded


def events(game: str, text: str) -> tuple[Told[Any], ...]:
    """The events of a move, with whom they are told."""
    decoded: tuple[Told[Any], ...] = _decoder(game, "events").decode(text)
    return decoded


def filed(game: str, text: str) -> Filed[Any]:
    """An answer given ahead."""
    decoded: Filed[Any] = _decoder(game, "filed").decode(text)
    return decoded


def policy(game: str, text: str) -> Any:
    """A standing order."""
    return _decoder(game, "policy").decode(text)


def draws(text: str) -> tuple[Draw, ...]:
    """The draws of a move."""
    return _DRAWS.decode(text)


def outcome(text: str) -> Outcome | None:
    """The result of a game that was played to its end."""
    return _OUTCOME.decode(text) if text else None
