"""Training, encoding and comparing tokenizers: values and generators, no window, no threads of its own.

The public names, by what one does with them:

    read      Corpus, Source, udhr, load_parallel
    learn     Recipe, BPETrainer, train, History
    encode    load_preset, PipelineTokenizer, Encoding (files: engine.formats.load)
    compare   compare, Cell, METRICS
"""

from engine.algorithms import ALGORITHMS
from engine.algorithms.bpe import BPE, BPETrainer
from engine.backends import AnyTokenizer, LibraryTokenizer
from engine.bootstrap import Interval
from engine.cells import Cell
from engine.comparison import compare
from engine.comparison_tables import to_csv
from engine.corpus import Corpus, Source
from engine.encoding import Encoding, Segment
from engine.errors import (
    CorpusError,
    DecodeError,
    EncodeError,
    EngineError,
    FormatError,
    OptionError,
    TrainingError,
    UnsupportedError,
)
from engine.history import AdditionHistory, Candidate, History, RoundHistory, StepRow, TrainingHistory
from engine.metrics import METRICS
from engine.model import Progress, Start, Steps, Stopped, WordCounts
from engine.normalizers import NORMALIZERS, Normalizer, sequence_of
from engine.parallel import Language, ParallelText, load_parallel, udhr
from engine.patterns import PATTERNS, Pattern, pattern_named
from engine.pre_tokenizers import DIGIT_RULES, PreTokenizer
from engine.presets import PRESETS, load_preset
from engine.recipe import CONVENTIONS, IdLayout, Recipe
from engine.stage import ChangedWords, StageWord, changed_words, typed_words
from engine.tie_rules import RULE_NAMES, TIE_RULES
from engine.tokenizer import PipelineTokenizer, Tokenizer
from engine.training import new_history, provenance, train
from engine.vocabulary import Vocabulary

__all__ = [
    "ALGORITHMS",
    "BPE",
    "CONVENTIONS",
    "DIGIT_RULES",
    "METRICS",
    "NORMALIZERS",
    "PATTERNS",
    "PRESETS",
    "RULE_NAMES",
    "TIE_RULES",
    "AdditionHistory",
    "AnyTokenizer",
    "BPETrainer",
    "Candidate",
    "Cell",
    "ChangedWords",
    "Corpus",
    "CorpusError",
    "DecodeError",
    "EncodeError",
    "Encoding",
    "EngineError",
    "FormatError",
    "History",
    "IdLayout",
    "Interval",
    "Language",
    "LibraryTokenizer",
    "Normalizer",
    "OptionError",
    "ParallelText",
    "Pattern",
    "PipelineTokenizer",
    "PreTokenizer",
    "Progress",
    "Recipe",
    "RoundHistory",
    "Segment",
    "Source",
    "StageWord",
    "Start",
    "StepRow",
    "Steps",
    "Stopped",
    "Tokenizer",
    "TrainingError",
    "TrainingHistory",
    "UnsupportedError",
    "Vocabulary",
    "WordCounts",
    "changed_words",
    "compare",
    "load_parallel",
    "load_preset",
    "new_history",
    "pattern_named",
    "provenance",
    "sequence_of",
    "to_csv",
    "train",
    "typed_words",
    "udhr",
]
