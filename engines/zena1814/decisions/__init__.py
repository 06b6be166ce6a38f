"""One module for each kind of decision: who is asked, what is legal and what it does stand together.

Refusals are :class:`engines.contract.IllegalAction`; each module lists its codes.
"""

from engines.zena1814.decisions import dice, discard, draw, festa, manezzi, palace, place, react, sheet, starter, trick, turn

ALL = (place, starter, turn, react, draw, manezzi, trick, dice, festa, palace, discard)
ASKING = (*ALL, sheet)
"""What says who is asked: each module in its place, and the sheet for all that may come up in a resolution."""
BY_KIND = {module.KIND: module for module in ALL}
BY_ACTION = {action: module for module in ALL for action in module.ACTIONS}
