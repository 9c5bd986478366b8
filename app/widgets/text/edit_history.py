"""Undo and redo for a text of bytes: what was replaced by what, and where the caret stood.

Letters typed one after another are one edit up to the next space or line, as people expect from a text field.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Edit:
    """At byte `place`, `removed` became `inserted`."""

    place: int
    removed: bytes
    inserted: bytes
    typed: bool = False

    def reversed(self) -> Edit:
        return Edit(self.place, self.inserted, self.removed)

    def followed_by(self, later: Edit) -> Edit | None:
        """Both as one edit, if the second goes on typing where the first ended."""
        goes_on = self.typed and later.typed and not later.removed and later.place == self.place + len(self.inserted)
        new_word = later.inserted.isspace() or self.inserted.endswith(b"\n")
        return replace(self, inserted=self.inserted + later.inserted) if goes_on and not new_word else None


@dataclass(slots=True)
class EditHistory:
    """The edits that can be taken back, and those that can be made again."""

    done: list[Edit] = field(default_factory=list)
    undone: list[Edit] = field(default_factory=list)

    def add(self, edit: Edit) -> None:
        """Remember an edit that was just made; what was undone before is forgotten."""
        self.undone.clear()
        joined = self.done[-1].followed_by(edit) if self.done else None
        if joined:
            self.done[-1] = joined
        else:
            self.done.append(edit)

    def undo(self) -> Edit | None:
        """The edit to make now in order to take back the last one."""
        if not self.done:
            return None
        edit = self.done.pop()
        self.undone.append(edit)
        return edit.reversed()

    def redo(self) -> Edit | None:
        """The edit to make now in order to repeat the one taken back last."""
        if not self.undone:
            return None
        edit = replace(self.undone.pop(), typed=False)
        self.done.append(edit)
        return edit
