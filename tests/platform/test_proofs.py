"""``make leaks`` and ``make fuzz`` fail if they tried nothing of the requested selection.

test_chaos.py has the test for ``make chaos``.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LEAKS = ("-m", "pytest", "-q", "-n0", "tests/leaks/whole_games.py", "-k", "pebbles")
FUZZ = ("-m", "tests.fuzz")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("proof", "asked", "told"),
    [
        (LEAKS, {"SECONDS_OF_LEAKS": "1", "LEAKS_ADDRESSES": "^/nowhere/"}, "nothing was tried of ^/nowhere/"),
        (LEAKS, {"SECONDS_OF_LEAKS": "1", "LEAKS_KINDS": "nowhere"}, "no kind of hidden parts is called nowhere"),
        (FUZZ, {"FUZZ_REQUESTS": "0", "FUZZ_PROCESSES": "1"}, "never reached: tables:detail"),
    ],
    ids=["leaks by address", "leaks by kind", "fuzz"],
)
def test_a_proof_that_tried_nothing_fails_and_says_of_what(proof: tuple[str, ...], asked: dict[str, str], told: str) -> None:
    known = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "SAMPLE", "DATABASE", "REDIS"))
    }
    ended = subprocess.run(
        [sys.executable, *proof], cwd=ROOT, env=known | asked, capture_output=True, text=True, timeout=300, check=False
    )
    assert ended.returncode == 1, ended.stdout
    assert told in ended.stdout
    assert "Traceback" not in ended.stderr
