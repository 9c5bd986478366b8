"""An hour of a lecturer's use, without its pauses: `python -m tests.benchmarks.soak MINUTES`.

A script without a screen trains, scrubs, types, compares, opens, saves and switches, round after round.  What is left over
after each round is counted: memory, threads, windows, widgets, timers, connections; and how long the window's thread worked
without looking at its events.  That is counted in its own processor time, as machines are shared, and by the clock beside it.
"""

from __future__ import annotations

import faulthandler
import gc
import logging
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QMetaMethod, QObject, QSettings, QTimer
from PySide6.QtWidgets import QApplication

from app.look.theme import THEMES, Appearance
from app.main_window import MainWindow
from app.pane_rows import PANES
from app.session import Session
from app.session_keeper import SessionKeeper
from app.state.settings import Settings
from app.state.tokenizers.tokenizer_library import RUN
from engine.algorithms import ALGORITHMS
from tests.benchmarks.turn_lengths import TICK, Gaps, Ticker

_PATIENCE = 120.0
Ready = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Left:
    """What there is when a round has ended; the memory in megabytes."""

    memory: float
    threads: int
    windows: int
    widgets: int
    objects: int
    timers: int
    connections: int

    def line(self) -> str:
        return ", ".join(f"{field.name} {getattr(self, field.name):,.0f}" for field in fields(self))


