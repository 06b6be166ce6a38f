"""One module for each kind of decision: who is asked, what is legal and what it does stand together.

Refusals are :class:`engines.contract.IllegalAction`; each module lists its codes.
"""

from engines.principato.decisions import feed, release, turn

ALL = (turn, feed, release)
BY_KIND = {module.KIND: module for module in ALL}
BY_ACTION = {action: module for module in ALL for action in module.ACTIONS}
