"""compare() gives the counts of the encodings' own library, with premiums that can be audited."""

import csv
import io
import itertools
import json
from hashlib import sha256

import pytest
import tiktoken

from engine.algorithms.word_level import WordLevelTrainer
from engine.audit import audit
from engine.bootstrap import premium_interval
from engine.cells import Cell, Refusal
from engine.comparison import compare, compare_all
from engine.comparison_tables import to_csv, to_json, to_latex
from engine.corpus import Corpus, Source
from engine.errors import EncodeError, OptionError
from engine.metrics import METRICS
from engine.model import Progress
from engine.parallel import ParallelText, load_parallel, udhr
from engine.patterns import PATTERNS
from engine.pre_tokenizers import PreTokenizer
from engine.presets import PRESETS, encoding_file, load_preset
from engine.recipe import Recipe
from engine.round_trip import keeps_content, unicode_form
from engine.sweep import sweep, sweep_steps
from engine.tokenizer import PipelineTokenizer
from engine.training import new_history, train

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
    rows = list(csv.DictReader(io.StringIO(to_csv(cells, udhr()))))
    assert [row["language"] for row in rows] == ["fra", "tha"]
    assert int(rows[0]["tokens"]) == cells[0].tokens
    assert float(rows[0]["premium"]) == cells[0].premium
    assert rows[1]["fertility"] == ""
    assert rows[0]["name"] == "French"
    assert [rows[1][name] for name in ("reference", "text", "unit", "special_tokens", "interval")] == [
        "eng",
        "The Universal Declaration of Human Rights",
        "article",
        "none added",
        "95 % percentile bootstrap over the units, 1,000 draws, seed 0",
    ]


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


def tiny(**texts: str) -> ParallelText:
    """The same line six times in each language."""
    languages = {code: udhr().languages["eng"] for code in texts}
    return ParallelText("tiny", "Tiny", "line", languages, {code: (line,) * 6 for code, line in texts.items()})


def words(unknown: str | None) -> PipelineTokenizer:
    """A tokenizer that knows the words of one sentence."""
    recipe = Recipe(WordLevelTrainer(vocab_size=50, unknown=unknown), PreTokenizer(PATTERNS["whitespace"]))
    history = new_history(recipe)
    for event in train(Corpus((Source("text", text="all humans are born free " * 3),)), recipe):
        history.append(event)
    return history.tokenizer_at(len(history)).renamed("words")


def test_a_bargain_from_unknown_text_is_told():
    (known, unknown) = cells_of(
        [words("<unk>")], tiny(eng="all humans are born free", fra="tous les humains are"), "all", "eng"
    )
    assert known.doubt("premium") == ""
    assert unknown.doubt("premium").endswith("unknown to words, so a count would look too cheap.")
    # THEN a reference that is not known makes all others look dear, which matters to the premium alone
    (other, _) = cells_of(
        [words("<unk>")], tiny(eng="all humans are born free", fra="tous les humains are"), "all", "fra"
    )
    assert other.doubt("premium").endswith("so a count would look too dear.")
    assert other.doubt("tokens") == ""


def test_what_cannot_be_encoded_is_refused_alone():
    text = tiny(eng="all humans are born free", fra="tous les humains")
    events = list(compare_all([words(None)], text, "all", "eng"))
    cells = [event for event in events if isinstance(event, Cell)]
    refusals = [event for event in events if isinstance(event, Refusal)]
    assert [cell.language for cell in cells] == [udhr().languages["eng"]]
    assert "tous" in refusals[0].reason
    with pytest.raises(EncodeError):
        list(compare([words(None)], text, "all", "eng"))


def test_texts_that_are_not_parallel_have_no_premium():
    languages = {code: udhr().languages[code] for code in ("eng", "hin")}
    text = ParallelText("own", "own", "line", languages, {"eng": ("one", "two"), "hin": ("एक",)}, is_parallel=False)
    for cell in cells_of([load_preset("gpt2")], text, "everything"):
        assert (cell.premium, cell.interval, cell.reference_sums) == (None, None, None)
        assert cell.value("bytes_per_token") > 0
        assert cell.units == len(text.units("eng" if cell.language.code == "eng" else "hin"))


def test_usage_and_words_are_those_of_the_units_compared():
    (cell,) = cells_of([load_preset("gpt2")], udhr(), ["fra"])
    ids = [id for unit in udhr().units("fra") for id in load_preset("gpt2").encode(unit).ids.tolist()]
    assert (cell.sums.types, cell.sums.vocabulary_size) == (len(set(ids)), 50257)
    assert cell.sums.words > cell.sums.words_continued > 0
    assert cell.reference_sums.tokens == cell.sums.reference_tokens == 1541


def test_what_a_normalizer_takes_away_is_no_loss():
    assert keeps_content("Ça va ?", "ca va?")
    assert keeps_content("ﬁne １２", "fine12")
    assert not keeps_content("हिन्दी", "हनद")  # vowel signs are letters
    assert not keeps_content("abc", "ab")
    assert (unicode_form("é"), unicode_form("e\u0301"), unicode_form("e\u0301é")) == (
        "NFC",
        "NFD",
        "neither NFC nor NFD",
    )


def test_an_audit_tells_all_that_is_needed_to_compute_the_cell_again():
    (cell,) = cells_of([load_preset("cl100k_base")], udhr(), ["hin"])
    told = audit(cell, udhr(), "premium", identity="e2bb7643aecb3339")
    assert (told.numerator.number, told.denominator.number, told.value) == ("8,321", "1,521", "5.47")
    assert told.denominator.words == "tokens, English"
    facts = {fact.name: fact.text for fact in told.facts}
    assert facts["Unit"] == "30 articles, each encoded alone"
    assert facts["Round trip"] == "both equal"
    assert facts["Bytes"] == f"{cell.sums.bytes:,} : {cell.reference_sums.bytes:,}"
    assert facts["SHA-256 of the text"].startswith(sha256("\n".join(udhr().units("hin")).encode()).hexdigest()[:12])
    assert "Numerator: 8,321 tokens, Hindi\nDenominator: 1,521 tokens, English" in told.as_text()


def test_a_missing_number_says_why():
    (cell,) = cells_of([load_preset("gpt2")], udhr(), ["tha"])
    assert "does not part words by blanks" in audit(cell, udhr(), "fertility").absence


def test_tables_begin_with_the_settings():
    cells = cells_of([load_preset("gpt2")], udhr(), ["fra", "tha"])
    table = json.loads(to_json(cells, udhr(), "eng"))
    assert table["settings"]["reference"] == "English"
    assert [row["language"] for row in table["rows"]] == ["fra", "tha"]
    assert table["rows"][0]["renyi_efficiency"] == cells[0].value("renyi_efficiency")
    assert set(METRICS) <= set(table["rows"][0])
    latex = to_latex(cells, udhr(), "eng", "fertility")
    assert "% units: 30 articles, each encoded alone" in latex
    assert f"French & {cells[0].value('fertility'):.2f} \\\\" in latex
    assert "Thai & -- \\\\" in latex
