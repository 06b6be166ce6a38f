"""Benchmarks: figures of one run on one machine, given as ratios. Nothing here is a test."""
