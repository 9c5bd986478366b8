"""The chapters of a training: what it did, why its step is this one, from what it learned, its options, all its steps."""

from __future__ import annotations

from app.reports.parts import figures, heading, paragraph, picture, shown, table, value_of, value_text
from app.reports.pictures import bars, curve
from app.session_files.session_contents import KeptRun, KeptSource, SessionContents
from app.state.corpus.corpus_rows import SAMPLE_TITLES
from app.translation import translate
from app.widgets.steps.step_lists import end_sentence
from app.widgets.theatre.option_texts import title_of
from app.widgets.why.round_facts import round_sentence, round_title
from app.widgets.why.run_curves import corpus_tokens
from app.widgets.why.score_panel import score_sentence
from app.widgets.why.step_facts import reasons_of, score_of
from app.widgets.why.why import Reasons, why_headline, why_sentence, worth_text
from engine.algorithms import ALGORITHMS, algorithm_of
from engine.history import History, RoundHistory
from engine.recipe_fields import recipe_fields
from engine.rounds import RoundPieces
from engine.size_curve import corpus_bytes

_MOST_STEPS = 2_000
_MOST_CANDIDATES = 12
_MOST_PIECES = 20


def training_chapter(run: KeptRun) -> list[str]:
    """Its key figures, its curve, why the step at the position is this one, the bookmarks."""
    history, position = run.history, run.position
    tokens = corpus_tokens(history)
    ratio = corpus_bytes(history) / max(float(tokens[-1]), 1.0)
    numbers = [
        (f"{len(history):,}", translate("report", "steps learned")),
        (f"{len(history.tokenizer_at(len(history)).vocabulary):,}", translate("report", "entries")),
        (f"{tokens[0]:,.0f} \N{RIGHTWARDS ARROW} {tokens[-1]:,.0f}", translate("report", "tokens of the corpus")),
        (f"{ratio:.2f}", translate("report", "bytes per token")),
    ]
    tied = history.tied if isinstance(history, History) else None
    title = translate("report", "Tokens of the corpus at each step")
    caption = translate("report", "{}, logarithmic.").format(title)
    if tied is not None and len(tied):
        caption += " " + translate("report", "The violet band shows where pairs tied.")
    parts = [
        heading(translate("report", "The training")),
        figures(numbers),
        picture(curve(tokens, title, position, tied), caption),
        *_why(run),
    ]
    if run.bookmarks:
        rows = [(f"{step:,}", words or "-") for step, words in run.bookmarks]
        parts.append(table((translate("report", "Bookmark"), translate("report", "Note")), rows, numbers={0}))
    return parts


# Why this step --------------------------------------------------------------------------------------------------------


def _why(run: KeptRun) -> list[str]:
    history, position = run.history, run.position
    if not 1 <= position <= len(history):
        return []
    if isinstance(history, RoundHistory):
        return _why_this_round(history, position)
    return _why_this_merge(history, position) if isinstance(history, History) else []


def _why_this_merge(history: History, position: int) -> list[str]:
    row = history.row(position)
    reasons, score = reasons_of(history, row), score_of(history, row)
    merged = " + ".join(map(shown, row.pair))
    sentences = [why_headline(reasons), why_sentence(reasons), "" if score is None else score_sentence(score)]
    words = " ".join(sentence for sentence in sentences if sentence)
    title = translate("report", "Step {:,}: {} become {}").format(position, merged, shown(row.piece))
    parts = [heading(title), paragraph(words)]
    if score is not None:
        rows = [
            (merged, f"{score.count:,.10g}"),
            *((shown(part), f"{count:,.10g}") for part, count in zip(score.pair, score.part_counts, strict=True)),
        ]
        parts.append(table((translate("report", "Piece"), translate("report", "Count")), rows, numbers={1}))
    bar_rows = [
        (" + ".join(map(shown, one.tokens)), float(one.worth), worth_text(one), _role(reasons, number))
        for number, one in enumerate(reasons.candidates[:_MOST_CANDIDATES])
    ]
    if len(bar_rows) > 1:
        titles = (
            translate("report", "The candidates and how often they occur; the winner first."),
            translate("report", "The candidates and their scores; the winner first."),
        )
        caption = titles[reasons.by_score]
        if reasons.tied > 1:
            caption += " " + translate("report", "Dashed: those that tied with it.")
        parts.append(picture(bars(bar_rows, caption), caption))
    return parts


def _role(reasons: Reasons, number: int) -> str:
    """The colour of a candidate's bar: the winner's, that of a tie, or that of the rest."""
    if not number:
        return "merge"
    return "merge_soft" if reasons.candidates[number].worth == reasons.winner.worth else "bar"


