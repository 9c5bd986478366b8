"""What the shelf checks becomes the columns of a comparison: the tokenizers there, and the run at the timeline's step."""

from __future__ import annotations

from app.state.languages.comparison_columns import Compared, column_title
from app.state.languages.comparison_grid import ComparisonGrid
from app.state.tokenizers.tokenizer_library import RUN, TokenizerLibrary
from app.state.training.playback import Playback
from app.state.training.training_run import TrainingRun


def follow(grid: ComparisonGrid, library: TokenizerLibrary, run: TrainingRun, playback: Playback) -> None:
    """Show what is checked and selected there, from now on."""

    def take_run() -> None:
        entry = library.entry(RUN)
        shown = entry is not None and entry.checked
        grid.set_run(run.history if shown else None, playback.position, run.title)

    def take_tokenizers() -> None:
        grid.set_expecting(any(entry.tokenizer is None for entry in library.checked if entry.key != RUN))
        grid.set_tokenizers(
            [
                Compared(entry.key, column_title(entry.title), entry.tokenizer)
                for entry in library.checked
                if entry.key != RUN and entry.tokenizer is not None
            ]
        )
        take_run()

    def follow_position() -> None:
        """At once, or in a drag when its turn comes."""
        if playback.hurries:
            playback.turns.ask(take_run)
        else:
            take_run()

    library.changed.connect(take_tokenizers)
    library.selected_changed.connect(lambda key: grid.select(tokenizer=key))
    grid.selection_changed.connect(lambda: library.select(grid.wanted_tokenizer))
    playback.position_changed.connect(follow_position)
    run.history_replaced.connect(take_run)
    run.advanced.connect(take_run)
    take_tokenizers()
    grid.select(tokenizer=library.selected)
