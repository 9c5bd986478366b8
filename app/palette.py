"""What the command palette offers: every action of the table, every pane, tokenizer and bookmark, and recent files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtGui import QAction, QKeySequence

from app.actions import ACTIONS
from app.session import Session
from app.widgets.command_palette import Command

_HIDDEN = ("palette", "cancel")


def palette_commands(
    session: Session,
    actions: Mapping[str, QAction],
    panes: Mapping[str, str],
    focus: Callable[[str], None],
    alone: Callable[[str], None],
    open_path: Callable[[Path], None],
) -> list[Command]:
    """Rows in the order in which they stand while nothing is typed; `panes` are names and titles."""
    rows = [
        Command(actions[row.name].text(), ", ".join(map(_keys, row.keys)), row.menu, actions[row.name].trigger)
        for row in ACTIONS
        if row.name not in _HIDDEN
    ]
    for number, (name, title) in enumerate(panes.items(), 1):
        rows.append(Command(f"Go to {title}", f"Ctrl+{number}", "Panes", partial(focus, name)))
        rows.append(Command(f"{title} alone, and back", f"Ctrl+Shift+{number}", "Panes", partial(alone, name)))
    library, playback = session.tokenizers, session.playback
    for entry in library.entries:
        act = partial(library.select, entry.key)
        rows.append(Command(f"See texts through {library.title(entry.key)}", "", "Tokenizers", act))
        words = "Leave out of" if entry.checked else "Take into"
        check = partial(library.set_checked, entry.key, not entry.checked)
        rows.append(Command(f"{words} the comparison: {entry.title}", "", "Tokenizers", check))
    for step in playback.bookmarks:
        note = f": {playback.note(step)}" if playback.note(step) else ""
        rows.append(
            Command(f"Go to the bookmark at step {step:,}{note}", "", "Bookmarks", partial(playback.seek, step))
        )
    for path in session.settings.recent:
        rows.append(Command(f"Open {path.name}", "", "Recent files", partial(open_path, path)))
    return rows


def _keys(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
