"""The grid of languages and tokenizers: counted in the background, kept, and following the run without counting."""

from __future__ import annotations

import csv
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.state.languages import cell_counter
from app.state.languages.comparison_columns import Compared, column_title
from app.state.languages.comparison_grid import ComparisonGrid
from app.state.languages.language_names import short_names
from app.state.tokenizers.tokenizer_library import RUN
from engine.algorithms.bpe import BPETrainer
from engine.corpus import Corpus, Source
from engine.history import History
from engine.model import Progress
from engine.parallel import Language, udhr
from engine.presets import load_preset
from engine.recipe import Recipe
from engine.training import train

TEXT = "all human beings are born free and equal in dignity and rights, endowed with reason and conscience " * 9


@pytest.fixture(scope="module")
def history() -> History:
    recipe = Recipe(BPETrainer(max_steps=40, byte_order="gpt2"), specials="first")
    result = History(recipe)
    for event in train(Corpus((Source("text", text=TEXT),)), recipe, udhr()):
        result.append(event)
    return result


@pytest.fixture
def grid(qtbot: QtBot) -> Iterator[ComparisonGrid]:
    result = ComparisonGrid()
    result.set_languages(["eng", "fra", "hin"])
    yield result
    result.close()


def wait(qtbot: QtBot, grid: ComparisonGrid) -> None:
    qtbot.waitUntil(lambda: not grid.busy, timeout=60_000)


def compared(*names: str) -> list[Compared]:
    return [Compared.of(load_preset(name)) for name in names]


def test_checked_tokenizers_are_counted(qtbot: QtBot, grid: ComparisonGrid) -> None:
    grid.set_tokenizers(compared("cl100k_base", "o200k_base"))
    assert grid.value("cl100k_base", "hin") is None
    assert not grid.is_known("cl100k_base", "hin")
    wait(qtbot, grid)
    assert grid.value("cl100k_base", "hin") == pytest.approx(8321 / 1521)
    assert grid.value("cl100k_base", "eng") == 1.0
    interval = grid.interval("cl100k_base", "hin")
    assert interval is not None
    assert interval.low < 5.47 < interval.high
    assert "8,321 tokens" in grid.explain("cl100k_base", "hin")
    assert "30 articles" in grid.explain("cl100k_base", "hin")


@pytest.mark.parametrize(
    ("measure", "value"), [("tokens", 8321), ("bytes_per_token", 22466 / 8321), ("characters_per_token", None)]
)
def test_measures(qtbot: QtBot, grid: ComparisonGrid, measure: str, value: float | None) -> None:
    grid.set_tokenizers(compared("cl100k_base"))
    wait(qtbot, grid)
    grid.set_measure(measure)
    shown = grid.value("cl100k_base", "hin")
    assert shown is not None
    if value is not None:
        assert shown == pytest.approx(value, rel=2e-3)
    assert grid.interval("cl100k_base", "hin") is None


def test_what_is_counted_is_not_counted_again(
    qtbot: QtBot, grid: ComparisonGrid, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, tuple[str, ...]]] = []
    original = cell_counter.compare_all

    def remembering(tokenizers, parallel, languages, reference):  # type: ignore[no-untyped-def]
        asked.append((tokenizers[0].name, tuple(languages)))
        return original(tokenizers, parallel, languages, reference)

    monkeypatch.setattr(cell_counter, "compare_all", remembering)
    both = compared("cl100k_base", "o200k_base")
    grid.set_tokenizers(both[:1])
    wait(qtbot, grid)
    grid.set_tokenizers(both)
    wait(qtbot, grid)
    grid.set_languages(["eng", "fra", "hin", "tha"])
    wait(qtbot, grid)
    assert asked == [
        ("cl100k_base", ("eng", "fra", "hin")),
        ("o200k_base", ("eng", "fra", "hin")),
        ("cl100k_base", ("tha",)),
        ("o200k_base", ("tha",)),
    ]
    # Another reference is another comparison; going back to the first one is at once.
    grid.set_reference("fra")
    wait(qtbot, grid)
    assert grid.value("cl100k_base", "fra") == 1.0
    grid.set_reference("eng")
    assert not grid.busy
    assert grid.value("cl100k_base", "eng") == 1.0


