"""`python -m tests.benchmarks`: make the corpora in a temporary folder, run everything, print the tables."""

import argparse
import platform
import tempfile
from pathlib import Path

from tests.benchmarks import training, window_gaps
from tests.benchmarks.corpus import write_mixed


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--megabytes", type=int, default=20, help="size of the corpus (default 20)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each, in turn; the best counts (default 3)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = write_mixed(Path(folder), options.megabytes)
        print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}\n")
        print(training.report(path, options.rounds), end="\n\n")
        print(window_gaps.report(path))


if __name__ == "__main__":
    main()
