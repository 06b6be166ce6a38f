"""Import of a game from another installation, after a full check of its record.

Before anything is saved, the rules and the published secret must reproduce every move, draw, receipt and the result. Data
outside the rules (names, times, holders) must only be plausible, and is trusted.
"""

from datetime import datetime

from django.db import IntegrityError, transaction

from tables.models import Move, Seat, Table, Tenure
from tables.selectors.archive import export
from tables.selectors.archive.records import BadRecord, GameRecord, same_game
from tables.services.archive import archiving, imported
from tables.services.archive.verify import findings


def import_game(*, record: GameRecord, visibility: Table.Visibility | None = None, now: datetime) -> bool:
    """Save a game as an ended table under its own code; return False if this game already exists here.

    Its names are not matched with users, and its result is not rated. ``visibility`` overrides that of the record. Raises
    BadRecord if the record is refused; then nothing is saved.
    """
    game = imported.build_game(record, now)
    failed = [finding for finding in findings(game.table, game.seats, game.moves) if not finding.ok]
    if failed:
        raise BadRecord("; ".join(f"{finding.code} does not hold {finding.detail}".rstrip() for finding in failed))
    existing = Table.objects.filter(code=record.code).first()
    if existing is not None:
        _check_same(existing, record)
        return False
    game.table.visibility = visibility or record.visibility
    _save(game)
    return True


def _check_same(existing: Table, record: GameRecord) -> None:
    if not existing.is_disclosed or not existing.started_at:
        raise BadRecord("a table of this code is here, and its game is not over")
    if not same_game(export.game_record(existing), record):
        raise BadRecord("another game of this code is here")


def _save(game: imported.Game) -> None:
    try:
        with transaction.atomic():
            game.table.save(force_insert=True)
            Seat.objects.bulk_create(game.seats)
            Tenure.objects.bulk_create(game.tenures)
            Move.objects.bulk_create(game.moves, batch_size=500)
            archiving.archive_game(table_id=game.table.pk)
    except IntegrityError:
        raise BadRecord("a table of this code has come meanwhile") from None
