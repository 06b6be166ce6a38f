"""Processes of the site: the only list, used by the supervisor, compose.yaml and the documentation.

``make up`` runs them all next to an embedded Valkey; in production each is its own service. You can start more of each kind at
any time, except the beat: there is exactly one.
"""

import sys
from typing import NamedTuple


class Process(NamedTuple):
    """Long-running process: its name in logs and in compose.yaml, and its arguments after ``python -m``.

    ``before`` is a command that starts the process, such as ``nice``.
    """

    name: str
    module: tuple[str, ...]
    before: tuple[str, ...] = ()

    def command(self, *more: str) -> list[str]:
        """Return the command line with the current Python; ``more`` are extra arguments for one environment."""
        return [*self.before, sys.executable, "-m", *self.module, *more]


CELERY = ("celery", "--quiet", "-A", "config")
WEB = Process("web", ("config.serve",))
PLAY = Process("play", (*CELERY, "worker", "-n", "play@%h", "-Q", "default,sweep", "-P", "threads", "-c", "2"))
MAIL = Process("mail", (*CELERY, "worker", "-n", "mail@%h", "-Q", "mail", "-P", "threads", "-c", "2"))
WAYS = Process("ways", (*CELERY, "worker", "-n", "ways@%h", "-Q", "ways", "-P", "threads", "-c", "4"))
BOTS = Process("bots", (*CELERY, "worker", "-n", "bots@%h", "-Q", "bots", "-P", "threads", "-c", "1"))
ANALYSES = Process(
    "analyses", (*CELERY, "worker", "-n", "analyses@%h", "-Q", "analyses", "-P", "threads", "-c", "1"), ("nice", "-n", "10")
)
BEAT = Process("beat", (*CELERY, "beat", "--pidfile="))

WORKERS = (PLAY, MAIL, WAYS, BOTS, ANALYSES)
PROCESSES = (WEB, *WORKERS, BEAT)
