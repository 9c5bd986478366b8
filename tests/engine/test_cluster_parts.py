"""Parts of a corpus, counted apart and added up in any order, are the corpus counted as a whole."""

from __future__ import annotations

import os
import pickle
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine import counting
from engine.cluster_parts import Partition, count_partition, plan, versions
from engine.corpora.blocks import Records
from engine.corpus import Corpus
from engine.counting import Cutting, count_words, empty_tally, scale_of, words_of
from engine.errors import CorpusError, OptionError
from engine.model import WordCounts
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS, pattern_named
from engine.pre_tokenizers import PreTokenizer

WORDS = [
    "low",
    "lower",
    " ",
    "  ",
    "\n",
    "\n\n",
    " \n \n",
    "\r\n",
    "newest",
    "é",
    "中文",
    "<s>",
    "'s",
    "\ufeff",
    "incomprehensibilities",
]
SIZE = 300


def some_text(seed: int, words: int = 900) -> str:
    chosen = random.Random(seed).choices(WORDS, k=words)
    return "".join(f"{word} " if index % 3 else word for index, word in enumerate(chosen))


def cutting_of(pattern: str, *normalizers: str, special: tuple[str, ...] = ()) -> Cutting:
    found = PATTERNS.get(pattern) or pattern_named(pattern)
    return Cutting(sequence_of(normalizers), PreTokenizer(found), special)


def counted_here(corpus: Corpus, cutting: Cutting) -> WordCounts:
    *_, words = count_words(corpus, cutting.normalizer, cutting.pre_tokenizer, cutting.special_tokens)
    assert isinstance(words, WordCounts)
    return words


def counted_apart(corpus: Corpus, cutting: Cutting, seed: int) -> tuple[WordCounts, list[Partition]]:
    partitions = list(plan(corpus, cutting, SIZE))
    tally = empty_tally()
    for partition in random.Random(seed).sample(partitions, len(partitions)):
        travelled = pickle.loads(pickle.dumps((partition, cutting)))
        tally = pickle.loads(pickle.dumps(count_partition(*travelled, versions()))).added_to(tally)
    return words_of(tally, cutting, scale_of(corpus)), partitions


