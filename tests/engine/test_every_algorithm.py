"""What is true of every algorithm: a history that can be read anywhere, a tokenizer at each step, exact spans, files."""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine import ALGORITHMS, Corpus, History, Recipe, TrainingHistory, new_history, train
from engine.errors import CorpusError, EncodeError
from engine.formats import load, save
from engine.history_lines import HistoryLines
from engine.model import Additions, Progress, Round, Start, Steps, Stopped
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.tokenizer import PipelineTokenizer

TEXT = b"".join(block.data for block in Corpus.of("alice").blocks()).decode()[1_000:21_000]
EVENTS = (Start, Steps, Round, Additions)
LOSSLESS_TEXT = "the Rabbit was late and Alice ran after it"


def recipe_of(name: str, **options: object) -> Recipe:
    """The algorithm with its usual pipeline and a small vocabulary."""
    row = ALGORITHMS[name]
    fields = row.trainer.__dataclass_fields__
    usual = {"vocab_size": 700, "unknown": "[UNK]"} | options
    values = {field: value for field, value in usual.items() if field in fields}
    return Recipe(row.trainer(**values), PreTokenizer(PATTERNS[row.pattern]), (), "top", sequence_of(row.normalizers))


def learned(recipe: Recipe, text: str = TEXT) -> TrainingHistory:
    history = new_history(recipe)
    for event in train(Corpus.of_text(text), recipe):
        history.append(event)
    return history


@pytest.fixture(scope="module")
def histories() -> dict[str, TrainingHistory]:
    return {name: learned(recipe_of(name)) for name in ALGORITHMS}


every_algorithm = pytest.mark.parametrize("name", ALGORITHMS)


@every_algorithm
def test_a_training_starts_and_stops_and_its_positions_all_have_a_length(histories, name):
    history = histories[name]
    assert history.stopped in {"vocab-size", "exhausted", "min-frequency"}
    assert history.corpus_tokens.shape == (len(history) + 1,)
    assert history.start.corpus_tokens == history.corpus_tokens[0] > 0


@every_algorithm
def test_any_prefix_of_a_history_is_a_tokenizer(histories, name):
    history = histories[name]
    for step in np.unique(np.linspace(0, len(history), 7).astype(int)).tolist():
        tokenizer = history.tokenizer_at(step)
        encoding = tokenizer.encode(TEXT[:2_000])
        assert tokenizer.step_count == step
        assert set(encoding.ids.tolist()) <= set(range(len(tokenizer.vocabulary)))
        assert (np.diff(encoding.byte_spans, axis=1) >= 0).all()


@every_algorithm
def test_the_tokens_and_the_dropped_bytes_cover_the_text(histories, name):
    encoding = histories[name].tokenizer_at(len(histories[name])).encode(TEXT[:3_000])
    covered = np.zeros(len(encoding.data), bool)
    for start, end in [*encoding.byte_spans.tolist(), *encoding.dropped.tolist()]:
        covered[start:end] = True
    assert covered.all()


@every_algorithm
def test_tokens_are_the_bytes_of_the_normalized_text_under_their_spans(histories, name):
    tokenizer = histories[name].tokenizer_at(len(histories[name]))
    encoding = tokenizer.encode("  Alice  said:\n“Off with 1234 heads!” ")
    normalized = (encoding.normalized if encoding.normalized is not None else encoding.text).encode()
    spans = encoding.normalized_spans if encoding.normalized_spans is not None else encoding.byte_spans
    assert list(encoding.tokens) == [normalized[start:end] for start, end in spans.tolist()]


@every_algorithm
def test_words_come_back_from_their_ids(histories, name):
    tokenizer = histories[name].tokenizer_at(len(histories[name]))
    text = LOSSLESS_TEXT if name != "word-level" else "the Rabbit was"
    assert tokenizer.decode(tokenizer.encode(text).ids.tolist()) == text


