"""One module for each kind of decision: its seats, its legal answers and their effects.

Refusals are :class:`engines.contract.IllegalAction`; each module lists its codes.
"""

from engines.kit.agenda import Kind
from engines.principato.actions import Action
from engines.principato.decisions import feed, release, turn
from engines.principato.desk import Desk
from engines.principato.state import Hand, Public

ALL: tuple[Kind[Public, Hand, Action, Desk], ...] = (turn, feed, release)
