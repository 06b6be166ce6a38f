"""Keeping a game that was played on another installation, after everything in its record was checked.

Nothing is saved before the rules and the published secret have made every move, draw, receipt and the result again. What no
rules can make again (names, times, who was there) must at least be possible, and is believed.
"""

from datetime import datetime

from django.db import IntegrityError, transaction

from tables.models import Move, Seat, Table, Tenure
from tables.selectors.archive import export
from tables.selectors.archive.records import BadRecord, GameRecord, same_game
from tables.services.archive import archiving, imported
from tables.services.archive.verify import findings


def import_game(*, record: GameRecord, visibility: Table.Visibility | None = None, now: datetime) -> bool:
    """Keep a game as an ended table under its own code; False if this very game is here already.

    Nobody here is matched to a name in it, and its result counts for no rating. ``visibility`` is the record's own unless
    another is asked for. Raises BadRecord; nothing is kept then.
    """
    game = imported.build_game(record, now)
    failed = [finding for finding in findings(game.table, game.seats, game.moves) if not finding.ok]
    if failed:
        raise BadRecord("; ".join(f"{finding.code} does not hold {finding.detail}".rstrip() for finding in failed))
    here = Table.objects.filter(code=record.code).first()
    if here is not None:
        _check_same(here, record)
        return False
    game.table.visibility = visibility or record.visibility
    _save(game)
    return True


def _check_same(here: Table, record: GameRecord) -> None:
    if here.status != Table.Status.ENDED or not here.started_at:
        raise BadRecord("a table of this code is here, and its game is not over")
    if not same_game(export.game_record(here), record):
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
