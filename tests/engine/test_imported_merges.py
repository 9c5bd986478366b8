"""The merges of published tokenizers, played over a text."""

from __future__ import annotations

import numpy as np
import pytest

from engine.algorithms.bpe import BPETrainer
from engine.algorithms.word_level import WordLevel
from engine.backends import AnyTokenizer
from engine.errors import UnsupportedError
from engine.history import History, MergeListHistory
from engine.imported_merges import imported_history, merges_of
from engine.model import WordCounts
from engine.presets import load_preset
from engine.recipe import Recipe
from engine.run_comparison import go_by_steps
from engine.training import new_history

TEXT = "the theatre of the thin theory, मनुष्यों को 人人生 👩‍🔬 and  more"


def played(tokenizer: AnyTokenizer, text: str = TEXT) -> MergeListHistory:
    *_, history = imported_history(tokenizer, text)
    assert isinstance(history, MergeListHistory)
    return history


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base"])
def test_every_position_is_the_tokenizer_with_so_many_merges(name: str) -> None:
    tokenizer = load_preset(name)
    history = played(tokenizer)
    assert len(history) == tokenizer.step_count  # type: ignore[union-attr]
    for position in (0, 1, 2, 7, 60, 300, 4_000, 20_000, len(history)):
        tokens = len(history.tokenizer_at(position).encode(TEXT).ids)
        assert tokens == history.corpus_tokens[position], position
    assert history.tokenizer_at(len(history)).identity == tokenizer.identity  # type: ignore[union-attr]
    # A merge happens as often as the text grows shorter by it
    times = [history.row(step).occurrences for step in range(1, 400)]
    assert times == (-np.diff(history.corpus_tokens[:400])).tolist()
    assert max(times) > 1


def test_a_row_says_what_a_file_knows_and_no_more() -> None:
    history = played(load_preset("gpt2"))
    row = history.row(1)
    assert (row.pair, row.piece, row.ids, row.id) == ((b" ", b"t"), b" t", (220, 83), 256)
    assert not len(history.tied)
    with pytest.raises(IndexError, match="no merge 50,001"):
        history.row(50_001)


def test_a_token_is_found_among_all_of_them() -> None:
    history = played(load_preset("gpt2"))
    made = history.made_tokens()
    for needle, after in (
        (b" the", 0),
        (b" the", 50),
        (b"ization", 20_000),
        ("\u00e9".encode(), 7),
        (b"ation", 49_999),
    ):
        later = [step for step in range(1, len(made) + 1) if needle in made[step - 1]]
        expected = next((step for step in later if step > after), later[0])
        assert history.find_token(needle, after) == expected
    assert history.find_token(b"zzzqqq", 3) is None


def test_without_a_text_the_merges_play_all_the_same() -> None:
    history = played(load_preset("gpt2"), "")
    assert len(history) == 50_000
    assert history.row(141).occurrences == 0


def test_a_training_of_bytes_can_be_held_against_it() -> None:
    recipe = Recipe(BPETrainer(vocab_size=258))
    mine = new_history(recipe)
    words = WordCounts.of({b"the": 9, b"then": 5})
    mine.append(words)
    for event in recipe.trainer.steps(words):
        mine.append(event)
    assert isinstance(mine, History)
    assert go_by_steps(mine, played(load_preset("gpt2")))


def test_what_has_no_merges_says_so() -> None:
    tokenizer = load_preset("gpt2").renamed("words")  # type: ignore[union-attr]
    tokenizer.model = WordLevel([b"a", b"b"], unknown=None)  # type: ignore[assignment]
    with pytest.raises(UnsupportedError, match="words has no list of merges"):
        merges_of(tokenizer)


def test_what_stands_for_its_trainer_has_the_published_model() -> None:
    history = played(load_preset("gpt2"))
    assert history.start is not None
    model = history.recipe.trainer.model(history.start, history.learned[:300])
    assert model.step_count == 300
    assert model.vocabulary[model.size - 1] == history.made_token(300)
    assert list(history.recipe.trainer.steps(WordCounts.of({b"the": 2}))) == []
