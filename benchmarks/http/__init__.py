"""Benchmarks of many simultaneous clients at the real web server."""
