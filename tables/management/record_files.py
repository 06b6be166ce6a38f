"""Reader for files with records of finished games: one record or one per line, plain, gzipped or in a ZIP archive."""

import gzip
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from tables.selectors.archive.records import MOST_BYTES, BadRecord

type _File = IO[bytes] | gzip.GzipFile
_GZIP = b"\x1f\x8b"


def records_in(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every record of a file as bytes, with its location ("games.jsonl:3"). Raises BadRecord.

    Only one record at a time is in memory, however large the file is when unpacked.
    """
    try:
        if zipfile.is_zipfile(path):
            yield from _zipped(path)
        else:
            with path.open("rb") as file:
                yield from _unpacked(path.name, file)
    except OSError as fault:
        raise BadRecord(f"{path} cannot be read: {fault.strerror or fault}") from fault
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, zlib.error) as fault:
        raise BadRecord(f"{path} cannot be unpacked: {fault}") from fault


def _zipped(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            if not entry.is_dir():
                with archive.open(entry) as file:
                    yield from _unpacked(entry.filename, file)


def _unpacked(name: str, file: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    packed = file.read(len(_GZIP)) == _GZIP
    file.seek(0)
    if not packed:
        yield from _records(name, file)
        return
    with gzip.open(file) as unpacked:
        yield from _records(name, unpacked)


def _records(name: str, file: _File) -> Iterator[tuple[str, bytes]]:
    """Yield the records of a file. It has one record per line if its first line is a complete object, otherwise one record."""
    first = file.readline(MOST_BYTES + 1)
    if not _is_object(first):
        yield name, first + file.read(max(0, MOST_BYTES + 1 - len(first)))
        return
    number, line = 1, first
    while line:
        if line.strip():
            yield f"{name}:{number}", line
        _skip_rest(file, line)
        number, line = number + 1, file.readline(MOST_BYTES + 1)


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(msgspec.json.decode(line), dict)
    except (ValueError, RecursionError):
        return False


def _skip_rest(file: _File, line: bytes) -> None:
    """Read to the end of an overlong line, so that its rest is not taken for the next line."""
    while line and not line.endswith(b"\n"):
        line = file.readline(MOST_BYTES)
