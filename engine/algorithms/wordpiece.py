"""WordPiece: merge the pair whose parts are most often together rather than apart; encode by the longest match.

    WordPieceTrainer  learns the merges from counted words
    WordPiece         the model, in wordpiece_model.py: it encodes by the longest match and knows nothing of the merges
    SCORES            what the choice of a pair can go by

The trainer that made BERT's vocabulary was never released.  What is usually given as its rule is a reconstruction: merge the
pair with the highest

    count(ab) / (count(a) x count(b))

A pair is worth more the rarer its parts are, so that with a low minimum the rarest pairs of all are taken: two letters that
occur twice, both times together, beat "th".  In the bundled "Moby Dick" with a minimum of 2, one merge in four joins a pair
that occurs just twice, and 8,000 entries leave nearly twice as many tokens as plain count does; a minimum of 20 leaves fewer
with a third of the entries.  What `tokenizers` calls its WordPiece trainer goes by plain count, with the same mark; that is
the other option here.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Literal

from engine.algorithms.bpe_training import RuleChanges, learn, replay
from engine.algorithms.options import (
    check_limits,
    check_rule_changes,
    check_text,
    check_vocab_size,
    scaled_minimum,
    step_limit,
)
from engine.algorithms.wordpiece_alphabet import WordPieceAlphabet
from engine.algorithms.wordpiece_model import Try, WordPiece
from engine.algorithms.wordpiece_training import WordPieceTraining
from engine.errors import OptionError
from engine.model import Probes, Progress, Start, Steps, Stopped, WordCounts
from engine.vocabulary import IntArray

__all__ = ["SCORES", "Score", "ScoreName", "Try", "WordPiece", "WordPieceTrainer"]

ScoreName = Literal["likelihood", "count"]


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
        check_vocab_size(self.vocab_size)
        check_limits(self.max_steps, self.min_frequency, self.tie_rule)
        check_rule_changes(self.rule_changes)
        check_text("unknown token", self.unknown or "")  # there is always one
        check_text("continuation mark", self.continuation or "")
        if self.score not in SCORES:
            raise OptionError(f"There is no score {self.score!r}. Choose one of: {', '.join(SCORES)}.")
        if self.longest_word < 1:
            raise OptionError(f"The longest word must have at least 1 character; it is {self.longest_word:,}.")

    def steps(
        self, words: WordCounts, probes: Probes | None = None, *, specials: int = 0, record: bool = True
    ) -> Iterator[Progress | Start | Steps | Stopped]:
        """Learn; see `engine.model.Trainer`.

        Beside what byte-pair training records, each step has its score, how often its parts occur, and what plain count
        would have taken.  Raises OptionError if the vocabulary cannot even hold characters and special tokens.
        """
        alphabet = WordPieceAlphabet(self.unknown, self.continuation)
        yield from alphabet.read(words)
        limit, reason = step_limit(
            self.vocab_size,
            self.max_steps,
            base=len(alphabet.texts),
            specials=specials,
            symbols=f"base symbols ({self.unknown} among them)",
        )
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
        alphabet = WordPieceAlphabet(self.unknown, self.continuation)
        yield from alphabet.read(words)
        return (yield from self._training(alphabet, words, None, record=False))

    def _training(
        self, alphabet: WordPieceAlphabet, words: WordCounts, probes: Probes | None, record: bool
    ) -> Generator[Progress, None, WordPieceTraining]:
        return WordPieceTraining(
            alphabet,
            (yield from alphabet.write(words)),
            minimum=scaled_minimum(self.min_frequency, words.scale),
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
