"""CutView: numbers, code and words as every checked tokenizer cuts them, worked out in the background as one types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.sentences import said
from app.state.one_job import OneJob
from app.state.preparation import Preparation
from app.state.tokenizers.tokenizer_library import TokenizerLibrary
from app.worker import Worker
from engine import AnyTokenizer, EngineError
from engine.cut_samples import Addition, CodeCost, CutText, addition, code_cost, cut_text, first_letter, spellings
from engine.cut_tables import code_lines_table, rule_cuts, spelling_table, sums_table
from engine.formats.files import write_atomically
from engine.value_table import Table

NUMBERS = "7 42 365 1024 65536 1234567 3.14159 1,000,000"
SUM = (1275, 8990)
CODE = (
    "def total_price(rows):\n    result = 0\n    for row in rows:\n        if row.unitPrice > 0:\n"
    "            result += row.unitPrice\n    return result\n"
)
WORD = "strawberry"
LETTER = "r"
_WHILE_TYPING = 60
_MOST_NUMBERS = 40
_LONGEST = 20_000
"""Characters of a text that are looked at; a sample is no corpus."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The samples."""

    numbers: tuple[str, ...]
    sum: tuple[int, int]
    code: str
    word: str


@dataclass(frozen=True, slots=True)
class Cuts:
    """What one tokenizer makes of them; `error` says why it makes nothing of some."""

    key: str
    title: str
    numbers: tuple[CutText, ...] = ()
    addition: Addition | None = None
    code: CodeCost | None = None
    words: tuple[CutText, ...] = ()
    error: str = ""


class CutView(QObject):
    """`changed`: other cuts are there; `sampled`: other samples came from a session; `exported` carries the path that was
    written."""

    changed = Signal()
    sampled = Signal()
    exported = Signal(object)
    failed = Signal(object)

    def __init__(self, preparation: Preparation, library: TokenizerLibrary) -> None:
        super().__init__()
        self._preparation, self._library = preparation, library
        self._asked = Asked(tuple(NUMBERS.split()), SUM, CODE, WORD)
        self._letter = LETTER
        self._cuts: tuple[Cuts, ...] = ()
        self._known = False
        self._job = OneJob("cuts", self)
        self._job.produced.connect(self._on_cut)
        self._job.failed.connect(self.failed)
        self._writer: Worker | None = None
        self._shown = False
        self._later = QTimer(self, singleShot=True, interval=_WHILE_TYPING)
        self._later.timeout.connect(lambda: preparation.when_ready(self._begin))
        for signal in (library.changed, library.run_changed):
            signal.connect(self._ask)

    @property
    def asked(self) -> Asked:
        return self._asked

    @property
    def letter(self) -> str:
        """The letter that is counted inside the tokens."""
        return self._letter

    @property
    def cuts(self) -> tuple[Cuts, ...]:
        """Of each checked tokenizer, in the shelf's order."""
        return self._cuts

    @property
    def known(self) -> bool:
        """Whether the samples have been looked at: without cuts there is then no tokenizer to look at them."""
        return self._known

    @property
    def busy(self) -> bool:
        return self._later.isActive() or self._job.running

    def set_shown(self, shown: bool) -> None:
        """While nobody sees it, nothing is worked out."""
        self._shown = shown
        self._ask()

    def set_numbers(self, text: str) -> None:
        """Numbers, separated by blanks."""
        self._change(numbers=tuple(text[:_LONGEST].split()[:_MOST_NUMBERS]))

    def set_sum(self, text: str) -> None:
        """Two whole numbers, as in 1275 + 8990; anything else leaves the sum as it is."""
        found = re.fullmatch(r"\s*(\d{1,30})\s*\+\s*(\d{1,30})\s*", text, re.ASCII)
        if found:
            self._change(sum=(int(found[1]), int(found[2])))

    def set_code(self, text: str) -> None:
        self._change(code=text[:_LONGEST])

    def set_word(self, text: str) -> None:
        self._change(word=text[:200])

    def set_letter(self, text: str) -> None:
        self._letter = first_letter(text)
        self.changed.emit()

    def table_of(self, view: str) -> Table:
        """What a view ("numbers", "code" or "spelling") shows, as a table."""
        if view == "code":
            return code_lines_table([(cuts.title, cuts.code) for cuts in self._cuts if cuts.code is not None])
        if view == "spelling":
            return spelling_table([(cuts.title, cut) for cuts in self._cuts for cut in cuts.words], self._letter)
        numbers = [(cuts.title, cut) for cuts in self._cuts for cut in cuts.numbers]
        sums = [(cuts.title, cuts.addition) for cuts in self._cuts if cuts.addition is not None]
        return sums_table(sums, [*numbers, *rule_cuts(self._asked.numbers)])

    def export_csv(self, path: Path, view: str) -> None:
        """Write what a view shows."""
        table = self.table_of(view)

        def job() -> Iterator[Path]:
            write_atomically(path, table.csv().encode())
            yield path

        self._writer = Worker(job, "export cuts")
        self._writer.produced.connect(lambda values: self.exported.emit(values[-1]))
        self._writer.failed.connect(self.failed)
        self._writer.start()

    # -- a session ---------------------------------------------------------------------------------------------------

    def kept(self) -> dict[str, str]:
        """What a session keeps: the samples, as they are typed."""
        asked = self._asked
        numbers, sum = " ".join(asked.numbers), f"{asked.sum[0]} + {asked.sum[1]}"
        return {"numbers": numbers, "sum": sum, "code": asked.code, "word": asked.word, "letter": self._letter}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """The samples of a session; `sampled` tells the fields."""
        setters = {
            "numbers": self.set_numbers,
            "sum": self.set_sum,
            "code": self.set_code,
            "word": self.set_word,
            "letter": self.set_letter,
        }
        for name, change in setters.items():
            if isinstance(kept.get(name), str):
                change(kept[name])
        self.sampled.emit()

    def close(self) -> None:
        self._later.stop()
        self._job.close()

    def _change(self, **values: object) -> None:
        fields = {name: getattr(self._asked, name) for name in Asked.__slots__} | values
        asked = Asked(**fields)
        if asked != self._asked:
            self._asked = asked
            self._ask()

    def _ask(self) -> None:
        if self._shown and not self._later.isActive():
            self._later.start()

    def _begin(self) -> None:
        library, asked = self._library, self._asked
        rows = [
            (row.key, library.title(row.key), row.tokenizer) for row in library.checked if row.tokenizer is not None
        ]
        self._job.begin(lambda: _cut(rows, asked))

    def _on_cut(self, values: list[tuple[Cuts, ...]]) -> None:
        self._cuts, self._known = values[-1], True
        self.changed.emit()


def _cut(rows: list[tuple[str, str, AnyTokenizer]], asked: Asked) -> Iterator[tuple[Cuts, ...]]:
    yield tuple(_cuts_of(key, title, tokenizer, asked) for key, title, tokenizer in rows)


def _cuts_of(key: str, title: str, tokenizer: AnyTokenizer, asked: Asked) -> Cuts:
    try:
        return Cuts(
            key,
            title,
            tuple(cut_text(tokenizer, number) for number in asked.numbers),
            addition(tokenizer, *asked.sum),
            code_cost(tokenizer, asked.code),
            tuple(cut_text(tokenizer, form) for form in spellings(asked.word)),
        )
    except EngineError as error:
        return Cuts(key, title, error=said(error))
