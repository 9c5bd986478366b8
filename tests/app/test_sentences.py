"""The engine's sentences in the language of the window: each has a form, and real errors are said in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from app import sentence_templates
from app.main_window import MainWindow
from app.sentence_templates import ENGINE_FOLDER, unread
from app.sentences import said
from app.translation import install
from app.translation_files import LISTED, listed_sentences
from engine.corpus import Corpus
from engine.errors import EngineError, FormatError
from engine.formats import load, save
from engine.normalizers import sequence_of
from engine.page_costs import price_of
from engine.parallel import parallel_folder
from engine.presets import load_preset
from engine.vocabularies.vocabulary_search import Columns, Query, find_tokens
from engine.vocabularies.vocabulary_survey import survey


@pytest.fixture
def german(qapp: QCoreApplication) -> Iterator[None]:
    installed = install(qapp, "de")
    yield
    for translator in installed:
        qapp.removeTranslator(translator)


def test_the_list_is_that_of_the_engine() -> None:
    assert LISTED.read_text("utf-8") == listed_sentences(), "run python -m app.translation_files"


def test_every_error_of_the_engine_has_a_sentence_that_is_known() -> None:
    """But for those that hand on the sentence of another one."""
    for place in unread():
        module, _, line = place.partition(":")
        path = ENGINE_FOLDER / f"{module.replace('.', '/')}.py"
        source = (path if path.exists() else path.with_suffix("") / "__init__.py").read_text("utf-8").splitlines()
        handed_on = "".join(source[int(line) - 1 : int(line) + 2]).partition("(")[2]
        assert "error" in handed_on or "complaint" in handed_on, place


def test_a_sentence_that_cannot_be_read_is_found(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(
        "from engine.errors import OptionError\n\n\ndef refuse(words):\n    raise OptionError(words.pop())\n", "utf-8"
    )
    assert unread(tmp_path) == ["broken:5"]


def test_parts_of_a_sentence_are_read_wherever_they_come_from(tmp_path: Path) -> None:
    (tmp_path / "made.py").write_text(
        """
WAY = "Try another."
KINDS = {"a": "of this kind", "b": "of that kind"}

def hint(name):
    return f" Did you mean {name}?" if name else ""

def refuse(path, n, kind):
    what = "one line is" if n == 1 else f"{n:,} lines are"
    raise OptionError(f"{path}: {what} {{odd}}. {WAY}{hint(path)}")

def other(kind):
    raise OptionError(f"It is {KINDS[kind]}.")
""",
        "utf-8",
    )
    assert sentence_templates.sentence_templates(tmp_path)[len(sentence_templates._WORDS) :] == [
        "{}: one line is {{odd}}. {}",
        "{}: {} lines are {{odd}}. {}",
        "It is of this kind.",
        "It is of that kind.",
        "Try another.",
        " Did you mean {}?",
    ]


def _search(text: str) -> object:
    gpt2 = load_preset("gpt2")
    return find_tokens(Columns(gpt2.vocabulary, survey(gpt2)), Query(text, "expression"))


def _misaligned(folder: Path) -> object:
    (folder / "eng.txt").write_text("one\ntwo\n", "utf-8")
    (folder / "deu.txt").write_text("eins\n", "utf-8")
    (folder / "fra.txt").write_text("un\ndeux\n", "utf-8")
    return parallel_folder(folder)


def _merges(folder: Path) -> object:
    (folder / "tokenizer.json").write_text('{"version": "1.0"}', "utf-8")
    return load(folder / "tokenizer.json")


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        (lambda _: load(Path("/nowhere/a.json")), "Die Datei /nowhere/a.json gibt es nicht."),
        (lambda _: Corpus.of("/nowhere/alise.txt"), "diese Datei gibt es nicht."),
        (lambda _: Corpus.of("alise"), "Gemeint sein könnte alice."),
        (lambda _: sequence_of(["nfkd7"]), 'Es gibt keine Normalisierung "nfkd7".'),
        (lambda _: _search("("), "Das ist kein regulärer Ausdruck:"),
        (lambda _: price_of("a", "EUR", "x", "2026-01-01"), "ist kein Preis; eine Zahl von 0 bis 1,000,000 schreiben"),
        (_misaligned, "deu hat 1 Zeile, die anderen 2; Zeile 2 der anderen ist die erste, die deu nicht hat."),
        (_merges, "erwartet war eine tokenizer.json, aber es ist kein Modell darin."),
        (
            lambda folder: save(load_preset("gpt2"), folder / "no" / "a.json"),
            "gibt es nicht, darum lässt sich a.json dort nicht speichern.",
        ),
        (lambda folder: Corpus.of(folder), "er enthält keine Datei."),
    ],
)
def test_a_refusal_is_said_in_german(
    german: None, tmp_path: Path, refused: Callable[[Path], object], words: str
) -> None:
    with pytest.raises(EngineError) as caught:
        refused(tmp_path)
    assert words in said(caught.value), str(caught.value)


def test_a_reason_inside_of_a_sentence_is_said_too(german: None) -> None:
    error = FormatError("a.json cannot be read: Permission denied.")
    assert said(error) == "a.json lässt sich nicht lesen: es ist nicht erlaubt."
    inner = "b.json: There is no text encoding klingon; use a name such as utf-8, utf-16, cp1252, shift_jis or gb18030."
    assert said(inner).startswith("b.json: Es gibt keine Textkodierung klingon;")
    both = "The file is no longer there (x). No tokenizer is chosen; name at least one."
    assert said(both) == "Die Datei ist nicht mehr da (x). Kein Tokenizer ist gewählt; mindestens einen nennen."


def test_what_is_not_the_engines_stays_as_it_is(german: None) -> None:
    for text in ("", "ein Satz", "odd (words): here. And there", "{}", "a: b"):
        assert said(text) == text


def test_in_english_every_sentence_is_as_it_was_raised() -> None:
    assert said(FormatError("a.json is no file.")) == "a.json is no file."


def test_the_message_bar_says_it(german: None, qtbot: QtBot, window: MainWindow) -> None:
    window.session.tokenizers.open(Path("/nowhere/a.json"))
    qtbot.waitUntil(lambda: "Die Datei /nowhere/a.json gibt es nicht." in window.messages.label.text(), timeout=60_000)
