"""Benchmarks of work that must cost the same for any number of tables and games."""