def _why_this_round(history: RoundHistory, position: int) -> list[str]:
    history.model_at(position).prepare()
    pieces = RoundPieces(history, position)
    parts = [heading(round_title(history, position)), paragraph(round_sentence(history, position, pieces))]
    gone = [pieces[row] for row in range(pieces.kept, len(pieces))][:_MOST_PIECES]
    rows = [(shown(piece.piece), f"{piece.loss:,.1f}") for piece in gone if piece.loss is not None]
    if rows:
        titles = (translate("report", "Piece that goes"), translate("report", "Loss of log-likelihood"))
        parts.append(table(titles, rows, numbers={1}, code={0}))
    return parts


# From what, with which options ----------------------------------------------------------------------------------------


def corpus_chapter(contents: SessionContents) -> list[str]:
    """The texts to learn from: what one needs to find them again."""
    if not contents.sources:
        return []
    titles = (
        translate("report", "Text"),
        translate("report", "Checked"),
        translate("report", "Weight"),
        translate("report", "Read as"),
        "SHA-256",
    )
    table_of_all = table(titles, [_source(kept) for kept in contents.sources], numbers={2}, code={4})
    return [heading(translate("report", "Texts to learn from")), table_of_all]


def _source(kept: KeptSource) -> tuple[str, ...]:
    source = kept.source
    column = translate("report", "column {}").format(source.column) if source.column else ""
    read_as = ", ".join(part for part in (source.encoding or "", column) if part)
    return (
        SAMPLE_TITLES.get(source.sample or "", source.label),
        value_text(kept.checked),
        f"{source.weight_tenths / 10:g}",
        read_as or "-",
        kept.digest or "-",
    )


def settings_chapter(run: KeptRun) -> list[str]:
    """All options of the training, and the identity of what it learned."""
    history, position = run.history, run.position
    final, here = history.tokenizer_at(len(history)), history.tokenizer_at(position)
    rows = [
        (translate("report", "Identity at the end"), final.identity),
        (translate("report", "Identity at step {:,}").format(position), here.identity),
    ]
    rows += [(key, value_text(value)) for key, value in run.provenance.items() if key != "options"]
    return [
        heading(translate("report", "Settings and identity")),
        table((translate("report", "Setting"), translate("report", "Value")), _settings(run)),
        table((translate("report", "Origin"), ""), rows, code={1}),
    ]


def _settings(run: KeptRun) -> list[tuple[str, str]]:
    """The options as the form of the window has them."""
    recipe = run.history.recipe
    fields = recipe_fields(recipe)
    title = translate("engine", ALGORITHMS[algorithm_of(recipe.trainer)].title)
    rows = [(translate("report", "algorithm").capitalize(), title)]
    rows += [(title_of(name), value_of(name, value)) for name, value in fields["options"].items()]
    rows += [
        (title_of(name), value_of(name, fields[name]))
        for name in ("pattern", "expression", "digits", "normalizers", "special_tokens", "specials")
    ]
    return [
        *rows,
        (translate("report", "stopped").capitalize(), _end_of(run)),
        (translate("report", "seconds").capitalize(), f"{run.seconds:.2f}"),
    ]


def _end_of(run: KeptRun) -> str:
    """Why there are no more steps: a sentence, or the option that ended them."""
    reason = run.history.stopped or ""
    options = {"vocab-size": title_of("vocab_size"), "steps": title_of("max_steps")}
    return end_sentence(run.history, reason) or options.get(reason, "-")


# All steps ------------------------------------------------------------------------------------------------------------


def steps_chapter(run: KeptRun) -> list[str]:
    """The merges in a table that opens when it is asked for."""
    history = run.history
    if not isinstance(history, History) or not len(history):
        return []
    rows = []
    for step in range(1, min(len(history), _MOST_STEPS) + 1):
        row = history.row(step)
        pair = (*map(shown, row.pair), "")[:2]
        rows.append((f"{step:,}", *pair, shown(row.piece), f"{row.id:,}", f"{row.count:,.10g}", f"{row.tied:,}"))
    titles = (
        translate("report", "Step"),
        translate("report", "Left"),
        translate("report", "Right"),
        translate("report", "Piece"),
        translate("report", "Id"),
        translate("report", "Count"),
        translate("report", "Tied"),
    )
    title = translate("report", "Steps")
    if len(history) > _MOST_STEPS:
        title = translate("report", "Steps (the first {:,} of {:,})").format(_MOST_STEPS, len(history))
    listed = table(titles, rows, numbers={0, 4, 5, 6}, code={1, 2, 3})
    summary = translate("report", "All steps in a table")
    return [heading(title), f"<details><summary>{summary}</summary>{listed}</details>"]
