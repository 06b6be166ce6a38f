"""Conversion between the text of a row and the types of a game's contract; decoders are built once per game."""

from functools import cache
from typing import Any, get_args

import msgspec

from engines import registry
from engines.contract import Draw, Filed, Outcome, Told, encode


def to_text(value: object) -> str:
    """Return the canonical JSON text of any contract type."""
    return encode(value).decode()


def prepare() -> None:
    """Build the decoders of all games and read their data, before there are threads.

    While msgspec builds the first decoder for a type, it fills in the type's data. A thread that used the type at that moment
    would crash the process.
    """
    for engine in registry.engines(specimens=True):
        for type_name in _types(engine):
            _decoder(engine.slug, type_name)
        engine.start(engine.Options(), engine.seat_range.start, bytes(32))


@cache
def _decoder(game: str, type_name: str) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(_types(registry.engine(game))[type_name])


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
    """Return the true state. Only services that play, and ``selectors.state``, call this."""
    return _decoder(game, "state").decode(text)


def public(game: str, text: str) -> Any:
    """Return the public position of a table at some moment."""
    return _decoder(game, "public").decode(text)


def options(game: str, text: str) -> Any:
    """Return the options of a table."""
    return _decoder(game, "options").decode(text)


def action(game: str, text: str) -> Any:
    """Return one action."""
    return _decoder(game, "action").decode(text)


def actions(game: str, text: str | bytes) -> tuple[Any, ...]:
    """Return a list of actions."""
    decoded: tuple[Any, ...] = _decoder(game, "actions").decode(text)
    return decoded


def events(game: str, text: str) -> tuple[Told[Any], ...]:
    """Return the events of a move, with the seats that may see them."""
    decoded: tuple[Told[Any], ...] = _decoder(game, "events").decode(text)
    return decoded


def filed(game: str, text: str) -> Filed[Any]:
    """Return a queued turn."""
    decoded: Filed[Any] = _decoder(game, "filed").decode(text)
    return decoded


def policy(game: str, text: str) -> Any:
    """Return a standing order."""
    return _decoder(game, "policy").decode(text)


def draws(text: str) -> tuple[Draw, ...]:
    """Return the draws of a move."""
    return _DRAWS.decode(text)


def outcome(text: str) -> Outcome | None:
    """Return the result of a game that was played to its end."""
    return _OUTCOME.decode(text) if text else None
