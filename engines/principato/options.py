"""Choices when a table is created."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Version of the data, and the way units are supplied at military scorings.

    ``in_order`` is the rule: seats with more military tiles decide first, and later seats see their answers [P-8.3]. ``sealed``
    is a faster variant: all seats decide secretly, and all answers are revealed together.
    """

    version: Literal["1"] = "1"
    feeding: Literal["in_order", "sealed"] = "in_order"
