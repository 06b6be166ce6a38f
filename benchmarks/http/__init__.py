"""Benchmarks of many simultaneous clients of the real web server."""
