"""WordPiece: merge the pair whose parts are most often together rather than apart; encode by the longest match.

    WordPieceTrainer  learns the merges from counted words
    WordPiece         the model: a vocabulary in which all but word-initial tokens begin with a mark, "##"
    SCORES            what the choice of a pair can go by

The trainer that made BERT's vocabulary was never released.  What is usually given as its rule is a reconstruction: merge the
pair with the highest

    count(ab) / (count(a) x count(b))

A pair is worth more the rarer its parts are, so that with a low minimum the rarest pairs of all are taken: two letters that
occur twice, both times together, beat "th".  In the bundled "Moby Dick" with a minimum of 2, one merge in four joins a pair
that occurs just twice, and 8,000 entries leave nearly twice as many tokens as plain count does; a minimum of 20 leaves fewer
with a third of the entries.  What `tokenizers` calls its WordPiece trainer goes by plain count, with the same mark; that is
the other option here.

Encoding knows nothing of the merges: the longest token that begins the word is taken, then the longest continuation, and so
on.  Where nothing fits, the *whole* word becomes the unknown token, and so does a word of more than so many characters.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from engine.algorithms.bpe_training import RuleChanges, learn, replay
from engine.algorithms.options import check_rule_changes
from engine.algorithms.wordpiece_training import Alphabet, WordPieceTraining
from engine.errors import EncodeError, OptionError, clipped
from engine.kernels import wordpiece_encode
from engine.model import Cut, Probes, Progress, Start, Steps, Stopped, StopReason, WordCounts, padded
from engine.tie_rules import RULE_NAMES
from engine.vocabulary import ByteArray, IntArray, Vocabulary

ScoreName = Literal["likelihood", "count"]
_LARGEST_MINIMUM = 1 << 62
"""No count gets as far, and a 64-bit number still holds it."""


@dataclass(frozen=True, slots=True)
class Score:
    """What the choice of a pair goes by, in words."""

    name: ScoreName
    title: str
    meaning: str


SCORES: dict[ScoreName, Score] = {
    score.name: score
    for score in (
        Score(
            "likelihood",
            "Likelihood",
            "count(ab) / (count(a) x count(b)): the usual reconstruction of BERT's trainer, which was never released. "
            "With a low minimum frequency it takes the rarest pairs.",
        ),
        Score("count", "Count", "how often the pair occurs: what tokenizers does under the name of WordPiece"),
    )
}


@dataclass(frozen=True, slots=True)
class WordPieceTrainer:
    """Merges the pair with the highest score into a new token, again and again.

    vocab_size     entries in the end, the unknown token, characters and special tokens included; None: no limit
    max_steps      merges at most
    min_frequency  pairs that occur less often do not compete
    tie_rule       which of several pairs with the same score is merged (TIE_RULES)
    score          what is highest: "likelihood" or "count" (SCORES)
    unknown        the token for words that cannot be written; it has id 0
    continuation   the mark of tokens that do not begin a word
    longest_word   words of more characters are encoded as unknown; they are learned from like any other
    rule_changes   from which steps on other tie rules decide; for branches of a run

    Raises OptionError for a value that cannot be used.

    >>> words = WordCounts.of({b"the": 10, b"that": 8, b"hit": 5, b"qz": 3})
    >>> events = list(WordPieceTrainer(max_steps=1).steps(words))
    >>> [(start, steps)] = [(a, b) for a in events if isinstance(a, Start) for b in events if isinstance(b, Steps)]
    >>> [start.symbols[part] for part in steps.parts[0]], round(float(steps.scores[0]), 3)
    ([b'q', b'##z'], 0.333)
    """

    vocab_size: int | None = 32_000
    max_steps: int | None = None
    min_frequency: int = 2
    tie_rule: str = "smallest-ids"
    score: ScoreName = "likelihood"
    unknown: str = "[UNK]"
    continuation: str = "##"
    longest_word: int = 100
    rule_changes: RuleChanges = ()

    def __post_init__(self) -> None:
        if self.vocab_size is not None and self.vocab_size < 1:
            raise OptionError(f"The vocabulary size must be at least 1; it is {self.vocab_size:,}.")
        if self.max_steps is not None and self.max_steps < 0:
            raise OptionError(f"The number of steps must be at least 0; it is {self.max_steps:,}.")
        if self.min_frequency < 1:
            raise OptionError(f"The minimum frequency must be at least 1; it is {self.min_frequency:,}.")
        if self.tie_rule not in RULE_NAMES:
            raise OptionError(f"There is no tie rule {self.tie_rule!r}. Choose one of: {', '.join(RULE_NAMES)}.")
        check_rule_changes(self.rule_changes)
        if self.score not in SCORES:
            raise OptionError(f"There is no score {self.score!r}. Choose one of: {', '.join(SCORES)}.")
        if self.longest_word < 1:
            raise OptionError(f"The longest word must have at least 1 character; it is {self.longest_word:,}.")
        _check_text(self.unknown, "unknown token")
        _check_text(self.continuation, "continuation mark")

    def steps(
        self, words: WordCounts, probes: Probes | None = None, *, specials: int = 0, record: bool = True
    ) -> Iterator[Progress | Start | Steps | Stopped]:
        """Learn; see `engine.model.Trainer`.

        Beside what byte-pair training records, each step has its score, how often its parts occur, and what plain count
        would have taken.  Raises OptionError if the vocabulary cannot even hold characters and special tokens.
        """
        alphabet = Alphabet(self.unknown, self.continuation)
        yield from alphabet.read(words)
        limit, reason = self._limit(len(alphabet.texts), specials)
        training = yield from self._training(alphabet, words, probes if record else None, record)
        yield training.start(tuple(text.encode() for text in alphabet.texts))
        yield from learn(training, limit, reason, self.rule_changes)

    def model(self, start: Start, learned: IntArray) -> WordPiece:
        """The model of these steps, given their (n, 2) parts; any prefix of them is valid too."""
        return WordPiece(start.symbols, learned, continuation=self.continuation, longest_word=self.longest_word)

    def replay(self, words: WordCounts, step: int) -> list[IntArray]:
        """How the training has cut each word after that many steps, found by training again."""
        return replay(_returned(self._prepared(words)), step)

    def _prepared(self, words: WordCounts) -> Generator[Progress, None, WordPieceTraining]:
        """A training that records nothing."""
        alphabet = Alphabet(self.unknown, self.continuation)
        yield from alphabet.read(words)
        return (yield from self._training(alphabet, words, None, record=False))

    def _limit(self, base: int, specials: int) -> tuple[int | None, StopReason]:
        """Steps at most (None: no limit), and which option says so."""
        limit: int | None = None
        reason: StopReason = "steps"
        if self.vocab_size is not None:
            limit, reason = self.vocab_size - base - specials, "vocab-size"
            if limit < 0:
                raise OptionError(
                    f"A vocabulary of {self.vocab_size:,} is too small: {base:,} base symbols ({self.unknown} among them) "
                    f"and {specials:,} special tokens need at least {base + specials:,}."
                )
        if self.max_steps is not None and (limit is None or self.max_steps < limit):
            limit, reason = self.max_steps, "steps"
        return limit, reason

    def _training(
        self, alphabet: Alphabet, words: WordCounts, probes: Probes | None, record: bool
    ) -> Generator[Progress, None, WordPieceTraining]:
        return WordPieceTraining(
            alphabet,
            (yield from alphabet.write(words)),
            minimum=min(self.min_frequency * words.scale, _LARGEST_MINIMUM),
            rule=self.tie_rule,
            by_score=self.score == "likelihood",
            guarded=alphabet.guards(words),
            probes=(yield from alphabet.write_probes(probes)) if probes else None,
            record=record,
        )


def _returned(work: Generator[Progress, None, WordPieceTraining]) -> WordPieceTraining:
    """What the work comes to, its progress passed over."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            training: WordPieceTraining = end.value
            return training


