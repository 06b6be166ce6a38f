"""Whole records as the site exports them, kept for ever: what was exported once can be imported and read.

``python -m tests.site.freezing SLUG`` when a game ships a new version, or the record a new format: plays one game and keeps its
record. A record that is kept already is never written again: it stands for files that people have.
"""

import os
import sys
from pathlib import Path

FROZEN = Path(__file__).parent / "frozen"
PEOPLE = ("Elena", "Franco")


def frozen(slug: str) -> Path:
    """The file of one game in its newest version and the newest format; raises FileExistsError if there is one.

    Needs a database that may be thrown away.
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
    """Play in a database of the tests' own."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import logging

    import django
    from django.test.utils import setup_databases, teardown_databases

    django.setup()
    logging.disable(logging.WARNING)  # there is no broker, and nobody to be told
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
