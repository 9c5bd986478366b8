"""Form, types and floors: the tools decide, so that people need not."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["-m", "ruff", "check", "--no-cache", "."], id="lint"),
        pytest.param(["-m", "ruff", "format", "--no-cache", "--check", "."], id="format"),
        pytest.param(["-m", "mypy"], id="types", marks=pytest.mark.timeout(600)),
        pytest.param(["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"], id="floors"),
    ],
)
def test_the_tools_have_nothing_to_say(arguments: list[str]) -> None:
    result = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("package", ["engine.cli", "engine.training", "engine.comparison"])
def test_the_engine_brings_in_no_window(package: str) -> None:
    code = f"import sys, {package}; print([m for m in sys.modules if m.split('.')[0] in ('PySide6', 'app')])"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_the_lock_names_no_address() -> None:
    assert "://" not in (ROOT / "requirements.lock").read_text()
