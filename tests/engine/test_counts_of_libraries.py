"""Counts of a comparison are those of each tokenizer's own library, asked directly, in every aligned language.

Which tokenizers there are depends on what is installed.  The bundled ones are compared on every article of every language
in test_presets; here each language gives one article, another one each.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
import sentencepiece
import tiktoken
import tokenizers

from engine.formats import sentencepiece_model, tiktoken_bpe, tokenizer_json_reading, vocab_txt
from engine.formats.published import KNOWN_FILES
from engine.parallel import udhr
from engine.patterns import PATTERNS
from engine.presets import load_preset
from engine.published.preset_sources import HubCache, PackageFile, Splintr, TiktokenCache
from engine.published.preset_table import FOUND

Count = Callable[[str], int]


def texts() -> list[str]:
    declaration = udhr()
    return [declaration.units(code)[n % 30] for n, code in enumerate(declaration.aligned)]


def of_ranks(path: Path) -> Count:
    """tiktoken, with what was published beside the file."""
    content = path.read_bytes()
    known = KNOWN_FILES[hashlib.sha256(content).hexdigest()]
    ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, content.splitlines()) if token}
    pattern = PATTERNS[known.pattern].expression if known.pattern in PATTERNS else known.pattern
    library = tiktoken.Encoding(known.name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    composed = tokenizers.normalizers.NFC() if "nfc" in known.normalizers else None
    return lambda text: len(library.encode_ordinary(composed.normalize_str(text) if composed else text))


def of_json(path: Path) -> Count:
    library = tokenizers.Tokenizer.from_file(str(path))
    library.encode_special_tokens = True
    return lambda text: len(library.encode(text, add_special_tokens=False).ids)


def of_vocab_txt(path: Path) -> Count:
    library = tokenizers.BertWordPieceTokenizer(str(path))
    return lambda text: len(library.encode(text, add_special_tokens=False).ids)


def of_sentencepiece(path: Path) -> Count:
    library = sentencepiece.SentencePieceProcessor(model_file=str(path))
    return lambda text: len(library.encode(text))


def of_splintr(source: Splintr) -> Count:
    import splintr

    library = splintr.Tokenizer.from_pretrained(source.vocabulary)
    around = 2 if source.wrapped else 0
    return lambda text: len(library.encode_ordinary(text)) - around


READERS = {
    tiktoken_bpe.load: of_ranks,
    tokenizer_json_reading.load: of_json,
    vocab_txt.load: of_vocab_txt,
    sentencepiece_model.load: of_sentencepiece,
}


def library_count(name: str) -> Count:
    """The function of a found tokenizer's library."""
    source = FOUND[name].source()
    if isinstance(source, Splintr):
        return of_splintr(source)
    assert isinstance(source, PackageFile | HubCache | TiktokenCache)
    path = source._file()
    assert path is not None
    return READERS[_reader(source)](path)


def _reader(source: PackageFile | HubCache | TiktokenCache) -> Callable[[Path], object]:
    if isinstance(source, PackageFile):
        return source.read
    return tokenizer_json_reading.load if isinstance(source, HubCache) else tiktoken_bpe.load


def is_readable(name: str) -> bool:
    """It is on this computer, and so is its library."""
    source = FOUND[name].source()
    return isinstance(source, Splintr) or (source is not None and _reader(source) in READERS)


@pytest.mark.parametrize("name", [name for name in FOUND if is_readable(name)])
def test_counts_are_the_librarys(name):
    count = library_count(name)
    units = texts()
    assert len(units) == 471
    assert load_preset(name).count(units).tokens.tolist() == [count(text) for text in units]