def test_a_key_that_stands_for_another_tokenizer_is_counted_anew(qtbot: QtBot, grid: ComparisonGrid) -> None:
    grid.set_tokenizers([Compared("file", "file", load_preset("cl100k_base"))])
    wait(qtbot, grid)
    grid.set_tokenizers([Compared("file", "file", load_preset("o200k_base"))])
    assert grid.value("file", "hin") is None
    wait(qtbot, grid)
    assert grid.value("file", "hin") == pytest.approx(2421 / 1519)


def test_a_newer_request_ends_the_older(qtbot: QtBot, grid: ComparisonGrid, monkeypatch: pytest.MonkeyPatch) -> None:
    started, ended = threading.Event(), threading.Event()

    def slow(*_: object) -> Iterator[Progress]:
        try:
            while True:
                started.set()
                threading.Event().wait(0.002)
                yield Progress("Comparing", 0, 1)
        finally:
            ended.set()

    original = cell_counter.compare_all
    monkeypatch.setattr(cell_counter, "compare_all", slow)
    grid.set_tokenizers(compared("cl100k_base"))
    assert started.wait(5)
    monkeypatch.setattr(cell_counter, "compare_all", original)
    grid.set_languages(["eng", "fra"])
    assert ended.wait(5)
    wait(qtbot, grid)
    assert grid.value("cl100k_base", "fra") == pytest.approx(2405 / 1521)


def test_cancel_keeps_the_window_quiet(qtbot: QtBot, grid: ComparisonGrid) -> None:
    grid.set_tokenizers(compared("gpt2"))
    with qtbot.waitSignal(grid.progress, check_params_cb=lambda done, total: (done, total) == (0, 0)):
        grid.cancel()
    assert not grid.busy


