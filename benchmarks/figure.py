"""What a figure is, and how it is told."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Figure:
    """``ours`` against ``reference`` in the same unit; the goal is met when the ratio is on the right side of it.

    Without a goal it only tells something.
    """

    name: str
    ours: float
    reference: float
    goal: float | None
    better: Literal["more", "less"]

    @property
    def ratio(self) -> float:
        """Ours in terms of the reference."""
        return self.ours / self.reference

    @property
    def met(self) -> bool:
        """Whether the goal is reached, if there is one."""
        if self.goal is None:
            return True
        return self.ratio >= self.goal if self.better == "more" else self.ratio <= self.goal

    def line(self) -> str:
        """``name ours reference ratio goal ok|short``."""
        words = (
            f"{self.ours:.4g}",
            f"{self.reference:.4g}",
            f"{self.ratio:.3f}",
            "-" if self.goal is None else f"{self.goal:.3g}",
            "ok" if self.met else "short",
        )
        return " ".join((self.name, *words))


def median_seconds(act: Callable[[], object], repeats: int) -> float:
    """The median time of one call."""
    taken = []
    for _repeat in range(repeats):
        begun = time.perf_counter()
        act()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def interleaved(ours: Callable[[], object], reference: Callable[[], object], repeats: int) -> tuple[float, float]:
    """Median seconds of both, taken in turns so that whatever else the machine does hits both alike."""
    pairs = [(median_seconds(ours, 1), median_seconds(reference, 1)) for _repeat in range(repeats)]
    return statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)
