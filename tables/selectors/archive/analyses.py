"""Queries for computer analyses of finished games."""

from datetime import datetime, timedelta

import msgspec
from django.conf import settings

from engines.search.reading import FORMAT, Reading
from engines.search.values import value_of
from tables.models import Analysis, Table

Status = Analysis.Status
OPEN = (Status.WAITING, Status.RUNNING)
# Time after which a failed analysis can be requested again.
FAILED_FOR = timedelta(days=1)


def is_analysable(table: Table) -> bool:
    """Return whether a game can be analysed: it is disclosed, was played to the end, and its title has a learned value."""
    return table.is_disclosed and table.ended_by == Table.EndedBy.FINISHED and value_of(table.game) is not None


def are_on() -> bool:
    """Return whether this site makes analyses."""
    return bool(settings.ANALYSES_PER_DAY > 0)


def analysis_of(table: Table) -> Analysis | None:
    """Return the analysis of a table, also one that is not done, without its result."""
    return Analysis.objects.filter(table=table).defer("reading").first()


def is_outdated(analysis: Analysis, now: datetime) -> bool:
    """Return whether an analysis can be replaced: it failed some time ago, or its result has an old format."""
    if analysis.status == Status.FAILED:
        return analysis.asked_at <= now - FAILED_FOR
    return analysis.status == Status.DONE and analysis.format != FORMAT


def reading_of(analysis: Analysis) -> Reading:
    """Return the result of an analysis that is done and not outdated."""
    return msgspec.json.decode(analysis.reading, type=Reading)
