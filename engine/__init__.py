"""Training, encoding and comparing tokenizers: values and generators, no window, no threads of its own.

The public names, by what one does with them:

    read      Corpus, Source, udhr, load_parallel
    learn     Recipe, BPETrainer, train, History
    encode    load_preset, PipelineTokenizer, Encoding (files: engine.formats.load)
    compare   compare, Cell, METRICS
"""

from engine.algorithms import ALGORITHMS
from engine.algorithms.bpe import BPE, BPETrainer
from engine.comparison import Cell, compare, to_csv
from engine.corpus import Corpus, Source
from engine.encoding import Encoding, Segment
from engine.errors import (
    CorpusError,
    DecodeError,
    EngineError,
    FormatError,
    OptionError,
    TrainingError,
    UnsupportedError,
)
from engine.metrics import METRICS, Interval
from engine.model import Progress, Steps, Stopped, WordCounts
from engine.parallel import Language, ParallelText, load_parallel, udhr
from engine.pre_tokenizers import PATTERNS, Pattern, pattern_named
from engine.presets import PRESETS, load_preset
from engine.recipe import CONVENTIONS, IdLayout, Recipe
from engine.stage import ChangedWords, StageWord, changed_words, typed_words
from engine.tie_rules import RULE_NAMES, TIE_RULES
from engine.tokenizer import PipelineTokenizer, Tokenizer
from engine.training import Candidate, History, StepRow, train
from engine.vocabulary import Vocabulary

__all__ = [
    "ALGORITHMS",
    "BPE",
    "CONVENTIONS",
    "METRICS",
    "PATTERNS",
    "PRESETS",
    "RULE_NAMES",
    "TIE_RULES",
    "BPETrainer",
    "Candidate",
    "Cell",
    "ChangedWords",
    "Corpus",
    "CorpusError",
    "DecodeError",
    "Encoding",
    "EngineError",
    "FormatError",
    "History",
    "IdLayout",
    "Interval",
    "Language",
    "OptionError",
    "ParallelText",
    "Pattern",
    "PipelineTokenizer",
    "Progress",
    "Recipe",
    "Segment",
    "Source",
    "StageWord",
    "StepRow",
    "Steps",
    "Stopped",
    "Tokenizer",
    "TrainingError",
    "UnsupportedError",
    "Vocabulary",
    "WordCounts",
    "changed_words",
    "compare",
    "load_parallel",
    "load_preset",
    "pattern_named",
    "to_csv",
    "train",
    "typed_words",
    "udhr",
]
