"""The report: one page that refers to nothing outside itself, with what the session held."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from app.main import main
from app.reports.page import report_page
from app.reports.pictures import _shown_steps
from app.reports.texts import text_chapter
from app.session_files.session_contents import KeptRun, KeptSource, KeptTokenizer, SessionContents
from app.session_files.session_file import write_session
from engine.algorithms import ALGORITHMS
from engine.algorithms.alphabet import Alphabet
from engine.algorithms.char_level import CharLevel
from engine.corpus import Corpus, Source
from engine.formats import save
from engine.normalizers import sequence_of
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import IdLayout, Recipe
from engine.tokenizer import PipelineTokenizer
from engine.training import new_history, train

TEXT = "मनुष्यों को समानता <b>& 人人生而自由 👩‍🔬"
VOID = {"meta", "link", "line", "rect", "circle", "polyline", "br"}


def session(name: str = "byte-bpe") -> SessionContents:
    row = ALGORITHMS[name]
    options = {"char-level": {}, "unigram": {"vocab_size": 60}}.get(name, {"vocab_size": 300})
    if name in ("char-bpe", "char-level", "word-level"):
        options = {**options, "unknown": "[UNK]"}
    cut = PreTokenizer(PATTERNS[row.pattern])
    recipe = Recipe(row.trainer(**options), cut, normalizer=sequence_of(row.normalizers))
    history = new_history(recipe)
    for event in train(Corpus.of_text("low lower lowest newer <newest> wider " * 50), recipe):
        history.append(event)
    run = KeptRun(history, "words <300>", min(7, len(history)), 0.25, ((3, "a tie"),), {"corpus": "abc"})
    return SessionContents(
        recipe,
        (KeptSource(Source("some words", text="low lower")),),
        run,
        (KeptTokenizer("gpt2"), KeptTokenizer("cl100k_base", checked=False)),
        "run",
        TEXT,
        {"languages": ["eng", "vie"], "reference": "eng"},
    )


def page_of(contents: SessionContents) -> str:
    *_, page = report_page(contents)
    assert isinstance(page, str)
    return page


class Reader(HTMLParser):
    """Whether tags close as they open, and the text of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """It opens and closes at once."""

    def handle_data(self, data: str) -> None:
        self.text += data


def test_it_is_one_whole_page_that_refers_to_nothing() -> None:
    page = page_of(session())
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert "<script" not in page
    assert not re.search(r"(src|href)\s*=\s*\"(?!data:)|url\(|@import|https?://", page)
    assert "default-src 'none'" in page


def test_it_says_what_the_session_held() -> None:
    contents = session()
    reader = Reader()
    reader.feed(page_of(contents))
    assert contents.run is not None
    for words in (
        "words <300>, step 7",
        contents.run.history.tokenizer_at(7).identity,
        contents.run.history.tokenizer_at(len(contents.run.history)).identity,
        "Vietnamese",
        "some words",
        "a tie",
        "Minimum count",
        "Smallest ids",
        "GPT-2",
    ):
        assert words in reader.text, words
    assert reader.text.count("समानता") >= 1
    assert "cl100k_base" not in reader.text, "it was not checked"


@pytest.mark.parametrize("name", ALGORITHMS)
def test_options_are_called_as_in_the_window(name: str) -> None:
    """No name of a field, and no value that the window has words for."""
    said = page_of(session(name)).partition("Settings and identity")[2].partition("</table>")[0]
    assert not re.search(r"[a-z]+[_-](ids|size|seen|frequency|rule|tokens|left|pattern)\b", said), said
    assert "<td>Special ids</td><td>after the merges</td>" in said
    assert ">exhausted<" not in said


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_has_one(name: str) -> None:
    reader = Reader()
    reader.feed(page_of(session(name)))
    assert ALGORITHMS[name].title in reader.text


def text_of(contents: SessionContents) -> str:
    reader = Reader()
    reader.feed(page_of(contents))
    return " ".join(reader.text.split())


def test_bytes_per_token_are_those_of_the_weighted_text() -> None:
    """A weight counts bytes as often as tokens."""
    text = "low lower lowest newer wider " * 50
    ratios = set()
    for weight in (10, 100):
        recipe = session().recipe
        history = new_history(recipe)
        for event in train(Corpus((Source("words", text=text, weight_tenths=weight),)), recipe):
            history.append(event)
        assert history.words is not None
        found = re.search(
            r"([\d.]+)bytes per token", text_of(SessionContents(recipe, run=KeptRun(history, "words", 3)))
        )
        assert found is not None
        ratios.add(found[1])
    assert len(ratios) == 1


def test_a_step_of_wordpiece_is_told_by_its_score() -> None:
    contents = session("wordpiece")
    assert contents.run is not None
    text = text_of(contents)
    left, right = contents.run.history.row(7).pair  # type: ignore[union-attr]
    assert f"of all {right.decode()} stand after {left.decode()}" in text
    assert "The candidates and their scores" in text


