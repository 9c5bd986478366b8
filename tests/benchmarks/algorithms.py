"""Unigram against `sentencepiece`, WordPiece against `tokenizers`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.corpus import Corpora
from tests.benchmarks.measuring import Row, interleaved, is_installed, missing_row, ratio_row

SIZE = 8_000


def _train(algorithm: str, path: Path, **options: Any) -> None:
    from engine.algorithms import ALGORITHMS
    from engine.corpus import Corpus
    from engine.normalizers import sequence_of
    from engine.patterns import PATTERNS
    from engine.pre_tokenizers import PreTokenizer
    from engine.recipe import Recipe
    from engine.training import train

    row = ALGORITHMS[algorithm]
    recipe = Recipe(
        row.trainer(vocab_size=SIZE, **options),
        PreTokenizer(PATTERNS[row.pattern]),
        normalizer=sequence_of(row.normalizers),
    )
    for _ in train(Corpus.of(str(path), records="line" if algorithm == "unigram" else "file"), recipe):
        pass


def _sentencepiece(path: Path) -> None:
    import sentencepiece

    with tempfile.TemporaryDirectory() as folder:
        sentencepiece.SentencePieceTrainer.train(
            input=str(path),
            model_prefix=f"{folder}/model",
            vocab_size=SIZE,
            model_type="unigram",
            character_coverage=1.0,
            num_threads=2,
            max_sentence_length=1 << 30,
            minloglevel=2,
        )


def unigram(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """20 MB to 8,000 pieces; theirs takes a minute or two, so it runs once."""
    measure = "Unigram 8k on 20 MB, against sentencepiece"
    path = corpora.path(20)
    if not is_installed("sentencepiece"):
        yield missing_row(measure, "sentencepiece", "6x", "15x")
        return
    ours = interleaved({"ours": lambda: _train("unigram", path)}, min(rounds, 2))["ours"]
    theirs = _once(lambda: _sentencepiece(path))
    yield ratio_row(measure, ours, theirs, 6, 15, by_cpu=True)


def wordpiece(corpora: Corpora, rounds: int) -> Iterator[Row]:
    """1 MB to 8,000 entries: ours by score, theirs by count."""
    path = corpora.path(1)

    def theirs() -> None:
        from tokenizers import Tokenizer, models, pre_tokenizers, trainers

        tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        trainer = trainers.WordPieceTrainer(vocab_size=SIZE, special_tokens=["[UNK]"], show_progress=False)
        tokenizer.train([str(path)], trainer)

    best = interleaved({"ours": lambda: _train("wordpiece", path), "theirs": theirs}, rounds)
    yield ratio_row("WordPiece 8k on 1 MB, against tokenizers", best["ours"], best["theirs"], 3, 6, by_cpu=True)


def _once(run: Any) -> Any:
    import time

    from tests.benchmarks.measuring import Best

    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return Best(time.perf_counter() - wall, time.process_time() - cpu)
