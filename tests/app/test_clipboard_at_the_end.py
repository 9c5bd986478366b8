"""What has been copied is still on the clipboard when the program ends, and does not end it in a crash."""

from __future__ import annotations

import subprocess
import sys

_CODE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from app.look.theme import Appearance
from app.widgets.text.token_view import TokenView

def main():
    application = QApplication([])
    view = TokenView(Appearance())
    view.set_text("\\ufeffnaïve")
    view.select_all()
    view.copy()
    QTimer.singleShot(0, application.quit)
    return application.exec()

code = main()
print(ascii(QGuiApplication.clipboard().text()))
sys.exit(code)
"""


def test_a_program_that_has_copied_ends_as_any_other() -> None:
    done = subprocess.run([sys.executable, "-c", _CODE], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "na\\xefve" in done.stdout