def test_an_error_is_told(qtbot: QtBot, grid: ComparisonGrid, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Iterator[Progress]:
        raise OSError("gone")
        yield  # type: ignore[unreachable]

    monkeypatch.setattr(cell_counter, "compare_all", broken)
    with qtbot.waitSignal(grid.failed) as signal:
        grid.set_tokenizers(compared("gpt2"))
    assert str(signal.args[0]) == "gone"
    assert not grid.busy


def test_the_run_follows_the_timeline_without_counting(qtbot: QtBot, grid: ComparisonGrid, history: History) -> None:
    grid.set_run(history, 0, "Cats")
    assert [column.key for column in grid.columns] == [RUN]
    units = {code: "".join(udhr().units(code)).encode() for code in ("eng", "hin")}
    assert grid.value(RUN, "hin") == len(units["hin"]) / len(units["eng"])
    with qtbot.waitSignal(grid.run_changed):
        grid.set_run(history, 40, "Cats")
    assert not grid.busy
    tokenizer = history.tokenizer_at(40)
    tokens = {code: int(tokenizer.count(udhr().units(code)).tokens.sum()) for code in ("eng", "hin")}
    assert grid.value(RUN, "hin") == tokens["hin"] / tokens["eng"]
    assert grid.interval(RUN, "hin") is None
    curve = grid.premium_while_training("hin")
    assert curve is not None
    assert len(curve) == 41
    np.testing.assert_allclose(curve[40], tokens["hin"] / tokens["eng"])
    assert dict(grid.premiums_at_end())["hin"] == curve[40]


def test_a_run_without_languages_has_no_column(grid: ComparisonGrid) -> None:
    recipe = Recipe(BPETrainer(max_steps=1))
    grid.set_run(History(recipe), 0)
    assert grid.columns == ()
    grid.set_run(None)
    assert grid.premium_while_training("hin") is None


def test_the_selection_falls_back_to_what_is_there(qtbot: QtBot, grid: ComparisonGrid, history: History) -> None:
    grid.set_tokenizers(compared("gpt2"))
    grid.set_run(history, 3)
    wait(qtbot, grid)
    with qtbot.waitSignal(grid.selection_changed):
        grid.select("gpt2", "hin")
    assert (grid.selected_tokenizer, grid.selected_language) == ("gpt2", "hin")
    grid.set_tokenizers([])
    grid.set_languages(["eng"])
    assert (grid.selected_tokenizer, grid.selected_language) == (RUN, "")


def test_the_table_holds_all_columns_in_the_given_order(
    qtbot: QtBot, grid: ComparisonGrid, history: History, tmp_path: Path
) -> None:
    grid.set_tokenizers(compared("cl100k_base"))
    grid.set_run(history, 40, "Cats")
    wait(qtbot, grid)
    path = tmp_path / "table.csv"
    with qtbot.waitSignal(grid.exported, timeout=20_000):
        grid.export_csv(path, ["hin", "eng"])
    rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
    assert [(row["tokenizer"], row["language"]) for row in rows] == [
        ("cl100k_base", "hin"),
        ("cl100k_base", "eng"),
        ("Cats, step 40", "hin"),
        ("Cats, step 40", "eng"),
    ]
    assert float(rows[2]["premium"]) == grid.value(RUN, "hin")


def test_a_table_that_cannot_be_written_is_told(qtbot: QtBot, grid: ComparisonGrid, tmp_path: Path) -> None:
    with qtbot.waitSignal(grid.failed) as signal:
        grid.export_csv(tmp_path / "missing" / "table.csv")
    assert "does not exist" in str(signal.args[0])


def test_names_are_as_short_as_tells_them_apart() -> None:
    languages = [
        Language("arb", "Arabic, Standard"),
        Language("hans", "Chinese, Mandarin (Simplified)", script="Hans"),
        Language("hant", "Chinese, Mandarin (Traditional)", script="Hant"),
        Language("qxn", "Quechua, Northern"),
        Language("qus", "Quechua, Southern"),
        Language("deu", "German, Standard (1996)"),
    ]
    assert short_names(languages) == {
        "arb": "Arabic",
        "hans": "Chinese (Simplified)",
        "hant": "Chinese (Traditional)",
        "qxn": "Quechua, Northern",
        "qus": "Quechua, Southern",
        "deu": "German",
    }
    names = short_names([udhr().languages[code] for code in udhr().aligned])
    assert len(set(names.values())) == len(names)
    assert column_title("cl100k_base") == "cl100k"


def test_the_run_has_intervals_where_it_rests(qtbot: QtBot, grid: ComparisonGrid, history: History) -> None:
    # GIVEN the run at a step                  WHEN the timeline stays there for a moment
    grid.set_run(history, 10)
    assert grid.interval(RUN, "hin") is None
    qtbot.waitUntil(lambda: grid.interval(RUN, "hin") is not None)
    # THEN the interval is around the premium, and gone as soon as the timeline moves
    interval = grid.interval(RUN, "hin")
    assert interval.low < grid.value(RUN, "hin") < interval.high
    grid.set_run(history, 11)
    assert grid.interval(RUN, "hin") is None


def test_what_is_not_counted_yet_is_counted_for_an_export(qtbot: QtBot, grid: ComparisonGrid, tmp_path: Path) -> None:
    """A table that is asked for at once lacks nothing."""
    grid.set_tokenizers(compared("gpt2", "cl100k_base"))
    early, late = tmp_path / "early.csv", tmp_path / "late.csv"
    with qtbot.waitSignal(grid.exported, timeout=60_000):
        grid.export_csv(early, ["hin", "eng"])
    wait(qtbot, grid)
    with qtbot.waitSignal(grid.exported, timeout=60_000):
        grid.export_csv(late, ["hin", "eng"])
    assert early.read_text() == late.read_text()
    rows = list(csv.DictReader(early.read_text("utf-8").splitlines()))
    assert [(row["tokenizer"], row["language"]) for row in rows] == [
        ("gpt2", "hin"),
        ("gpt2", "eng"),
        ("cl100k_base", "hin"),
        ("cl100k_base", "eng"),
    ]
