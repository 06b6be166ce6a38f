"""Figure of a benchmark, and its output."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Figure:
    """Value ``ours`` against ``reference`` in the same unit, and the goal for their ratio.

    Without a goal the figure is only information.
    """

    name: str
    ours: float
    reference: float
    goal: float | None
    better: Literal["more", "less"]

    @property
    def ratio(self) -> float:
        """Ratio of ours to the reference."""
        return self.ours / self.reference

    @property
    def met(self) -> bool:
        """True if the goal is met, or if there is none."""
        if self.goal is None:
            return True
        return self.ratio >= self.goal if self.better == "more" else self.ratio <= self.goal

    def line(self) -> str:
        """Return ``name ours reference ratio goal ok|short``."""
        words = (
            f"{self.ours:.4g}",
            f"{self.reference:.4g}",
            f"{self.ratio:.3f}",
            "-" if self.goal is None else f"{self.goal:.3g}",
            "ok" if self.met else "short",
        )
        return " ".join((self.name, *words))


def median_seconds(act: Callable[[], object], repeats: int) -> float:
    """Call ``act`` repeatedly. Return the median time of one call in seconds."""
    times = []
    for _repeat in range(repeats):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def interleaved(ours: Callable[[], object], reference: Callable[[], object], repeats: int) -> tuple[float, float]:
    """Call both alternately, so that other work on the machine affects both alike. Return the median seconds of each."""
    pairs = [(median_seconds(ours, 1), median_seconds(reference, 1)) for _repeat in range(repeats)]
    return statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)
