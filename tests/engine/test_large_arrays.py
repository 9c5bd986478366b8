"""Arrays that take each other's place: the room of one that has gone is used again, and never that of one that is there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from engine import large_arrays
from engine.large_arrays import joined

SIZE = 1 << 20
"""Numbers of eight bytes: an array that is large."""


@pytest.fixture(autouse=True)
def no_room_is_free() -> Iterator[None]:
    large_arrays._free.clear()
    yield
    large_arrays._free.clear()


def place_of(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("length", [3, SIZE])
def test_parts_are_put_one_after_the_other(length):
    parts = [np.arange(2 * length, dtype=np.int64).reshape(-1, 2), np.array([[7, 8]]), np.empty((0, 2), np.int64)]
    whole = joined(parts)
    assert np.array_equal(whole, np.concatenate(parts))
    assert whole.dtype == np.int64
    assert joined([np.array([1], np.int32), np.array([2], np.int32)]).dtype == np.int32


def test_the_room_of_an_array_that_has_gone_is_used_again():
    first = joined([np.zeros(SIZE, np.int64)])
    place = place_of(first)
    del first
    # A little longer, as after a key.
    assert place_of(joined([np.ones(SIZE, np.int64), np.ones(1, np.int64)])) == place


def test_what_somebody_still_looks_at_stays_as_it_is():
    first = joined([np.zeros((SIZE, 2), np.int64)])
    view = first[:, 0]
    del first
    second = joined([np.ones((SIZE, 2), np.int64)])
    assert not view.any()
    assert second.all()
    assert not np.shares_memory(view, second)


def test_little_is_kept_and_nothing_once_the_arrays_are_small():
    many = [joined([np.zeros(SIZE, np.int64)]) for _ in range(10)]
    del many
    assert 0 < len(large_arrays._free) < 10
    joined([np.zeros(3)])
    assert not large_arrays._free
