"""compare() gives the counts of the encodings' own library, with premiums that can be audited."""

import csv
import io
import itertools

import pytest
import tiktoken

from engine.comparison import Cell, compare, sweep, sweep_steps, to_csv
from engine.errors import OptionError
from engine.metrics import premium_interval
from engine.model import Progress
from engine.parallel import ParallelText, load_parallel, udhr
from engine.presets import PRESETS, encoding_file, load_preset

CODES = ("eng", "fra", "hin", "tha", "cmn_hans", "arb", "kor")


def cells_of(*arguments, **options) -> list[Cell]:
    return [event for event in compare(*arguments, **options) if isinstance(event, Cell)]


def library(name: str) -> tiktoken.Encoding:
    from base64 import b64decode

    lines = (line.split() for line in encoding_file(f"{name}.tiktoken").splitlines() if line)
    ranks = {b64decode(token): int(rank) for token, rank in lines}
    tokenizer = load_preset(name)
    return tiktoken.Encoding(
        name, pat_str=tokenizer.pattern.expression, mergeable_ranks=ranks, special_tokens=tokenizer.special
    )


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base"])
def test_counts_are_the_librarys(name):
    encoding = library(name)
    for cell in cells_of([load_preset(name)], udhr(), CODES):
        expected = [len(encoding.encode_ordinary(unit)) for unit in udhr().units(cell.language.code)]
        assert cell.unit_tokens.tolist() == expected
        assert cell.tokens == sum(expected)


def test_a_cell_is_the_ratio_of_sums_with_its_interval():
    english, hindi = cells_of([load_preset("cl100k_base")], udhr(), ["eng", "hin"])
    assert (english.tokens, english.premium) == (1521, 1.0)
    assert hindi.tokens == 8321
    assert hindi.premium == 8321 / 1521
    assert hindi.interval == premium_interval(hindi.unit_tokens, english.unit_tokens)
    assert hindi.interval.low < hindi.premium < hindi.interval.high
    assert hindi.round_trip
    row = hindi.row()
    assert row["bytes"] == sum(len(unit.encode()) for unit in udhr().units("hin"))
    assert row["characters_per_token"] == row["characters"] / 8321
    assert 0.4 < row["characters_cut_share"] < 0.7


def test_fertility_is_left_out_where_words_have_no_blanks():
    thai, french = cells_of([load_preset("gpt2")], udhr(), ["tha", "fra"])
    assert thai.value("fertility") is None
    assert french.value("fertility") > 1


def test_texts_are_measured_in_tokens_bytes_and_characters():
    # Figures of the library for these greetings, under cl100k_base.
    texts = {
        "en": ("Hello, how are you?", 6, 19, 19),
        "de": ("Hallo, wie geht es dir?", 7, 23, 23),
        "hi": ("नमस्ते, आप कैसे हैं?", 20, 20, 50),
        "ja": ("こんにちは、お元気ですか？", 8, 13, 39),
        "th": ("สวัสดี คุณสบายดีไหม", 19, 19, 55),
    }
    languages = {code: udhr().languages["eng"] for code in texts}
    parallel = ParallelText("own", "own", "line", languages, {code: (row[0],) for code, row in texts.items()})
    for cell, row in zip(
        cells_of([load_preset("cl100k_base")], parallel, list(texts), "en"), texts.values(), strict=True
    ):
        assert (cell.tokens, cell.sums.characters, cell.sums.bytes) == row[1:]
        assert cell.interval is None


def test_only_units_that_both_have_are_compared():
    (cell,) = cells_of([load_preset("gpt2")], udhr(), ["khk_mong"])
    assert cell.units == 1
    assert cell.premium > 1


def test_progress_ends_at_the_whole():
    events = list(compare([load_preset(name) for name in PRESETS], udhr(), "eng,fra", "deu_1996"))
    progress = [event for event in events if isinstance(event, Progress)]
    assert progress[-1].share == 1.0
    assert len(events) - len(progress) == 2 * len(PRESETS)


def test_wrong_choices_are_refused(tmp_path):
    (tmp_path / "eng.txt").write_text("a\nb\n")
    with pytest.raises(OptionError, match="No tokenizer"):
        list(compare([], udhr()))
    with pytest.raises(OptionError, match="no language xyz"):
        list(compare([load_preset("gpt2")], udhr(), "eng", "xyz"))
    with pytest.raises(OptionError, match="no language fra"):
        list(compare([load_preset("gpt2")], load_parallel(str(tmp_path)), "fra"))


def test_the_csv_has_a_row_a_cell():
    cells = cells_of([load_preset("gpt2")], udhr(), ["fra", "tha"])
    rows = list(csv.DictReader(io.StringIO(to_csv(cells))))
    assert [row["language"] for row in rows] == ["fra", "tha"]
    assert int(rows[0]["tokens"]) == cells[0].tokens
    assert float(rows[0]["premium"]) == cells[0].premium
    assert rows[1]["fertility"] == ""
    assert rows[0]["name"] == "French"


def test_a_sweep_gives_every_size_a_power_of_two_and_the_last():
    tokenizer = load_preset("cl100k_base")
    assert [tokenizer.at_step(step).step_count + 261 for step in sweep_steps(tokenizer)] == [
        *(1 << exponent for exponent in range(9, 17)), 100_261,
    ]  # fmt: skip
    events = list(sweep([tokenizer], udhr(), ["fra"]))
    cells = [event for event in events if isinstance(event, Cell)]
    assert [cell.vocab_size for cell in cells] == [*(1 << exponent for exponent in range(9, 17)), 100_261]
    (whole,) = cells_of([tokenizer], udhr(), ["fra"])
    assert (cells[-1].tokens, cells[-1].premium) == (whole.tokens, whole.premium)
    assert all(a.tokens > b.tokens for a, b in itertools.pairwise(cells))
    shares = [event.share for event in events if isinstance(event, Progress)]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
