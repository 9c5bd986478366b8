"""Unigram, the model: pieces with probabilities; a text is cut where the product of its pieces' probabilities is highest.

The best way is found by Viterbi's algorithm.  Of equally likely ways the one whose last token is longest wins, and so on
towards the front.  A character that is no piece costs 10 more than the worst piece; neighbouring ones become one unknown
token, or, with byte fallback, each becomes its bytes.  All ways to cut one word are told by `unigram_lattice.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.algorithms.alphabet import BYTE_TOKENS
from engine.algorithms.unigram_lattice import Lattice, Way, Ways
from engine.errors import EncodeError, OptionError, UnsupportedError
from engine.kernels import piece_cuts, piece_trie
from engine.model import Cut, WordCounts, padded
from engine.vocabulary import ByteArray, IntArray, Vocabulary

Floats = npt.NDArray[np.float64]
Stage = tuple[Vocabulary, Floats]
"""Pieces in the order of their ids, with their scores."""

_QUICKLY_PREPARED = 20_000
EXACT_LOSS_LIMIT = 200_000
"""Bytes of distinct words up to which exact losses are worked out: each lattice is summed once for every piece in it."""


class Unigram:
    """Pieces with scores, in the order of their ids.

    `unknown` is the id of the unknown token; `byte_fallback` says that the tokens `<0x00>` to `<0xFF>` stand for the bytes
    of unknown characters.  `earlier` are the stages of the training before this one, from the base symbols alone on.
    Raises OptionError if pieces and scores do not fit together.

    >>> model = Unigram([b"h", b"u", b"g", b"hug", b"ug"], [-2.0, -2.0, -2.0, -3.0, -2.5])
    >>> [model.vocabulary[id] for id in model.tokenize(b"hughu")]
    [b'hug', b'h', b'u']
    """

    kind = "unigram"

    def __init__(
        self,
        pieces: Sequence[bytes],
        scores: Sequence[float] | Floats,
        *,
        base: int | None = None,
        unknown: int | None = None,
        byte_fallback: bool = False,
        earlier: Sequence[Stage] = (),
    ) -> None:
        if len(pieces) != len(scores):
            raise OptionError(f"Each piece needs a score: there are {len(pieces):,} pieces and {len(scores):,} scores.")
        self.vocabulary = pieces if isinstance(pieces, Vocabulary) else Vocabulary.of(list(pieces), byte_level=False)
        self.scores: Floats = np.array(scores, np.float64)
        if not np.isfinite(self.scores).all():
            raise OptionError("The score of a piece must be a number.")
        self.base = len(pieces) if base is None else base
        self.unknown = unknown
        self.byte_fallback = byte_fallback
        self._earlier = tuple(earlier)

    # -- what it is ------------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """How many ids there are."""
        return len(self.vocabulary)

    @property
    def step_count(self) -> int:
        """Rounds of the training; 0 for a model that was read from a file."""
        return len(self._earlier)

    def at_step(self, step: int) -> Unigram:
        """The model as it was after that many rounds; 0 is the characters alone."""
        if not 0 <= step <= self.step_count:
            raise IndexError(f"The model has {self.step_count:,} rounds; there is no round {step:,}.")
        if step == self.step_count:
            return self
        pieces, scores = self._earlier[step]
        options: dict[str, Any] = {"unknown": self.unknown, "byte_fallback": self.byte_fallback}
        return Unigram(pieces, scores, base=self.base, earlier=self._earlier[:step], **options)

    def identity_fields(self) -> dict[str, Any]:
        """What decides ids beside the vocabulary."""
        fields: dict[str, Any] = {"scores": [float(score).hex() for score in self.scores]}
        if self.unknown is not None:
            fields["unknown"] = self.vocabulary[self.unknown].decode()
        if self.byte_fallback:
            fields["byte_fallback"] = True
        return fields

    @cached_property
    def _byte_ids(self) -> npt.NDArray[np.int32]:
        if not self.byte_fallback:
            return np.empty(0, np.int32)
        after_unknown = slice(1, 1 + len(BYTE_TOKENS))
        if tuple(self.vocabulary[after_unknown]) == BYTE_TOKENS:  # where training puts them: all need not be looked up
            return np.arange(after_unknown.start, after_unknown.stop, dtype=np.int32)
        ids = [self.vocabulary.id_of(token) for token in BYTE_TOKENS]
        missing = [token.decode() for token, id in zip(BYTE_TOKENS, ids, strict=True) if id is None]
        if missing:
            raise OptionError(f"Byte fallback needs a token for each byte; {missing[0]} is not in the vocabulary.")
        return np.array(ids, np.int32)

    @cached_property
    def _spelled(self) -> npt.NDArray[np.bool_]:
        """Which tokens stand for their own text."""
        spelled = np.ones(self.size, np.bool_)
        spelled[self._byte_ids] = False
        if self.unknown is not None:
            spelled[self.unknown] = False
        return spelled

    @cached_property
    def _trie(self) -> piece_trie.Trie:
        unknown = np.array([unknown_score(self.scores[self._spelled]), -1 if self.unknown is None else self.unknown])
        data = padded(self.vocabulary.data.tobytes())
        return piece_trie.build_trie(data, self.vocabulary.offsets, self._spelled, self.scores, unknown, self._byte_ids)

    @property
    def is_prepared(self) -> bool:
        """Whether a first text costs no more than any other: the table of all pieces is there, or is quickly made."""
        return "_trie" in self.__dict__ or self.size <= _QUICKLY_PREPARED

    def prepare(self) -> None:
        """Make the table now."""
        _ = self._trie

    # -- cutting ---------------------------------------------------------------------------------------------------

    def cut(self, data: ByteArray, starts: IntArray, ends: IntArray) -> Cut:
        """Tokens of pre-tokens in padded UTF-8; a run of unknown characters is one token, a byte token spans its byte."""
        starts, ends = np.ascontiguousarray(starts, np.int64), np.ascontiguousarray(ends, np.int64)
        filled = starts < ends
        if not filled.all():
            starts, ends = starts[filled], ends[filled]
        ids, spans, failed = piece_cuts.cut(data, starts, ends, self._trie)
        if failed >= 0:
            raise self._unwritable(data, failed)
        return Cut(ids, spans)

    def tokenize(self, pre_token: bytes) -> IntArray:
        """Ids of one pre-token."""
        return self.segment([pre_token])[0]

    def segment(self, words: Sequence[bytes]) -> list[IntArray]:
        """Ids of each word."""
        lengths = np.array([len(word) for word in words], np.int64)
        data = padded(b"".join(words))
        ids, _, firsts, failed = piece_cuts.cut_words(data, np.cumsum(lengths) - lengths, lengths, self._trie)
        if failed >= 0:
            raise self._unwritable(data, failed)
        return [ids[first:last] for first, last in zip(firsts[:-1].tolist(), firsts[1:].tolist(), strict=True)]

    def _unwritable(self, data: ByteArray, place: int) -> EncodeError:
        character = data[place : place + 4].tobytes().decode("utf-8", "ignore")[:1]
        return EncodeError(
            f"The character {character!r} is not in the vocabulary. Train with an unknown token or with byte fallback."
        )

    def join(self, ids: Sequence[int], separator: bytes) -> bytes:
        """The text of some ids, byte tokens as their bytes; nothing tells where a word ends, so the separator goes
        nowhere."""
        return b"".join(self._bytes_of.get(id) or self.vocabulary[id] for id in ids)

    @cached_property
    def _bytes_of(self) -> dict[int, bytes]:
        """The byte behind each byte token."""
        return {int(id): bytes([byte]) for byte, id in enumerate(self._byte_ids)}

    # -- all ways --------------------------------------------------------------------------------------------------

    def lattice(self, pre_token: bytes) -> Lattice:
        """All pieces that occur in a pre-token, each with how likely a cut is to use it."""
        return self._ways(pre_token).lattice()

    def n_best(self, pre_token: bytes, count: int) -> list[Way]:
        """The likeliest ways to cut a pre-token, the best first; fewer where there are not so many."""
        if count < 1:
            raise OptionError(f"The number of ways must be at least 1; it is {count:,}.")
        return self._ways(pre_token).n_best(count)

    def sample(self, pre_token: bytes, temperature: float = 1.0, seed: int = 0) -> IntArray:
        """Ids of a cut drawn by lot: as likely as its probability to the power of 1 / temperature.

        1 draws as the model thinks, higher evens out, and 0 gives the best cut.  The same seed draws the same cut.
        """
        if not 0.0 <= temperature < math.inf:
            raise OptionError(f"The temperature must be 0 or more; it is {temperature}.")
        if temperature == 0.0 or not pre_token:
            return self.tokenize(pre_token)
        return self._ids_of(pre_token, self._ways(pre_token).drawn(1.0 / temperature, seed))

    def _ways(self, pre_token: bytes) -> Ways:
        return Ways(pre_token, self._trie, self.unknown)

    def _ids_of(self, pre_token: bytes, drawn: Iterable[tuple[int, int, int]]) -> npt.NDArray[np.int32]:
        """Unknown characters as `cut` writes them: as bytes, or a run of them as one token."""
        ids: list[int] = []
        joined = False
        for piece, start, end in drawn:
            if piece != piece_trie.UNKNOWN:
                ids.append(piece)
            elif self.byte_fallback:
                ids += self._byte_ids[list(pre_token[start:end])].tolist()
            elif self.unknown is None:
                raise self._unwritable(padded(pre_token), start)
            elif not joined:
                ids.append(self.unknown)
            joined = piece == piece_trie.UNKNOWN
        return np.array(ids, np.int32)

    # -- what pieces are worth -------------------------------------------------------------------------------------

    def log_likelihood(self, words: WordCounts) -> float:
        """The logarithm of the probability of all words, all ways to cut each taken together."""
        counts = words.counts.tolist()
        total = sum(count * self._ways(words.word(at)).log_likelihood for at, count in enumerate(counts))
        return float(total) / words.scale

    def exact_losses(self, words: WordCounts) -> Floats:
        """(ids,) how much the log-likelihood of the words falls when a piece alone goes, all else left as it is.

        The trainer's reckoning looks at the best cuts only; this one sums all cuts of every word again without the piece.
        Infinite for tokens that are never given up: single characters, the unknown token and byte tokens.  Raises
        UnsupportedError for more than a demonstration's worth of words.
        """
        size = int(words.lengths.sum())
        if size > EXACT_LOSS_LIMIT:
            raise UnsupportedError(
                f"Exact losses are worked out for up to {EXACT_LOSS_LIMIT:,} bytes of distinct words; these have {size:,}. "
                "Take a smaller text, or the losses of the training's rounds."
            )
        losses = np.zeros(self.size)
        for at, count in enumerate(words.counts.tolist()):
            self._ways(words.word(at)).add_exact_losses(count, losses)
        losses /= words.scale
        losses[[id for id, text in enumerate(self.vocabulary) if len(text.decode()) == 1]] = np.inf
        losses[~self._spelled] = np.inf
        return losses


def unknown_score(scores: Floats) -> float:
    """What an unknown character scores: far below every piece.

    >>> unknown_score(np.array([-1.0, -7.5]))
    -17.5
    """
    return float(scores.min(initial=0.0)) - 10.0
