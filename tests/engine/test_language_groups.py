"""Languages in groups: by script, by its family, by the order of magnitude of those who speak them."""

from __future__ import annotations

import pytest

from engine.language_groups import GROUPINGS, groups_of
from engine.languages import SCRIPT_FAMILIES, Language, script_name, script_of
from engine.parallel import udhr


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
