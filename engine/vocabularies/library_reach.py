"""Which tokens of a tokenizer that runs on its own library can never come out, and which only inside other text.

Both are proven by encoding.  What a library's merges, longest matches or likeliest paths make of a token's own text is
told by the same model here; and whatever is lost there is given to the library, alone and behind other text: one that comes
out anywhere is not lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from engine.algorithms.alphabet import byte_of
from engine.algorithms.merge_model import MergeModel
from engine.algorithms.wordpiece import WordPiece
from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.backends.tiktoken_library import TiktokenLibrary
from engine.backends.tokenizers_library import TokenizersLibrary
from engine.errors import EngineError, UnsupportedError
from engine.model import Progress
from engine.tokenizer import PipelineTokenizer
from engine.twins import twin_of
from engine.vocabularies.unreachable import unreachable, unreachable_by_merges
from engine.vocabularies.vocabulary_survey import Flags, said_vocabulary

_STAGE = "Encoding every token"
_BATCH = 2_000
_BEFORE = ("", "a", " ", "1", ".")
"""What is put before a token's text; behind a letter stand the rests of words."""


@dataclass(frozen=True, slots=True)
class Reach:
    """`unreachable`: no text gives them, None where the library does not show how it comes to its tokens.  `inside`: their
    own text, alone, gives others."""

    unreachable: Flags | None
    inside: Flags


def library_reach(tokenizer: LibraryTokenizer) -> Iterator[Progress | Reach]:
    """Progress, and last what every token's own text gives."""
    asked = _ordinary(tokenizer)
    alone = np.zeros(len(tokenizer.vocabulary), bool)
    for event in _came_out(tokenizer, asked, ("", "a")):
        if isinstance(event, Progress):
            yield event
        else:
            alone = event
    inside = np.zeros(len(alone), bool)
    inside[[id for id in asked if not alone[id]]] = True
    lost = _lost_flags(tokenizer)
    if lost is not None:
        yield from (event for event in _without_found(tokenizer, lost) if isinstance(event, Progress))
        inside &= ~lost
    yield Reach(lost, inside)


def unreachable_tokens(tokenizer: AnyTokenizer) -> list[int] | None:
    """Ids that encoding can never give; None where that is not known: a library may not show how it comes to its tokens."""
    if isinstance(tokenizer, PipelineTokenizer):
        return unreachable(tokenizer)
    lost = _lost_flags(tokenizer)
    if lost is None:
        return None
    for _ in _without_found(tokenizer, lost):
        pass
    return [int(id) for id in np.flatnonzero(lost)]


def _without_found(tokenizer: LibraryTokenizer, lost: Flags) -> Iterator[Progress | Flags]:
    """Take back, in place, those that the library gives after all."""
    said = said_vocabulary(tokenizer)
    asked = [id for id in np.flatnonzero(lost).tolist() if _is_text(said[id])]
    for event in _came_out(tokenizer, asked, _BEFORE):
        if not isinstance(event, Progress):
            lost &= ~event
        yield event


# -- what the library gives --------------------------------------------------------------------------------------------


def _ordinary(tokenizer: LibraryTokenizer) -> list[int]:
    """Tokens that have a text of their own: neither special, nor unknown, nor the rest of a word, a byte, or a part of a
    character."""
    vocabulary, said = tokenizer.vocabulary, said_vocabulary(tokenizer)
    rest = str(tokenizer.description.fields.get("continuation") or "\0").encode()
    left_out = {*_exempt(tokenizer), *tokenizer.description.omitted}
    asked = (id for id in range(len(vocabulary)) if id not in left_out and _is_text(said[id]))
    return [id for id in asked if byte_of(vocabulary[id]) is None and not vocabulary[id].startswith(rest)]


def _exempt(tokenizer: LibraryTokenizer) -> set[Any]:
    vocabulary = tokenizer.vocabulary
    added = map(int, tokenizer.description.fields.get("added", {}))
    return {*vocabulary.holes, *vocabulary.special.values(), *added, tokenizer.description.unknown}


def _is_text(token: bytes) -> bool:
    try:
        return bool(token.decode())
    except UnicodeDecodeError:
        return False


