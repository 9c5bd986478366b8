"""What is in this program that is not ours: the works that are bundled, and the libraries it stands on."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

LIBRARIES = (
    "PySide6-Essentials",
    "numpy",
    "numba",
    "regex",
    "tiktoken",
    "tokenizers",
    "sentencepiece",
    "platformdirs",
    "rich",
)
_LONGEST = 80
"""Characters; some packages put the whole text of their licence where its name belongs: its first line is its name."""


@dataclass(frozen=True, slots=True)
class Library:
    """A library: its name, version and the name of its licence as its package says it."""

    name: str
    version: str
    licence: str


def libraries() -> list[Library]:
    """Those that are installed, in the order of LIBRARIES."""
    found = []
    for name in LIBRARIES:
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue
        found.append(Library(name, package.version, _licence(package)))
    return found


def _licence(package: Distribution) -> str:
    """The expression; else the short field; else what the classifiers say."""
    said = package.metadata
    for field in ("License-Expression", "License"):
        first, *_ = "".join(said.get_all(field) or ()).strip().splitlines() or [""]
        if first and len(first) <= _LONGEST:
            return first.strip()
    marks = [value for value in said.get_all("Classifier") or () if value.startswith("License ::")]
    return ", ".join(mark.rpartition(" :: ")[2] for mark in marks) or "see its package"


def notice() -> str:
    """The text of NOTICE: from the installed package, else from the checkout."""
    try:
        for file in distribution("mergescope").files or ():
            if file.name == "NOTICE":
                return file.read_text(encoding="utf-8")
    except (PackageNotFoundError, FileNotFoundError):
        pass
    beside = Path(__file__).resolve().parent.parent / "NOTICE"
    return beside.read_text(encoding="utf-8") if beside.exists() else ""
