"""`python3 tests`: prepare this checkout as `python3 app` does, then run every check and test.

Arguments go to pytest: `python3 tests -k tie_rules`.
"""

import os
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

if __name__ == "__main__":
    os.chdir(ROOT)
    bootstrap = runpy.run_path(str(ROOT / "app" / "__main__.py"))
    bootstrap["run"](["-m", "pytest", *sys.argv[1:]])
