"""Facts of a game, read from the TOML files of one version's folder."""

import tomllib
from pathlib import Path

import msgspec

from engines.contract import DataError


def read[FileT](folder: Path, name: str, shape: type[FileT]) -> FileT:
    """Read a file and return it as a Struct of this type. Raises :class:`DataError` naming file, entry and fault."""
    try:
        raw = tomllib.loads((folder / name).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise fault(name, "file", str(error)) from error
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at ")
        raise fault(name, path.strip("`") or "file", problem) from error


def fault(file: str, entry: str, problem: str) -> DataError:
    """Return the error for a broken data file: file, entry and fault, in this order."""
    return DataError(f"{file}: {entry}: {problem}")
