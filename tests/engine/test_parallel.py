"""The bundled declaration, and parallel texts of one's own."""

import gzip

import pyarrow
import pytest
from pyarrow import parquet

from engine.errors import CorpusError, OptionError
from engine.language_codes import MACROLANGUAGES, wider_one
from engine.languages import find_languages
from engine.parallel import DEFAULT_LANGUAGES, load_parallel, separate_texts, udhr


def test_the_declaration_has_471_aligned_languages_of_30_articles():
    text = udhr()
    assert (len(text.languages), len(text.aligned)) == (532, 471)
    assert all(len(text.units(code)) == 30 and all(text.units(code)) for code in text.aligned)
    assert text.units("eng")[0].startswith("All human beings are born free")
    hindi = text.languages["hin"]
    assert (hindi.name, hindi.script, hindi.direction) == ("Hindi", "Deva", "ltr")
    assert text.languages["arb"].direction == "rtl"


def test_the_first_selection_is_aligned():
    text = udhr()
    assert len(DEFAULT_LANGUAGES) == 63
    assert set(DEFAULT_LANGUAGES) <= set(text.aligned)
    assert len({text.languages[code].script for code in DEFAULT_LANGUAGES}) == 28


def test_languages_are_selected_by_word_or_code():
    text = udhr()
    assert text.select("all") == text.aligned
    assert len(text.select("everything")) == 532
    assert text.select("fra, eng,fra") == ("fra", "eng")
    assert text.units("khk_mong")[1] == ""
    with pytest.raises(OptionError, match=r"no language hau\. Did you mean .*hau_NG"):
        text.select(["hau"])
    with pytest.raises(OptionError, match="No language is chosen"):
        text.select(",")


def test_a_folder_has_a_file_a_language_and_a_line_a_unit(tmp_path):
    (tmp_path / "eng_Latn.dev").write_bytes("one\u2028still one\ntwo\n".encode())
    (tmp_path / "arb_Arab.dev").write_bytes("\ufeffواحد\r\nاثنان".encode())
    text = load_parallel(str(tmp_path))
    assert text.units("eng_Latn") == ("one\u2028still one", "two")
    assert text.units("arb_Arab") == ("واحد", "اثنان")
    assert (text.unit, text.languages["arb_Arab"].direction) == ("line", "rtl")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.csv", 'eng,fra\n"Hello, all","Bonjour\nà tous"\nBye,Adieu\n'),
        ("t.tsv", 'eng\tfra\nHello, all\t"Bonjour\nà tous"\nBye\tAdieu\n'),
        ("t.csv.gz", 'eng,fra\n"Hello, all","Bonjour\nà tous"\nBye,Adieu\n'),
        ("t.jsonl", '{"eng": "Hello, all", "fra": "Bonjour\\nà tous"}\n{"eng": "Bye", "fra": "Adieu"}\n'),
    ],
)
def test_a_table_has_a_column_a_language(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(gzip.compress(content.encode()) if path.suffix == ".gz" else content.encode())
    is_declaration_in_two_languages(load_parallel(str(path)))


def test_parquet_has_a_column_a_language(tmp_path):
    columns = {"eng": ["Hello, all", "Bye"], "fra": ["Bonjour\nà tous", "Adieu"]}
    parquet.write_table(pyarrow.table(columns), tmp_path / "t.parquet")
    is_declaration_in_two_languages(load_parallel(str(tmp_path / "t.parquet")))


def is_declaration_in_two_languages(text):
    assert text.units("eng") == ("Hello, all", "Bye")
    assert text.units("fra") == ("Bonjour\nà tous", "Adieu")
    assert text.languages["fra"].name == "French"


def test_a_gap_in_a_table_is_an_empty_unit(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"eng": "a", "fra": null}\n{"eng": "b", "fra": "c"}\n')
    text = load_parallel(str(tmp_path / "t.jsonl"))
    assert (text.units("fra"), text.aligned) == (("", "c"), ("eng",))


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("hau", "Did you mean hau_3 (Hausa), hau_NE (Hausa, Niger) or hau_NG (Hausa, Nigeria)?"),
        ("de", "Did you mean deu_1901 (German, Standard, 1901) or deu_1996 (German, Standard, 1996)?"),
        ("fra_Latn", "Did you mean fra (French)?"),
        ("english", "Did you mean eng (English)?"),
        ("Deutsch", "Did you mean deu_"),
        ("engl", "Did you mean eng (English)?"),
        ("zzz", "It has abk, ace"),
    ],
)
def test_a_wrong_code_is_answered_with_the_likely_ones(word, sentence):
    with pytest.raises(OptionError) as refusal:
        udhr().select([word])
    assert f"has no language {word}. {sentence}" in str(refusal.value)


