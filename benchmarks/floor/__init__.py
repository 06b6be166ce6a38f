"""The reference of pages and moves: a project of its own that does the least anybody could do for the same answers.

It is frozen and shares nothing with the site but Django: settings, tables, people and process are its own, and it answers with
bytes it was given beforehand. Whatever makes it faster makes the site faster too, and nothing else may change it.
"""
