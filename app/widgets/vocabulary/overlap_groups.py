"""What two vocabularies have in common, as groups of chips."""

from __future__ import annotations

import numpy as np

from app.translation import translate
from app.widgets.vocabulary.chip_cloud import CloudChip, CloudGroup
from engine.vocabularies.vocabulary_compare import Overlap
from engine.vocabulary import IntArray, Vocabulary

_MOST_CHIPS = 80


def overlap_groups(found: Overlap, here: Vocabulary, there: Vocabulary) -> list[CloudGroup]:
    """The same tokens, those with another id (the farthest apart first), and what only one of the two has."""
    shared = len(found.shared)
    shares = [
        translate("overlap_groups", "{:.1%} of the {:,} {}").format(
            shared / max(1, shared + len(only)), shared + len(only), where
        )
        for only, where in (
            (found.only_here, translate("overlap_groups", "here")),
            (found.only_there, translate("overlap_groups", "there")),
        )
    ]
    moved = found.shared[found.moved]
    moved = moved[np.argsort(-np.abs(moved[:, 0] - moved[:, 1]), kind="stable")]
    chips = [CloudChip(here[a], f"{a:,} → {b:,}", a) for a, b in moved[:_MOST_CHIPS].tolist()]
    return [
        CloudGroup(
            translate("overlap_groups", "The same tokens: {:,}").format(shared),
            ", ".join(shares).replace("%", " %") + ".",
        ),
        CloudGroup(
            translate("overlap_groups", "With another id: {:,}").format(len(moved)),
            translate("overlap_groups", "The farthest apart first: id here, id there.") if len(moved) else "",
            chips,
            max(0, len(moved) - _MOST_CHIPS),
        ),
        _group(translate("overlap_groups", "Only here"), "", found.only_here, here),
        _group(
            translate("overlap_groups", "Only there"),
            translate("overlap_groups", "A click opens that vocabulary at the token, compared with this one."),
            found.only_there,
            there,
            elsewhere=True,
        ),
    ]


def _group(title: str, note: str, ids: IntArray, vocabulary: Vocabulary, *, elsewhere: bool = False) -> CloudGroup:
    """Tokens of one vocabulary."""
    chips = [CloudChip(vocabulary[id], f"{id:,}", id, elsewhere=elsewhere) for id in ids[:_MOST_CHIPS].tolist()]
    return CloudGroup(f"{title}: {len(ids):,}", note if chips else "", chips, max(0, len(ids) - _MOST_CHIPS))
