"""Which processes make up the site: the one list that the supervisor, compose.yaml and the documentation follow.

``make up`` runs them all next to an embedded Valkey; in production each is a service of its own. More of a kind can be started
at any time, except the beat, of which there is exactly one.
"""

import sys
from typing import NamedTuple


class Process(NamedTuple):
    """One long-running process: its name in logs and in compose.yaml, and its arguments after ``python -m``."""

    name: str
    module: tuple[str, ...]

    def command(self, *more: str) -> list[str]:
        """The command line with this very Python; ``more`` are arguments that only one surrounding needs."""
        return [sys.executable, "-m", *self.module, *more]


CELERY = ("celery", "--quiet", "-A", "config")
WEB = Process("web", ("config.serve",))
PLAY = Process("play", (*CELERY, "worker", "-n", "play@%h", "-Q", "default,sweep", "-P", "threads", "-c", "2"))
MAIL = Process("mail", (*CELERY, "worker", "-n", "mail@%h", "-Q", "mail", "-P", "threads", "-c", "2"))
WAYS = Process("ways", (*CELERY, "worker", "-n", "ways@%h", "-Q", "ways", "-P", "threads", "-c", "4"))
BOTS = Process("bots", (*CELERY, "worker", "-n", "bots@%h", "-Q", "bots", "-P", "threads", "-c", "1"))
BEAT = Process("beat", (*CELERY, "beat", "--pidfile="))

WORKERS = (PLAY, MAIL, WAYS, BOTS)
PROCESSES = (WEB, *WORKERS, BEAT)
