"""Jobs on session files, for a worker: each yields Progress, what it finds out, and last what came of it.

Who stops one at a yield leaves the file that was there, as long as it has not come to its LastAct.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from app.session_files.session_contents import Digests, KeptSource, SessionContents, read_digests, with_digests
from app.session_files.session_copies import Mark, mark_of, put_aside
from app.session_files.session_file import writing
from app.session_files.session_reading import read_session
from app.state.corpus.corpus_rows import Row
from app.state.tokenizers.tokenizer_jobs import run_provenance
from app.translation import translate
from app.worker import LastAct
from engine.backends import AnyTokenizer
from engine.corpus import Corpus
from engine.errors import is_there
from engine.formats.files import write_atomically
from engine.model import Progress


@dataclass(frozen=True, slots=True)
class KnownOrigin:
    """Where a run comes from, once its corpus has been read."""

    corpus: Corpus
    provenance: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Aside:
    """A file that another window has written since it was read here, and its copy."""

    path: Path
    copy: Path


@dataclass(frozen=True, slots=True)
class Opened:
    """What a file holds, its texts as they stand in the list, and how the file stood."""

    contents: SessionContents
    rows: tuple[Row, ...]
    mark: Mark | None


def saving(
    path: Path, origin: Corpus | None, contents: SessionContents, known: Mark | None
) -> Iterator[Progress | KnownOrigin | Aside | LastAct | Mark | None]:
    """Write a session; what another window wrote there since it was `known` gets a name of its own."""
    copy = put_aside(path, known)
    if copy is not None:
        yield Aside(path, copy)
    yield from copying(path, origin, contents)
    yield mark_of(path)


def copying(path: Path, origin: Corpus | None, contents: SessionContents) -> Iterator[Progress | KnownOrigin | LastAct]:
    """Write a session into a file that nobody else writes."""
    complete = contents
    for event in _completed(origin, contents):
        if isinstance(event, SessionContents):
            complete = event
        else:
            yield event
    yield from writing(path, complete)


def reporting(
    path: Path, origin: Corpus | None, contents: SessionContents, opened: Mapping[str, AnyTokenizer]
) -> Iterator[Progress | KnownOrigin | LastAct]:
    """Write a report; tokenizers that are `opened` are not opened again."""
    from app.reports.page import report_page  # a start needs none of it

    complete, page = contents, ""
    for event in _completed(origin, contents):
        if isinstance(event, SessionContents):
            complete = event
        else:
            yield event
    for news in report_page(complete, opened):
        if isinstance(news, str):
            page = news
        else:
            yield news
    yield LastAct()
    write_atomically(path, page.encode("utf-8", "replace"))


def _completed(origin: Corpus | None, contents: SessionContents) -> Iterator[Progress | KnownOrigin | SessionContents]:
    """The contents, last, with the digests of their texts and of what the run was trained on."""
    run, digests = contents.run, Digests()
    texts = [*(kept.source for kept in contents.sources), *(origin.sources if origin is not None else ())]
    for event in read_digests(texts):
        if isinstance(event, Progress):
            yield event
        else:
            digests = event
    if run is not None and origin is not None:
        known = KnownOrigin(origin, run_provenance(run.history, origin, len(run.history), digests))
        contents = replace(contents, run=replace(run, provenance=known.provenance))
        yield known
    yield with_digests(contents, digests)


def opening(path: Path) -> Iterator[Progress | Opened]:
    """Read a session, and look what has become of its texts."""
    mark = mark_of(path)
    yield Progress("Reading", 0, 0)
    contents = read_session(path)
    for event in read_digests(kept.source for kept in contents.sources):
        if isinstance(event, Progress):
            yield event
        else:
            rows = tuple(_row(kept, event.get(kept.source)) for kept in contents.sources)
            yield Opened(contents, rows, mark)


def _row(was: KeptSource, digest: str | None) -> Row:
    """The text as it stood in the list; what has gone or changed since is said."""
    path = was.source.path
    if path is not None and not is_there(path):
        lost = translate(
            "session_jobs", "{} is not at {} any more. Put it back and add it again; all else is as it was."
        ).format(was.source.label, path)
        return Row(was.source, checked=False, lost=lost, folder=was.folder, digest=was.digest)
    if was.digest and digest is not None and digest != was.digest:
        changed = translate(
            "session_jobs", "{} has changed since the session was saved; another training may learn other steps."
        ).format(was.source.label)
        return Row(was.source, was.checked, changed=changed, folder=was.folder)
    return Row(was.source, was.checked, folder=was.folder)