def _came_out(tokenizer: LibraryTokenizer, ids: Sequence[int], before: Sequence[str]) -> Iterator[Progress | Flags]:
    """Progress, and last which of these come out of their own text, alone or behind one of these; in batches."""
    said = said_vocabulary(tokenizer)
    found = np.zeros(len(said), bool)
    left = iter(ids)
    done = 0
    while batch := list(islice(left, _BATCH)):
        for start in before:
            missing = [id for id in batch if not found[id]]
            texts = [start + said[id].decode().removeprefix(" " if start == " " else "") for id in missing]
            for id, row in zip(missing, _rows(tokenizer, texts), strict=True):
                found[id] |= id in row
        done += len(batch)
        yield Progress(_STAGE, done, len(ids))
    yield found


def _rows(tokenizer: LibraryTokenizer, texts: list[str]) -> list[list[int]]:
    """The ids of each text; none for one that the library refuses."""
    try:
        return [row.ids.tolist() for row in tokenizer.library.pieces(texts, frozenset())]
    except EngineError:
        return [[] for _ in texts]


# -- what its model can give -------------------------------------------------------------------------------------------


def _lost_flags(tokenizer: LibraryTokenizer) -> Flags | None:
    lost = lost_by_model(tokenizer)
    if lost is None:
        return None
    flags = np.zeros(len(tokenizer.vocabulary), bool)
    flags[lost] = True
    return flags


def lost_by_model(tokenizer: LibraryTokenizer) -> list[int] | None:
    """Ids that the library's model never makes of their own text; None where it does not show its model."""
    fields = tokenizer.description.fields
    if isinstance(tokenizer.library, TiktokenLibrary) or fields.get("whole"):
        return []  # a pre-token that is a token stays one
    try:
        twin = twin_of(tokenizer)
    except UnsupportedError:
        return unreachable_by_merges(tokenizer)
    if isinstance(twin.model, MergeModel):
        return _lost_by_merges(tokenizer, twin)
    found = set(unreachable(twin)) - _exempt(tokenizer)
    if isinstance(twin.model, WordPiece) and isinstance(tokenizer.library, TokenizersLibrary):
        found |= set(_no_word_of_bert(tokenizer, tokenizer.library))
    return sorted(found)


def _lost_by_merges(tokenizer: LibraryTokenizer, twin: PipelineTokenizer) -> list[int]:
    """Tokens that merging does not make of their own text; the twin is given the library's texts, for it knows its own only
    where merges use what earlier ones made."""
    vocabulary, exempt = tokenizer.vocabulary, _exempt(tokenizer)
    if tokenizer.description.fields.get("byte_fallback"):
        exempt |= {id for id in range(len(vocabulary)) if byte_of(vocabulary[id]) is not None}
    ids = [int(id) for id in twin.public_ids(np.arange(twin.model.size))]
    known = [(place, vocabulary.glyphs(id).encode()) for place, id in enumerate(ids) if id not in exempt]
    cuts = twin.model.segment([text for _, text in known])
    reached = {ids[place] for (place, _), cut in zip(known, cuts, strict=True) if cut.tolist() == [place]}
    return [id for id in range(len(vocabulary)) if id not in reached and id not in exempt]


def _no_word_of_bert(tokenizer: LibraryTokenizer, library: TokenizersLibrary) -> list[int]:
    """Tokens that are never a word or a part of one, wherever they stand: BERT's rules look at single characters, so what
    they change or cut alone ("[unused1]", a capital letter) they change or cut everywhere."""
    content = library.content
    stages = [(content.get(name) or {}).get("type") for name in ("normalizer", "pre_tokenizer")]
    if stages != ["BertNormalizer", "BertPreTokenizer"]:
        return []
    mark = str(tokenizer.description.fields.get("continuation") or "")
    lost = []
    for id in set(range(len(tokenizer.vocabulary))) - _exempt(tokenizer):
        text = tokenizer.vocabulary[id].decode("utf-8", "replace").removeprefix(mark)
        if text and library.words(text) != [text]:
            lost.append(id)
    return lost
