"""Comparisons as files: CSV, JSON with every measure and its formula, and a LaTeX table of one measure.

Each tells the settings, so that a reader knows what was compared and how.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from engine.bootstrap import INTERVAL_METHOD, RESAMPLES
from engine.cells import Cell
from engine.metrics import METRICS, Metric
from engine.parallel import ParallelText

_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"} | {
    sign: f"\\{sign}" for sign in "&%$#_{}"
}


def settings(parallel: ParallelText, reference: str) -> dict[str, str]:
    """What was compared and how, as name -> value."""
    count = len(parallel.units(reference))
    unit = f"{parallel.unit}{'' if count == 1 else 's'}"
    rows = {
        "text": parallel.title,
        "units": f"{count:,} {unit}, each encoded alone",
        "special tokens": "none added; in a text they count as text",
    }
    if not parallel.is_parallel:
        return rows | {"premium": "none: the texts are not parallel"}
    return rows | {
        "reference": parallel.languages[reference].name,
        "premium": "ratio of sums over the units that both languages have",
        "interval": f"95 % percentile bootstrap over the {parallel.unit}s, {RESAMPLES:,} draws, seed 0",
    }


def to_csv(cells: Iterable[Cell], parallel: ParallelText) -> str:
    """The cells as a table with a header row, empty where a measure has no value; each row says what was compared and how,
    wherever it is copied to."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    settings = {"text": parallel.title, "unit": parallel.unit, "special_tokens": "none added"}
    for number, cell in enumerate(cells):
        interval = INTERVAL_METHOD if cell.interval is not None else None
        row = cell.row() | {"name": cell.language.name, "reference": cell.reference} | settings | {"interval": interval}
        if number == 0:
            writer.writerow(row)
        writer.writerow("" if value is None else value for value in row.values())
    return text.getvalue()


def to_json(cells: Sequence[Cell], parallel: ParallelText, reference: str, shown: Metric | None = None) -> str:
    """Settings, measures with formula and source, and a row for each cell with all measures, and with the `shown` one where
    that is of a window or a price."""
    metrics = METRICS | ({shown.name: shown} if shown is not None else {})
    measures = {name: {"formula": metric.meaning, "source": metric.source} for name, metric in metrics.items()}
    table: dict[str, Any] = {
        "settings": settings(parallel, reference),
        "measures": measures,
        "rows": [_full_row(cell, list(metrics.values())) for cell in cells],
    }
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def _full_row(cell: Cell, metrics: Sequence[Metric]) -> dict[str, Any]:
    """The command line's row, and what it leaves out."""
    others = {metric.name: metric.value(cell.sums) for metric in metrics}
    doubt = cell.doubt("premium")
    return cell.row() | others | {"name": cell.language.name, "reference": cell.reference, "doubt": doubt or None}


def to_latex(cells: Sequence[Cell], parallel: ParallelText, reference: str, measure: str | Metric) -> str:
    """A booktabs table of one measure: languages down, tokenizers across; a dash where there is no fair number."""
    tokenizers = list(dict.fromkeys(cell.tokenizer for cell in cells))
    codes = list(dict.fromkeys(cell.language.code for cell in cells))
    found = {(cell.tokenizer, cell.language.code): cell for cell in cells}
    metric = METRICS[measure] if isinstance(measure, str) else measure
    lines = [f"% {metric.title}: {metric.meaning}. {metric.source}."]
    lines += [f"% {name}: {value}" for name, value in settings(parallel, reference).items()]
    lines += [rf"\begin{{tabular}}{{l{'r' * len(tokenizers)}}}", r"\toprule"]
    lines += [_latex_row(["Language", *tokenizers]), r"\midrule"]
    for code in codes:
        row = [found.get((tokenizer, code)) for tokenizer in tokenizers]
        lines.append(_latex_row([parallel.languages[code].name, *(_shown(cell, metric) for cell in row)]))
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def _shown(cell: Cell | None, metric: Metric) -> str:
    value = metric.value(cell.sums) if cell is not None and not cell.doubt(metric.name) else None
    return "--" if value is None else metric.printed(value)


def _latex_row(texts: Sequence[str]) -> str:
    return " & ".join("".join(_LATEX.get(sign, sign) for sign in text) for text in texts) + r" \\"
