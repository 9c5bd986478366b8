"""Byte-pair encoding on characters, as it was first used for words (Sennrich, Haddow, Birch 2016).

    CharBPETrainer  learns the merges from counted words
    CharBPE         the model: an alphabet and the merges in order

What it adds to `bpe.py`: base symbols are the characters of the corpus, and a mark that ends each word, so that `est` at the
end of a word and inside one are different tokens.  The mark is one symbol and no text: it covers no bytes, and four typed
characters that read like it are just that.  What it leaves out: no text is safe from a character that the corpus did not
have; it is unknown, or falls back to its bytes, or is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.algorithms import bpe_training
from engine.algorithms.alphabet import Alphabet, covered_characters
from engine.algorithms.bpe_training import BPETraining, RuleChanges
from engine.algorithms.character_model import CharacterModel
from engine.algorithms.options import (
    check_limits,
    check_rule_changes,
    check_share,
    check_text,
    check_vocab_size,
    scaled_minimum,
    step_limit,
)
from engine.errors import OptionError
from engine.model import Probes, Progress, Start, Steps, Stopped, WordCounts
from engine.vocabulary import IntArray


@dataclass(frozen=True, slots=True)
class CharBPETrainer:
    """Merges the most frequent pair of neighbours into a new token, again and again, starting from characters.

    vocab_size          entries in the end, base symbols and special tokens included; None: as many as there are merges for
    max_steps           merges at most
    min_frequency       pairs that occur less often are left alone; 1 merges until nothing is left
    tie_rule            which of several equally frequent pairs is merged (TIE_RULES)
    end_of_word         the mark that ends each word, one symbol; None: words have none
    unknown             the token that stands for a character without a symbol; None: such a character is refused
    character_coverage  the share of all characters whose symbols are base symbols; the rarest beyond it have none
    byte_fallback       a character without a symbol becomes `<0x..>` for each of its bytes
    rule_changes        from which steps on other tie rules decide; for branches of a run

    A character without a symbol is in no pair, and no pair reaches across it.  Raises OptionError for a value that cannot be
    used.

    >>> trainer = CharBPETrainer(max_steps=2, tie_rule="first-seen")
    >>> start, *events = trainer.steps(WordCounts.of({b"low": 5, b"lowest": 2}))
    >>> parts = [pair for event in events if isinstance(event, Steps) for pair in event.parts.tolist()]
    >>> trainer.model(start, parts).vocabulary[-2:]
    [b'lo', b'low']
    """

    vocab_size: int | None = 32_000
    max_steps: int | None = None
    min_frequency: int = 2
    tie_rule: str = "smallest-ids"
    end_of_word: str | None = "</w>"
    unknown: str | None = None
    character_coverage: float = 1.0
    byte_fallback: bool = False
    rule_changes: RuleChanges = ()

    def __post_init__(self) -> None:
        check_vocab_size(self.vocab_size)
        check_limits(self.max_steps, self.min_frequency, self.tie_rule)
        check_rule_changes(self.rule_changes)
        check_text("end-of-word mark", self.end_of_word)
        check_text("unknown token", self.unknown)
        check_share("character coverage", self.character_coverage)
        if self.unknown is not None and self.unknown == self.end_of_word:
            raise OptionError(f'The unknown token and the end-of-word mark are both "{self.unknown}".')

    def steps(
        self, words: WordCounts, probes: Probes | None = None, *, specials: int = 0, record: bool = True
    ) -> Iterator[Progress | Start | Steps | Stopped]:
        """Learn; see `engine.model.Trainer`.

        Words of several sources with weights other than 1 come with their counts times `words.scale`; so do all counts
        that are yielded.  Raises OptionError if the vocabulary cannot even hold base symbols and special tokens.
        """
        alphabet = self._alphabet(words)
        base = len(alphabet.symbols)
        limit, reason = step_limit(
            self.vocab_size, self.max_steps, base=base, specials=specials, symbols="base symbols"
        )
        training = self._training(words, alphabet, probes if record else None, record)
        yield training.start(alphabet.symbols)
        yield from bpe_training.learn(training, limit, reason, self.rule_changes)

    def model(self, start: Start, parts: IntArray) -> CharBPE:
        """The model of these steps; any prefix of them is valid too."""
        return CharBPE(Alphabet(start.symbols, self.unknown, self.byte_fallback, self.end_of_word), parts)

    def replay(self, words: WordCounts, step: int) -> list[IntArray]:
        """How the training has cut each word after that many steps, found by training again."""
        return bpe_training.replay(self._training(words, self._alphabet(words), None, record=False), step)

    def _alphabet(self, words: WordCounts) -> Alphabet:
        return Alphabet.of(
            covered_characters(words, self.character_coverage),
            unknown=self.unknown,
            byte_fallback=self.byte_fallback,
            end_of_word=self.end_of_word,
        )

    def _training(self, words: WordCounts, alphabet: Alphabet, probes: Probes | None, record: bool) -> BPETraining:
        return BPETraining(
            alphabet.symbols_of(words),
            alphabet.mergeable,
            base=len(alphabet.symbols),
            minimum=scaled_minimum(self.min_frequency, words.scale),
            rule=self.tie_rule,
            probes=None if probes is None else alphabet.probe_symbols_of(probes),
            record=record,
        )


class CharBPE(CharacterModel):
    """An alphabet and the merges of its symbols, in order.

    >>> alphabet = Alphabet.of("elotsw", end_of_word="</w>")
    >>> model = CharBPE(alphabet, [[5, 0], [4, 7]])
    >>> [model.vocabulary[id] for id in model.tokenize(b"lowest")]
    [b'l', b'o', b'w', b'e', b'st</w>']
    """

    kind = "char-bpe"

    @property
    def end_of_word(self) -> str | None:
        """The mark that ends each word."""
        return self.alphabet.end_of_word
