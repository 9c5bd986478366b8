"""`.mergescope-session`: everything that is open, in one file - a zip that other programs can look into.

    session.json      options, texts to learn from (by path and SHA-256), position, tokenizers, languages, layout
    history/*.npy     what the training yielded, an array a column, without pickle
    other/*.npy       the same of the earlier run that it is held against
    texts/*.txt       the text that is looked at, and pasted ones

It opens at the same step.  What has gone or changed since is named, and everything else still opens.  Members and fields
of a later version are kept when the file is saved again.  Here it is written; `session_reading` reads it.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from app.session_files.session_contents import KeptRun, KeptSource, KeptTokenizer, SessionContents
from app.worker import LastAct
from engine.commands.status import program_version
from engine.formats.files import write_atomically
from engine.history_arrays import history_arrays, snapshot
from engine.model import Progress
from engine.recipe_fields import recipe_fields

SUFFIX = ".mergescope-session"
FORMAT, VERSION = "mergescope-session", 1
CONTENTS, HISTORY, OTHER, TEXTS = "session.json", "history/", "other/", "texts/"
PLAYGROUND = "playground.txt"
_PIECE = 1 << 20
"""Bytes that are packed between two signs of life."""


def write_session(path: Path, contents: SessionContents) -> None:
    """Write the file, whole or not at all."""
    for _ in writing(path, contents):
        pass


def writing(path: Path, contents: SessionContents) -> Iterator[Progress | LastAct]:
    """The same, with Progress; who stops at one leaves what was there."""
    stream = io.BytesIO()
    members = _members(contents)
    total, done = sum(_bytes(member) for member in members.values()), 0
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, member in members.items():
            data = member if isinstance(member, bytes) else _npy(member)
            for put in _put(archive, name, data):
                yield Progress("Writing", min(done + put, total), total)
            done += _bytes(member)
    yield Progress("Writing", total, total)
    yield LastAct()
    write_atomically(path, stream.getvalue())


def _members(contents: SessionContents) -> dict[str, bytes | Any]:
    """What the archive holds: bytes, and arrays that are turned into bytes in their turn."""
    if contents.run is not None:  # a training may go on meanwhile
        contents = replace(contents, run=replace(contents.run, history=snapshot(contents.run.history)))
    members: dict[str, bytes | Any] = {CONTENTS: json.dumps(_fields(contents), ensure_ascii=True, indent=1).encode()}
    members[TEXTS + PLAYGROUND] = contents.text.encode("utf-8", "surrogatepass")
    for number, kept in enumerate(contents.sources):
        if kept.source.text is not None:
            members[f"{TEXTS}pasted-{number}.txt"] = kept.source.text.encode("utf-8", "surrogatepass")
    for folder, run in ((HISTORY, contents.run), (OTHER, contents.other_run)):
        for name, array in (history_arrays(run.history) if run else {}).items():
            members[f"{folder}{name}.npy"] = array
    return {**members, **contents.other_members}


def _bytes(member: bytes | Any) -> int:
    return len(member) if isinstance(member, bytes) else int(member.nbytes)


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> Iterator[int]:
    """A member without the time of day: the same contents give the same bytes.  Yields how much of it is packed."""
    with archive.open(name, "w") as file:
        for start in range(0, len(data), _PIECE):
            file.write(data[start : start + _PIECE])
            yield start + _PIECE


def _npy(array: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=False)
    return stream.getvalue()


def _fields(contents: SessionContents) -> dict[str, Any]:
    run = contents.run
    return {
        **contents.other_fields,
        "format": FORMAT,
        "version": VERSION,
        "program": program_version(),
        "recipe": recipe_fields(contents.recipe),
        "corpus": [_source_fields(number, kept) for number, kept in enumerate(contents.sources)],
        "run": None if run is None else _run_fields(run),
        "other_run": None if contents.other_run is None else _run_fields(contents.other_run),
        "tokenizers": [_tokenizer_fields(kept) for kept in contents.tokenizers],
        "selected": contents.selected,
        "comparison": dict(contents.comparison),
        "layout": dict(contents.layout),
        "show": [dict(scene) for scene in contents.show],
        "views": dict(contents.views),
    }


def _source_fields(number: int, kept: KeptSource) -> dict[str, Any]:
    source = kept.source
    return {
        "label": source.label,
        "path": None if source.path is None else str(source.path.absolute()),
        "sample": source.sample,
        "text": f"pasted-{number}.txt" if source.text is not None else None,
        "weight_tenths": source.weight_tenths,
        "language": source.language,
        "encoding": source.encoding,
        "column": source.column,
        "checked": kept.checked,
        "sha256": kept.digest,
        "folder": kept.folder,
    }


def _run_fields(run: KeptRun) -> dict[str, Any]:
    return {
        "title": run.title,
        "position": run.position,
        "seconds": run.seconds,
        "bookmarks": [list(mark) for mark in run.bookmarks],
        "recipe": recipe_fields(run.history.recipe),
        "weights": run.weights,
        "branch": None if run.branch is None else list(run.branch),
        "provenance": json.loads(json.dumps(dict(run.provenance), default=str)),
        "identity": run.history.tokenizer_at(len(run.history)).identity if run.history.start is not None else "",
    }


def _tokenizer_fields(kept: KeptTokenizer) -> dict[str, Any]:
    return {
        "key": kept.key,
        "checked": kept.checked,
        "path": None if kept.path is None else str(kept.path.absolute()),
        "pattern": kept.pattern,
        "identity": kept.identity,
    }
