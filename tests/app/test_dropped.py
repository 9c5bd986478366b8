"""What a dropped file or folder is taken for is what the engine would open it as."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.state.corpus.dropped import kind_of
from engine.formats import OPENABLE
from engine.formats.recognise import FOLDER_FILES


@pytest.mark.parametrize("name", FOLDER_FILES)
def test_a_folder_that_can_be_opened_as_a_tokenizer_is_one(tmp_path: Path, name: str) -> None:
    assert kind_of(tmp_path) == "text"
    (tmp_path / name).write_text("{}")
    assert kind_of(tmp_path) == "tokenizer"


@pytest.mark.parametrize("suffix", [suffix for suffix in OPENABLE if suffix != ".txt"])
def test_a_suffix_of_tokenizers_is_known(suffix: str) -> None:
    assert kind_of(Path(f"name{suffix}")) == "tokenizer"
