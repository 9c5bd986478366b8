"""PANES: the panes of the window, in the order of their keys (Ctrl + 1 and so on)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PaneRow:
    """A pane: its name for settings and in the window, its icon and title."""

    name: str
    icon: str
    title: str


PANES: tuple[PaneRow, ...] = (
    PaneRow("corpus", "file", "Corpus"),
    PaneRow("theatre", "train", "Training theatre"),
    PaneRow("tokens", "table", "Tokens"),
    PaneRow("languages", "globe", "Languages"),
    PaneRow("vocabulary", "tree", "Vocabulary"),
    PaneRow("tradeoffs", "chart", "Trade-offs"),
)