@every_algorithm
def test_two_trainings_are_one(histories, name):
    again = learned(recipe_of(name))
    last = len(again)
    assert again.tokenizer_at(last).identity == histories[name].tokenizer_at(last).identity


@every_algorithm
def test_the_same_is_learned_without_the_record(histories, name):
    recipe = recipe_of(name)
    history = new_history(recipe)
    for event in train(Corpus.of_text(TEXT), recipe, record=False):
        history.append(event)
    assert history.tokenizer_at(len(history)).identity == histories[name].tokenizer_at(len(history)).identity


@every_algorithm
def test_our_own_file_keeps_everything(histories, name, tmp_path):
    before = histories[name].tokenizer_at(len(histories[name]))
    save(before, tmp_path / "own.mergescope")
    after = load(tmp_path / "own.mergescope")
    assert isinstance(after, PipelineTokenizer)
    assert after.identity == before.identity
    assert after.encode(TEXT).ids.tolist() == before.encode(TEXT).ids.tolist()
    assert after.layout == before.layout


@every_algorithm
def test_the_library_reads_what_is_saved_and_agrees_on_every_id(histories, name, tmp_path):
    import tokenizers

    tokenizer = histories[name].tokenizer_at(len(histories[name]))
    save(tokenizer, tmp_path / "tokenizer.json")
    library = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    for text in (TEXT, LOSSLESS_TEXT, "", " ", "naïve 你好 \u00a0 end "):
        try:
            ours = tokenizer.encode(text).ids.tolist()
        except EncodeError:
            continue  # the library passes over what it cannot write
        assert ours == library.encode(text, add_special_tokens=False).ids, text


@every_algorithm
def test_the_lines_of_a_history_tell_every_step(name):
    recipe = recipe_of(name)
    lines = HistoryLines(recipe)
    rows = []
    scale = 1
    for event in train(Corpus.of_text(TEXT), recipe):
        if isinstance(event, EVENTS):
            rows += lines.of(event, scale)
    history = learned(recipe)
    assert [row["step"] for row in rows] == list(range(1, len(history) + 1))
    assert [row["corpus_tokens"] for row in rows] == history.corpus_tokens[1:].tolist()
    if rows:
        assert rows[-1]["vocab_size"] == history.tokenizer_at(len(history)).model.size
    json.dumps(rows, allow_nan=False)


@every_algorithm
def test_an_empty_corpus_is_refused(name):
    with pytest.raises(CorpusError, match="empty"):
        learned(recipe_of(name), "")


@every_algorithm
def test_a_training_can_be_left_at_any_time(name):
    recipe = recipe_of(name)
    history = new_history(recipe)
    events = train(Corpus.of_text(TEXT), recipe)
    for event in events:
        history.append(event)
        if len(history):
            break
    events.close()
    if history.start is not None:
        assert history.tokenizer_at(len(history)).encode("Alice").ids.size


@every_algorithm
def test_every_training_reports_progress_between_its_steps(name):
    kinds = [type(event) for event in train(Corpus.of_text(TEXT), recipe_of(name))]
    assert Progress in kinds
    assert kinds[-1] is Stopped


def test_merge_histories_tell_why(histories):
    for name in ("byte-bpe", "char-bpe", "wordpiece"):
        history = histories[name]
        assert isinstance(history, History)
        row = history.row(40)
        assert row.tied >= 1
        assert row.candidates[0].pair == row.pair
        assert len(row.choices) == 5


@every_algorithm
def test_what_the_library_reads_opens_here_as_what_it_was(histories, name, tmp_path):
    before = histories[name].tokenizer_at(len(histories[name]))
    save(before, tmp_path / "tokenizer.json")
    after = load(tmp_path / "tokenizer.json")
    assert isinstance(after, PipelineTokenizer)
    assert (after.kind, after.identity, after.layout) == (before.kind, before.identity, before.layout)
    assert after.encode(TEXT).ids.tolist() == before.encode(TEXT).ids.tolist()
