"""Benchmarks of work that should cost about the same for any number of tables and games."""