def _check_text(text: str, what: str) -> None:
    if not text:
        raise OptionError(f"The {what} must not be empty.")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise OptionError(f"The {what} {text!r} is not text: it holds half of a surrogate pair.")


@dataclass(frozen=True, slots=True)
class Try:
    """A text that was looked for in the vocabulary: the bytes `start` to `end` of the pre-token, with the mark if need be."""

    start: int
    end: int
    text: str
    found: bool


class WordPiece:
    """A WordPiece vocabulary: base symbols, then a token for each merge.

    `parts` is (m, 2), the ids of each merge.  `unknown` is the id of the token for words that cannot be written, None if
    there is none.  Words of more than `longest_word` characters cannot be written.

    >>> model = WordPiece.of(["[UNK]", "token", "##ization", "##s", "play", "##ing"])
    >>> [model.vocabulary[id].decode() for id in model.tokenize(b"tokenization")]
    ['token', '##ization']
    >>> model.tokenize(b"player").tolist()
    [0]
    """

    def __init__(
        self,
        symbols: Sequence[bytes],
        parts: IntArray,
        *,
        unknown: int | None = 0,
        continuation: str = "##",
        longest_word: int = 100,
    ) -> None:
        parts = np.ascontiguousarray(parts, np.int32).reshape(-1, 2)
        self.step_count = len(parts)
        self.unknown = unknown
        self.continuation = continuation
        self.longest_word = longest_word
        self._tables = _Tables(tuple(symbols), parts, continuation.encode())

    @classmethod
    def of(
        cls,
        tokens: Sequence[str],
        unknown: str = "[UNK]",
        continuation: str = "##",
        longest_word: int = 100,
    ) -> WordPiece:
        """From tokens in id order, as `vocab.txt` lists them; without the unknown token among them there is none.

        Of two equal tokens the last counts.
        """
        stored = [token.encode() for token in tokens]
        ids = {token: id for id, token in enumerate(tokens)}
        return cls(
            stored,
            np.empty((0, 2), np.int32),
            unknown=ids.get(unknown),
            continuation=continuation,
            longest_word=longest_word,
        )

    @property
    def kind(self) -> str:
        """Its name in ALGORITHMS."""
        return "wordpiece"

    @property
    def base(self) -> int:
        """How many base symbols there are, the unknown token among them."""
        return len(self._tables.symbols)

    @property
    def size(self) -> int:
        """How many ids there are."""
        return self.base + self.step_count

    @property
    def parts(self) -> IntArray:
        """(m, 2) the ids that each merge joined."""
        return self._tables.parts[: self.step_count]

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The model's own ids and how each is stored, mark included."""
        full = self._tables.vocabulary
        if self.step_count == len(self._tables.parts):
            return full
        offsets = full.offsets[: self.size + 1]
        return Vocabulary(full.data[: offsets[-1]], offsets)

    def at_step(self, step: int) -> WordPiece:
        """The model as it was after that many merges: a view that shares all tables."""
        if not 0 <= step <= len(self._tables.parts):
            raise IndexError(f"The model has {len(self._tables.parts):,} steps; there is no step {step:,}.")
        view = object.__new__(WordPiece)
        view.step_count, view._tables = step, self._tables
        view.unknown, view.continuation, view.longest_word = self.unknown, self.continuation, self.longest_word
        return view

    # -- encoding --------------------------------------------------------------------------------------------------

    def cut(self, data: ByteArray, starts: IntArray, ends: IntArray) -> Cut:
        """Tokens of the pre-tokens `data[starts[i]:ends[i]]`; the unknown token spans a whole pre-token.

        Raises EncodeError where a word cannot be written and there is no unknown token.
        """
        ids, spans, _ = self._cut(data, starts, ends)
        return Cut(ids, spans)

    def tokenize(self, pre_token: bytes) -> IntArray:
        """Ids of one pre-token."""
        return self.segment([pre_token])[0]

    def segment(self, words: Sequence[bytes]) -> list[IntArray]:
        """Ids of each word."""
        lengths = np.array([len(word) for word in words], np.int64)
        ends = np.cumsum(lengths)
        ids, _, counts = self._cut(padded(b"".join(words)), ends - lengths, ends)
        return np.split(ids, np.cumsum(counts)[:-1]) if len(words) else []

    def segment_counted(self, words: WordCounts, indexes: IntArray) -> tuple[IntArray, IntArray]:
        """Ids of some words of a corpus, end to end, and where each word's end."""
        starts = words.starts[indexes]
        ids, _, counts = self._cut(words.data, starts, starts + words.lengths[indexes])
        return ids, np.cumsum(counts)

    def _cut(
        self, data: ByteArray, starts: IntArray, ends: IntArray
    ) -> tuple[npt.NDArray[np.int32], IntArray, IntArray]:
        """Ids, spans, and how many tokens each word has."""
        starts, ends = np.ascontiguousarray(starts, np.int64), np.ascontiguousarray(ends, np.int64)
        limits = (self.size, -1 if self.unknown is None else self.unknown, self.longest_word)
        ids, spans, counts, failed = wordpiece_encode.cut(data, starts, ends, self._tables.tree, limits)
        if failed >= 0:
            word = clipped(data[starts[failed] : ends[failed]].tobytes().decode())
            raise EncodeError(f'The word "{word}" cannot be written, and the vocabulary has no unknown token.')
        return ids, spans, counts

    def tries(self, pre_token: bytes) -> list[Try]:
        """Every text that is looked for while one pre-token is encoded, the longest first.

        If the last one is not found, the whole pre-token is unknown; if it has too many characters nothing is tried.

        >>> model = WordPiece.of(["[UNK]", "low", "##er"])
        >>> [(one.text, one.found) for one in model.tries(b"lower")]
        [('lower', False), ('lowe', False), ('low', True), ('##er', True)]
        """
        text = pre_token.decode()
        tries: list[Try] = []
        start, end = 0, len(text)
        if end > self.longest_word:
            return []
        places = [len(text[:at].encode()) for at in range(len(text) + 1)]
        while start < end:
            wanted = self.continuation * (start > 0) + text[start:end]
            found = self.vocabulary.id_of(wanted.encode()) is not None
            tries.append(Try(places[start], places[end], wanted, found))
            start, end = (end, len(text)) if found else (start, end - 1)
        return tries

    # -- decoding, identity ----------------------------------------------------------------------------------------

    def join(self, ids: Sequence[int], separator: bytes) -> bytes:
        """The text of some ids: continuations without their mark, the separator before every other token but the first.

        The first of all keeps its mark, there being nothing that it could continue.

        >>> WordPiece.of(["[UNK]", "low", "##er"]).join([1, 2, 1], b" ")
        b'lower low'
        """
        mark, vocabulary = self.continuation.encode(), self.vocabulary
        joined = []
        for place, id in enumerate(ids):
            token = vocabulary[id]
            if place == 0:
                joined.append(token)
            elif token.startswith(mark) and token != mark:
                joined.append(token[len(mark) :])
            else:
                joined.append(separator + token)
        return b"".join(joined)

    def identity_fields(self) -> dict[str, Any]:
        """What decides ids beside the vocabulary."""
        fields: dict[str, Any] = {"continuation": self.continuation, "limit": self.longest_word}
        if self.unknown is not None:
            fields["unknown"] = self.vocabulary[self.unknown].decode()
        return fields


class _Tables:
    """What a model and all its earlier steps share; each table is built when it is first needed."""

    def __init__(self, symbols: tuple[bytes, ...], parts: IntArray, mark: bytes) -> None:
        self.symbols = symbols
        self.parts = parts
        self._mark = mark

    @cached_property
    def vocabulary(self) -> Vocabulary:
        base = Vocabulary.of(self.symbols)
        data, offsets = wordpiece_encode.token_texts(base.data, base.offsets, self.parts, len(self._mark))
        return Vocabulary(data, offsets)

    @cached_property
    def tree(self) -> wordpiece_encode.Tree:
        mark = np.frombuffer(self._mark, np.uint8)
        return wordpiece_encode.build_tree(self.vocabulary.data, self.vocabulary.offsets, mark)
