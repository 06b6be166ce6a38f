"""Search for strong moves in any game: imagined games, and the candidate that wins the largest share of them.

The functions use only the interface of :mod:`engines.contract`, and draw no random number of their own.
"""
