"""Write a session as one HTML page with its settings, pictures, tables and identity; it needs no other file."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.commands import shared
from engine.commands.status import DONE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `mergescope report`."""
    parser.add_argument(
        "session", metavar="SESSION", type=Path, help="a file that the window saved (.mergescope-session)"
    )
    parser.add_argument("out", metavar="OUT.html", type=Path, help="the page to write")
    parser.epilog = "example: mergescope report lecture.mergescope-session lecture.html"


def run(options: argparse.Namespace) -> int:
    """Open, draw, write."""
    from app.reports.page import report_page
    from app.session_files.session_reading import read_session
    from engine.formats.files import write_atomically

    shared.check_overwriting(options.out, str(options.session))
    shared.check_writable(options.out)
    contents = read_session(options.session)
    page = ""
    for event in shared.shown_progress(report_page(contents)):
        page = event
    write_atomically(options.out, page.encode("utf-8", "replace"))
    shared.say(*contents.problems)
    print(f"Wrote {options.out}: {len(page):,} characters.")
    return DONE
