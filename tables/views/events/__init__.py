"""Pages of events: lists, one event, opening, entering, and the organiser's actions."""
