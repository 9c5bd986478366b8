"""The rows of the list of steps, for each kind of training."""

from __future__ import annotations

from app.widgets.step_model import AdditionColumns, ListColumns, RoundColumns, StepColumns
from engine.history import AdditionHistory, History, RoundHistory, TrainingHistory


def columns_of(history: TrainingHistory, last: int) -> ListColumns | None:
    """The steps up to `last`; those to come may be a question still."""
    if isinstance(history, History):
        tied = history.tied[:last]
        return StepColumns(history.parts[:last], history.counts[:last], tied, history.token, history.scale)
    if isinstance(history, RoundHistory):
        rounds = history.rounds[:last]
        return RoundColumns(tuple(len(row.pieces) for row in rounds), tuple(row.log_likelihood for row in rounds))
    if isinstance(history, AdditionHistory):
        return AdditionColumns(history.learned[:last], history.counts[:last], history.tied[:last], history.scale)
    return None