class Soak:
    """A window that is used; `rounds` has what was left after each round, `gaps` how long each turn was; `lines` what was
    logged."""

    def __init__(self, folder: Path, appearance: Appearance) -> None:
        self.folder = folder
        self.appearance = appearance
        settings = Settings(QSettings(str(folder / "soak.ini"), QSettings.Format.IniFormat))
        self.session = Session(settings, cold=False)
        self.keeper = SessionKeeper(self.session, folder / "state")
        self.window = MainWindow(self.session, appearance, self.keeper)
        self.rounds: list[Left] = []
        self.gaps = Gaps()
        self.doing = "begin"
        self.lines: list[str] = []
        self.failures: list[BaseException] = []
        self._handler = _Lines(self.lines)
        logging.getLogger("mergescope").addHandler(self._handler)
        self.session.failed.connect(self.failures.append)
        self.keeper.failed.connect(self.failures.append)

    def run(self, goes_on: Callable[[int], bool]) -> None:
        """Use it for as many rounds as `goes_on` says of the number of those that are done."""
        self.window.resize(1600, 1000)
        self.window.show()
        self.keeper.start()
        loop = QEventLoop()
        steps = self._steps(goes_on)
        waiting: list[tuple[Ready, float]] = []

        def turn() -> None:
            if waiting:
                ready, since = waiting[0]
                if not ready() and time.monotonic() - since < _PATIENCE:
                    return
                if not ready():
                    self.failures.append(TimeoutError("nothing came"))
                waiting.clear()
            ready = next(steps, None)
            if ready is None:
                loop.quit()
            else:
                waiting.append((ready, time.monotonic()))

        driver = QTimer(interval=TICK)
        driver.timeout.connect(turn)
        self._ticker = Ticker(self.gaps, lambda: self.doing)
        driver.start()
        loop.exec()
        driver.stop()
        self._ticker.stop()

    def close(self) -> bool:
        """Close all; True if every job has ended."""
        self.window.close()
        logging.getLogger("mergescope").removeHandler(self._handler)
        return self.session.close()

    # -- what is done ------------------------------------------------------------------------------------------------

    def _steps(self, goes_on: Callable[[int], bool]) -> Iterator[Ready]:
        session = self.session
        session.begin()
        yield self._is_idle
        for name in (*ALGORITHMS, "byte-bpe"):  # what is asked for each is kept from its first look on
            session.run.set_algorithm(name)
            yield from _moments(12)
        while goes_on(len(self.rounds)):
            for act in self._acts():
                self.doing = act.__name__.strip("_")
                yield from act(len(self.rounds))
                yield self._is_idle
            self.doing = "rest"
            yield from _moments(40)
            yield lambda: not _workers()
            with self._ticker.aside():
                gc.collect()
                self.rounds.append(self._left())

    def _acts(self) -> tuple[Callable[[int], Iterator[Ready]], ...]:
        return (
            self._train,
            self._scrub,
            self._type,
            self._compare,
            self._look,
            self._keep,
            self._dress,
            self._stage,
        )

    def _train(self, number: int) -> Iterator[Ready]:
        run = self.session.run
        run.set_algorithm(list(ALGORITHMS)[number % len(ALGORITHMS)])
        trainer = run.recipe.trainer
        if "vocab_size" in trainer.__dataclass_fields__:
            run.set_recipe(replace(run.recipe, trainer=replace(trainer, vocab_size=1_000)))
        self.session.train()
        yield self._is_idle
        run.set_algorithm("byte-bpe")
        self.session.train()
        yield lambda: len(run.history) > 20
        run.stop()
        self.session.train()

    def _scrub(self, _number: int) -> Iterator[Ready]:
        playback = self.session.playback
        for share in (*range(0, 101, 4), *range(100, 0, -7)):
            playback.seek(playback.length * share // 100)
            yield _at_once
        playback.toggle_bookmark()
        playback.play()
        yield from _moments(60)
        playback.pause()
        playback.toggle_bookmark()

    def _type(self, number: int) -> Iterator[Ready]:
        playground = self.session.playground
        text = "The cat sat on the mat. मनुष्यों को 人人生而自由 👩‍🔬 naïve " * (1 + 20 * (number % 2))
        for end in range(0, len(text), max(1, len(text) // 50)):
            playground.set_text(text[:end])
            yield _at_once
        for entry in self.session.tokenizers.entries:
            self.session.tokenizers.select(entry.key)
            yield self._is_idle

    def _compare(self, number: int) -> Iterator[Ready]:
        grid = self.session.grid
        languages = list(grid.languages)
        grid.set_languages(languages[: len(languages) // 2])
        yield self._is_idle
        grid.set_reference(languages[number % 3])
        yield self._is_idle
        grid.set_reference("eng")
        grid.set_languages(languages)
        self.session.corpus.add_text(f"words of round {number} " * 200)
        yield self._is_idle
        self.session.corpus.remove(len(self.session.corpus.rows) - 1)

    def _look(self, number: int) -> Iterator[Ready]:
        for row in PANES:
            self.window.maximise(row.name)
            yield from _moments(6)
            self.window.maximise(row.name)
            yield _at_once
        self.session.vocabulary.ask(text="ou" if number % 2 else "", sort="length", descending=True)
        yield self._is_idle
        self.window.actions_by_name["palette"].trigger()
        yield from _moments(12)
        self.window.commands.cancel()
        yield _at_once

    def _keep(self, _number: int) -> Iterator[Ready]:
        path = self.folder / "soak.mergescope-session"
        self.keeper.save(path)
        yield lambda: not self.keeper.busy
        self.keeper.autosave()
        yield lambda: not self.keeper.busy
        file = self.folder / "soak.mergescope"
        self.session.tokenizers.save(RUN, file)
        yield file.exists
        self.session.tokenizers.open(file)
        yield lambda: self.session.tokenizers.entry(str(file)) is not None
        self.session.tokenizers.remove(str(file))
        self.keeper.write_report(self.folder / "soak.html")
        yield lambda: not self.keeper.busy
        self.keeper.open(path)
        yield lambda: not self.keeper.busy

    def _dress(self, number: int) -> Iterator[Ready]:
        look = self.appearance
        for theme in THEMES.values():
            look.set_theme(theme)
            yield self._is_settled
        look.set_base(14 + 4 * (number % 2))
        yield self._is_settled
        look.set_base(14)
        look.set_theme(next(iter(THEMES.values())))
        yield self._is_settled

    def _stage(self, number: int) -> Iterator[Ready]:
        self.window.actions_by_name["stage"].trigger()
        yield self._is_settled if number % 2 else _at_once
        self.window.commands.cancel()
        yield self._is_settled

    def _is_settled(self) -> bool:
        return self.appearance.is_settled

    def _is_idle(self) -> bool:
        session = self.session
        return not (
            session.begins or session.run.running or session.corpus.busy or session.grid.busy or self.keeper.busy
        )

    # -- what is left ------------------------------------------------------------------------------------------------

    def _left(self) -> Left:
        states = [self.session, *(value for value in vars(self.session).values() if isinstance(value, QObject))]
        objects = [self.window, *self.window.findChildren(QObject)]
        objects += [part for state in states for part in (state, *state.findChildren(QObject))]
        return Left(
            memory(),
            _workers(),
            sum(widget.isVisible() for widget in QApplication.topLevelWidgets()),
            len(QApplication.allWidgets()),
            len(objects),
            sum(isinstance(one, QTimer) and one.isActive() for one in objects),
            sum(map(_receivers, states)),
        )


def _workers() -> int:
    """Threads in which jobs run."""
    return sum(thread.name.startswith("worker") for thread in threading.enumerate())


def memory() -> float:
    """Megabytes that the process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _receivers(state: QObject) -> int:
    """How many connections the signals of an object have."""
    meta = state.metaObject()
    methods = [meta.method(number) for number in range(meta.methodCount())]
    signals = [one for one in methods if one.methodType() == QMetaMethod.MethodType.Signal]
    return sum(state.receivers("2" + bytes(one.methodSignature().data()).decode()) for one in signals)


def _at_once() -> bool:
    return True


def _moments(number: int) -> Iterator[Ready]:
    """Some turns of the event loop."""
    return iter([_at_once] * number)


class _Lines(logging.Handler):
    """Keeps what is logged as a warning or worse."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(record.getMessage())


def main(minutes: float) -> int:
    from app import start

    faulthandler.enable()
    application = start.application()
    appearance = Appearance()
    appearance.apply(application, in_turns=True)
    until = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), appearance)
        start.work_smoothly(soak.session)  # as `run_window` does
        sys.excepthook = lambda kind, error, trace: _note(soak.failures, kind, error, trace)

        def goes_on(done: int) -> bool:
            if done:
                print(f"round {done}: {soak.rounds[-1].line()}", flush=True)
            return time.monotonic() < until

        soak.run(goes_on)
        ended = soak.close()
    print(f"{len(soak.rounds)} rounds, {len(soak.gaps):,} turns; all jobs ended: {ended}")
    print(*soak.gaps.lines(), sep="\n")
    print(f"logged: {soak.lines}; failures: {soak.failures}")
    return int(bool(soak.lines or soak.failures or not ended))


def _note(failures: list[BaseException], kind: type[BaseException], error: BaseException, trace: object) -> None:
    """What a slot raises reaches nobody else."""
    failures.append(error)
    sys.__excepthook__(kind, error, trace)  # type: ignore[arg-type]


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
