"""Pictures on their way from the window's thread, which draws them, to the job that writes them into a file."""

from __future__ import annotations

import queue
from dataclasses import dataclass

_ROOM = 4
_LOOK = 0.05
"""Seconds after which a waiting job looks whether it is still wanted."""


class FilmCancelledError(Exception):
    """Nobody wants the film any more."""


@dataclass(frozen=True, slots=True)
class FilmPicture:
    """The points of a picture, four bytes each (blue, green, red, nothing), `stride` bytes a line."""

    data: bytes
    size: tuple[int, int]
    stride: int


class FrameQueue:
    """Holds a few pictures; `done` is how many have been taken in by the encoder."""

    def __init__(self) -> None:
        self._pictures: queue.Queue[FilmPicture] = queue.Queue(_ROOM)
        self._closed = False
        self.done = 0

    @property
    def has_room(self) -> bool:
        return not self._pictures.full()

    def put(self, picture: FilmPicture) -> None:
        """The next picture; only where there is room."""
        self._pictures.put_nowait(picture)

    def take(self) -> FilmPicture:
        """The next picture, waited for; FilmCancelledError once the queue is closed."""
        while not self._closed:
            try:
                return self._pictures.get(timeout=_LOOK)
            except queue.Empty:
                continue
        raise FilmCancelledError

    def close(self) -> None:
        """Nobody takes or gives any more."""
        self._closed = True
