"""A session file: what is written comes back, what is damaged is named, and what a later version adds is kept."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.session_files.session_contents import (
    KeptRun,
    KeptSource,
    KeptTokenizer,
    SessionContents,
    read_digests,
    with_digests,
)
from app.session_files.session_file import write_session
from app.session_files.session_reading import LARGEST_UNPACKED, read_session
from engine.algorithms.bpe import BPETrainer
from engine.corpus import Corpus, Source
from engine.errors import FormatError
from engine.recipe import Recipe
from engine.training import new_history, train

RECIPE = Recipe(BPETrainer(vocab_size=300))


@pytest.fixture(scope="module")
def run() -> KeptRun:
    history = new_history(RECIPE)
    for event in train(Corpus.of_text("low lower lowest newer newest wider " * 50), RECIPE):
        history.append(event)
    return KeptRun(history, "words 300", 7, 0.25, ((3, "first tie"), (9, "")), {"corpus": "abc"})


@pytest.fixture
def contents(run: KeptRun, tmp_path: Path) -> SessionContents:
    file = tmp_path / "notes.txt"
    file.write_text("some notes")
    return SessionContents(
        RECIPE,
        (
            KeptSource(Source("alice", sample="alice", weight_tenths=25)),
            KeptSource(Source("notes", path=file, encoding="utf-8"), checked=False),
            KeptSource(Source("Pasted text 1", text="மரம் 人人 \ud83d")),
        ),
        run,
        (KeptTokenizer("gpt2", False), KeptTokenizer("x", True, tmp_path / "x.tiktoken", r"\w+", "id")),
        "gpt2",
        "Text 👩‍🔬\r\n",
        {"reference": "eng"},
        {"docks": "QUJD"},
    )


def test_all_comes_back(contents: SessionContents, tmp_path: Path) -> None:
    path = tmp_path / "a.mergescope-session"
    *_, digests = read_digests(kept.source for kept in contents.sources)
    write_session(path, with_digests(contents, digests))
    back = read_session(path)
    assert back.problems == ()
    assert [kept.source for kept in back.sources] == [kept.source for kept in contents.sources]
    assert [kept.checked for kept in back.sources] == [True, False, True]
    assert all(len(kept.digest) == 64 for kept in back.sources)
    assert back.run is not None
    assert contents.run is not None
    assert (back.run.title, back.run.position, back.run.seconds) == ("words 300", 7, 0.25)
    assert back.run.bookmarks == contents.run.bookmarks
    assert back.run.provenance == {"corpus": "abc"}
    assert back.run.history.tokenizer_at(7).identity == contents.run.history.tokenizer_at(7).identity
    for name in ("recipe", "tokenizers", "selected", "text", "comparison", "layout"):
        assert getattr(back, name) == getattr(contents, name), name


def test_no_pickle_and_nothing_but_arrays_and_text_inside(contents: SessionContents, tmp_path: Path) -> None:
    path = tmp_path / "a.mergescope-session"
    write_session(path, contents)
    with zipfile.ZipFile(path) as archive:
        assert {Path(name).suffix for name in archive.namelist()} == {".json", ".npy", ".txt"}
        assert json.loads(archive.read("session.json"))["version"] == 1


def test_what_a_later_version_adds_is_kept(contents: SessionContents, tmp_path: Path) -> None:
    path, again = tmp_path / "a.mergescope-session", tmp_path / "b.mergescope-session"
    write_session(path, replace(contents, other_fields={"weather": [1]}, other_members={"pictures/a.png": b"\x89PNG"}))
    write_session(again, read_session(path))
    with zipfile.ZipFile(again) as archive:
        assert archive.read("pictures/a.png") == b"\x89PNG"
        assert json.loads(archive.read("session.json"))["weather"] == [1]


def changed(path: Path, name: str, data: bytes | None) -> Path:
    """The session with another content of one member (None: without it)."""
    out = path.with_name("changed.mergescope-session")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w") as new:
        for member in old.namelist():
            if member != name:
                new.writestr(member, old.read(member))
        if data is not None:
            new.writestr(name, data)
    return out


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("history/steps.parts.npy", b"no array"),
        ("history/steps.parts.npy", None),
        ("history/words.data.npy", b""),
    ],
)
def test_a_damaged_history_leaves_the_rest(
    contents: SessionContents, tmp_path: Path, name: str, data: bytes | None
) -> None:
    path = tmp_path / "a.mergescope-session"
    write_session(path, contents)
    back = read_session(changed(path, name, data))
    assert back.run is None
    assert back.text == contents.text
    (problem,) = back.problems
    assert "damaged" in problem or "changed" in problem


def test_an_exchanged_history_is_noticed(contents: SessionContents, tmp_path: Path) -> None:
    path = tmp_path / "a.mergescope-session"
    write_session(path, contents)
    with zipfile.ZipFile(path) as archive:
        fields = json.loads(archive.read("session.json"))
    fields["run"]["identity"] = "0" * 64
    back = read_session(changed(path, "session.json", json.dumps(fields).encode()))
    assert back.run is None
    assert "changed after it was saved" in back.problems[0]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"{}", b"x" * 5000])
def test_what_is_no_session_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.mergescope-session"
    path.write_bytes(data)
    with pytest.raises(FormatError, match="not a session"):
        read_session(path)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{", "not a session"),
        (b'{"format": "other"}', "not a session"),
        (b'{"format": "mergescope-session", "version": 9, "program": "3.0"}', "later version"),
        (b'{"format": "mergescope-session", "version": 1}', "cannot be read"),
    ],
)
def test_a_damaged_table_of_contents_is_refused(
    contents: SessionContents, tmp_path: Path, data: bytes, words: str
) -> None:
    path = tmp_path / "a.mergescope-session"
    write_session(path, contents)
    with pytest.raises(FormatError, match=words):
        read_session(changed(path, "session.json", data))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"no file .*gone\.mergescope-session"):
        read_session(tmp_path / "gone.mergescope-session")


def test_a_session_without_a_run(tmp_path: Path) -> None:
    path = tmp_path / "a.mergescope-session"
    write_session(path, SessionContents(RECIPE, text="only a text"))
    assert read_session(path) == SessionContents(RECIPE, text="only a text")


def test_a_file_that_would_unpack_to_more_than_any_session_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.mergescope-session"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("session.json", "{}")
        with archive.open("texts/endless.txt", "w", force_zip64=True) as member:
            for _ in range(LARGEST_UNPACKED >> 24):
                member.write(bytes(1 << 24))
            member.write(b"0")
    with pytest.raises(FormatError, match="would unpack to"):
        read_session(path)


def test_an_array_that_claims_more_than_it_has_takes_no_room(contents: SessionContents, tmp_path: Path) -> None:
    path = tmp_path / "a.mergescope-session"
    write_session(path, contents)
    claims = io.BytesIO()
    np.lib.format.write_array_header_1_0(claims, {"descr": "<i8", "fortran_order": False, "shape": (10**13,)})
    read = read_session(changed(path, "history/steps.counts.npy", claims.getvalue()))
    assert read.run is None
    assert "damaged" in read.problems[0]
