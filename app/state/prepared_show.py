"""A prepared show: views of the window in the order in which a speaker wants them, each with a note, stepped with one key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.state.text.playground import Playground
from app.state.tokenizers.tokenizer_library import TokenizerLibrary
from app.state.training.playback import Playback

LONGEST_TEXT = 100_000
"""Characters; a longer text is no text of a slide, and the scene leaves what is there."""
NO_SCENE = -1


@dataclass(frozen=True, slots=True)
class Scene:
    """A view: the pane that has the room, the step, the tokenizer (its key in the library) and the text that is looked at.

    `text` is None where the scene leaves the text as it is.
    """

    pane: str
    step: int
    tokenizer: str
    text: str | None
    note: str = ""


def scene_from(fields: Mapping[str, Any]) -> Scene:
    """A scene of a session file.

    >>> scene_from({"pane": "tokens", "step": 3, "tokenizer": "gpt2", "text": None, "note": "look"}).step
    3
    """
    text = fields["text"]
    return Scene(
        str(fields["pane"]),
        max(0, int(fields["step"])),
        str(fields["tokenizer"]),
        None if text is None else str(text),
        str(fields["note"]),
    )


class PreparedShow(QObject):
    """`scene_wanted` carries the scene that is to be seen: the window brings its pane; all else is done here."""

    changed = Signal()
    scene_wanted = Signal(object)

    def __init__(self, playback: Playback, playground: Playground, tokenizers: TokenizerLibrary) -> None:
        super().__init__()
        self._playback = playback
        self._playground = playground
        self._tokenizers = tokenizers
        self._scenes: tuple[Scene, ...] = ()
        self._place = NO_SCENE

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """In the order in which they are shown."""
        return self._scenes

    @property
    def place(self) -> int:
        """The scene that is shown, from 0; -1 before the first and when the show is over."""
        return self._place

    @property
    def scene(self) -> Scene | None:
        """The scene that is shown."""
        return self._scenes[self._place] if self._place >= 0 else None

    # -- preparing ---------------------------------------------------------------------------------------------------

    def add(self, pane: str, note: str = "") -> int:
        """What is seen now, with this pane, becomes the scene after the one that is shown, else the last: which number."""
        text = self._playground.text
        kept = text if len(text) <= LONGEST_TEXT else None
        scene = Scene(pane, self._playback.position, self._tokenizers.selected, kept, note)
        after = self._place + 1 if self._place >= 0 else len(self._scenes)
        self._set((*self._scenes[:after], scene, *self._scenes[after:]), after if self._place >= 0 else NO_SCENE)
        return after

    def remove(self, number: int) -> None:
        """Take a scene out; of the one that is shown the show stands at the one before."""
        left = (*self._scenes[:number], *self._scenes[number + 1 :])
        self._set(left, self._place - (number <= self._place))

    def move(self, number: int, by: int) -> int:
        """Change places with the scene `by` before or after it; where it stands then."""
        to = max(0, min(len(self._scenes) - 1, number + by))
        order = list(range(len(self._scenes)))
        order.insert(to, order.pop(number))
        place = order.index(self._place) if self._place >= 0 else NO_SCENE
        self._set(tuple(self._scenes[old] for old in order), place)
        return to

    def set_note(self, number: int, note: str) -> None:
        """What the speaker wants to say there."""
        if self._scenes[number].note != note:
            scene = replace(self._scenes[number], note=note)
            self._set((*self._scenes[:number], scene, *self._scenes[number + 1 :]), self._place)

    # -- showing -----------------------------------------------------------------------------------------------------

    def next(self) -> None:
        """The next scene; at the last one nothing happens."""
        if self._place + 1 < len(self._scenes):
            self.go(self._place + 1)

    def previous(self) -> None:
        """The scene before."""
        if self._place > 0:
            self.go(self._place - 1)

    def go(self, number: int) -> None:
        """Show a scene: step, tokenizer, text, and then its pane.  What is gone by now stays as it is."""
        self._place = number
        scene = self._scenes[number]
        self._playback.pause()
        self._playback.seek(scene.step)
        if self._tokenizers.entry(scene.tokenizer) is not None:
            self._tokenizers.select(scene.tokenizer)
        if scene.text is not None and scene.text != self._playground.text:
            self._playground.set_text(scene.text)
        self.changed.emit()
        self.scene_wanted.emit(scene)

    def end(self) -> None:
        """The show is over; the scenes are kept."""
        if self._place != NO_SCENE:
            self._set(self._scenes, NO_SCENE)

    # -- kept --------------------------------------------------------------------------------------------------------

    def fields(self) -> list[dict[str, Any]]:
        """The scenes for a session file."""
        return [asdict(scene) for scene in self._scenes]

    def restore(self, scenes: Sequence[Scene]) -> None:
        """The scenes of a session file."""
        self._set(tuple(scenes), NO_SCENE)

    def _set(self, scenes: tuple[Scene, ...], place: int) -> None:
        self._scenes, self._place = scenes, place
        self.changed.emit()
