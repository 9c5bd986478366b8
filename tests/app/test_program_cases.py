"""Cases that need a program of their own: closed in the middle of a training, and drawn on a screen of twice the points."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from engine.corpus import sample_path

ROOT = Path(__file__).parents[2]


# -- UI-12 -------------------------------------------------------------------------------------------------------------

_CLOSING = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from app import start
from app.main_window import MainWindow
from app.widgets.theatre.options_form import with_option

how, text = sys.argv[1:]
show = MainWindow.show

def shown(window):
    show(window)
    session = window.session
    ways = {"close": window.close, "quit": lambda: window.actions_by_name["quit"].trigger()}

    def began(running):
        if running:
            print("training", flush=True)
            if how in ways:
                QTimer.singleShot(100, ways[how])

    def train_the_file():
        if session.run.running or session.corpus.busy or not any(row.source.path for row in session.corpus.checked):
            QTimer.singleShot(20, train_the_file)
            return
        session.run.set_recipe(with_option(session.run.recipe, "vocab_size", 20_256))
        session.run.running_changed.connect(began)
        session.train()

    session.run.finished.connect(lambda _: None)
    session.corpus.add_paths([Path(text)])
    train_the_file()

MainWindow.show = shown
sys.exit(start.run_window())
"""


@pytest.fixture(scope="module")
def five_megabytes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("texts") / "five.txt"
    book = sample_path("moby-dick").read_text(encoding="utf-8")
    path.write_text("\n".join(book.replace("a", letter) for letter in "aeiouyzx"), encoding="utf-8")
    assert path.stat().st_size > 4_500_000
    return path


@pytest.mark.parametrize("how", ["close", "quit", "SIGTERM"])
def test_a_window_closes_in_the_middle_of_a_training(tmp_path: Path, five_megabytes: Path, how: str) -> None:
    folders = {
        "XDG_CONFIG_HOME": str(tmp_path),
        "MERGESCOPE_STATE_FOLDER": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path),
    }
    process = subprocess.Popen(
        [sys.executable, "-c", _CLOSING, how, str(five_megabytes)],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)} | folders,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "training\n"
        if how == "SIGTERM":
            process.send_signal(signal.SIGTERM)
        _out, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    assert "QThread: Destroyed" not in errors
    assert "Traceback" not in errors


# -- UI-16 -------------------------------------------------------------------------------------------------------------

_GRABBING = """
import sys
import numpy as np
from app import start
from app.state.text.playground import Playground
from app.look.theme import LIGHT, Appearance
from app.tour import settle
from app.widgets.charts.curves import Curve, CurvePlot
from app.panes.tokens_pane import TokensPane
from engine import load_preset

app = start.application()
look = Appearance(LIGHT)
look.apply(app)
playground = Playground("Alice was beginning to get very tired")
playground.set_tokenizer(load_preset("gpt2"), "gpt2")
pane = TokensPane(playground, look)
plot = CurvePlot(look, "Bytes per token")
for widget in (pane, plot):
    widget.resize(600, 300)
    widget.show()
plot.show_curves([Curve("a", np.linspace(1, 3, 50))])
while playground.encoding is None:
    app.processEvents()
settle()
for name, widget in (("tokens", pane.view), ("plot", plot)):
    picture = widget.grab()
    picture.save(f"{sys.argv[1]}-{name}.png")
    print(name, picture.devicePixelRatio(), picture.width(), widget.width())
playground.close()
"""


def test_a_screen_of_twice_the_points_is_drawn_twice_as_sharp(tmp_path: Path) -> None:
    sizes = {factor: _grabbed(tmp_path, factor) for factor in ("1", "2")}
    for name in ("tokens", "plot"):
        ratio, pixels, width = sizes["2"][name]
        assert ratio == 2.0
        assert pixels == 2 * width
        one, two = (_grey(tmp_path / f"{factor}-{name}.png") for factor in ("1", "2"))
        enlarged = np.repeat(np.repeat(one, 2, axis=0), 2, axis=1)
        smooth = (enlarged[:-1, :-1] + enlarged[1:, :-1] + enlarged[:-1, 1:] + enlarged[1:, 1:]) / 4
        assert _edges(two) > 1.15 * _edges(smooth), f"{name} is only enlarged"


def _grabbed(folder: Path, factor: str) -> dict[str, tuple[float, int, int]]:
    done = subprocess.run(
        [sys.executable, "-c", _GRABBING, str(folder / factor)],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": factor, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    return {name: (float(ratio), int(pixels), int(width)) for name, ratio, pixels, width in rows}


def _grey(path: Path) -> np.ndarray:
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width()].astype(float)


def _edges(picture: np.ndarray) -> float:
    """How steep the steepest steps from point to point are."""
    steps = np.abs(np.diff(picture, axis=1)).ravel()
    return float(np.sort(steps)[-len(steps) // 200 :].mean())
