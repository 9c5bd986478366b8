"""What `pip install .` and `uv tool install .` put on a machine: the wheel, built here as they build it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from PySide6.QtCore import QTranslator

from app.translation_files import ROOT, TRANSLATED, compile_file, file_of


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"])
    with zipfile.ZipFile(built) as opened:
        yield opened


@pytest.mark.parametrize("language", TRANSLATED)
def test_it_speaks_every_language_as_the_texts_are_now(wheel: zipfile.ZipFile, language: str, tmp_path: Path) -> None:
    texts, name = (file_of(language, suffix).relative_to(ROOT).as_posix() for suffix in (".ts", ".qm"))
    compile_file(Path(wheel.extract(texts, tmp_path)), tmp_path / "fresh.qm")
    assert wheel.read(name) == (tmp_path / "fresh.qm").read_bytes()
    translator = QTranslator()
    assert translator.load(wheel.extract(name, tmp_path))
    assert translator.translate("actions", "Quit") not in ("", "Quit")


def test_it_holds_all_resources_and_no_leftovers(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    here = (path for path in (ROOT / "resources").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    assert {path.relative_to(ROOT).as_posix() for path in here} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests/")]
    assert any(name.endswith("licenses/NOTICE") for name in names)
