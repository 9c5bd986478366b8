"""History: what a training yielded, appended as it arrives, and readable at any step.

    TrainingHistory   what all of them have: words, probes, a tokenizer at any position
    History           merges (BPE, WordPiece), a row a step with all that was recorded of it
    RoundHistory      rounds that take pieces away (Unigram)
    AdditionHistory   words taken in whole (word level; character level has no steps)
    MergeListHistory  the merges of a published tokenizer, of whose training nothing else is known

Steps are counted from 1 and position 0 is before the first.  Nothing is undone to go back in time: the model cut to its
first `k` steps *is* the state after step `k`, so every position costs the same.
"""

from __future__ import annotations

from engine.history.additions import AdditionHistory
from engine.history.base import StepKind, TrainingEvent, TrainingHistory
from engine.history.merge_list import MergeListHistory, MergeRow, TrainedElsewhere
from engine.history.merges import Candidate, History, Pair, StepRow
from engine.history.rounds import RoundHistory

__all__ = [
    "AdditionHistory",
    "Candidate",
    "History",
    "MergeListHistory",
    "MergeRow",
    "Pair",
    "RoundHistory",
    "StepKind",
    "StepRow",
    "TrainedElsewhere",
    "TrainingEvent",
    "TrainingHistory",
]
