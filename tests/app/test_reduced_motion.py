"""Reduced motion: by choice, or because the system asks for it; then nothing moves unless time moves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import Appearance
from app.panes.training_pane import TrainingPane
from app.session import Session
from app.state.settings import Settings
from app.widgets.basics.motion import AFTER


class Still(QProxyStyle):
    """The style of a system that asks for reduced motion."""

    def styleHint(self, hint, option=None, widget=None, data=None) -> int:
        return 0 if hint == QStyle.StyleHint.SH_Widget_Animate else super().styleHint(hint, option, widget, data)


def test_the_system_is_asked_until_somebody_chooses(
    qtbot: QtBot, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    style = Still("Fusion")
    monkeypatch.setattr(QApplication, "style", lambda: style)
    assert settings.reduced_motion
    settings.set_reduced_motion(False)
    assert not settings.reduced_motion
    settings.set_reduced_motion(True)
    assert settings.reduced_motion


@pytest.mark.parametrize("reduced", [False, True])
def test_a_step_moves_or_is_there_at_once(
    qtbot: QtBot, trained: Session, appearance: Appearance, show: Callable[..., QWidget], reduced: bool
) -> None:
    trained.settings.set_reduced_motion(reduced)
    pane = TrainingPane(trained.run, trained.playback, trained.settings, appearance)
    show(pane, 1400, 900)
    trained.playback.seek(140)
    pane.flush()
    trained.playback.step(1)
    pane.flush()
    # The words, and the bars beside them
    assert pane.chips.phase.over is reduced
    assert pane.bars._timer.isActive() is not reduced
    qtbot.waitUntil(lambda: pane.chips.phase == AFTER)
    qtbot.waitUntil(lambda: not pane.bars._timer.isActive())
    # Back again
    trained.playback.step(-1)
    pane.flush()
    assert pane.bars._timer.isActive() is not reduced
