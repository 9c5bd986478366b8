"""The report in a real browser, where there is one: it opens without a network, asks for nothing, and says nothing."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.app.test_report import page_of, session

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1280,1600",
    "--enable-logging=stderr",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


@pytest.mark.skipif(BROWSER is None, reason="This system has no Chromium.")
@pytest.mark.parametrize("algorithm", ["byte-bpe", "unigram"])
def test_a_browser_opens_it_without_a_network_and_has_nothing_to_say(algorithm: str, tmp_path: Path) -> None:
    page, picture = tmp_path / "report.html", tmp_path / "report.png"
    page.write_text(page_of(session(algorithm)), encoding="utf-8")
    ran = subprocess.run(
        [str(BROWSER), *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", f"--screenshot={picture}", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    assert not re.search(r"CONSOLE|net_error|ERR_", ran.stderr), ran.stderr
    image = QImage(str(picture))
    colours = {image.pixel(x, y) for x in range(0, image.width(), 16) for y in range(0, image.height(), 16)}
    assert image.width() == 1280
    assert len(colours) > 8, "nothing is drawn"
