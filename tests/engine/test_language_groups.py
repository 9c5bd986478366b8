"""Languages in groups: by script, by its family, by the order of magnitude of those who speak them."""

from __future__ import annotations

import pytest

from engine.language_groups import GROUPINGS, groups_of
from engine.languages import SCRIPT_FAMILIES, WORDLESS_SCRIPTS, Language, script_name, script_of
from engine.parallel import load_parallel, udhr
from engine.word_breaks import word_spans


@pytest.mark.parametrize(
    ("grouping", "language", "title"),
    [
        ("script", Language("hin", "Hindi", script="Deva"), "Devanagari (Deva)"),
        ("script", Language("cmn", "Chinese", script="Hant"), "Chinese, traditional (Hant)"),
        ("script", Language("x", "X"), "Script not known"),
        ("family", Language("amh", "Amharic", script="Ethi"), "Ethiopic"),
        ("family", Language("vai", "Vai", script="Vaii"), "Other"),
        ("family", Language("x", "X"), "Script not known"),
        ("speakers", Language("a", "A", speakers=100_000_000), "100 million speakers and more"),
        ("speakers", Language("a", "A", speakers=99_999_999), "10 to 100 million speakers"),
        ("speakers", Language("a", "A", speakers=1_000_000), "1 to 10 million speakers"),
        ("speakers", Language("a", "A", speakers=1), "Under 1 million speakers"),
        ("speakers", Language("a", "A"), "Speakers not known"),
    ],
)
def test_a_language_has_a_group(grouping, language, title):
    assert GROUPINGS[grouping].group_of(language)[1] == title


@pytest.mark.parametrize("grouping", list(GROUPINGS))
def test_every_language_of_the_declaration_is_in_one_group_with_a_name(grouping):
    languages = udhr().languages.values()
    titles = groups_of(languages, grouping)
    assert len(titles) == len(set(titles)) > 4
    assert all(GROUPINGS[grouping].group_of(language)[1] in titles for language in languages)
    assert all(script_name(language.script) != language.script or language.script == "Thai" for language in languages)


def test_every_script_of_a_family_has_a_name():
    assert [code for code in SCRIPT_FAMILIES if script_name(code) == code] == ["Newa", "Thai", "Cham"]  # their names


def test_the_script_of_every_text_of_the_declaration_is_found():
    # The declaration's own codes also tell kinds of Chinese apart, and three texts mix scripts.
    texts = udhr()
    other = {(language.script, script_of("".join(texts.units(code)[:5]))) for code, language in texts.languages.items()}
    assert {pair for pair in other if pair[0] != pair[1]} <= {("Hans", "Hani"), ("Hant", "Hani")}


def test_what_is_not_known_comes_last():
    assert groups_of([Language("x", "X"), Language("v", "V", script="Vaii"), udhr().languages["eng"]], "family") == [
        "Latin",
        "Other",
        "Script not known",
    ]


def test_a_letter_or_two_of_another_language_do_not_change_the_script():
    # Japanese is told by its kana, but not by the one that a text of another language quotes.
    assert script_of("All human beings are born free and equal (の)") == "Latn"
    assert (
        script_of("人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。の") == "Hani"
    )
    assert script_of("すべての人間は自由") == script_of("人間は自由、尊厳と権利 (human)") == "Jpan"


@pytest.mark.parametrize(
    ("code", "script"),
    [
        ("deu_1996", "Latn"),
        ("cmn_hans", "Hans"),
        ("zh-Hans-CN", "Hans"),
        ("uig_arab", "Arab"),
        ("ron_2006", "Latn"),
        ("chr_cased", "Cher"),
        ("hin_Latn", "Latn"),
        ("xx", ""),
    ],
)
def test_a_code_names_a_script_by_four_letters_whatever_else_it_says(tmp_path, code, script):
    (tmp_path / f"{code}.txt").write_text("123\n")
    assert load_parallel(str(tmp_path)).languages[code].script == script


def test_words_are_counted_only_where_they_are_what_blanks_part():
    """Annex 29 leaves the words of some scripts to dictionaries, and makes each letter one."""
    texts = udhr()
    for code in texts.aligned:
        language, units = texts.languages[code], texts.units(code)
        if language.script not in WORDLESS_SCRIPTS | {"Ethi"}:  # Ethiopic has a sign for the blank
            words = sum(len(word_spans(unit)[0]) for unit in units)
            assert words < 2 * sum(len(unit.split()) for unit in units), code
