"""Figures of one run on one machine, given as ratios; nothing here is a test."""
