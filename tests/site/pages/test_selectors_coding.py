"""Decoding of rows in many threads at the same time, right after the start of a process."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
MANY_AT_ONCE = """
import os, sys, threading
import django
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()
sys.setswitchinterval(1e-7)
from engines import registry
from engines.contract import encode
from tables.selectors import coding
engine = registry.engine(sys.argv[1])
text = encode(engine.start(engine.Options(), 3, bytes(32)).state).decode()
gate = threading.Barrier(8)
def read():
    gate.wait()
    coding.state(sys.argv[1], text)
threads = [threading.Thread(target=read) for _each in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("all read")
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["gonzaga", "zena1814"])
def test_the_first_readers_of_a_process_do_not_get_into_each_others_way(game):
    """Threads that decode first in a process do not disturb each other.

    msgspec crashed the process when two threads built the first decoder of a type. The test is slow because it starts new
    processes.
    """
    for _attempt in range(3):
        done = subprocess.run([sys.executable, "-c", MANY_AT_ONCE, game], cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, "all read")
