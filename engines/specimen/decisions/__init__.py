"""One module for each kind of decision: its seats, its legal answers and their effects.

Adding a kind takes one module and one entry in ``ALL``, in the order of the rules.
"""

from engines.kit.agenda import Kind
from engines.specimen.actions import Action
from engines.specimen.decisions import draw, offer, packing, relay, saddle, stable
from engines.specimen.desk import Desk
from engines.specimen.state import Hand, Public

ALL: tuple[Kind[Public, Hand, Action, Desk], ...] = (saddle, offer, relay, draw, stable, packing)
