"""Learned values of positions: games of bots, weights fitted to their results, and their calibration (`make minds`)."""
