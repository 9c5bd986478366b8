"""What a vocabulary costs and saves: the worked example, and every size of a training against a training of that size."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.algorithms import ALGORITHMS
from engine.algorithms.bpe import BPETrainer
from engine.algorithms.unigram import UnigramTrainer
from engine.corpora.corpus_words import corpus_words
from engine.corpus import Corpus, Source
from engine.counting import count_words
from engine.errors import OptionError
from engine.history import TrainingHistory
from engine.model import WordCounts
from engine.normalizers import sequence_of
from engine.parallel import udhr
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.presets import load_preset
from engine.recipe import Recipe
from engine.size_curve import SizeCurve, corpus_bytes, size_curve
from engine.tradeoffs import (
    USUAL_BYTES_PER_TOKEN,
    USUAL_WORDS_PER_TOKEN,
    change,
    model_cost,
    number_of,
    sentence,
    short_number,
    size_point,
    sizes_table,
)
from engine.training import new_history, train
from engine.word_breaks import word_spans

GOLDEN = json.loads((Path(__file__).parent.parent / "data" / "worked_examples.json").read_text("utf-8"))
CASE = next(case for case in GOLDEN if case["kind"] == "model-cost")
TEXT = "all human beings are born free and equal in dignity and rights. they are endowed with reason. " * 40


def learned(recipe: Recipe, text: str = TEXT, *, beside: bool = False, weight: float = 1) -> TrainingHistory:
    history = new_history(recipe)
    source = Source("text", text=text, weight_tenths=round(weight * 10))
    for event in train(Corpus((source,)), recipe, udhr() if beside else None):
        history.append(event)
    return history


@pytest.fixture(scope="module")
def history() -> TrainingHistory:
    return learned(Recipe(BPETrainer(vocab_size=300)), beside=True)


@pytest.mark.parametrize("row", CASE["rows"])
def test_parameters_of_the_worked_example(row: dict[str, int]) -> None:
    assert model_cost(row["vocab"], row["d_model"]).total == row["embedding"]
    if "untied_total" in row:
        assert model_cost(row["vocab"], row["d_model"], tied=False).total == row["untied_total"]


def test_the_document_of_the_worked_example() -> None:
    document = CASE["document"]
    tokens = [round(document["bytes"] / per_token) for per_token in document["bytes_per_token"]]
    assert tokens == document["tokens"]
    assert round(-100 * change(*tokens), 1) == document["reduction_percent"]


def test_every_size_of_a_run_is_what_training_to_that_size_gives(history: TrainingHistory) -> None:
    curve = size_curve(history)
    assert curve is not None
    assert curve.sizes.tolist() == list(range(256, 301))
    assert curve.corpus_bytes == len(TEXT.encode())
    for size in (270, 290):
        smaller = size_curve(learned(Recipe(BPETrainer(vocab_size=size))))
        assert smaller is not None
        row = curve.row_of(size)
        assert (curve.sizes[row], curve.tokens[row]) == (smaller.sizes[-1], smaller.tokens[-1])
        # What the tokenizer of that size says of the text is the same again.
        assert curve.tokens[row] == len(history.tokenizer_at(int(curve.positions[row])).encode(TEXT))


def test_special_tokens_and_weights_count() -> None:
    plain = size_curve(learned(Recipe(BPETrainer(vocab_size=300))))
    special = size_curve(learned(Recipe(BPETrainer(vocab_size=300), special_tokens=("<a>", "<b>"))))
    heavy = size_curve(learned(Recipe(BPETrainer(vocab_size=300)), weight=2.5))
    assert plain is not None
    assert special is not None
    assert heavy is not None
    assert (special.sizes[0], special.sizes[-1]) == (258, 300)
    assert heavy.tokens[-1] == 2.5 * plain.tokens[-1]
    assert heavy.bytes_per_token[-1] == pytest.approx(plain.bytes_per_token[-1])


def test_premiums_stand_beside_the_sizes(history: TrainingHistory) -> None:
    curve = size_curve(history, ["hin", "eng", "xxx"])
    assert curve is not None
    assert list(curve.premiums) == ["hin"]
    assert len(curve.premiums["hin"]) == len(curve)
    assert curve.premiums["hin"][-1] > curve.premiums["hin"][0] > 1


def test_rounds_of_unigram_are_sizes_too() -> None:
    pre_tokenizer = PreTokenizer(PATTERNS["metaspace"])
    recipe = Recipe(
        UnigramTrainer(vocab_size=60, seed_size=400), pre_tokenizer=pre_tokenizer, normalizer=sequence_of(["metaspace"])
    )
    history = learned(recipe)
    curve = size_curve(history, ["hin"])
    assert curve is not None
    assert np.all(np.diff(curve.sizes) >= 0)
    assert curve.sizes[0] == len(history.tokenizer_at(len(history)).vocabulary)
    assert curve.positions[0] == curve.positions.max()
    assert curve.tokens[0] >= curve.tokens[-1]
    assert curve.tokens[-1] == history.corpus_tokens[1]
    assert curve.corpus_bytes == len(TEXT.encode())


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("weight", [1.0, 0.5, 2.5])
def test_bytes_are_those_of_the_text_whatever_becomes_of_it_and_whatever_it_weighs(
    algorithm: str, weight: float
) -> None:
    # White space that is dropped, marks for spaces and weights leave bytes per token comparable.
    row = ALGORITHMS[algorithm]
    options = {"byte-bpe": {"vocab_size": 300}, "char-level": {}}.get(algorithm, {"vocab_size": 120})
    recipe = Recipe(
        row.trainer(**options), PreTokenizer(PATTERNS[row.pattern]), normalizer=sequence_of(row.normalizers)
    )
    assert corpus_bytes(learned(recipe, weight=weight)) == weight * len(TEXT.encode())


def test_without_a_training_there_is_no_curve() -> None:
    assert size_curve(new_history(Recipe(BPETrainer(vocab_size=300)))) is None


CURVE = SizeCurve(
    np.array([1_000, 2_000, 3_000, 4_000]),
    np.array([50_000.0, 40_000.0, 36_000.0, 34_000.0]),
    np.array([744, 1_744, 2_744, 3_744]),
    144_000.0,
)


def test_one_size_against_another() -> None:
    point = size_point(CURVE, 2_500, 1_000, 768, 124_000_000)
    assert (point.size, point.position, point.reference) == (2_000, 1_744, 1_000)
    assert point.bytes_per_token == 3.6
    assert point.cost.total == 1_536_000
    assert point.share == pytest.approx(0.012387, abs=1e-6)
    assert point.next_gain == pytest.approx(0.1)
    assert point.token_change == pytest.approx(-0.2)
    assert point.parameter_change == 768_000
    assert point.attention == pytest.approx(0.64 - 1)
    assert point.output == pytest.approx(0.8 * 2 - 1)
    assert size_point(CURVE, 3_500, 1_000, 768, 1).next_gain == pytest.approx(2 / 36)
    assert size_point(CURVE, 4_000, 1_000, 768, 1).next_gain is None


def test_every_size_has_its_gain_and_its_work() -> None:
    assert CURVE.next_entries == 1_000
    assert CURVE.next_gains[:3].tolist() == pytest.approx([0.2, 0.1, 2 / 36])
    assert np.isnan(CURVE.next_gains[3])
    assert CURVE.attention(2_000).tolist() == pytest.approx([1.5625, 1, 0.81, 0.7225])
    assert CURVE.output_work(2_000).tolist() == pytest.approx([0.625, 1, 1.35, 1.7])
    short = SizeCurve(np.array([256, 356, 500]), np.array([9.0, 6.0, 5.0]), np.array([0, 100, 244]), 9.0)
    assert (short.next_entries, short.next_gains[0]) == (100, pytest.approx(1 / 3))


def test_numbers_as_people_write_them() -> None:
    assert [number_of(text) for text in ("768", "1.3 B", "124M", "5,120", "2k")] == [
        768,
        1_300_000_000,
        124_000_000,
        5_120,
        2_000,
    ]
    for text in (
        "",
        "many",
        "-3",
        "0",
        "1e9",
        "9" * 30,
        "9" * 400,
        "9" * 300 + "t",
        "1,3 B",
        "12,34",
        ",5",
        "1,000,00",
    ):
        with pytest.raises(OptionError, match="no number of that kind"):
            number_of(text)


def test_what_one_pays_and_gains_in_words() -> None:
    assert sentence(size_point(CURVE, 2_000, 1_000, 768, 124_000_000)) == (
        "1,000 more entries: the same text saves 20.0 % of its tokens, its attention falls by 36.0 %, "
        "the output table's work grows by 60.0 %, and the tables cost 768,000 parameters."
    )
    assert sentence(size_point(CURVE, 1_000, 2_000, 768, 124_000_000, tied=False)) == (
        "1,000 fewer entries: the same text costs 25.0 % of its tokens, its attention grows by 56.2 %, "
        "the output table's work falls by 37.5 %, and the tables save 1.54 M parameters."
    )
    assert sentence(size_point(CURVE, 1_000, 1_000, 768, 1)) == "This is the size that others are compared with."


def test_short_numbers() -> None:
    shown = [short_number(value) for value in (768, 1_536_000, 24_576_000, 102_400_000, 1_024_000_000, 70e9)]
    assert shown == ["768", "1.54 M", "24.58 M", "102.4 M", "1.02 B", "70 B"]
    assert [short_number(value) for value in (999_999_999, 2e12, 12_345e9, 1e15)] == [
        "1 B",
        "2 T",
        "12.35 T",
        "1,000 T",
    ]


def test_csv_has_all_sizes(history: TrainingHistory) -> None:
    curve = size_curve(history, ["hin"])
    assert curve is not None
    rows = list(csv.DictReader(io.StringIO(sizes_table(curve, 16, tied=False, parameters=96_000).csv())))
    assert len(rows) == len(curve)
    assert rows[0]["vocab_size"] == "256"
    assert float(rows[0]["bytes_per_token"]) == 1.0
    assert (rows[-1]["embedding"], rows[-1]["output"], rows[-1]["share_of_model"]) == ("4800", "4800", "0.1")
    assert float(rows[-1]["premium_hin"]) == pytest.approx(float(curve.premiums["hin"][-1]))


def test_the_usual_figures_are_those_of_the_bundled_book() -> None:
    book = b"".join(block.data for block in Corpus.of("moby-dick").blocks()).decode()
    measured = [
        len(book.encode()) / len(load_preset(name).encode(book)) for name in ("gpt2", "cl100k_base", "o200k_base")
    ]
    assert [f"{value:.2f}" for value in measured] == ["4.18", "4.27", "4.32"]
    assert all(f"{value:.2f}" in USUAL_BYTES_PER_TOKEN.source for value in measured)
    words = len(word_spans(book)[0])
    shares = [words * value / len(book.encode()) for value in measured]
    assert [f"{value:.2f}" for value in shares] == ["0.74", "0.76", "0.77"]
    assert "0.74, 0.76 and 0.77 words a token" in USUAL_WORDS_PER_TOKEN.source
    assert (USUAL_WORDS_PER_TOKEN.low, USUAL_WORDS_PER_TOKEN.high) == (0.74, 0.77)


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k", "o200k", "whitespace", "metaspace", "none"])
def test_words_of_pre_tokens_are_those_of_the_text(pattern: str) -> None:
    corpus = Corpus.of("alice")
    text = b"".join(block.data for block in corpus.blocks()).decode()
    (counts,) = (
        e for e in count_words(corpus, sequence_of([]), PreTokenizer(PATTERNS[pattern])) if isinstance(e, WordCounts)
    )
    assert corpus_words(counts) == pytest.approx(len(word_spans(text)[0]), rel=0.001)


def test_words_of_weighted_texts_and_of_scripts_without_blanks() -> None:
    for text in ("ภาษาไทย", "ꦱꦏꦧꦺꦃ", "漢字"):  # Thai, Javanese, Chinese
        assert np.isnan(corpus_words(WordCounts.of({text.encode(): 2, b" and": 1})))
    assert corpus_words(replace(WordCounts.of({b"a": 20, b" b": 5}), scale=10)) == 2.5
    assert np.isnan(corpus_words(WordCounts.of({})))


def test_words_per_token_stand_in_the_table_where_they_are_counted() -> None:
    counted = replace(CURVE, words=20_000.0)
    assert counted.words_per_token.tolist() == [0.4, 0.5, pytest.approx(20 / 36), pytest.approx(20 / 34)]
    assert size_point(counted, 2_000, 1_000, 768, 124_000_000).words_per_token == 0.5
    assert size_point(CURVE, 2_000, 1_000, 768, 124_000_000).words_per_token is None
    rows = list(csv.DictReader(io.StringIO(sizes_table(counted, 16).csv())))
    assert [rows[0]["words_per_token"], rows[1]["words_per_token"]] == ["0.4", "0.5"]
    assert "words_per_token" not in sizes_table(replace(CURVE, words=np.nan), 16).csv()
