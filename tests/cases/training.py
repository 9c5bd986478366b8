"""Short ways to a trained tokenizer, for the cases."""

from engine.algorithms.bpe import BPETrainer
from engine.corpus import Corpus
from engine.history import History
from engine.patterns import pattern_named
from engine.pre_tokenizers import PreTokenizer
from engine.recipe import Recipe
from engine.training import train


def learned(corpus: Corpus | str, pattern: str = "none", special: tuple[str, ...] = (), **options: object) -> History:
    """The history of a training; everything is merged unless `options` of the trainer say otherwise."""
    chosen = {"min_frequency": 1, "vocab_size": None} | options
    history = History(Recipe(BPETrainer(**chosen), PreTokenizer(pattern_named(pattern)), special))  # type: ignore[arg-type]
    for event in train(Corpus.of_text(corpus) if isinstance(corpus, str) else corpus, history.recipe):
        history.append(event)
    return history


def merges(history: History) -> list[tuple[str, str, int]]:
    """(left, right, count) of each step."""
    rows = (history.row(step) for step in range(1, len(history) + 1))
    return [(row.pair[0].decode(), row.pair[1].decode(), int(row.count)) for row in rows]


def pieces(history: History, text: str) -> list[str]:
    """The text's tokens after the last step."""
    return [token.decode() for token in history.tokenizer_at(len(history)).encode(text).tokens]
