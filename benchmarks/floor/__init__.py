"""Reference for pages and moves: a separate project that does the least possible for the same responses.

It is frozen and shares nothing with the site except Django. It has its own settings, tables, users and process, and its
responses are prepared beforehand. A change that makes the floor faster must make the site faster too; nothing else may change
the floor.
"""
