"""Version of the code and data behind a stored result.

A result is dropped if today's code might compute another one.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
def version(patterns: tuple[str, ...], packages: tuple[str, ...] = ()) -> str:
    """Return a version of the files that match the patterns (such as "engines/**/*.py") and of the packages.

    It changes if the content of a file or the version of a package changes."""
    return version_of(sorted(path for pattern in patterns for path in ROOT.glob(pattern)), packages)


def version_of(files: Iterable[Path], packages: Iterable[str] = ()) -> str:
    """Return a version of these files and packages, by the files' content and order."""
    digest = hashlib.sha256()
    for package in packages:
        digest.update(f"{package} {metadata.version(package)}\0".encode())
    for path in files:
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]
