"""The clock of the whole site, which jumps."""

import time
from datetime import UTC, datetime
from pathlib import Path

# Every process looks ten times a second.
NOTICED = 0.25


class Clock:
    """``offset``: by how many seconds the site's clock goes ahead of the true one."""

    def __init__(self, note: Path) -> None:
        self.note, self.offset = note, 0.0
        self._write()

    def now(self) -> datetime:
        """The moment as the site has it."""
        return datetime.fromtimestamp(time.time() + self.offset, UTC)

    def jump(self, seconds: float) -> None:
        """Set all clocks by so much; returns once everybody has noticed."""
        self.offset += seconds
        self._write()
        time.sleep(NOTICED)

    def _write(self) -> None:
        draft = self.note.with_suffix(".new")
        draft.write_text(str(self.offset))
        draft.rename(self.note)
