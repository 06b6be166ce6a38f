"""``make fuzz``: hostile requests to the forms and addresses of the site, with hostile headers.

FUZZ_REQUESTS (100,000), FUZZ_SEED and FUZZ_PROCESSES set number, random choices and processes. Most requests are based on a
page or form that a user has seen, with altered values. A fault is:

- a response with a status of 500 or more, or no response,
- a changed row after a request that was refused, was no POST, or lacked the form's CSRF token,
- a changed row of a table that the sender may not change,
- a request of more than two seconds of processor time, which no linear-time code needs,
- a table with a record that does not replay after the requests,
- an address of the site that no request reached,
- a process that died.

It prints the first faults of each kind, one line for each process and a last one with the sums. The exit code is 1 if there was
any fault.
"""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from config.supervision.supervisor import say

for name in ("DATABASE_URL", "REDIS_URL"):
    os.environ.pop(name, None)
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

REQUESTS = int(os.environ.get("FUZZ_REQUESTS") or 100_000)
SEED = int(os.environ.get("FUZZ_SEED") or time.time())
PROCESSES = int(os.environ.get("FUZZ_PROCESSES") or os.cpu_count() or 1)
PART = os.environ.get("FUZZ_PART")
MOST_TOLD = 20


def parts() -> Iterator[dict[str, int]]:
    """Run all processes, and yield the findings of each."""
    share = [REQUESTS // PROCESSES + (number < REQUESTS % PROCESSES) for number in range(PROCESSES)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz"],
            env={**os.environ, "FUZZ_PART": str(number), "FUZZ_REQUESTS": str(requests), "FUZZ_SEED": str(SEED)},
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).resolve().parents[2],
        )
        for number, requests in enumerate(share)
    ]
    for process in running:
        said, _nothing = process.communicate()
        *lines, last = said.splitlines() or [""]
        for line in lines:
            say(line)
        yield json.loads(last) if process.returncode == 0 else {"processes that died": 1}


def main() -> int:
    """Run the attack, print its findings and return the exit code."""
    say(f"fuzz: {REQUESTS} requests in {PROCESSES} processes, seed {SEED}")
    found: Counter[str] = Counter()
    reached: set[str] = set()
    for part in parts():
        reached |= set(part.pop("reached", []))
        found.update(part)
    from tests.fuzz import attack

    missed = attack.missed(reached)
    for view in missed:
        say(f"never reached: {view}")
    faults = {kind: found.get(kind, 0) for kind in (*attack.FAULTS, "processes that died")} | {
        "addresses never reached": len(missed)
    }
    told = ", ".join(f"{number} × {kind}" for kind, number in faults.items())
    say(f"fuzz: {found['requests']} requests, {found['accepted']} of them accepted; {told}")
    return 1 if any(faults.values()) else 0


if __name__ == "__main__":
    if PART is None:
        sys.exit(main())
    from tests.fuzz import attack

    say(json.dumps(attack.run(REQUESTS, Random(f"{SEED}/{PART}"), MOST_TOLD)))
