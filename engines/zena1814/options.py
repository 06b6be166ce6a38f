"""Choices when a table is created."""

from typing import Literal

import msgspec

from engines.zena1814.content import Mode


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Version of the data, mode [Z-1.1], and the two rulings that tables can choose.

    ``starter`` replaces the race of the expert placement [R-5]. The start player is named by a seat drawn from those in time,
    named by the first seat to complete its placement, or drawn. ``free_order`` allows influencing cards before an offer
    [R-12].
    """

    version: Literal["1"] = "1"
    mode: Mode = "expert"
    starter: Literal["sealed_lot", "first_in", "random"] = "sealed_lot"
    free_order: bool = False
