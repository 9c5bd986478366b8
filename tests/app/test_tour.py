"""The tour: pictures of every pane in two themes, and the table."""

from __future__ import annotations

import csv
from pathlib import Path

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.pane_rows import PANES
from app.tour import draw_tour


def test_the_tour_draws_every_pane_twice_and_writes_the_table(qtbot: QtBot, tmp_path: Path) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    out = tmp_path / "new" / "folder"
    assert draw_tour(out, application) == 0
    application.setStyleSheet("")
    names = {path.name for path in out.iterdir()}
    panes = ("workspace", *(row.name for row in PANES))
    assert names == {f"{pane}-{theme}.png" for pane in panes for theme in ("light", "dark")} | {"comparison.csv"}
    for name in names - {"comparison.csv"}:
        picture = QImage(str(out / name))
        assert (picture.width(), picture.height()) == (1600, 1000), name
    light, dark = (QImage(str(out / f"workspace-{theme}.png")).pixelColor(3, 3) for theme in ("light", "dark"))
    assert light.lightness() > 200
    assert dark.lightness() < 60
    rows = list(csv.DictReader((out / "comparison.csv").read_text("utf-8").splitlines()))
    assert len({row["tokenizer"] for row in rows}) == 4
    assert len(rows) == 60


def test_a_folder_that_cannot_be_made_is_one_sentence(qtbot: QtBot, tmp_path: Path, capsys) -> None:
    (tmp_path / "file").write_text("")
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    assert draw_tour(tmp_path / "file" / "out", application) == 1
    assert "cannot be made" in capsys.readouterr().err
