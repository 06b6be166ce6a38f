"""Game of one decision for the tests of events. It is registered only inside ``registered()``."""
