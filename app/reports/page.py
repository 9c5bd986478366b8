"""The page of a report: its frame and style, and its chapters in order.

It opens without network and holds no script: its own policy forbids both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from app.look.theme import LIGHT
from app.reports.languages import Cells, compared, languages_chapter
from app.reports.parts import note
from app.reports.pictures import colour
from app.reports.texts import text_chapter
from app.reports.training import corpus_chapter, settings_chapter, steps_chapter, training_chapter
from app.sentences import said
from app.session_files.session_contents import KeptTokenizer, SessionContents
from app.state.tokenizers.entries import entry_title
from app.state.tokenizers.entry_titles import distinct_titles
from app.translation import translate
from engine.backends import AnyTokenizer
from engine.cells import Cell
from engine.commands.status import program_version
from engine.errors import EngineError
from engine.formats import load
from engine.model import Progress
from engine.patterns import pattern_named
from engine.presets import load_preset

_STYLE = """
body{font:15px/1.5 system-ui,"Noto Sans",sans-serif;color:%(text)s;background:%(window)s;margin:0}
main{max-width:920px;margin:0 auto;padding:28px;background:%(panel)s}
h1{font-size:28px;margin:0 0 4px} h2{font-size:19px;margin:34px 0 8px;border-bottom:1px solid %(hairline)s}
p.note,caption,figcaption{color:%(second_text)s;font-size:13.5px;text-align:left}
table{border-collapse:collapse;width:100%%;margin:8px 0} figure{margin:10px 0}
th,td{text-align:left;padding:3px 8px;border-bottom:1px solid %(hairline)s;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums} td.code,code{font-family:ui-monospace,"Noto Sans Mono",monospace;
overflow-wrap:anywhere;font-size:13.5px} svg{width:100%%;height:auto;font-size:13px}
.figures{display:flex;flex-wrap:wrap;gap:6px 34px;margin:14px 0} .figures b{display:block;font-size:24px}
.tokens{font-size:20px;line-height:2;overflow-wrap:anywhere;white-space:pre-wrap} .tokens span{border-radius:3px;
padding:2px 0;box-decoration-break:clone} .shared{border-bottom:2px dashed %(second_text)s}
.wide{overflow-x:auto} summary{cursor:pointer;font-weight:600}
@media print{body{background:none} main{padding:0} details{display:block}}
"""


def report_page(
    contents: SessionContents, opened: Mapping[str, AnyTokenizer] | None = None
) -> Iterator[Progress | str]:
    """The page, last, with Progress before.  `opened` are tokenizers that need not be opened again, by their key."""
    problems = [*contents.problems]
    tokenizers = _tokenizers(contents, opened or {}, problems)
    cells: Cells = {}
    for event in compared(contents, tokenizers):
        if isinstance(event, Cell):
            cells[event.tokenizer, event.language.code] = event
        elif isinstance(event, Progress):
            yield event
    run = contents.run if contents.run is not None and contents.run.history.start is not None else None
    title = run.title if run else translate("report", "Tokenizers compared")
    parts = [
        f"<h1>{escape(title)}</h1>",
        note(translate("report", "A report of Mergescope {}.").format(program_version())),
        *map(note, problems),
        *(training_chapter(run) if run else ()),
        *corpus_chapter(contents),
        *(settings_chapter(run) if run else ()),
        *text_chapter(contents.text, tokenizers, _special(contents)),
        *languages_chapter(contents, tokenizers, cells),
        *(steps_chapter(run) if run else ()),
    ]
    yield _page(title, parts)


def _special(contents: SessionContents) -> frozenset[str]:
    """Names of special tokens that the session takes as such."""
    tokens = contents.views.get("tokens")
    names = tokens.get("special") if isinstance(tokens, Mapping) else None
    return frozenset(map(str, names)) if isinstance(names, list) else frozenset()


def _page(title: str, parts: Sequence[str]) -> str:
    roles = ("text", "window", "panel", "hairline", "second_text")
    fills = "".join(
        f".c{number}{{background:{fill.name()};box-shadow:inset 2px 0 {tick.name()}}}"
        for number, (fill, tick) in enumerate(zip(LIGHT.token_fills, LIGHT.token_ticks, strict=True))
    )
    style = _STYLE % {role: colour(role) for role in roles} + fills
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    language = translate("report", "en")
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width">\n<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)} - Mergescope</title>\n<style>{style}</style></head>\n<body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


def _tokenizers(
    contents: SessionContents, opened: Mapping[str, AnyTokenizer], problems: list[str]
) -> dict[str, AnyTokenizer]:
    """Title -> tokenizer: the checked ones, the run at its position first; one that cannot be opened is told."""
    found: dict[str, AnyTokenizer] = {}
    run = contents.run
    if run is not None and run.history.start is not None:
        title = translate("report", "{}, step {:,}").format(run.title, run.position)
        found[title] = run.history.tokenizer_at(run.position).renamed(title)
    checked = [kept for kept in contents.tokenizers if kept.checked and kept.key != "run"]
    names = {entry_title(kept.key) for kept in checked if kept.path is None}
    titles = distinct_titles(names, {kept.key: kept.path for kept in checked if kept.path is not None})
    for kept in checked:
        try:
            tokenizer = opened.get(kept.key) or _opened(kept)
        except EngineError as error:
            problems.append(said(error))
            continue
        title = titles.get(kept.key) or entry_title(kept.key)
        found[title] = tokenizer.renamed(title)
    return found


def _opened(kept: KeptTokenizer) -> AnyTokenizer:
    if kept.path is None:
        return load_preset(kept.key)
    return load(kept.path, pattern_named(kept.pattern) if kept.pattern else None)