def assert_same(one: WordCounts, other: WordCounts) -> None:
    for name in ("data", "starts", "lengths", "counts"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert (one.scale, one.corpus_bytes, one.pre_tokens) == (other.scale, other.corpus_bytes, other.pre_tokens)
    assert one.weighted_bytes == other.weighted_bytes
    assert (one.followed is None) == (other.followed is None)
    if one.followed is not None and other.followed is not None:
        assert one.followed.tolist() == other.followed.tolist()


CUTTINGS = {
    "gpt2": cutting_of("gpt2"),
    "specials": cutting_of("cl100k", special=("<s>",)),
    "special with a blank": cutting_of("gpt2", special=("low low",)),
    "gaps": cutting_of("whitespace"),
    "bert": cutting_of("bert", "bert"),
    "unigram": cutting_of("none", "metaspace"),
    "expression": cutting_of("[a-z]+|."),
}


@pytest.mark.parametrize("records", ["file", "line", "paragraph"])
@pytest.mark.parametrize("name", CUTTINGS)
def test_parts_add_up_to_the_whole_in_any_order(name: str, records: Records, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(some_text(number, 40 + 800 * number), newline="")
    corpus = Corpus.of(tmp_path, records=records).with_weights({"2.txt": 25})
    apart, partitions = counted_apart(corpus, CUTTINGS[name], seed=1)
    assert_same(apart, counted_here(corpus, CUTTINGS[name]))
    assert len(partitions) > 1


@pytest.mark.parametrize("seed", range(30))
def test_no_random_text_is_cut_where_it_matters(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text(some_text(seed), newline="")
    for records in ("file", "line", "paragraph"):
        corpus = Corpus.of(path, records=records)
        cutting = CUTTINGS["gpt2"]
        apart, partitions = counted_apart(corpus, cutting, seed)
        assert_same(apart, counted_here(corpus, cutting))
        assert len(partitions) > 1 or records == "paragraph"


def test_a_large_file_is_cut_and_small_ones_go_together(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number:02}.txt").write_text("a few words\n")
    (tmp_path / "large.txt").write_text("many more words\n" * 500)
    partitions = list(plan(Corpus.of(tmp_path), CUTTINGS["gpt2"], 1000))
    assert len(partitions[0].ranges) == 13  # the small ones, and the large one's beginning
    assert len(partitions) == 8
    assert sum(partition.size for partition in partitions) == 12 * 12 + 500 * 16


@pytest.mark.parametrize("name", ["text.gz", "text.utf16", "rows.jsonl"])
def test_what_cannot_be_cut_is_one_part(name: str, tmp_path: Path) -> None:
    import gzip

    text = some_text(5)
    contents = {
        "text.gz": gzip.compress(text.encode()),
        "text.utf16": text.encode("utf-16"),
        "rows.jsonl": b'{"text": "low lower newest"}\n' * 200,
    }
    path = tmp_path / name
    path.write_bytes(contents[name])
    corpus = Corpus.of(path, column="text" if name == "rows.jsonl" else None)
    apart, partitions = counted_apart(corpus, CUTTINGS["gpt2"], 1)
    assert len(partitions) == 1
    assert_same(apart, counted_here(corpus, CUTTINGS["gpt2"]))


def test_broken_bytes_are_counted_alike(tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(b"\xef\xbb\xbf" + b"low \xe4 lower \xf0\x9f newest\xff low\n" * 100)
    corpus = Corpus.of(path)
    apart, partitions = counted_apart(corpus, CUTTINGS["gpt2"], 1)
    assert len(partitions) > 3
    assert_same(apart, counted_here(corpus, CUTTINGS["gpt2"]))


def test_a_worker_says_what_is_wrong_with_its_files(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("low lower")
    cutting = CUTTINGS["gpt2"]
    (partition,) = plan(Corpus.of(path), cutting)
    path.write_text("low lower newest")
    with pytest.raises(CorpusError, match="another file"):
        count_partition(partition, cutting, versions())
    path.unlink()
    with pytest.raises(CorpusError, match="does not see this file; put the corpus where all workers find it"):
        count_partition(partition, cutting, versions())


def test_other_versions_on_a_worker_are_refused() -> None:
    cutting = CUTTINGS["gpt2"]
    (partition,) = plan(Corpus.of("alice"), cutting)
    with pytest.raises(OptionError, match=r"has regex .* where this program has 1\.0.*install the same versions"):
        count_partition(partition, cutting, versions() | {"regex": "1.0"})


def test_a_part_starts_from_the_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text").write_text("low lower")
    monkeypatch.chdir(tmp_path)
    (partition,) = plan(Corpus.of("text"), CUTTINGS["gpt2"])
    assert partition.ranges[0].source.path == tmp_path / "text"
    assert partition.ranges[0].source.label == "text"


@pytest.mark.parametrize("seed", range(3))
def test_the_order_in_which_a_folder_is_delivered_does_not_matter(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b.txt", "a.txt", "B.txt", "ä.txt", "a/z.txt", "a-b.txt", "c/d/e.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(some_text(len(name)))
    expected = sorted(path.relative_to(tmp_path).as_posix().encode() for path in tmp_path.rglob("*.txt"))
    walk = list(os.walk(tmp_path))
    generator = random.Random(seed)
    shuffled = [(root, folders, generator.sample(names, len(names))) for root, folders, names in walk]
    generator.shuffle(shuffled)
    first = counted_here(Corpus.of(tmp_path), CUTTINGS["gpt2"])
    monkeypatch.setattr("engine.corpora.folder_files.os.walk", lambda _folder, **_ways: iter(shuffled))
    corpus = Corpus.of(tmp_path)
    assert [source.label.removeprefix(f"{tmp_path}/").encode() for source in corpus.sources] == expected
    assert_same(counted_here(corpus, CUTTINGS["gpt2"]), first)


@pytest.mark.parametrize("name", CUTTINGS)
def test_threads_do_not_matter(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "text"
    path.write_text(some_text(7, 4000), newline="")
    corpus = Corpus.of(path, records="line")
    results = []
    for threads in (1, 2, 5):
        monkeypatch.setattr(counting, "_THREADS", threads)
        monkeypatch.setattr(counting, "_BLOCK", 1000)
        monkeypatch.setattr(counting, "_NORMALIZED_BLOCK", 500)
        results.append(counted_here(corpus, CUTTINGS[name]))
    assert_same(results[0], results[1])
    assert_same(results[0], results[2])


def test_positions_of_a_later_part_come_behind_all_of_an_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("first " * 200 + "then ")
    cutting = CUTTINGS["gpt2"]
    partitions = list(plan(Corpus.of(path), cutting, SIZE))
    far = replace(partitions[-1], number=900_000)  # as many as 64 TB have
    tally = empty_tally()
    for partition in (far, *partitions[:-1]):
        tally = count_partition(partition, cutting, versions()).added_to(tally)
    words = words_of(tally, cutting, 1)
    assert [words.word(index) for index in range(len(words))] == [b"first", b" first", b" then", b" "]
