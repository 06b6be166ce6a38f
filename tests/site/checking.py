"""Runs of the record checker without the project, in an isolated Python."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

CHECKER = Path(__file__).resolve().parents[2] / "docs" / "check_record.py"


def run(path: Path, *commitment: str) -> subprocess.CompletedProcess[str]:
    """Run the checker on a file, without access to the project's modules."""
    command = [sys.executable, "-I", str(CHECKER), str(path), *commitment]
    return subprocess.run(command, cwd="/", env={}, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)


def check(record: Any, folder: Path) -> list[str]:
    """Run the checker on a record. Return the faults it finds, after checking its exit code and its last lines."""
    path = folder / "record.json"
    path.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    done = run(path)
    found = [line.removeprefix("DOES NOT HOLD: ") for line in done.stdout.splitlines() if line.startswith("DOES NOT HOLD: ")]
    assert done.stderr == "", done.stderr
    assert done.returncode == (1 if found else 0)
    assert ("Commitment, seats, draws and receipts hold." in done.stdout) == (not found and "NOT CHECKED: " not in done.stdout)
    assert "Whether the moves keep to the rules was not looked at." in done.stdout
    return found
