"""Exported records kept for ever, with which the tests check that old exports can still be imported and read.

Run ``python -m tests.site.freezing SLUG`` when a game ships a new version, or when the record gets a new format. The command
plays one game and keeps its record. A kept record is never rewritten, because users have files in the same format.
"""

import os
import sys
from pathlib import Path

FROZEN = Path(__file__).parent / "frozen"
PEOPLE = ("Elena", "Franco")


def frozen(slug: str) -> Path:
    """Play one game in its newest version, write its record in the newest format, and return the file.

    The function needs a disposable database. Raises FileExistsError if the file exists.
    """
    from engines import registry
    from tables.selectors.archive import export
    from tests.site import factories

    version = registry.engine(slug).versions[-1]
    people = [factories.person(name) for name in PEOPLE]
    seats = max(2, registry.engine(slug).seat_range[0])
    table = factories.play_to_end(factories.running_table(*people, game=slug, options={}, bots=max(0, seats - 2)))
    path = FROZEN / f"{slug}-{version}-format{export.FORMAT_VERSION}.json"
    with path.open("xb") as file:
        file.write(export.record_line(table))
    return path


def main(slug: str) -> None:
    """Play one game in a separate test database and print the path of its record."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import logging

    import django
    from django.test.utils import setup_databases, teardown_databases

    django.setup()
    logging.disable(logging.WARNING)  # Warnings are off, because the script runs without a broker.
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        sys.stdout.write(f"{frozen(slug)}\n")
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    match sys.argv[1:]:
        case [game]:
            main(game)
        case _:
            sys.exit(__doc__)
