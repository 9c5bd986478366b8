"""`python3 tests`: prepare this checkout as `python3 app` does, then run every check and test.

Arguments go to pytest: `python3 tests -k tie_rules`.  Each processor runs its share of the files, up to four at once; `-n 0`
runs them one after the other.
"""

import os
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

if __name__ == "__main__":
    os.chdir(ROOT)
    bootstrap = runpy.run_path(str(ROOT / "app" / "__main__.py"))
    processes = str(min(os.cpu_count() or 1, 4))
    bootstrap["run"](["-m", "pytest", "-n", processes, "--dist", "loadfile", *sys.argv[1:]])
