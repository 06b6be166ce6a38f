"""What can be chosen when a table is created."""

from typing import Literal

import msgspec

from engines.zena1814.content import Mode


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The version of the data, the mode [Z-1.1], and the two rulings that tables may choose.

    ``starter`` replaces the race of the expert placement [R-5]: a lot among those in time, who then names the start player;
    the first whose placement is complete; or the lot itself. ``free_order`` lets a turn influence cards before it offers
    one [R-12].
    """

    version: Literal["1"] = "1"
    mode: Mode = "expert"
    starter: Literal["sealed_lot", "first_in", "random"] = "sealed_lot"
    free_order: bool = False
