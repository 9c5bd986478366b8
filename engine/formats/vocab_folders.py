"""Saving as a folder of plain files: `vocab.json` with `merges.txt` (byte-level BPE), or `vocab.txt` (WordPiece as BERT's).

Beside them stands `tokenizer_config.json`, which says how text is cut; the readers of both look there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from engine.algorithms.bpe import BPE
from engine.algorithms.wordpiece import WordPiece
from engine.errors import FormatError, UnsupportedError
from engine.formats.files import write_atomically, write_json
from engine.formats.library_parts import token_texts
from engine.formats.notes import write_configuration
from engine.formats.tokenizer_json import check_library, configuration
from engine.formats.vocab_merges import MERGES, VOCAB
from engine.formats.vocab_txt import CONTINUATION, FILE_NAME, LONGEST_WORD, UNKNOWN, bert_content
from engine.formats.witness import JOINER
from engine.tokenizer import PipelineTokenizer


def save_merges(tokenizer: PipelineTokenizer, path: Path) -> None:
    """Write `vocab.json`, `merges.txt` and the configuration into the folder; UnsupportedError for all but plain BPE."""
    model = tokenizer.model
    if not isinstance(model, BPE) or not tokenizer.is_lossless or tokenizer.pre_tokenizer.digits != "as-pattern":
        raise UnsupportedError(
            f"{tokenizer.name} cannot be saved as {VOCAB} with {MERGES}: they hold byte-level BPE with a pattern and nothing "
            "else. Save it as tokenizer.json or .mergescope."
        )
    if model.whole:
        raise UnsupportedError(
            f"{tokenizer.name} cannot be saved as {VOCAB} with {MERGES}: some of its tokens come from no merge. "
            "Save it as tokenizer.json."
        )
    texts = token_texts(tokenizer)
    rows = tokenizer.public_ids(np.asarray(model.merges)).tolist()
    lines = ["#version: 0.2", *(f"{texts[left]} {texts[right]}" for left, right in rows)]
    folder = made_folder(path)
    write_json(folder / VOCAB, {text: id for id, text in texts.items()}, indent=None)
    write_atomically(folder / MERGES, ("\n".join(lines) + "\n").encode())
    write_configuration(tokenizer, folder / VOCAB, configuration(tokenizer))


def save_lines(tokenizer: PipelineTokenizer, path: Path) -> None:
    """Write `vocab.txt` and the configuration into the folder; UnsupportedError for what BERT's tokenizer does not do."""
    options = _bert_options(tokenizer)
    texts = token_texts(tokenizer)
    tokens = [texts.get(id) for id in range(len(tokenizer.vocabulary))]
    if any(token is None or token != token.strip() or "\n" in token or not token for token in tokens):
        raise UnsupportedError(
            f"{tokenizer.name} cannot be saved as {FILE_NAME}: one of its tokens does not fit a line. "
            "Save it as tokenizer.json."
        )
    # Without a normalizer joiners stay here, and who reads the file takes them away: the one difference.
    without = "" if tokenizer.normalizer.names else JOINER
    check_library(tokenizer, bert_content(tokens, options), FILE_NAME, without=without)
    folder = made_folder(path)
    write_atomically(folder / FILE_NAME, "".join(f"{token}\n" for token in tokens).encode())
    asked = {**configuration(tokenizer), "tokenizer_class": "BertTokenizer", **options}
    write_configuration(tokenizer, folder / FILE_NAME, asked)


def _bert_options(tokenizer: PipelineTokenizer) -> dict[str, Any]:
    """What `tokenizer_config.json` says of the normalizer."""
    model, reason = tokenizer.model, ""
    if not isinstance(model, WordPiece):
        reason = "it is no WordPiece"
    elif (model.continuation, model.longest_word) != (CONTINUATION, LONGEST_WORD):
        reason = f"the file knows only {CONTINUATION} and words of {LONGEST_WORD} characters"
    elif model.unknown is None or model.vocabulary[model.unknown] != UNKNOWN.encode():
        reason = f"the unknown token must be {UNKNOWN}"
    elif tokenizer.pattern.name != "bert" or tokenizer.pre_tokenizer.digits != "as-pattern":
        reason = "text must be cut by the pattern bert"
    elif tokenizer.normalizer.names not in ((), ("bert",)):
        reason = "text may be normalized by bert alone"
    if reason:
        raise UnsupportedError(
            f"{tokenizer.name} cannot be saved as {FILE_NAME}: {reason}. Save it as tokenizer.json or .mergescope."
        )
    if tokenizer.normalizer.names:
        return {"do_lower_case": True}
    return {"do_lower_case": False, "strip_accents": False, "tokenize_chinese_chars": False}


def made_folder(path: Path) -> Path:
    """The folder, made if it is not there; what it stands in must be."""
    try:
        path.mkdir(exist_ok=True)
    except FileNotFoundError:
        raise FormatError(f"The folder {path.parent} does not exist, so {path.name} cannot be made in it.") from None
    except OSError as error:
        raise FormatError(f"{path} cannot be made: {error.strerror or error}.") from None
    return path
