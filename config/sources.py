"""Which version of the code and its data makes something, so that nothing is kept that today would come out otherwise."""

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
def version(patterns: tuple[str, ...], packages: tuple[str, ...] = ()) -> str:
    """Changes with any file that fits one of the patterns (as "engines/**/*.py") and with the versions of the packages."""
    return version_of(sorted(path for pattern in patterns for path in ROOT.glob(pattern)), packages)


def version_of(files: Iterable[Path], packages: Iterable[str] = ()) -> str:
    """The same of files by name; they are told by what they hold and in their order."""
    digest = hashlib.sha256()
    for package in packages:
        digest.update(f"{package} {metadata.version(package)}\0".encode())
    for path in files:
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]
