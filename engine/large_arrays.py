"""Large arrays of which each takes the place of the one before, as the tokens of a long text do at every key.

The system takes long to give new memory: for 48 MB 10 ms, and now and then 250, where writing them takes 3.  So the room of
an array that nobody has any more is used for the next one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

_LARGE = 4 << 20
"""Bytes from which on room is kept: for less the system has some at hand."""
_KEPT = 4
"""Rooms that wait to be used again; as many as there are arrays to a text."""
_MORE = 16
"""A room has a sixteenth more than was asked for, so that what grows by a key fits in again."""

Room = npt.NDArray[np.uint8]
_free: list[Room] = []


class _Lease:
    """What an array and its views hold on to; once the last of them has gone its room is free again."""

    def __init__(self, room: Room, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self._room = room
        self.__array_interface__ = {
            "version": 3,
            "shape": shape,
            "typestr": dtype.str,
            "data": (room.ctypes.data, False),
        }

    def __del__(self, free: list[Room] = _free) -> None:  # at the end of the program names of this module are gone
        free.append(self._room)
        if len(free) > _KEPT:
            del free[0]


def joined(parts: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """The parts one after the other, as `np.concatenate` has them.

    >>> joined([np.array([1, 2]), np.array([3])]).tolist()
    [1, 2, 3]
    """
    length, dtype = sum(map(len, parts)), np.result_type(*parts)
    out = _array((length, *parts[0].shape[1:]), dtype)
    return np.concatenate(parts, out=out)


def _array(shape: tuple[int, ...], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Uninitialized."""
    size = math.prod(shape) * dtype.itemsize
    if size < _LARGE:
        _free.clear()  # the long text has gone
        return np.empty(shape, dtype)
    return np.asarray(_Lease(_room(size), shape, dtype))


def _room(size: int) -> Room:
    """A free room that is not much too large, or a new one."""
    for place, room in enumerate(_free):
        if size <= len(room) <= 2 * size:
            return _free.pop(place)
    return np.empty(size + size // _MORE, np.uint8)
