"""One module for each kind of decision: its seats, its legal answers and their effects.

Refusals are :class:`engines.contract.IllegalAction`; each module lists its codes.
"""

from engines.kit.agenda import Kind
from engines.zena1814.actions import Action
from engines.zena1814.decisions import dice, discard, draw, festa, manezzi, palace, place, react, starter, trick, turn
from engines.zena1814.desk import Desk
from engines.zena1814.state import Hand, Public

ALL: tuple[Kind[Public, Hand, Action, Desk], ...] = (
    place,
    starter,
    turn,
    react,
    draw,
    manezzi,
    trick,
    dice,
    festa,
    palace,
    discard,
)
