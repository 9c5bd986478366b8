"""Damaged files: what a long search with random damage found, and the kinds of damage it was made of."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from engine import ALGORITHMS
from engine.errors import EngineError, FormatError
from engine.formats import FORMATS, load, save
from tests.engine.test_every_algorithm import learned, recipe_of

_INSERTED = (
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b"null",
    b"-1",
    b"1e999",
    b"99999999999",
    b"\xff",
    b"\x00",
    b"\\ud800",
    b"true",
    b"\n",
)
_NUMBERS = (b"-1", b"0", b"300", b"4294967296", b"1.5", b'"x"', b"null", b"[]")


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> dict[str, bytes]:
    """A small tokenizer of each algorithm in each format that is one file."""
    folder = tmp_path_factory.mktemp("saved")
    files = {}
    for name in ALGORITHMS:
        history = learned(recipe_of(name, vocab_size=400))
        for kind in FORMATS.values():
            path = folder / f"{name}{kind.suffix}"
            if kind.suffix:
                try:
                    save(history.tokenizer_at(len(history)), path, kind.name)
                except EngineError:
                    continue
                files[path.name] = path.read_bytes()
    return files


def damaged(content: bytes, chance: random.Random) -> bytes:
    """A few random changes: bytes replaced, taken out, put in, repeated; the end cut off; a number made another."""
    data = bytearray(content)
    for _ in range(chance.choice([1, 1, 2, 3, 8])):
        at = chance.randrange(max(len(data), 1))
        how = chance.randrange(6)
        if how == 0:
            data[at : at + 1] = bytes([chance.randrange(256)])
        elif how == 1:
            del data[at : at + chance.choice([1, 5, 50, 500])]
        elif how == 2:
            data[at : at + chance.choice([0, 1, 6])] = chance.choice(_INSERTED)
        elif how == 3:
            del data[at:]
        elif how == 4:
            data[at:at] = data[: chance.choice([1, 20, 100])]
        else:
            data = bytearray(_other_number(bytes(data), at, chance))
    return bytes(data)


def _other_number(data: bytes, at: int, chance: random.Random) -> bytes:
    digits = b"0123456789"
    while at < len(data) and data[at] not in digits:
        at += 1
    end = at
    while end < len(data) and data[end] in digits:
        end += 1
    return data[:at] + chance.choice(_NUMBERS) + data[end:]


def refusal(path: Path) -> str:
    """Why a file is refused, or nothing where it is opened and used."""
    try:
        opened = load(path)
        opened.encode("Alice was 12 \u2581 na\u00efve \u4e2d\n")
        return "" if opened.identity else "no identity"
    except EngineError as error:
        return str(error)


@pytest.mark.parametrize("seed", range(4))
def test_any_damage_ends_in_one_sentence_or_a_tokenizer(saved, tmp_path, seed):
    chance = random.Random(seed)
    for _ in range(150):
        name = chance.choice(list(saved))
        path = tmp_path / name
        path.write_bytes(damaged(saved[name], chance))
        sentence = refusal(path)
        assert "\n" not in sentence
        assert len(sentence) < 700


def changed(saved: dict[str, bytes], path: Path, change) -> Path:
    content = json.loads(saved[path.name])
    change(content)
    path.write_text(json.dumps(content))
    return path


def test_a_merge_of_a_token_that_is_no_continuation_is_named(saved, tmp_path):
    # GIVEN a WordPiece whose first merge puts a word's beginning behind another: its text would be shorter than nothing
    def swap(content):
        content["model"]["parts"][0] = [content["model"]["parts"][0][0], 0]

    path = changed(saved, tmp_path / "wordpiece.mergescope", swap)
    # THEN it is refused by its number, before any loop reads it
    with pytest.raises(FormatError, match=r"merge 1 does not make the token that has its id"):
        load(path)


@pytest.mark.parametrize("base", [-1, 10**9, 1e999])
def test_a_number_of_base_symbols_that_cannot_be_is_refused(saved, tmp_path, base):
    path = changed(saved, tmp_path / "char-level.mergescope", lambda content: content["model"].update(base=base))
    with pytest.raises(FormatError, match="a field has a value that cannot be read"):
        load(path)


def test_added_tokens_that_are_no_list_are_refused(saved, tmp_path):
    path = changed(saved, tmp_path / "word-level.json", lambda content: content.update(added_tokens=300))
    with pytest.raises(FormatError, match="the added tokens must be a list"):
        load(path)


def test_a_token_in_a_sentence_stays_on_the_line(saved, tmp_path):
    def repeat(content):
        content["model"]["vocab"]["\n"] = content["model"]["vocab"]["-"]

    with pytest.raises(FormatError, match=r'the tokens "\\n" and "-" have the same id'):
        load(changed(saved, tmp_path / "char-level.json", repeat))
