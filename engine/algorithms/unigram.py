"""Unigram: start from many pieces, and take away, round by round, those that the corpus misses least.

    UnigramTrainer  learns pieces and their probabilities from counted words
    Unigram         the model: cuts a pre-token in the likeliest way, at any round

A text is thought to be pieces drawn one by one, each with its probability; how it was cut nobody knows.  So a round first
*expects*: over all ways to cut every word, weighted by how likely they are, how often does each piece occur?  Then it
*maximises*: those expected counts become the new probabilities.  After some turns of this it *prunes*: pieces whose loss
lowers the likelihood of the corpus least are let go.  Round 1 is the seed vocabulary, and the last round cuts what is
left down to the size by score.

Kudo, "Subword Regularization", 2018, section 3.2; details as in `sentencepiece`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.algorithms.alphabet import BYTE_TOKENS
from engine.algorithms.options import check_share, check_text
from engine.algorithms.unigram_corpus import UnigramCorpus, lay_out
from engine.algorithms.unigram_model import Stage, Unigram
from engine.algorithms.unigram_probes import ProbeCuts
from engine.algorithms.unigram_rounds import Limits, Rounds
from engine.algorithms.unigram_seeds import SEED_RULES, SeedRule, Seeds, find_seeds
from engine.algorithms.unigram_training import UnigramTraining
from engine.errors import OptionError
from engine.model import Probes, Progress, Round, Start, Stopped, WordCounts
from engine.vocabulary import IntArray, Vocabulary

LONGEST_PIECE = 64
_LEAST = {
    "vocab_size": ("vocabulary size", 1),
    "max_steps": ("number of rounds", 0),
    "seed_size": ("number of seeds", 1),
    "sub_iterations": ("number of turns in a round", 1),
    "longest_piece": ("length of the longest piece", 1),
}
"""How an option is called, and its lowest value."""


@dataclass(frozen=True, slots=True)
class UnigramTrainer:
    """Starts from frequent substrings and takes away, round by round, those that the corpus misses least.

    vocab_size              entries in the end at most, characters, unknown token and special tokens included; None: until
                            only characters are left
    max_steps               rounds at most, the seed vocabulary being the first
    seed_size               pieces to start from at most
    shrinking               share of the pieces that a round keeps
    sub_iterations          turns of expectation and maximisation in a round
    longest_piece           characters of a piece at most
    character_coverage      share of the corpus that the characters with a piece of their own must cover
    byte_fallback           write other characters as bytes, `<0x00>` to `<0xFF>`, not as the unknown token
    unknown                 the unknown token
    seeds                   which substrings to start from (SEED_RULES)
    digamma                 lower the probability of rare pieces, as a sparse prior would; False: plain shares
    whitespace_only_pieces  whether several blanks may be a piece

    Raises OptionError for a value that cannot be used.
    """

    vocab_size: int | None = 8_000
    max_steps: int | None = None
    seed_size: int = 1_000_000
    shrinking: float = 0.75
    sub_iterations: int = 2
    longest_piece: int = 16
    character_coverage: float = 1.0
    byte_fallback: bool = False
    unknown: str = "<unk>"
    seeds: SeedRule = "all"
    digamma: bool = True
    whitespace_only_pieces: bool = False

    def __post_init__(self) -> None:
        for field, (name, lowest) in _LEAST.items():
            value = getattr(self, field)
            if value is not None and value < lowest:
                raise OptionError(f"The {name} must be at least {lowest}; it is {value:,}.")
        if self.longest_piece > LONGEST_PIECE:
            raise OptionError(f"A piece can have {LONGEST_PIECE} characters at most; not {self.longest_piece:,}.")
        if not 0.0 < self.shrinking < 1.0:
            raise OptionError(f"The share that a round keeps must lie between 0 and 1; it is {self.shrinking}.")
        check_share("character coverage", self.character_coverage)
        check_text("unknown token", self.unknown or "")  # there is always one
        if self.seeds not in SEED_RULES:
            raise OptionError(f"There is no rule {self.seeds!r} for seeds. Choose one of: {', '.join(SEED_RULES)}.")

    # -- learning --------------------------------------------------------------------------------------------------

    def steps(
        self, words: WordCounts, probes: Probes | None = None, *, specials: int = 0, record: bool = True
    ) -> Iterator[Progress | Start | Round | Stopped]:
        """Learn; see `engine.model.Trainer`."""
        yield Progress("Preparing", 0, 0, "characters")
        corpus = lay_out(words, self.character_coverage)
        symbols = (*self._head, *corpus.alphabet_texts)
        if len(set(symbols)) < len(symbols):
            raise OptionError(
                f"The unknown token {self.unknown!r} occurs in the corpus as a character. Choose another."
            )
        room = self._room(len(symbols), specials)
        cuts = ProbeCuts(probes, self.byte_fallback) if probes is not None and record else None
        languages: IntArray = np.empty(0, np.int64)
        if cuts is not None:
            languages = yield from cuts.in_characters(corpus.alphabet_texts)
        yield Start(symbols, corpus.tokens_of_characters(self.byte_fallback), languages)
        if self.max_steps == 0:
            yield Stopped("steps")
            return
        seeds = yield from self._seeds(corpus)
        training = UnigramTraining(corpus, seeds, unknown_as_bytes=self.byte_fallback, use_digamma=self.digamma)
        limits = Limits(room, self.vocab_size or 0, self.max_steps, self.shrinking, self.sub_iterations)
        yield from Rounds(training, self._head, limits, cuts=cuts, record=record).run()

    def _seeds(self, corpus: UnigramCorpus) -> Generator[Progress, None, Seeds]:
        return find_seeds(
            corpus,
            longest=self.longest_piece,
            rule=self.seeds,
            most=max(0, self.seed_size - len(corpus.alphabet)),
            white_space_only=self.whitespace_only_pieces,
            reserved={token.decode() for token in self._head},
        )

    @property
    def _head(self) -> tuple[bytes, ...]:
        """The base symbols before the alphabet."""
        return (self.unknown.encode(), *(BYTE_TOKENS if self.byte_fallback else ()))

    def _room(self, base: int, specials: int) -> int | None:
        """Pieces of several characters that there is room for."""
        if self.vocab_size is None:
            return None
        if self.vocab_size < base + specials:
            head = "the unknown token and 256 byte tokens" if self.byte_fallback else "the unknown token"
            raise OptionError(
                f"A vocabulary of {self.vocab_size:,} is too small: {head}, {base - len(self._head):,} characters and "
                f"{specials:,} special tokens need at least {base + specials:,}."
            )
        return self.vocab_size - base - specials

    # -- what was learned ------------------------------------------------------------------------------------------

    def model(self, start: Start, learned: Sequence[Round]) -> Unigram:
        """The model of these rounds; any prefix of them is valid too."""
        head = len(self._head)
        alone = np.zeros(len(start.symbols))
        alone[head:] = -np.log(max(len(alone) - head, 1))  # all characters alike
        stages: list[Stage] = [(Vocabulary.of(start.symbols, byte_level=False), alone)]
        stages += [(round.pieces, round.scores) for round in learned]
        pieces, scores = stages.pop()
        return Unigram(
            pieces,
            scores,
            base=len(start.symbols),
            unknown=0,
            byte_fallback=self.byte_fallback,
            earlier=stages,
        )

    def replay(self, words: WordCounts, step: int, *, specials: int = 0) -> list[IntArray]:
        """How each word is cut after that many rounds, found by training again."""
        start: Start | None = None
        rounds: list[Round] = []
        for event in self.steps(words, specials=specials, record=False):
            if isinstance(event, Start):
                start = event
            elif isinstance(event, Round):
                rounds.append(event)
            if start is not None and len(rounds) == step:
                break
        assert start is not None
        return self.model(start, rounds).segment([words.word(index) for index in range(len(words))])
