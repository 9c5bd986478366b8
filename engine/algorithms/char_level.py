"""Character level: every character of the corpus is a token, in the order of code points, and nothing is merged.

    CharLevelTrainer  finds the characters
    CharLevel         the model

The baseline that everything else must beat: the shortest vocabulary that writes its corpus, and the longest texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.algorithms.alphabet import Alphabet, covered_characters
from engine.algorithms.character_model import CharacterModel
from engine.algorithms.options import check_text, check_vocab_size, step_limit
from engine.algorithms.symbol_words import start_of
from engine.model import Probes, Progress, Start, Stopped, WordCounts


@dataclass(frozen=True, slots=True)
class CharLevelTrainer:
    """Takes in every character of the corpus; there are no steps.

    vocab_size  entries at most, special tokens included: a corpus with more characters is refused; None: any number
    unknown     the token that stands for any other character; None: such a character is refused

    >>> start, stopped = CharLevelTrainer(unknown="[UNK]").steps(WordCounts.of({b"low": 5, b"wow!": 1}))
    >>> start.symbols, stopped.reason
    ((b'[UNK]', b'!', b'l', b'o', b'w'), 'exhausted')
    """

    vocab_size: int | None = None
    unknown: str | None = None

    def __post_init__(self) -> None:
        check_vocab_size(self.vocab_size)
        check_text("unknown token", self.unknown)

    def steps(
        self, words: WordCounts, probes: Probes | None = None, *, specials: int = 0, record: bool = True
    ) -> Iterator[Progress | Start | Stopped]:
        """A Start with all characters, and the end; see `engine.model.Trainer`.

        Raises OptionError if there are more characters than the vocabulary may have.
        """
        alphabet = Alphabet.of(covered_characters(words), unknown=self.unknown)
        step_limit(self.vocab_size, None, base=len(alphabet.symbols), specials=specials, symbols="characters")
        yield start_of(
            alphabet.symbols,
            alphabet.symbols_of(words),
            alphabet.probe_symbols_of(probes) if probes is not None and record else None,
        )
        yield Stopped("exhausted")

    def model(self, start: Start, learned: Any = None) -> CharLevel:
        """The model; nothing is learned beyond its start."""
        return CharLevel(Alphabet(start.symbols, self.unknown))


class CharLevel(CharacterModel):
    """An alphabet.

    >>> CharLevel(Alphabet.of(" .Ilove")).tokenize(b"I love.").tolist()
    [2, 0, 4, 5, 6, 3, 1]
    """

    kind = "char-level"

    def __init__(self, alphabet: Alphabet) -> None:
        super().__init__(alphabet, np.empty((0, 2), np.int32))
