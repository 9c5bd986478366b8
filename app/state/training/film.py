"""A film for Pillow: an image of many frames of which only one is there at a time, each taken when the encoder wants it.

Frames come from another thread through a `FrameQueue`, so that a long film needs no more memory than a few pictures.
This module is imported only where a film is written: Pillow is an extra.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from PIL import Image

from app.state.training.frame_queue import FrameQueue

_SETTINGS: dict[str, dict[str, Any]] = {
    "webp": {"quality": 90, "method": 2, "minimize_size": False},
    "gif": {"optimize": False, "disposal": 1},
}


class Film(Image.Image):
    """Pillow's way to say "many frames": `n_frames`, `seek` and `tell`; frames are asked for in their order."""

    def __init__(self, frames: FrameQueue, count: int) -> None:
        super().__init__()
        self._frames = frames
        self.n_frames = count
        self._at = -1
        self._show(0)
        self._first = self.im

    def tell(self) -> int:
        return self._at

    def seek(self, frame: int) -> None:
        if frame >= self.n_frames:
            raise EOFError
        if frame == 0 and self._at > 0:  # the encoders go back at their end
            self.im, self._at = self._first, 0
        elif frame != self._at:
            self._show(frame)

    def _show(self, frame: int) -> None:
        picture = self._frames.take()
        shown = Image.frombytes("RGB", picture.size, picture.data, "raw", "BGRX", picture.stride)
        self.im, self._mode, self._size, self._at = shown.im, shown.mode, shown.size, frame
        self._frames.done = frame + 1


def encoded(frames: FrameQueue, milliseconds: Sequence[int], kind: str) -> bytes:
    """The bytes of a WebP or GIF file that plays for ever."""
    film = Film(frames, len(milliseconds))
    into = io.BytesIO()
    film.save(into, kind, save_all=True, duration=list(milliseconds), loop=0, **_SETTINGS[kind])
    return into.getvalue()
