"""A corpus of mixed text of any size, the same on every run: books, human rights in 471 languages, the standard library.

Nothing is fetched: all of it is bundled or comes with Python.
"""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from pathlib import Path

from engine.corpus import SAMPLES, sample_path
from engine.parallel import udhr


def parts() -> Iterator[str]:
    """Texts in a fixed order, about 45 MB in all."""
    for name in sorted(SAMPLES):
        yield sample_path(name).read_text(encoding="utf-8")
    parallel = udhr()
    for code, language in parallel.languages.items():
        if language.aligned:
            yield "\n".join(parallel.units(code)) + "\n"
    library = Path(sysconfig.get_path("stdlib"))
    for path in sorted(library.rglob("*.py")):
        if "site-packages" not in path.parts:
            yield path.read_text(encoding="utf-8", errors="replace")


def mixed_text(size: int) -> str:
    """About `size` bytes; a corpus larger than all parts together repeats them with each line's words reversed."""
    taken: list[str] = []
    total = 0
    turn = 0
    while True:
        for part in parts():
            text = part if turn == 0 else _varied(part, turn)
            taken.append(text)
            total += len(text.encode("utf-8", "replace"))
            if total >= size:
                return "".join(taken)
        turn += 1


def _varied(text: str, turn: int) -> str:
    """The same words in another order, each turn's longer words marked, so that new pre-tokens keep coming."""

    def varied(line: str) -> str:
        return " ".join(word if len(word) < 8 else f"{word}{turn}" for word in reversed(line.split(" ")))

    return "\n".join(map(varied, text.split("\n")))


class Corpora:
    """Mixed corpora of several sizes in one folder, each made when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, megabytes: int) -> Path:
        """The file of about so many million bytes."""
        return write_mixed(self._folder, megabytes)


def write_mixed(folder: Path, megabytes: int) -> Path:
    """The corpus as a file in `folder`, made once."""
    path = folder / f"mixed-{megabytes}.txt"
    if not path.exists():
        path.write_text(mixed_text(megabytes * 1_000_000), encoding="utf-8", errors="replace", newline="")
    return path
