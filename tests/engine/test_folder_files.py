"""The files of a folder: found on the way down, taken by a filter, in the same order on every machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Corpus
from engine.corpora.folder_files import NameFilter, in_order, proposed_filter, suffix_counts, suffix_of, walk
from engine.errors import CorpusError

NAMES = ("a.txt", "B.TXT", "c.md", "letters/d.txt", "letters/old/e.txt", "draft-f.txt", "g.png", "README")


@pytest.mark.parametrize(
    ("filter", "taken"),
    [
        ("", NAMES),
        ("*", NAMES),
        ("*.txt", ("a.txt", "B.TXT", "letters/d.txt", "letters/old/e.txt", "draft-f.txt")),
        ("*.txt *.md", ("a.txt", "B.TXT", "c.md", "letters/d.txt", "letters/old/e.txt", "draft-f.txt")),
        ("*.md;*.png", ("c.md", "g.png")),
        ("?.txt", ("a.txt", "B.TXT", "letters/d.txt", "letters/old/e.txt")),
        ("letters/*", ("letters/d.txt", "letters/old/e.txt")),
        ("*.txt !draft* !letters/old/*", ("a.txt", "B.TXT", "letters/d.txt")),
        ("!*.txt", ("c.md", "g.png", "README")),
        ("README", ("README",)),
        ("[ab].txt", ("a.txt", "B.TXT")),
        ("[", ()),
        ("*.nothing", ()),
    ],
)
def test_what_a_filter_takes(filter: str, taken: tuple[str, ...]) -> None:
    assert tuple(name for name in NAMES if NameFilter.of(filter).takes(name)) == taken


@pytest.mark.parametrize(
    ("name", "suffix"),
    [
        ("a.TXT", ".txt"),
        ("x/b.csv.gz", ".csv.gz"),
        ("c.gz", ".gz"),
        (".hidden", ""),
        ("v1.2/plain", ""),
        ("d.v2.md", ".md"),
    ],
)
def test_endings(name: str, suffix: str) -> None:
    assert suffix_of(name) == suffix


def test_the_proposal_takes_texts_and_leaves_pictures() -> None:
    assert proposed_filter(["a.txt"] * 5 + ["b.md"] * 9 + ["c.png"] * 50) == "*.md *.txt"
    assert proposed_filter(["a.txt.gz", "b.jpg"]) == "*.txt.gz"
    assert proposed_filter([f"a{suffix}" for suffix in (".txt", ".md")]) == "*", "all are texts"
    assert proposed_filter(["a.bin", "b"]) == "*", "who knows what they are"
    assert suffix_counts(["a.txt", "b.png", "c.txt"])[0] == (".txt", 2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in NAMES:
        path = tmp_path / "notes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"this is {name}")
    return tmp_path / "notes"


def test_a_folder_is_walked_whole(folder: Path) -> None:
    found = list(walk(folder))
    assert len(found) == 3, "one list for each folder"
    assert sorted(name for names in found for name in names) == sorted(NAMES)
    assert in_order(["b", "a/z", "B", "a"]) == ["B", "a", "a/z", "b"]


def test_a_corpus_takes_what_the_filter_takes(folder: Path) -> None:
    corpus = Corpus.of(folder, take="*.txt !draft*")
    labels = [source.label.removeprefix(f"{folder}/") for source in corpus.sources]
    assert labels == ["B.TXT", "a.txt", "letters/d.txt", "letters/old/e.txt"]
    assert len(Corpus.of(folder).sources) == len(NAMES)
    with pytest.raises(CorpusError, match=r"no file of it is called \*\.pdf"):
        Corpus.of(folder, take="*.pdf")
