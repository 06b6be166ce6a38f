"""Who played which part of a game."""

from collections.abc import Iterable
from itertools import pairwise

from django.utils.translation import gettext as _

from tables.models import Tenure

STEWARD = "steward"


def course(tenures: Iterable[Tenure]) -> str:
    """One seat's players in their order: "Anna until move 40, the steward until move 52, then Bea".

    Empty if it was one player all the time; who never came to a move is left out.
    """
    played = [
        each for each in sorted(tenures, key=lambda each: each.pk) if each.last_seq is None or each.last_seq >= each.first_seq
    ]
    parts = [part for before, part in pairwise([None, *played]) if part and (before is None or _who(before) != _who(part))]
    if len(parts) < 2:
        return ""
    said = [
        _("%(name)s until move %(move)d") % {"name": _who(part), "move": after.first_seq - 1} for part, after in pairwise(parts)
    ]
    return ", ".join([*said, _("then %(name)s") % {"name": _who(parts[-1])}])


def _who(tenure: Tenure) -> str:
    if tenure.bot == STEWARD:
        return _("the steward")
    return tenure.bot or str(tenure.user or _("somebody who left"))