def test_languages_are_found_by_code_name_tag_or_script():
    def codes(word):
        return [language.code for language in find_languages(udhr().languages, word)]

    assert codes("hausa") == ["hau_3", "053", "hau_NE", "hau_NG"]
    assert "deu_1996" in codes("de")
    assert "hin" in codes("deva")
    assert len(codes("")) == 532
    assert codes("nothing like it") == []


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "no parallel text"),
        (
            {"eng.txt": b"a\nb\n", "fra.txt": b"a\n", "deu.txt": b"a\nb\n"},
            "fra has 1 line, the others 2; line 2 of the others is the first",
        ),
        (
            {"eng.txt": b"a\nb\n", "fra.txt": b"a\nb\nc\n", "deu.txt": b"a\nb\n"},
            "line 3 of fra is the first that the others",
        ),
        ({"eng.txt": b"a", "eng.dev": b"a"}, "two files for the language eng"),
        ({"eng.txt": b"a\n\xff"}, "line 2: not UTF-8"),
    ],
)
def test_texts_that_do_not_correspond_are_refused(tmp_path, files, sentence):
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(CorpusError, match=sentence):
        load_parallel(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("t.csv", "eng,eng\na,b\n", "different name over each column"),
        ("t.csv", "eng,fra\na\n", "expected 2 columns, found 1"),
        ("t.jsonl", "{\n", "line 1: not JSON"),
        ("t.jsonl", '{"eng": 1}\n', "row 1: expected a text for each language code; eng"),
        ("t.xls", "", "is no table"),
    ],
)
def test_tables_that_are_none_are_refused(tmp_path, name, content, sentence):
    (tmp_path / name).write_text(content, "utf-8")
    with pytest.raises(CorpusError, match=sentence):
        load_parallel(str(tmp_path / name))
    with pytest.raises(CorpusError, match="no such file or folder"):
        load_parallel(str(tmp_path / "missing"))


def test_texts_that_are_not_parallel_are_read_apart(tmp_path):
    (tmp_path / "en.txt").write_text("one\n\ntwo\nthree\n")
    (tmp_path / "th.txt").write_text("หนึ่ง\n")
    text = separate_texts(tmp_path)
    assert not text.is_parallel
    assert (text.units("en"), text.units("th")) == (("one", "two", "three"), ("หนึ่ง",))
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(CorpusError, match="holds no text"):
        separate_texts(empty)


def test_short_codes_and_scripts_are_known(tmp_path):
    texts = {"th": "สวัสดี", "de": "Hallo", "xx": "नमस्ते", "hin_Latn": "namaste", "yy": "123"}
    for code, line in texts.items():
        (tmp_path / f"{code}.txt").write_text(line)
    languages = load_parallel(str(tmp_path)).languages
    assert (languages["th"].name, languages["th"].script) == ("Thai", "Thai")
    assert languages["de"].name.startswith("German")
    assert (languages["xx"].name, languages["xx"].script, languages["xx"].family) == ("xx", "Deva", "South Asia")
    assert languages["hin_Latn"].script == "Latn"
    assert (languages["yy"].script, languages["yy"].family) == ("", "")


def test_a_code_that_means_several_texts_is_called_what_they_share(tmp_path):
    for code, line in {"deu": "Ich hätte gern Tee.", "deu_1996": "dass", "pt": "Olá", "zh": "人人生而自由"}.items():
        (tmp_path / f"{code}.txt").write_text(line)
    languages = load_parallel(str(tmp_path)).languages
    names = {code: language.name for code, language in languages.items()}
    assert names["deu"] == "German, Standard", "whose spelling of 1901 or 1996 it is, the code does not say"
    assert names["deu_1996"] == "German, Standard (1996)"
    assert (names["pt"], languages["pt"].autonym, languages["pt"].tag) == ("Portuguese", "português", "pt")
    assert names["zh"] == "Chinese, Mandarin"


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("zho", "Chinese"),
        ("zho_Hans", "Chinese (Simplified)"),
        ("zho_Hant", "Chinese (Traditional)"),
        ("chi", "Chinese"),
        ("cmn", "Chinese, Mandarin"),
        ("cmn_Hans", "Chinese, Mandarin (Simplified)"),
        ("ara", "Arabic"),
        ("uzb_Cyrl", "Uzbek (Cyrillic)"),
        ("est_Latn", "Estonian"),
        ("no", "Norwegian"),
        ("ger", "German, Standard"),
        ("iw", "Hebrew"),
        ("scn_Latn", "Sicilian"),
        ("ory-Orya", "Odia"),
        ("qqq", "qqq"),
    ],
)
def test_a_text_called_by_an_iso_code_has_a_name(tmp_path, code, name):
    (tmp_path / f"{code}.txt").write_text("人人生而自由")
    language = load_parallel(str(tmp_path)).languages[code]
    assert (language.code, language.name) == (code, name)


def test_every_macrolanguage_has_a_member_with_a_declaration():
    declared = {language.iso639_3 for language in udhr().languages.values()}
    members = {code: wider_one(code).member for code in MACROLANGUAGES}
    assert {code: member for code, member in members.items() if member not in declared} == {}
