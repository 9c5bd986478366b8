"""One row in a table is enough for a new kind of thing, as docs/extending.md says."""

from __future__ import annotations

from dataclasses import replace

from engine.algorithms import ALGORITHMS
from engine.algorithms.word_level import WordLevelTrainer
from engine.formats import FORMATS, load, save
from tests.engine.test_formats import tokenizer


class OtherTrainer(WordLevelTrainer):
    """An algorithm that no other file has heard of."""


def test_what_a_command_says_of_an_algorithm_follows_from_its_row(run, tmp_path, monkeypatch):
    row = replace(ALGORITHMS["word-level"], name="other", trainer=OtherTrainer)
    monkeypatch.setitem(ALGORITHMS, "other", row)
    (tmp_path / "c.txt").write_text("one two two")
    status, output, error = run("train", tmp_path / "c.txt", "--algorithm", "other", "--vocab-size", "9")
    assert status == 0
    assert "1 of the 9 words asked for was taken in, as no word left is frequent enough" in error
    assert output.startswith("Learned 1 word in")


def test_a_format_with_a_suffix_of_its_own_is_opened(tmp_path, monkeypatch):
    monkeypatch.setitem(FORMATS, "other", replace(FORMATS["mergescope"], name="other", suffix=".other"))
    save(tokenizer(), tmp_path / "t.other")
    assert load(tmp_path / "t.other").identity == tokenizer().identity
