"""Times of several programs that do the same work in turn, and the table that tells them.

Machines are shared and noisy: runs are interleaved, the best of each counts, and CPU seconds stand beside those of the
clock.  A peer that is not installed gives a row that says so.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Best:
    """The least seconds of several runs, of the clock and of all threads together."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what is measured, what came out, what is asked for, and whether it is met (None: unknown)."""

    measure: str
    result: str
    ours: str
    theirs: str
    must: str
    aim: str
    is_met: bool | None

    @property
    def cells(self) -> tuple[str, ...]:
        """As it is printed."""
        met = {True: "yes", False: "no", None: ""}[self.is_met]
        return self.measure, self.result, self.ours, self.theirs, self.must, self.aim, met


HEADER = ("measure", "result", "ours", "theirs", "must", "aim", "met")


def interleaved(runs: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, Best]:
    """The best of each, after one run of each that does not count."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
    for number in range(rounds + 1):
        for name, run in runs.items():
            wall, cpu = time.perf_counter(), time.process_time()
            run()
            spent = time.perf_counter() - wall, time.process_time() - cpu
            if number:
                times[name].append(spent)
    return {name: Best(min(wall for wall, _ in rows), min(cpu for _, cpu in rows)) for name, rows in times.items()}


def ratio_row(measure: str, ours: Best, theirs: Best, must: float, aim: float, *, by_cpu: bool = False) -> Row:
    """How many times as fast we are; by the clock, unless CPU seconds are asked for."""
    by_clock, by_seconds = theirs.wall / ours.wall, theirs.cpu / ours.cpu
    ratio = by_seconds if by_cpu else by_clock
    result = f"{ratio:.1f}x (cpu)" if by_cpu else f"{ratio:.1f}x (cpu {by_seconds:.1f}x)"
    return Row(measure, result, _seconds(ours), _seconds(theirs), f"{must:g}x", f"{aim:g}x", ratio >= must)


def limit_row(measure: str, value: float, must: float, aim: float, unit: str, note: str = "") -> Row:
    """Something that must not be more than a limit."""
    return Row(measure, f"{value:.3g} {unit}", note, "", f"{must:g} {unit}", f"{aim:g} {unit}", value <= must)


def missing_row(measure: str, package: str, must: str, aim: str) -> Row:
    """A row without figures."""
    return Row(measure, f"{package} is not installed", "", "", must, aim, None)


def is_installed(package: str) -> bool:
    """Whether a peer can be imported."""
    return importlib.util.find_spec(package) is not None


def _seconds(best: Best) -> str:
    return f"{best.wall:.3g} s (cpu {best.cpu:.3g})"


def in_new_process(code: str, *arguments: str, **environment: str) -> tuple[float, str]:
    """Seconds that a fresh Python takes for some code, and what it prints."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen"} | environment,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return time.perf_counter() - began, done.stdout


def table(rows: Iterable[Row]) -> str:
    """All rows as a Markdown table."""
    lines = [HEADER, *(row.cells for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADER))]

    def written(cells: tuple[str, ...]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"

    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([written(lines[0]), rule, *map(written, lines[1:])])


def machine() -> str:
    """The computer this runs on, in a line."""
    import platform

    name = platform.processor() or platform.machine()
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        models = [line.split(":", 1)[1].strip() for line in facts.read_text().splitlines() if "model name" in line]
        name = models[0] if models else name
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"
