"""What is open, put into the contents of a session file and taken out again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.session import Session
from app.session_files.session_contents import KeptRun, KeptSource, KeptTokenizer, SessionContents
from app.state.corpus.corpus_rows import Row
from app.state.merge_player import Place
from app.state.prepared_show import scene_from
from app.state.text.kept_text import KeptText
from app.state.tokenizers.entries import Entry
from app.state.training.pinned_words import PinnedWords
from app.state.training.run_record import Branch, RunRecord
from app.state.vocabulary.cut_view import CutView
from app.state.vocabulary.tradeoff_view import TradeoffView
from app.state.vocabulary.vocabulary_view import VocabularyView
from engine.corpus import Corpus
from engine.history import MergeListHistory
from engine.patterns import pattern_named
from engine.training import new_history


def contents_of(session: Session, layout: Mapping[str, Any], kept: SessionContents | None = None) -> SessionContents:
    """All that is open, as it is now, and how the window stands; what an opened file held beyond it is `kept`."""
    return SessionContents(
        recipe=session.run.recipe,
        sources=tuple(KeptSource(row.source, row.checked, row.digest, row.folder) for row in session.corpus.rows),
        run=_run(session),
        other_run=_other_run(session),
        tokenizers=tuple(_kept_tokenizer(entry) for entry in session.tokenizers.kept),
        selected=session.tokenizers.selected_then,
        text=session.playground.text,
        comparison={**_comparison(session), "speed": session.playback.speed, **_played(session)},
        layout=dict(layout),
        show=session.show.fields(),
        views={name: view.kept() for name, view in _views(session).items()},
        other_fields=kept.other_fields if kept else {},
        other_members=kept.other_members if kept else {},
    )


def _comparison(session: Session) -> dict[str, Any]:
    """What is compared, and how; of a session whose texts are still being read, as it was opened."""
    grid, coming = session.grid, session.parallel_texts.coming
    now = {
        "languages": list(grid.languages),
        "reference": grid.reference,
        "measure": grid.measure,
        "grouping": grid.grouping,
        "pinned": list(grid.pinned),
        **session.parallel_texts.fields(),
    }
    return {name: coming.get(name, value) for name, value in now.items()}


def _run(session: Session) -> KeptRun | None:
    run, playback = session.run, session.playback
    bookmarks = tuple((mark, playback.note(mark)) for mark in playback.bookmarks)
    return _kept_run(run.record, playback.position, bookmarks)


def _other_run(session: Session) -> KeptRun | None:
    """The earlier run that this one is held against."""
    chosen = session.run.earlier.chosen
    return None if chosen is None else _kept_run(chosen)


def origin_of(session: Session) -> Corpus | None:
    """The corpus of the run, where it has not been read for its SHA-256 yet."""
    origin = session.run.origin
    return origin if isinstance(origin, Corpus) else None


def put_back(session: Session, contents: SessionContents, rows: tuple[Row, ...]) -> Iterator[None]:
    """Open all of it, a part at a time; what is open now goes.

    What a text is seen through comes with the text: it is encoded once, and nobody sees one without the other.
    """
    session.run.set_recipe(contents.recipe)
    session.corpus.restore(rows)
    yield
    _put_text_back(session, contents)
    yield
    _put_comparison_back(session, contents.comparison)
    yield
    session.show.restore([scene_from(fields) for fields in contents.show])
    for name, view in _views(session).items():
        yield
        fields = contents.views.get(name)
        view.restore(fields if isinstance(fields, Mapping) else {})


def _put_text_back(session: Session, contents: SessionContents) -> None:
    """The run, the shelf and the text."""
    if contents.run is not None:
        _put_run_back(session, contents.run, contents.other_run)
    elif contents.other_run is not None:  # the merges of a tokenizer were played over it
        _put_run_back(session, contents.other_run, None)
    else:  # what is learned now, or is being learned, is none of this session's
        session.run.restore(RunRecord(new_history(contents.recipe)))
    entries = [_entry(kept) for kept in contents.tokenizers]
    session.tokenizers.restore(entries, contents.selected)
    session.playground.set_text(contents.text)
    if contents.comparison.get("plays"):
        marks = tuple((int(step), str(note)) for step, note in contents.comparison.get("plays_marks", ()))
        place = Place(int(contents.comparison.get("plays_at", 0)), marks)
        session.merges.play(str(contents.comparison["plays"]), place)


def _put_run_back(session: Session, kept: KeptRun, other: KeptRun | None) -> None:
    session.run.restore(_record(kept), () if other is None else (_record(other),))
    session.playback.seek(kept.position)
    session.playback.set_bookmarks(kept.bookmarks)


def _put_comparison_back(session: Session, values: Mapping[str, Any]) -> None:
    session.playback.set_speed(int(values.get("speed", session.playback.speed)))
    session.parallel_texts.restore(values, lambda: _put_grid_back(session, values))


def _put_grid_back(session: Session, values: Mapping[str, Any]) -> None:
    """Of the text that is compared; languages that it lacks are passed over."""
    grid = session.grid
    known = grid.parallel.languages
    languages = [code for code in values.get("languages", ()) if code in known]
    if languages:
        grid.set_languages(languages)
    if values.get("reference") in known:
        grid.set_reference(values["reference"])
    grid.set_measure(str(values.get("measure", "")))
    grid.set_grouping(str(values.get("grouping", "")))
    pinned = [code for code in values.get("pinned", ()) if code in known]
    for code in {*grid.pinned} - {*pinned}:
        grid.set_pinned(code, False)
    for code in pinned:
        grid.set_pinned(code, True)


def _views(session: Session) -> dict[str, VocabularyView | TradeoffView | CutView | KeptText | PinnedWords]:
    """Those whose own choices are kept."""
    return {
        "vocabulary": session.vocabulary,
        "tradeoffs": session.tradeoffs,
        "cuts": session.cuts,
        "tokens": KeptText(session.playground),
        "theatre": session.words,
    }


def _kept_run(record: RunRecord, position: int = 0, bookmarks: tuple[tuple[int, str], ...] = ()) -> KeptRun | None:
    """A training; merges that are only played stay with their tokenizer."""
    if record.history.start is None or isinstance(record.history, MergeListHistory):
        return None
    provenance = record.origin if isinstance(record.origin, Mapping) else {}
    branch = None if record.branch is None else (record.branch.step, record.branch.rule)
    history, title, weights = record.history, record.title, record.weights
    return KeptRun(history, title, position, record.seconds, bookmarks, provenance, weights, branch)


def _played(session: Session) -> dict[str, Any]:
    """Merges that only play are kept as the name of their tokenizer, and where they stood."""
    kept = session.merges.kept
    if kept is None:
        return {}
    key, place = kept
    return {"plays": key, "plays_at": place.position, "plays_marks": [list(mark) for mark in place.bookmarks]}


def _record(kept: KeptRun) -> RunRecord:
    branch = None if kept.branch is None else Branch(*kept.branch)
    return RunRecord(kept.history, kept.title, kept.seconds, dict(kept.provenance), branch, kept.weights)


def _kept_tokenizer(entry: Entry) -> KeptTokenizer:
    pattern = entry.pattern.expression or "none" if entry.pattern else None
    return KeptTokenizer(entry.key, entry.checked, entry.path, pattern, entry.identity)


def _entry(kept: KeptTokenizer) -> Entry:
    pattern = pattern_named(kept.pattern) if kept.pattern else None
    return Entry(kept.key, kept.key, "", None, kept.checked, kept.path, pattern, kept.identity)
