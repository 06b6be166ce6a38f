"""Django's templates, compiled to Python: the same language and the same output, in a fraction of the time."""
