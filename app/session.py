"""The session: builds the state objects once, tells them of each other, and closes them once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.state.corpus.corpus_library import CorpusLibrary
from app.state.languages.cell_audit import CellAudit
from app.state.languages.comparison_grid import ComparisonGrid
from app.state.languages.grid_columns import follow
from app.state.languages.grid_memory import GridMemory
from app.state.languages.page_terms import PageTerms
from app.state.languages.parallel_texts import ParallelTexts
from app.state.merge_player import MergePlayer
from app.state.preparation import Preparation
from app.state.prepared_show import PreparedShow
from app.state.settings import Settings
from app.state.text.playground import Playground
from app.state.tokenizers.tokenizer_download import TokenizerDownload
from app.state.tokenizers.tokenizer_library import RUN, TokenizerLibrary
from app.state.training.pinned_words import PinnedWords
from app.state.training.playback import Playback
from app.state.training.rebalancing import Rebalancing
from app.state.training.training_run import TrainingRun
from app.state.vocabulary.corpus_counts import CorpusCounts
from app.state.vocabulary.cut_view import CutView
from app.state.vocabulary.tradeoff_view import TradeoffView
from app.state.vocabulary.vocabulary_view import VocabularyView
from app.turn_by_turn import Steps, Undisturbed
from app.worker import wait_for_all
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
        self.words = PinnedWords()
        self.tokenizers = TokenizerLibrary(self.preparation, self.run, self.playback)
        self.download = TokenizerDownload(self.tokenizers)
        self.playground = Playground(parent=self)
        self.playground.follow(self.tokenizers)
        self.merges = MergePlayer(self.run, self.playback, self.tokenizers, self.playground)
        self.grid = ComparisonGrid(self.preparation, terms=PageTerms(self.settings))
        follow(self.grid, self.tokenizers, self.run, self.playback)
        self.grid_memory = GridMemory(self.grid, self.settings)
        self.audit = CellAudit(self.grid)
        self.parallel_texts = ParallelTexts(self.grid)
        self.playground.colours.set_parallel(self.grid.parallel)
        self.grid.parallel_changed.connect(lambda: self.playground.colours.set_parallel(self.grid.parallel))
        self.vocabulary = VocabularyView(self.preparation, self.tokenizers, self.run, self.corpus)
        self.show = PreparedShow(self.playback, self.playground, self.tokenizers)
        self.counts = CorpusCounts(self.tokenizers, self.run, self.corpus, self.vocabulary)
        self.playground.corpus_counts = self.counts
        self.tradeoffs = TradeoffView(self.run)
        self.cuts = CutView(self.preparation, self.tokenizers)
        self.rebalancing = Rebalancing(self.corpus, self.run, lambda: self.train(rebalanced=True))
        self._beginning = Undisturbed(self)
        self._own()
        self._connect()

    def _own(self) -> None:
        """The states go when the session goes; what others connected to them, whole windows, is let go of with them."""
        for state in vars(self).values():
            if isinstance(state, QObject) and state.parent() is None and state is not self.settings:
                state.setParent(self)

    def _connect(self) -> None:
        library = self.tokenizers
        library.selected_changed.connect(self._show_selected)
        library.changed.connect(self._on_library_changed)
        library.run_changed.connect(self._on_run_changed)
        self.run.recipe_changed.connect(self._count_as_the_recipe)
        views = (self.vocabulary, self.tradeoffs, self.cuts)
        for state in (
            self.preparation,
            self.corpus,
            self.run,
            self.run.earlier,
            self.merges,
            library,
            self.grid,
            *views,
        ):
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

    def _on_library_changed(self) -> None:
        if self.tokenizers.selected == RUN:
            self._on_run_changed()
        else:
            self._show_selected()

    def _on_run_changed(self) -> None:
        """The theatre draws a step first, the text after it: together they would be longer than a frame."""
        if self.tokenizers.selected == RUN:
            self.playback.turns.ask(self._show_selected)

    def train(self, *, rebalanced: bool = False) -> None:
        """Train on the checked texts; `rebalanced` if only their weights have been moved."""
        if not self.corpus.checked:
            self.failed.emit(
                EngineError(self.tr("No text is checked. Check one or more in the corpus, or add a text."))
            )
            return
        title = f"{self.corpus.short_title} {self._size_words()}".strip()
        self.run.start(self.corpus.corpus(), title, rebalanced=rebalanced)

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

    def begin(self, then: Callable[[], None] | None = None) -> None:
        """The first start: a bundled book trained, a multilingual text coloured, the chart filled; no question asked.

        All of it takes some turns of the event loop; `then` is called in the last of them.
        """
        self.preparation.start()
        self._beginning.begin(self._first_steps(then))

    def _first_steps(self, then: Callable[[], None] | None) -> Steps:
        yield  # the window's first picture
        self.corpus.add_sample("alice")
        yield
        self.corpus.add_sample("moby-dick", checked=False)
        yield
        self.playground.set_text(FIRST_TEXT)
        yield
        self.run.finished.connect(self._on_first_run)
        self.train()
        self.run.running_changed.connect(self._on_another_run)
        if then is not None:
            then()

    @property
    def begins(self) -> bool:
        """The first start is under way, and nothing of it may run yet."""
        return self._beginning.active

    def _on_first_run(self, _reason: str) -> None:
        self._forget_first_run()
        if self.playback.position == self.playback.length:  # nobody has taken the timeline
            self.playback.seek(FIRST_POSITION)

    def _on_another_run(self, running: bool) -> None:
        """The first was left before its end, for this one or for a session before it."""
        if running:
            self._forget_first_run()

    def _forget_first_run(self) -> None:
        self.run.finished.disconnect(self._on_first_run)
        self.run.running_changed.disconnect(self._on_another_run)

    def close(self) -> bool:
        """End every job; True if all their threads have ended."""
        self._beginning.drop()
        self.playback.pause()
        self.playback.turns.drop(self._show_selected)
        self.run.stop()
        self.run.earlier.close()
        self.merges.close()
        self.download.cancel()
        self.playground.close()
        self.audit.close()
        self.parallel_texts.close()
        self.grid.close()
        self.vocabulary.close()
        self.cuts.close()
        return wait_for_all()
