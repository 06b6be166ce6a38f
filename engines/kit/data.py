"""The facts of a game, read from the TOML files of one version's folder."""

import tomllib
from pathlib import Path

import msgspec

from engines.contract import DataError


def read[FileT](folder: Path, name: str, shape: type[FileT]) -> FileT:
    """A file as the Struct it should be. Raises :class:`DataError` naming file, entry and fault."""
    try:
        raw = tomllib.loads((folder / name).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise fault(name, "file", str(error)) from error
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        raise fault(name, where.strip("`") or "file", what) from error


def fault(file: str, entry: str, what: str) -> DataError:
    """The error of a broken data file: file, entry and fault, in this order."""
    return DataError(f"{file}: {entry}: {what}")
