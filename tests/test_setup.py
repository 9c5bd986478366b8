"""`python3 app` and `python3 tests` make `.venv` once, and again only when something else has to be installed."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

setup = importlib.import_module("app.__main__")
ROOT = setup.ROOT


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("pyproject.toml", "requirements.lock"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    return tmp_path


def changed(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "is_made_again"),
    [
        ("pyproject.toml", "[tool.ruff]", "[tool.ruff]  # how it is checked", False),
        ("pyproject.toml", "dependencies = [", 'dependencies = [\n  "zstandard",', True),
        ("requirements.lock", "==", "==1.", True),
    ],
    ids=["how it is checked", "what it needs", "the versions"],
)
def test_what_is_installed_is_made_again_when_something_else_is_to_be(
    checkout: Path, name: str, old: str, new: str, is_made_again: bool
) -> None:
    before = setup.venv_key()
    changed(checkout / name, old, new)
    assert (setup.venv_key() != before) is is_made_again


def test_another_folder_has_one_of_its_own(checkout: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = setup.venv_key()
    moved = tmp_path / "moved"
    moved.mkdir()
    for file in tuple(checkout.iterdir()):
        if file.is_file():
            (moved / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(setup, "ROOT", moved)
    assert setup.venv_key() != before
