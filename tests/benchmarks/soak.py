"""An hour of a lecturer's use, without its pauses: `python -m tests.benchmarks.soak MINUTES`.

A script without a screen trains, scrubs, types, compares, opens, saves and switches, round after round.  What is left over
after each round is counted: memory, threads, windows, widgets, timers, connections; and how long the window's thread worked
without looking at its events.  That is counted in its own processor time, as machines are shared, and by the clock beside it.
"""

from __future__ import annotations

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

from PySide6.QtCore import QEventLoop, QMetaMethod, QObject, QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app.main_window import MainWindow
from app.pane_rows import PANES
from app.session import Session
from app.session_keeper import SessionKeeper
from app.state.settings import Settings
from app.state.tokenizers.tokenizer_library import RUN
from app.theme import THEMES, Appearance
from engine.algorithms import ALGORITHMS

_TICK = 5
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


@dataclass(frozen=True, slots=True)
class Gap:
    """From one look at the events to the next: seconds of the window's processor time, and of the clock."""

    work: float
    clock: float
    doing: str


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
        self.gaps: list[Gap] = []
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

        driver = QTimer(interval=_TICK)
        driver.timeout.connect(turn)
        ticker = _Ticker(self.gaps, lambda: self.doing)
        driver.start()
        loop.exec()
        driver.stop()
        ticker.stop()

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
        while goes_on(len(self.rounds)):
            for act in (self._train, self._scrub, self._type, self._compare, self._look, self._keep, self._dress):
                self.doing = act.__name__.strip("_")
                yield from act(len(self.rounds))
                yield self._is_idle
            self.doing = "rest"
            yield lambda: not _workers()
            yield from _moments(40)
            gc.collect()
            self.rounds.append(self._left())

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
        for name in ("palette", "stage"):
            self.window.actions_by_name[name].trigger()
            yield from _moments(4)
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
        for theme in THEMES.values():
            self.appearance.set_theme(theme)
            yield from _moments(3)
        self.appearance.set_base(14 + 4 * (number % 2))
        yield from _moments(3)
        self.appearance.set_base(14)
        self.appearance.set_theme(next(iter(THEMES.values())))

    def _is_idle(self) -> bool:
        session = self.session
        return not (session.run.running or session.corpus.busy or session.grid.busy or self.keeper.busy)

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


class _Ticker:
    """Notes how long each turn took: from one tick to the next, of the thread's processor time and of the clock."""

    def __init__(self, gaps: list[Gap], doing: Callable[[], str]) -> None:
        self._gaps, self._doing = gaps, doing
        self._last = time.thread_time(), time.perf_counter()
        self._timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=_TICK)
        self._timer.timeout.connect(self._on_tick)
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _on_tick(self) -> None:
        now = time.thread_time(), time.perf_counter()
        self._gaps.append(Gap(now[0] - self._last[0], now[1] - self._last[1], self._doing()))
        self._last = now


class _Lines(logging.Handler):
    """Keeps what is logged as a warning or worse."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(record.getMessage())


def main(minutes: float) -> int:
    from app import start

    application = start.application()
    appearance = Appearance()
    appearance.apply(application)
    until = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), appearance)

        def goes_on(done: int) -> bool:
            if done:
                print(f"round {done}: {soak.rounds[-1].line()}", flush=True)
            return time.monotonic() < until

        soak.run(goes_on)
        ended = soak.close()
    print(f"{len(soak.rounds)} rounds, {len(soak.gaps):,} turns; all jobs ended: {ended}")
    for doing in dict.fromkeys(gap.doing for gap in soak.gaps):
        turns = [gap for gap in soak.gaps if gap.doing == doing]
        print(f"{doing}: work {_shares([gap.work for gap in turns])}; clock {_shares([gap.clock for gap in turns])}")
    print(f"logged: {soak.lines}; failures: {soak.failures}")
    return int(bool(soak.lines or soak.failures or not ended))


def _shares(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    at = {share: 1000 * ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99, 1.0)}
    return ", ".join(f"{100 * share:g} % under {value:.0f} ms" for share, value in at.items())


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
