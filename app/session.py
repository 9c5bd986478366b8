"""The session: builds the state objects once, tells them of each other, and closes them once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.state.cell_audit import CellAudit
from app.state.comparison_grid import ComparisonGrid
from app.state.corpus_library import CorpusLibrary
from app.state.cut_view import CutView
from app.state.parallel_texts import ParallelTexts
from app.state.playback import Playback
from app.state.playground import Playground
from app.state.preparation import Preparation
from app.state.settings import Settings
from app.state.tokenizer_library import RUN, TokenizerLibrary
from app.state.tradeoff_view import TradeoffView
from app.state.training_run import TrainingRun
from app.state.vocabulary_view import VocabularyView
from app.worker import wait_for_all
from engine.corpus import Corpus
from engine.errors import EngineError
from engine.parallel import udhr

FIRST_TEXT = (
    "Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: "
    "once or twice she had peeped into the book her sister was reading.\n"
    "मनुष्यों को समानता  人人生而自由  👩‍🔬"
)
FIRST_POSITION = 141
"""Where the first start shows the sample: a tie of three pairs, which is the question most people ask first."""


class Session(QObject):
    """All that the window knows.  `failed` carries every error of a job; nothing that was there is lost by it."""

    failed = Signal(object)

    def __init__(self, settings: Settings | None = None, *, cold: bool | None = None) -> None:
        super().__init__()
        self.settings = settings or Settings()
        self.preparation = Preparation(cold=cold)
        self.corpus = CorpusLibrary(self.preparation)
        self.run = TrainingRun(self.preparation, udhr())
        self.playback = Playback(self.run)
        self.tokenizers = TokenizerLibrary(self.preparation, self.run, self.playback)
        self.playground = Playground(parent=self)
        self.playground.follow(self.tokenizers)
        self.grid = ComparisonGrid(self.preparation)
        self.grid.follow(self.tokenizers, self.run, self.playback)
        self.audit = CellAudit(self.grid)
        self.parallel_texts = ParallelTexts(self.grid)
        self.vocabulary = VocabularyView(self.preparation, self.tokenizers, self.run, self.corpus)
        self.tradeoffs = TradeoffView(self.run)
        self.cuts = CutView(self.preparation, self.tokenizers)
        self._coming_origin: Corpus | None = None
        # Before all others that hear of it: who then saves the run's tokenizer knows where it comes from.
        self.run.history_replaced.connect(self._take_origin)
        self._connect()

    def _connect(self) -> None:
        library = self.tokenizers
        library.selected_changed.connect(self._show_selected)
        library.changed.connect(self._show_selected)
        library.run_changed.connect(self._on_run_changed)
        self.run.recipe_changed.connect(self._count_as_the_recipe)
        views = (self.vocabulary, self.tradeoffs, self.cuts)
        for state in (self.preparation, self.corpus, self.run, library, self.grid, *views):
            state.failed.connect(self.failed)
        self.playground.failed.connect(lambda sentence: self.failed.emit(EngineError(sentence)))

    def _count_as_the_recipe(self) -> None:
        recipe = self.run.recipe
        self.corpus.set_pipeline(recipe.normalizer, recipe.pre_tokenizer)

    def _show_selected(self, *_: object) -> None:
        """The playground sees through the selected tokenizer, once the loops are there."""
        tokenizer = self.tokenizers.tokenizer(self.tokenizers.selected)
        if tokenizer is not None and self.preparation.ready:
            self.playground.set_tokenizer(tokenizer, self.tokenizers.title(self.tokenizers.selected))

    def _on_run_changed(self) -> None:
        if self.tokenizers.selected == RUN:
            self._show_selected()

    def train(self) -> None:
        """Train on the checked texts."""
        if not self.corpus.checked:
            self.failed.emit(EngineError("No text is checked. Check one or more in the corpus, or add a text."))
            return
        self._coming_origin = self.corpus.corpus()
        self.run.start(self._coming_origin, f"{self.corpus.short_title} {self._size_words()}".strip())

    def _take_origin(self) -> None:
        """The corpus of the run; a branch of it, and a run from a file, have theirs already."""
        if self._coming_origin is not None:
            self.tokenizers.origin, self._coming_origin = self._coming_origin, None

    def _size_words(self) -> str:
        """1000 -> "1k"."""
        size = getattr(self.run.recipe.trainer, "vocab_size", None)
        if size is None:
            return ""
        return f"{size / 1000:g}k" if size >= 1000 else str(size)

    def begin_with(self, open_session: Callable[[], None]) -> None:
        """The start with a session: nothing is trained, as all of it comes from the file."""
        self.preparation.start()
        open_session()

    def begin(self) -> None:
        """The first start: a bundled book trained, a multilingual text coloured, the chart filled; no question asked."""
        self.preparation.start()
        self.corpus.add_sample("alice")
        self.corpus.add_sample("moby-dick", checked=False)
        self.playground.set_text(FIRST_TEXT)
        self.run.finished.connect(self._on_first_run)
        self.train()

    def _on_first_run(self, _reason: str) -> None:
        self.run.finished.disconnect(self._on_first_run)
        self.playback.seek(FIRST_POSITION)

    def close(self) -> bool:
        """End every job; True if all their threads have ended."""
        self.playback.pause()
        self.run.stop()
        self.playground.close()
        self.audit.close()
        self.parallel_texts.close()
        self.grid.close()
        self.vocabulary.close()
        self.cuts.close()
        return wait_for_all()
