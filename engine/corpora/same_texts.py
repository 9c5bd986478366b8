"""Texts that are found more than once: by the same name twice, in a folder and by themselves, through a link."""

from __future__ import annotations

import os
from collections.abc import Iterable

from engine.corpora.sources import Source


class KnownTexts:
    """What has been found so far.

    How often a text counts is said by its weight, not by how often it is found.

    >>> known = KnownTexts([Source("alice", sample="alice")])
    >>> known.take([Source("alice", sample="alice"), Source("moby-dick", sample="moby-dick")])[1]
    ['alice is in the corpus already, and is not taken in twice.']
    """

    def __init__(self, sources: Iterable[Source] = ()) -> None:
        self._labels: dict[object, str] = {}
        for source in sources:
            self._labels.setdefault(_what(source), source.label)

    def take(self, sources: Iterable[Source]) -> tuple[list[Source], list[str]]:
        """Those of the sources that are new, known from now on; and a sentence about each other one."""
        new: list[Source] = []
        repeated: list[str] = []
        for source in sources:
            what = _what(source)
            label = self._labels.get(what)
            if label is None:
                self._labels[what] = source.label
                new.append(source)
            elif label == source.label:
                repeated.append(f"{source.label} is in the corpus already, and is not taken in twice.")
            else:
                repeated.append(f"{source.label} is in the corpus already, as {label}, and is not taken in twice.")
        return new, repeated


def _what(source: Source) -> object:
    """A file is the same whatever way leads to it; two texts that were typed are two."""
    if source.path is not None:
        return os.path.realpath(source.path)
    return object() if source.sample is None else ("sample", source.sample)
