"""The chapter of languages: what the same text costs in each under each tokenizer, as a table and as bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from app.look.theme import LIGHT
from app.reports.parts import heading, picture
from app.reports.pictures import colour, premium_bars
from app.sentences import said
from app.session_files.session_contents import SessionContents
from app.state.languages.language_names import short_names
from app.translation import translate
from engine.backends import AnyTokenizer
from engine.cells import Cell
from engine.comparison import compare_all
from engine.parallel import udhr

Cells = dict[tuple[str, str], Cell]
"""Title of a tokenizer, code of a language -> what was measured."""


def compared(contents: SessionContents, tokenizers: Mapping[str, AnyTokenizer]) -> Iterator[object]:
    """Cells of the bundled parallel text and Progress: in the languages that the session shows."""
    languages, reference = _codes(contents)
    if tokenizers and languages:
        yield from compare_all(list(tokenizers.values()), udhr(), languages, reference)


def _codes(contents: SessionContents) -> tuple[list[str], str]:
    """The languages that the session shows, of those that the bundled parallel text has, and the reference."""
    known = udhr().languages
    languages = [code for code in contents.comparison.get("languages", ()) if code in known]
    reference = str(contents.comparison.get("reference", "eng"))
    return languages, reference if reference in known else "eng"


def languages_chapter(contents: SessionContents, tokenizers: Mapping[str, AnyTokenizer], cells: Cells) -> list[str]:
    """The table of all premiums, and those of the first tokenizer as bars."""
    if not cells:
        return []
    languages, reference = _codes(contents)
    known = udhr().languages
    names = short_names([known[code] for code in languages])
    caption = translate(
        "report",
        "How many times the tokens of {} the same text takes (Universal Declaration of Human Rights; ratio of the sums "
        "over its articles). Grey: not to be compared.",
    ).format(known[reference].name)
    return [
        heading(translate("report", "What languages pay")),
        f'<div class="wide"><table><caption>{escape(caption)}</caption>{_rows(languages, names, tokenizers, cells)}'
        "</table></div>",
        _bars(languages, names, next(iter(tokenizers)), cells),
    ]


def _rows(languages: list[str], names: Mapping[str, str], tokenizers: Mapping[str, AnyTokenizer], cells: Cells) -> str:
    head = "".join(f'<th class="n">{escape(title)}</th>' for title in tokenizers)
    language = escape(translate("report", "Language"))
    rows = []
    for code in languages:
        values = "".join(_cell(cells.get((title, code))) for title in tokenizers)
        rows.append(f"<tr><td>{escape(names[code])}</td>{values}</tr>")
    return f"<thead><tr><th>{language}</th>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"


def _cell(cell: Cell | None) -> str:
    if cell is None or cell.premium is None:
        return '<td class="n">-</td>'
    doubt = cell.doubt("premium")
    if doubt:
        return (
            f'<td class="n" style="color:{colour("second_text")}" title="{escape(said(doubt))}">{cell.premium:.2f}</td>'
        )
    heat = LIGHT.heat_class(cell.premium)
    style = f"background:{heat.fill.name()};color:{heat.number.name()}"
    title = ""
    if cell.reference_sums:
        words = translate("report", "{:,} tokens, reference {:,}")
        title = words.format(cell.tokens, cell.reference_sums.tokens)
    return f'<td class="n" style="{style}" title="{escape(title)}">{cell.premium:.2f}</td>'


def _bars(languages: list[str], names: Mapping[str, str], title: str, cells: Cells) -> str:
    found = [(code, cells[title, code]) for code in languages if (title, code) in cells]
    fair = [(code, cell) for code, cell in found if cell.premium is not None and not cell.doubt("premium")]
    spans = [
        (names[code], cell.premium or 1.0, (cell.interval.low, cell.interval.high) if cell.interval else None)
        for code, cell in sorted(fair, key=lambda row: -(row[1].premium or 1.0))
    ]
    caption = translate("report", "{}, with 95 % intervals over the articles.").format(title)
    return picture(premium_bars(spans, translate("report", "Premiums")), caption)
