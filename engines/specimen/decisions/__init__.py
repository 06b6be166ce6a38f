"""One module for each kind of decision: who is asked, what is legal and what it does stand together.

Adding a kind is one module and one entry in ``ALL``, in the order of the rules.
"""

from engines.specimen.decisions import draw, offer, packing, relay, saddle, stable

ALL = (saddle, offer, relay, draw, stable, packing)
BY_KIND = {module.KIND: module for module in ALL}
BY_ACTION = {action: module for module in ALL for action in module.ACTIONS}
