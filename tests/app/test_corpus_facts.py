"""The figures of a corpus: what has no room is not left out in silence."""

from __future__ import annotations

import pytest

from app.look.theme import Appearance
from app.widgets.corpus.corpus_facts import CorpusFacts
from engine.corpora.corpus_statistics import CorpusStatistics


@pytest.mark.parametrize(
    ("scripts", "shown"),
    [
        ((), "-"),
        (("Latin",), "Latin"),
        (("Latin", "Cyrillic", "Arabic"), "Latin, Cyrillic, Arabic"),
        (("Latin", "Cyrillic", "Arabic", "Thai", "Han"), "Latin, Cyrillic, Arabic …"),
    ],
)
def test_scripts_without_room_are_told(appearance: Appearance, scripts: tuple[str, ...], shown: str) -> None:
    facts = CorpusFacts(appearance)
    known = dict.fromkeys(scripts, 0.1)
    facts.show_statistics(CorpusStatistics(9, 9, 2, 2, 2, known, ((b"a", 2.0),), ((2, 1.0),)))
    label = facts.figures["Scripts"]
    assert label.text() == shown
    # THEN the tip names all of them, and what is meant
    for name in scripts:
        assert name in label.toolTip()
    assert "most frequent first" in label.toolTip()
