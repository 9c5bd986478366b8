"""The report: a session as one HTML file with pictures and tables, without any reference to another file.

It opens without network and holds no script: its own policy forbids both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from app.report_pictures import bars, colour, curve, premium_bars
from app.session_file import KeptRun, KeptTokenizer, SessionContents
from app.state.languages.language_names import short_names
from app.theme import LIGHT, token_colour_indexes
from engine.algorithms import ALGORITHMS, algorithm_of
from engine.backends import AnyTokenizer
from engine.commands.status import program_version
from engine.comparison import Cell, compare_all
from engine.errors import EngineError
from engine.formats import load
from engine.history import History
from engine.model import Progress
from engine.parallel import udhr
from engine.pre_tokenizers import pattern_named
from engine.presets import load_preset
from engine.recipe_fields import recipe_fields

_MOST_STEPS = 2_000
_MOST_TEXT = 4_000
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
    cells: dict[tuple[str, str], Cell] = {}
    for event in _compared(contents, tokenizers):
        if isinstance(event, Cell):
            cells[event.tokenizer, event.language.code] = event
        elif isinstance(event, Progress):
            yield event
    run = contents.run
    title = run.title if run else "Tokenizers compared"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="note">A report of Mergescope {escape(program_version())}.</p>',
        *(f'<p class="note">{escape(problem)}</p>' for problem in problems),
        *(_run(run) if run else ()),
        *_text(contents.text, tokenizers),
        *_languages(contents, tokenizers, cells),
        *_corpus(contents),
        *(_steps(run.history) if run and isinstance(run.history, History) else ()),
    ]
    yield _page(title, parts)


def _page(title: str, parts: Sequence[str]) -> str:
    roles = ("text", "window", "panel", "hairline", "second_text")
    fills = "".join(
        f".c{number}{{background:{fill.name()};box-shadow:inset 2px 0 {tick.name()}}}"
        for number, (fill, tick) in enumerate(zip(LIGHT.token_fills, LIGHT.token_ticks, strict=True))
    )
    style = _STYLE % {role: colour(role) for role in roles} + fills
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width">\n<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)} - Mergescope</title>\n<style>{style}</style></head>\n<body><main>\n"
        + "\n".join(parts)
        + "\n</main></body></html>\n"
    )


# Tokenizers -----------------------------------------------------------------------------------------------------------


def _tokenizers(
    contents: SessionContents, opened: Mapping[str, AnyTokenizer], problems: list[str]
) -> dict[str, AnyTokenizer]:
    """Title -> tokenizer: the checked ones, the run at its position first; one that cannot be opened is told."""
    found: dict[str, AnyTokenizer] = {}
    run = contents.run
    if run is not None and run.history.start is not None:
        title = f"{run.title}, step {run.position:,}"
        found[title] = run.history.tokenizer_at(run.position).renamed(title)
    for kept in contents.tokenizers:
        if not kept.checked or kept.key == "run":
            continue
        try:
            tokenizer = opened.get(kept.key) or _opened(kept)
        except EngineError as error:
            problems.append(str(error))
            continue
        title = kept.key if kept.path is None else Path(kept.key).name
        found[title] = tokenizer.renamed(title)
    return found


def _opened(kept: KeptTokenizer) -> AnyTokenizer:
    if kept.path is None:
        return load_preset(kept.key)
    return load(kept.path, pattern_named(kept.pattern) if kept.pattern else None)


# The training ---------------------------------------------------------------------------------------------------------


def _run(run: KeptRun) -> list[str]:
    history, position = run.history, run.position
    if history.start is None:
        return []
    tokens = history.corpus_tokens / history.scale
    final = history.tokenizer_at(len(history))
    here = history.tokenizer_at(position)
    size = history.words.corpus_bytes if history.words else 0
    figures = [
        (f"{len(history):,}", "steps learned"),
        (f"{len(final.vocabulary):,}", "entries"),
        (f"{tokens[0]:,.0f} → {tokens[-1]:,.0f}", "tokens of the corpus"),
        (f"{size / max(float(tokens[-1]), 1):.2f}", "bytes per token"),
    ]
    parts = ["<h2>The training</h2>", _figures(figures)]
    tied = history.tied if isinstance(history, History) else None
    title = "Tokens of the corpus at each step"
    note = " The violet band shows where pairs tied." if tied is not None and len(tied) else ""
    parts.append(_figure(curve(tokens, title, position, tied), f"{title}, logarithmic.{note}"))
    if isinstance(history, History) and 1 <= position <= len(history):
        parts += _why(history, position)
    if run.bookmarks:
        rows = [(f"{step:,}", note or "-") for step, note in run.bookmarks]
        parts.append(_table(("Bookmark", "Note"), rows, numbers={0}))
    parts.append("<h2>Settings and identity</h2>")
    parts.append(_table(("Setting", "Value"), _settings(run), code={1}))
    rows = [("Identity at the end", final.identity), (f"Identity at step {position:,}", here.identity)]
    rows += [(key, _value(value)) for key, value in run.provenance.items() if key != "options"]
    parts.append(_table(("Origin", ""), rows, code={1}))
    return parts


def _why(history: History, position: int) -> list[str]:
    row = history.row(position)
    left, right = (_shown(part) for part in row.pair)
    several = f"{row.tied:,} pairs tie" if row.tied > 1 else "no other pair ties"
    sentence = f"{left} and {right} become {_shown(row.piece)}. They stand together {row.count:,g} times; {several}."
    parts = [f"<h2>Step {position:,}</h2>", f"<p>{escape(sentence)}</p>"]
    by_score = row.score is not None
    rows = []
    for number, one in enumerate(row.candidates[:12]):
        value = one.score if by_score else one.count
        if value is None:
            continue
        role = "merge" if number == 0 else "bar"
        printed = f"{value:.3g}" if by_score else f"{value:,g}"
        rows.append((" + ".join(map(_shown, one.pair)), float(value), printed, role))
    if rows:
        title = "The candidates and their scores" if by_score else "The candidates and how often they occur"
        parts.append(_figure(bars(rows, title), title + "; the winner first."))
    return parts


def _settings(run: KeptRun) -> list[tuple[str, str]]:
    recipe = run.history.recipe
    fields = recipe_fields(recipe)
    rows = [("algorithm", ALGORITHMS[algorithm_of(recipe.trainer)].title)]
    rows += [(name.replace("_", " "), _value(value)) for name, value in fields["options"].items()]
    rows += [
        (name.replace("_", " "), _value(fields[name]))
        for name in ("pattern", "expression", "digits", "normalizers", "special_tokens", "specials")
    ]
    return [*rows, ("stopped", run.history.stopped or "-"), ("seconds", f"{run.seconds:.2f}")]


def _steps(history: History) -> list[str]:
    rows = []
    for step in range(1, min(len(history), _MOST_STEPS) + 1):
        row = history.row(step)
        rows.append(
            (f"{step:,}", *map(_shown, row.pair), _shown(row.piece), f"{row.id:,}", f"{row.count:,g}", f"{row.tied:,}")
        )
    if not rows:
        return []
    titles = ("Step", "Left", "Right", "Piece", "Id", "Count", "Tied")
    more = f" (the first {_MOST_STEPS:,} of {len(history):,})" if len(history) > _MOST_STEPS else ""
    table = _table(titles, rows, numbers={0, 4, 5, 6}, code={1, 2, 3})
    return [f"<h2>Steps{more}</h2><details><summary>All steps in a table</summary>{table}</details>"]


# Text and languages ---------------------------------------------------------------------------------------------------


def _text(text: str, tokenizers: Mapping[str, AnyTokenizer]) -> list[str]:
    shown = text[:_MOST_TEXT]
    if not shown or not tokenizers:
        return []
    parts = ["<h2>The text in tokens</h2>"]
    if len(text) > len(shown):
        parts.append(f'<p class="note">The first {len(shown):,} of {len(text):,} characters.</p>')
    for title, tokenizer in tokenizers.items():
        try:
            parts.append(_coloured(title, tokenizer, shown))
        except EngineError as error:
            parts.append(f'<p class="note">{escape(title)}: {escape(str(error))}</p>')
    return parts


def _coloured(title: str, tokenizer: AnyTokenizer, text: str) -> str:
    """The text with a ground for each run of tokens that makes whole characters, so that no letter changes its shape."""
    encoding = tokenizer.encode(text)
    segments = encoding.segments()
    pieces = [text[slice(*segment.character_span)] for segment in segments]
    colours = token_colour_indexes([piece.encode("utf-8", "replace") for piece in pieces])
    spans = []
    end = 0
    for segment, piece, index in zip(segments, pieces, colours, strict=True):
        start, stop = segment.character_span
        spans.append(escape(text[end:start]))
        shared = " shared" if segment.is_shared else ""
        ids = " ".join(map(str, encoding.ids[segment.first : segment.last].tolist()))
        spans.append(f'<span class="c{index}{shared}" title="{ids}">{escape(piece)}</span>')
        end = stop
    spans.append(escape(text[end:]))
    count = len(encoding.ids)
    size = len(text.encode("utf-8", "replace"))
    caption = f"{escape(title)}: {count:,} tokens, {size / max(count, 1):.2f} bytes per token"
    return f'<figure><figcaption><b>{caption}</b></figcaption><div class="tokens" dir="auto">{"".join(spans)}</div></figure>'


def _compared(contents: SessionContents, tokenizers: Mapping[str, AnyTokenizer]) -> Iterator[object]:
    parallel = udhr()
    languages, reference = _codes(contents)
    if tokenizers and languages:
        yield from compare_all(list(tokenizers.values()), parallel, languages, reference)


def _codes(contents: SessionContents) -> tuple[list[str], str]:
    """The languages that the session shows, of those that the bundled parallel text has, and the reference."""
    known = udhr().languages
    languages = [code for code in contents.comparison.get("languages", ()) if code in known]
    reference = str(contents.comparison.get("reference", "eng"))
    return languages, reference if reference in known else "eng"


def _languages(
    contents: SessionContents, tokenizers: Mapping[str, AnyTokenizer], cells: Mapping[tuple[str, str], Cell]
) -> list[str]:
    if not cells:
        return []
    languages, reference = _codes(contents)
    known = udhr().languages
    names = short_names([known[code] for code in languages])
    head = "".join(f'<th class="n">{escape(title)}</th>' for title in tokenizers)
    rows = []
    for code in languages:
        values = "".join(_cell(cells.get((title, code))) for title in tokenizers)
        rows.append(f"<tr><td>{escape(names[code])}</td>{values}</tr>")
    title = next(iter(tokenizers))
    caption = (
        f"How many times the tokens of {known[reference].name} the same text takes (Universal Declaration of Human "
        "Rights; ratio of the sums over its articles). Grey: not to be compared."
    )
    found = [(code, cells[title, code]) for code in languages if (title, code) in cells]
    spans = [
        (names[code], cell.premium or 1.0, (cell.interval.low, cell.interval.high) if cell.interval else None)
        for code, cell in sorted(found, key=lambda row: -(row[1].premium or 1.0))
    ]
    picture = _figure(premium_bars(spans, "Premiums"), f"{title}, with 95 % intervals over the articles.")
    return [
        "<h2>What languages pay</h2>",
        f'<div class="wide"><table><caption>{escape(caption)}</caption><thead><tr><th>Language</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>",
        picture,
    ]


def _cell(cell: Cell | None) -> str:
    if cell is None or cell.premium is None:
        return '<td class="n">-</td>'
    doubt = cell.doubt("premium")
    if doubt:
        return f'<td class="n" style="color:{colour("second_text")}" title="{escape(doubt)}">{cell.premium:.2f}</td>'
    heat = LIGHT.heat_class(cell.premium)
    style = f"background:{heat.fill.name()};color:{heat.number.name()}"
    title = f"{cell.tokens:,} tokens, reference {cell.reference_sums.tokens:,}" if cell.reference_sums else ""
    return f'<td class="n" style="{style}" title="{title}">{cell.premium:.2f}</td>'


def _corpus(contents: SessionContents) -> list[str]:
    if not contents.sources:
        return []
    rows = [
        (kept.source.label, "yes" if kept.checked else "no", f"{kept.source.weight_tenths / 10:g}", kept.digest or "-")
        for kept in contents.sources
    ]
    table = _table(("Text", "Checked", "Weight", "SHA-256"), rows, numbers={2}, code={3})
    return ["<h2>Texts to learn from</h2>", table]


# Parts ----------------------------------------------------------------------------------------------------------------


def _figures(figures: Sequence[tuple[str, str]]) -> str:
    inside = "".join(f"<div><b>{escape(value)}</b>{escape(words)}</div>" for value, words in figures)
    return f'<div class="figures">{inside}</div>'


def _figure(picture: str, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>" if picture else ""


def _table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], numbers: set[int] | None = None, code: set[int] | None = None
) -> str:
    classes = {**dict.fromkeys(numbers or (), "n"), **dict.fromkeys(code or (), "code")}

    def cells(row: Sequence[str], tag: str) -> str:
        kind = {place: f' class="{name}"' for place, name in classes.items() if tag == "td" or name == "n"}
        return "".join(f"<{tag}{kind.get(place, '')}>{escape(text)}</{tag}>" for place, text in enumerate(row))

    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f"<table><thead><tr>{cells(titles, 'th')}</tr></thead><tbody>{body}</tbody></table>"


def _value(value: Any) -> str:
    if value is None or value == [] or value == ():
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


def _shown(token: bytes) -> str:
    """A token for reading: blanks as open boxes, bytes that are no character in hex."""
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return " ".join(f"{byte:02X}" for byte in token)
    visible = {" ": "\N{OPEN BOX}", "\n": "\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}", "\t": "\N{RIGHTWARDS ARROW}"}
    return "".join(
        visible.get(character, character if character.isprintable() else f"U+{ord(character):04X}")
        for character in text
    )
