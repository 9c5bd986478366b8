"""How the pre-token of one token came to its tokens: looked up in the background, since a word may be long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.sentences import said
from app.state.one_job import OneJob
from app.translation import translate
from engine import AnyTokenizer, Encoding, EngineError, LibraryTokenizer, PipelineTokenizer
from engine.algorithms.merge_model import MergeModel
from engine.algorithms.unigram_model import Unigram
from engine.explain import Explanation, explained
from engine.reading.pre_tokens import pre_tokens
from engine.twins import twin_of, words_of

LONGEST = 240
"""Bytes of a pre-token up to which its encoding is told: more steps nobody reads, and each is looked up one by one."""
TWIN_LIMIT = 20_000
"""Characters up to which a library's tokens are found again by a model of ours, from the first word on."""


@dataclass(frozen=True, slots=True)
class Look:
    """One token of a text, with its pre-token.

    pre_token    as the model saw it; None for a special token, and where a library does not tell it
    tokens       (id, text) of its tokens
    at           which of them is looked at
    explanation  None where `note` says why there is none
    """

    title: str
    tokenizer: AnyTokenizer
    pre_token: bytes | None
    tokens: tuple[tuple[int, bytes], ...]
    at: int
    explanation: Explanation | None = None
    note: str = ""


class Explaining(QObject):
    """`changed` when there is another look, or none; it works only while it is `on`."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._on = False
        self._asked: tuple[Encoding, AnyTokenizer, str, int] | None = None
        self._look: Look | None = None
        self._job = OneJob("explain", self)
        self._job.produced.connect(self._take)
        self._job.failed.connect(self._on_failed)

    @property
    def look(self) -> Look | None:
        return self._look

    def set_on(self, on: bool) -> None:
        """While it is off nothing is looked up."""
        if on != self._on:
            self._on = on
            self._renew()

    def ask(self, encoding: Encoding, tokenizer: AnyTokenizer, title: str, token: int) -> None:
        """Look at a token."""
        self._asked = encoding, tokenizer, title, token
        self._renew()

    def clear(self) -> None:
        """Look at nothing."""
        self._asked = None
        self._renew()

    def close(self) -> None:
        """Let go of a job under way."""
        self._job.drop()

    def _renew(self) -> None:
        """What is known stays until there is more, unless nothing is to come."""
        if self._on and self._asked is not None:
            asked = self._asked
            self._job.begin(lambda: _looked(*asked))
            return
        self.close()
        if self._look is not None:
            self._look = None
            self.changed.emit()

    def _take(self, values: list[Look]) -> None:
        self._look = values[-1]
        self.changed.emit()

    def _on_failed(self, error: BaseException) -> None:
        """Nothing is told rather than the way to the token before; what nobody expected ends in the log."""
        self.clear()
        raise error


def _looked(encoding: Encoding, tokenizer: AnyTokenizer, title: str, token: int) -> Iterator[Look]:
    yield look_at(encoding, tokenizer, title, token)


def look_at(encoding: Encoding, tokenizer: AnyTokenizer, title: str, token: int) -> Look:
    """All there is to tell of the way to a token."""
    alone = ((int(encoding.ids[token]), encoding.tokens[token]),)
    if token in encoding.special:
        note = translate(
            "explaining",
            "A special token: it is found in the text by its name, before anything else, and stands for itself.",
        )
        return Look(title, tokenizer, None, alone, 0, note=note)
    if isinstance(tokenizer, LibraryTokenizer):
        return _by_twin(encoding, tokenizer, title, token)
    found = pre_tokens(tokenizer, encoding)
    if found is None:
        return Look(title, tokenizer, None, alone, 0)
    index = found.of_token(token)
    first, last = int(found.firsts[index]), int(found.lasts[index])
    last = min(last, first + LONGEST)
    tokens = tuple((int(encoding.ids[at]), encoding.tokens[at]) for at in range(first, last))
    text = found.text(index)
    look = Look(title, tokenizer, text[:LONGEST], tokens, min(token - first, len(tokens) - 1))
    if len(text) > LONGEST:
        return _with(
            look,
            translate("explaining", "This pre-token has {:,} bytes; the way to its tokens is shown up to {}.").format(
                len(text), LONGEST
            ),
        )
    try:
        return _with(look, "", explained(tokenizer, text))
    except EngineError as error:
        return _with(look, said(error))


def _by_twin(encoding: Encoding, tokenizer: LibraryTokenizer, title: str, token: int) -> Look:
    """Through a model of ours: pre-token after pre-token, as long as it gives the ids that the library gave."""
    alone = ((int(encoding.ids[token]), encoding.tokens[token]),)
    bare = Look(title, tokenizer, None, alone, 0)
    try:
        twin = twin_of(tokenizer)
        if encoding.special:
            words = translate("explaining", "For {} the way to a token is told in texts without special tokens.")
            return _with(bare, words.format(title))
        if len(encoding.text) > TWIN_LIMIT:
            return _with(
                bare,
                translate("explaining", "For {} the way to a token is told in texts of up to {:,} characters.").format(
                    title, TWIN_LIMIT
                ),
            )
        first = 0
        for word in words_of(tokenizer, encoding.text):
            text = word.encode()
            ids = twin.public_ids(np.asarray(twin.model.tokenize(text), np.int64))
            last = first + len(ids)
            if encoding.ids[first:last].tolist() != ids.tolist():
                break
            if first <= token < last:
                tokens = tuple((int(encoding.ids[at]), encoding.tokens[at]) for at in range(first, last))
                look = Look(title, twin, text[:LONGEST], tokens[:LONGEST], min(token - first, LONGEST - 1))
                if len(text) > LONGEST:
                    return _with(
                        look,
                        translate("explaining", "{} has no pre-tokens: its model sees all {:,} bytes at once.").format(
                            title, len(text)
                        ),
                    )
                return _with(look, "", explained(twin, text))
            first = last
    except EngineError as error:
        return _with(bare, said(error))
    return _with(
        bare,
        translate(
            "explaining", "{} runs on its own library, which cuts this text otherwise than its model alone explains."
        ).format(title),
    )


def _with(look: Look, note: str, explanation: Explanation | None = None) -> Look:
    return Look(look.title, look.tokenizer, look.pre_token, look.tokens, look.at, explanation, note)


def can_be_drawn_by_lot(look: Look) -> bool:
    """Whether chance may cut the pre-token in other ways."""
    return look.explanation is not None and bool(look.explanation.merges or look.explanation.lattice)


def drawn_by_lot(look: Look, amount: float, seed: int) -> tuple[int, ...]:
    """Ids (the model's) of one cut by chance: BPE-dropout with that probability, or a sample at that temperature."""
    model = look.tokenizer.model if isinstance(look.tokenizer, PipelineTokenizer) else None
    pre_token = look.pre_token or b""
    if isinstance(model, MergeModel):
        return tuple(model.dropout(pre_token, amount, seed).tolist())
    if isinstance(model, Unigram):
        return tuple(model.sample(pre_token, amount, seed).tolist())
    return ()
