"""The files of Qt Linguist: everything is asked for, everything is translated, and the .qm is made from the .ts."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copyfile
from xml.etree import ElementTree

import pytest

from app.translation import language_of
from app.translation_files import TRANSLATED, compile_file, extract, file_of

_PLACEHOLDER = re.compile(r"\{\d*([^{}]*)\}")


@pytest.fixture(params=TRANSLATED)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _messages(path: Path) -> list[ElementTree.Element]:
    return list(ElementTree.parse(path).getroot().iter("message"))


def _text(message: ElementTree.Element, part: str) -> str:
    found = message.find(part)
    return (found.text or "") if found is not None else ""


def test_the_sources_ask_for_nothing_new_and_nothing_is_left_over(language: str, tmp_path: Path) -> None:
    copy = Path(copyfile(file_of(language), tmp_path / "copy.ts"))
    extract(language, copy)
    assert copy.read_text("utf-8") == file_of(language).read_text("utf-8"), "run python -m app.translation_files"


def test_the_compiled_file_is_that_of_the_texts(language: str, tmp_path: Path) -> None:
    compile_file(file_of(language), tmp_path / "made.qm")
    assert (tmp_path / "made.qm").read_bytes() == file_of(language, ".qm").read_bytes()


def test_every_message_is_finished(language: str) -> None:
    messages = _messages(file_of(language))
    assert len(messages) > 1_000
    for message in messages:
        translation = message.find("translation")
        assert translation is not None, _text(message, "source")
        assert translation.get("type") is None, f"{translation.get('type')}: {_text(message, 'source')}"
        assert _text(message, "translation").strip(), _text(message, "source")


def test_every_placeholder_is_in_the_translation_and_works(language: str) -> None:
    for message in _messages(file_of(language)):
        source, translation = _text(message, "source"), _text(message, "translation")
        assert sorted(_PLACEHOLDER.findall(source)) == sorted(_PLACEHOLDER.findall(translation)), source
        # A place with a number and one without cannot stand in one text.
        assert len({bool(number) for number in re.findall(r"\{(\d*)[^{}]*\}", translation)}) <= 1, translation


def test_blanks_at_the_ends_are_kept_for_texts_that_are_put_together(language: str) -> None:
    for message in _messages(file_of(language)):
        source, translation = _text(message, "source"), _text(message, "translation")
        assert source[:1].isspace() == translation[:1].isspace(), source
        assert source[-1:].isspace() == translation[-1:].isspace(), source


@pytest.mark.parametrize(
    ("chosen", "system", "language"),
    [("", "de_AT", "de"), ("", "fr_FR", "en"), ("en", "de_DE", "en"), ("de", "en_US", "de"), ("xx", "de_DE", "en")],
)
def test_the_language_is_the_chosen_one_else_the_systems(chosen: str, system: str, language: str) -> None:
    assert language_of(chosen, system) == language
