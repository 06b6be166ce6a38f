"""One module for each kind of decision: who is asked, what is legal and what it does stand together.

Refusals are :class:`engines.contract.IllegalAction`; each module lists its codes.
"""
