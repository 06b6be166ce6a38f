"""The clock of the whole site, which can jump."""

import time
from datetime import UTC, datetime
from pathlib import Path

# Seconds until all processes have noticed a jump. Each reads the offset ten times a second.
NOTICED = 0.25


class Clock:
    """Clock of the site. ``offset`` is its lead over real time, in seconds."""

    def __init__(self, note: Path) -> None:
        self.note, self.offset = note, 0.0
        self._write()

    def now(self) -> datetime:
        """Return the current time of the site."""
        return datetime.fromtimestamp(time.time() + self.offset, UTC)

    def jump(self, seconds: float) -> None:
        """Move all clocks by ``seconds``, and return once all processes have noticed."""
        self.offset += seconds
        self._write()
        time.sleep(NOTICED)

    def _write(self) -> None:
        draft = self.note.with_suffix(".new")
        draft.write_text(str(self.offset))
        draft.rename(self.note)
