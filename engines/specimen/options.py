"""What can be chosen when a table is created."""

from typing import Annotated, Literal

import msgspec

from engines.specimen.content import Bag


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The version of the data, and how many nights are played at most [S-6.1].

    ``habit``: the bag every courier orders to draw from at the start, if any; they may order otherwise at any time.
    """

    version: Literal["1"] = "1"
    nights: Annotated[int, msgspec.Meta(ge=1, le=4)] = 3
    habit: Bag | msgspec.UnsetType = msgspec.UNSET
