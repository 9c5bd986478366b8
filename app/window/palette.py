"""What the command palette offers: every action of the table, every pane, tokenizer and bookmark, and recent files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtGui import QAction, QKeySequence

from app.actions import ACTIONS
from app.session import Session
from app.state.tokenizers.tokenizer_library import RUN
from app.translation import translate
from app.widgets.window.command_palette import Command
from app.window.recent_titles import recent_titles

_HIDDEN = ("palette", "cancel")


def palette_commands(
    session: Session,
    actions: Mapping[str, QAction],
    panes: Mapping[str, str],
    focus: Callable[[str], None],
    alone: Callable[[str], None],
    open_path: Callable[[Path], None],
    of_tokens: Iterable[tuple[str, str, QAction]] = (),
) -> list[Command]:
    """Rows in the order in which they stand while nothing is typed; `panes` are names and titles, `of_tokens` (title,
    keys, action) of the tokens pane, which is brought up for them."""
    rows = [
        Command(
            actions[row.name].text(),
            ", ".join(map(_keys, row.keys)),
            translate("actions", row.menu),
            actions[row.name].trigger,
        )
        for row in ACTIONS
        if row.name not in _HIDDEN
    ]
    for number, (name, title) in enumerate(panes.items(), 1):
        rows.append(
            Command(
                translate("palette", "Go to {}").format(title),
                f"Ctrl+{number}",
                translate("palette", "Panes"),
                partial(focus, name),
            )
        )
        rows.append(
            Command(
                translate("palette", "{} alone, and back").format(title),
                f"Ctrl+Shift+{number}",
                translate("palette", "Panes"),
                partial(alone, name),
            )
        )
    for title, keys, action in of_tokens:
        rows.append(
            Command(title, keys, translate("palette", "Tokens"), partial(_in_pane, partial(focus, "tokens"), action))
        )
    library, playback = session.tokenizers, session.playback
    for entry in library.entries:
        act = partial(library.select, entry.key)
        rows.append(
            Command(
                translate("palette", "See texts through {}").format(library.title(entry.key)),
                "",
                translate("palette", "Tokenizers"),
                act,
            )
        )
        if entry.key != RUN:
            play = partial(session.merges.play, entry.key)
            rows.append(
                Command(
                    translate("palette", "Play the merges of {} in the theatre").format(entry.title),
                    "",
                    translate("palette", "Tokenizers"),
                    play,
                )
            )
        words = (
            translate("palette", "Leave out of the comparison: {}")
            if entry.checked
            else translate("palette", "Take into the comparison: {}")
        )
        check = partial(library.set_checked, entry.key, not entry.checked)
        rows.append(
            Command(
                words.format(entry.title),
                "",
                translate("palette", "Tokenizers"),
                check,
            )
        )
    for step in playback.bookmarks:
        note = f": {playback.note(step)}" if playback.note(step) else ""
        rows.append(
            Command(
                translate("palette", "Go to the bookmark at step {:,}{}").format(step, note),
                "",
                translate("palette", "Bookmarks"),
                partial(playback.seek, step),
            )
        )
    for path, title in recent_titles(session.settings.recent).items():
        rows.append(
            Command(
                translate("palette", "Open {}").format(title),
                "",
                translate("palette", "Recent files"),
                partial(open_path, path),
            )
        )
    return rows


def _in_pane(bring_up: Callable[[], None], action: QAction) -> None:
    bring_up()
    action.trigger()


def _keys(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
