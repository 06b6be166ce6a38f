"""Events: opening, entering, running, and the organiser's actions.

Locks: a table is locked before its event, because the end of a game wakes its event. Services that have locked an event
therefore lock no table.
"""
