"""Word level, written to be read."""

from __future__ import annotations

from collections.abc import Mapping


def frequent_words(
    words: Mapping[bytes, int], *, minimum: int, most: int | None, unknown: bytes | None
) -> list[tuple[bytes, int]]:
    """The most frequent words first; of equally frequent ones that which came first."""
    enough = [(word, count) for word, count in words.items() if count >= max(minimum, 1) and word != unknown]
    return sorted(enough, key=lambda item: -item[1])[:most]
