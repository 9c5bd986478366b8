"""Opened tokenizers of one name can be told apart wherever they are named."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.session import Session
from app.state.tokenizers.entry_titles import distinct_titles
from engine.formats import save
from engine.presets import load_preset
from tests.app.conftest import LONG


@pytest.mark.parametrize(
    ("paths", "titles"),
    [
        (["/a/t.json"], ["t"]),
        (["/a/t.json", "/b/u.json"], ["t", "u"]),
        (["/a/t.json", "/a/t.mergescope"], ["t.json", "t.mergescope"]),
        (["/x/a/t.json", "/y/a/t.json"], ["t (x/a)", "t (y/a)"]),
        (["/x/a/tokenizer.json", "/y/a/tokenizer.json"], ["a (x)", "a (y)"]),
        (["/t.json", "/a/t.json"], ["t (/)", "t (a)"]),
    ],
)
def test_titles_are_as_short_as_tells_them_apart(paths: list[str], titles: list[str]) -> None:
    assert list(distinct_titles(set(), {path: Path(path) for path in paths}).values()) == titles


def test_two_files_of_one_name_in_the_shelf(qtbot: QtBot, session: Session, tmp_path: Path) -> None:
    library = session.tokenizers
    qtbot.waitUntil(lambda: all(entry.tokenizer is not None for entry in library.entries), timeout=LONG)
    paths = [tmp_path / folder / "t.json" for folder in ("one", "other")]
    for path in paths:
        path.parent.mkdir()
        save(load_preset("gpt2"), path)
        with qtbot.waitSignal(library.opened, timeout=LONG):
            library.open(path)
    assert [library.title(str(path)) for path in paths] == ["t (one)", "t (other)"]
    columns = {column.key: column.title for column in session.grid.columns}
    assert [columns[str(path)] for path in paths] == ["t (one)", "t (other)"]
    assert [library.tokenizer(str(path)).name for path in paths] == ["t (one)", "t (other)"]
    # WHEN one of them goes, the other has its short name again
    library.remove(str(paths[0]))
    assert library.title(str(paths[1])) == "t"
