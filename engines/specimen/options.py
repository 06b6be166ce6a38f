"""Choices when a table is created."""

from typing import Annotated, Literal

import msgspec

from engines.specimen.content import Bag


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Version of the data, and the maximum number of nights [S-6.1].

    ``habit`` is the bag of every courier's initial standing order, if any. Couriers can change the order at any time.
    """

    version: Literal["1"] = "1"
    nights: Annotated[int, msgspec.Meta(ge=1, le=4)] = 3
    habit: Bag | msgspec.UnsetType = msgspec.UNSET