def test_tied_candidates_are_dashed_and_published_names_are_those_of_the_window() -> None:
    contents = session()
    run = contents.run
    assert run is not None
    tied = next(step for step in range(1, len(run.history) + 1) if run.history.tied[step - 1] > 1)
    page = page_of(replace(contents, run=replace(run, position=tied)))
    assert "Dashed: those that tied with it." in page
    assert "stroke-dasharray" in page
    alone = next(step for step in range(1, len(run.history) + 1) if run.history.tied[step - 1] == 1)
    page = page_of(replace(contents, run=replace(run, position=alone)))
    assert "Dashed: those that tied with it." not in page
    assert "stroke-dasharray" not in page
    assert "GPT-2: " in page


def test_numbers_under_a_curve_are_round_and_have_room() -> None:
    assert _shown_steps(744, 141, lambda step: step) == [0, 141, 200, 400, 600, 744]
    assert _shown_steps(744, 590, lambda step: step) == [0, 200, 400, 590, 744]
    assert _shown_steps(4, 2, lambda step: 100 * step) == [0, 1, 2, 3, 4]


def test_a_round_of_unigram_is_told_by_its_losses() -> None:
    text = text_of(session("unigram"))
    assert "Log-likelihood" in text
    assert "Loss of log-likelihood" in text


def test_a_text_is_told_with_all_that_finds_it_again(tmp_path: Path) -> None:
    source = Source("book", path=tmp_path / "a.csv", encoding="latin-1", column="text", weight_tenths=25)
    text = text_of(SessionContents(session().recipe, (KeptSource(source, digest="ab12"),)))
    for part in ("book", "2.5", "latin-1, column text", "ab12"):
        assert part in text


def test_a_tokenizer_that_has_gone_is_told(tmp_path: Path) -> None:
    contents = session()
    gone = tmp_path / "gone.json"
    kept = (KeptTokenizer(str(gone), path=gone),)
    page = page_of(SessionContents(contents.recipe, tokenizers=kept, text="a"))
    assert "gone.json" in page


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "a.mergescope-session", tmp_path / "a.html"
    write_session(path, session())
    assert main(["report", str(path), str(out)]) == 0
    assert out.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert str(out) in capsys.readouterr().out


def test_the_command_refuses_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.mergescope-session"
    assert main(["report", str(path), str(tmp_path / "a.html")]) == 1
    assert "There is no file" in capsys.readouterr().err
    path.write_text("x")
    assert main(["report", str(path), str(tmp_path / "a.html")]) == 1
    assert "not a session" in capsys.readouterr().err
    assert main(["report", str(path), str(path)]) == 2
    assert main(["report", str(path)]) == 2
    assert path.read_text() == "x"


def test_no_display_is_needed(tmp_path: Path) -> None:
    path, out = tmp_path / "a.mergescope-session", tmp_path / "a.html"
    write_session(path, SessionContents(session().recipe, text="only a text", tokenizers=(KeptTokenizer("gpt2"),)))
    command = [sys.executable, "-m", "app.main", "report", str(path), str(out)]
    done = subprocess.run(
        command, capture_output=True, text=True, env={"PATH": "/usr/bin", "HOME": str(tmp_path)}, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "only a text" in re.sub(r"<[^>]+>", "", out.read_text("utf-8"))


def test_tokenizers_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """As the shelf tells them apart; each has its text and its column."""
    contents, kept = session(), []
    assert contents.run is not None
    for folder, steps in (("german", 5), ("english", 9)):
        path = tmp_path / folder / "tokenizer.json"
        path.parent.mkdir()
        save(contents.run.history.tokenizer_at(steps), path)
        kept.append(KeptTokenizer(str(path), path=path))
    text = text_of(replace(contents, run=None, tokenizers=tuple(kept)))
    for folder in ("german", "english"):
        assert re.search(rf"\b{folder}: [\d,]+ tokens", text)


def test_a_large_count_is_told_to_the_last_digit() -> None:
    """Six digits are not all there are."""
    contents = session()
    weighed = Corpus((Source("words", text="low lower lowest " * 50_000, weight_tenths=100),))
    history = new_history(contents.recipe)
    for event in train(weighed, contents.recipe):
        history.append(event)
    text = text_of(replace(contents, run=KeptRun(history, "words", 1)))
    assert "e+0" not in text
    assert f"{history.row(1).count:,.0f}" in text
    assert history.row(1).count >= 1_000_000


def test_a_character_that_a_normalizer_makes_two_tokens_of_stands_there_once() -> None:
    alphabet = Alphabet.of(["e", "x", "\u0301"])
    cut = PreTokenizer(PATTERNS["none"])
    tokenizer = PipelineTokenizer("nfd", cut, CharLevel(alphabet), IdLayout(), normalizer=sequence_of(["nfd"]))
    *_, figure = text_chapter("xéx", {"nfd": tokenizer})
    shown = re.sub("<[^>]+>", "", figure.partition('dir="auto">')[2].partition("</div>")[0])
    assert shown == "xéx"
