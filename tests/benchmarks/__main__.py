"""`python -m tests.benchmarks [ROW ...]`: speed as ratios to peers in the same run, printed as one table.

Rows: training, large, memory, encoding, splitting, unigram, wordpiece, runs, seeking, comparing, flores, map, starting,
compiling, typing, lateness, dragging.  Without any all are measured, which takes about ten minutes.  The corpora are made
once, in the folder given.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, machine, table

ROWS = {
    "training": "training.small",
    "large": "training.large",
    "memory": "training.memory",
    "encoding": "encoding.encoding",
    "splitting": "encoding.splitting",
    "unigram": "algorithms.unigram",
    "wordpiece": "algorithms.wordpiece",
    "runs": "long_runs.long_runs",
    "seeking": "exploring.seeking",
    "comparing": "exploring.comparing",
    "flores": "languages.flores",
    "map": "languages.heat_map",
    "starting": "starting.starting",
    "compiling": "starting.compiling",
    "typing": "typing_text.typing",
    "lateness": "window_gaps.lateness",
    "dragging": "window_seeking.dragging",
}
"""What can be measured, and the function that does it: it gets the corpora and the number of rounds, and yields rows."""


def main() -> int:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__, formatter_class=form)
    parser.add_argument("rows", nargs="*", metavar="ROW", help="what to measure (default: all)")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each, in turn; the best counts (default 5)")
    parser.add_argument("--folder", type=Path, help="where the corpora are kept (default: a temporary folder)")
    options = parser.parse_args()
    unknown = [name for name in options.rows if name not in ROWS]
    if unknown:
        parser.error(f"there is no row {unknown[0]}; there are {', '.join(ROWS)}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        rows = list(_measured(options.rows or list(ROWS), Corpora(folder), options.rounds))
    print(f"{machine()}\n\n{table(rows)}")
    return 0


def _measured(names: list[str], corpora: Corpora, rounds: int) -> Iterator[Row]:
    """All rows asked for; one that fails says so and hides no other."""
    for name in names:
        print(f"{name} ...", file=sys.stderr, flush=True)
        module, function = ROWS[name].split(".")
        try:
            measure: Callable[[Corpora, int], Iterator[Row]] = getattr(
                importlib.import_module(f"tests.benchmarks.{module}"), function
            )
            yield from measure(corpora, rounds)
        except Exception as error:  # a benchmark is no test: the other rows are still worth having
            traceback.print_exc()
            yield Row(name, f"failed: {str(error)[:80]}", "", "", "", "", None)


if __name__ == "__main__":
    sys.exit(main())
