"""What can be chosen when a table is created."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The version of the data, and how a military scoring is fed.

    ``in_order`` is the rule: who has more military tiles decides first, the later ones see it [P-8.3]. ``sealed`` departs
    from it for speed: all decide unseen and are opened together.
    """

    version: Literal["1"] = "1"
    feeding: Literal["in_order", "sealed"] = "in_order"
