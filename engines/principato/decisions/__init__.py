"""One module for each kind of decision: who is asked, what is legal and what it does stand together.

Refusals are :class:`engines.contract.IllegalAction`; each module lists its codes.
"""

from engines.kit.agenda import Kind
from engines.principato.actions import Action
from engines.principato.decisions import feed, release, turn
from engines.principato.desk import Desk
from engines.principato.state import Hand, Public

ALL: tuple[Kind[Public, Hand, Action, Desk], ...] = (turn, feed, release)
