"""`.mergescope-session`: everything that is open, in one file - a zip that other programs can look into.

    session.json      options, texts to learn from (by path and SHA-256), position, tokenizers, languages, layout
    history/*.npy     what the training yielded, an array a column, without pickle
    other/*.npy       the same of the earlier run that it is held against
    texts/*.txt       the text that is looked at, and pasted ones

It opens at the same step.  What has gone or changed since is named, and everything else still opens.  Members and fields
of a later version are kept when the file is saved again.
"""

from __future__ import annotations

import io
import json
import math
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PureWindowsPath
from typing import Any

import numpy as np

from engine.commands.status import program_version
from engine.corpus import Source
from engine.errors import EngineError, FormatError
from engine.formats.files import read_bytes, write_atomically
from engine.history import TrainingHistory
from engine.history_arrays import Arrays, history_arrays, history_from, snapshot
from engine.recipe import Recipe
from engine.recipe_fields import recipe_fields, recipe_from
from engine.sources import source_digest

SUFFIX = ".mergescope-session"
LARGEST_UNPACKED = 1 << 30
"""Bytes; the history of 100,000 steps takes 30 MB."""
FORMAT, VERSION = "mergescope-session", 1
_JSON, _HISTORY, _OTHER, _TEXTS = "session.json", "history/", "other/", "texts/"
_PLAYGROUND = "playground.txt"
_OWN_FIELDS = frozenset(
    {
        "format",
        "version",
        "program",
        "recipe",
        "corpus",
        "run",
        "other_run",
        "tokenizers",
        "selected",
        "comparison",
        "layout",
        "show",
        "views",
    }
)


@dataclass(frozen=True, slots=True)
class KeptSource:
    """A text to learn from, whether it was checked, the SHA-256 of its bytes as they were, and the folder it was found in."""

    source: Source
    checked: bool = True
    digest: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A training: what was learned, from what, and where its timeline stood.  `bookmarks` are (step, note); `branch` is the
    step up to which it is like another run, and the tie rule from there on."""

    history: TrainingHistory
    title: str
    position: int
    seconds: float = 0.0
    bookmarks: tuple[tuple[int, str], ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)
    weights: str = ""
    branch: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class KeptTokenizer:
    """A tokenizer of the shelf: a name that is known here, or a file with the pattern it was opened with."""

    key: str
    checked: bool = True
    path: Path | None = None
    pattern: str | None = None
    identity: str = ""


@dataclass(frozen=True, slots=True)
class SessionContents:
    """All that a session file holds; `problems` are sentences about what could not be read."""

    recipe: Recipe
    sources: tuple[KeptSource, ...] = ()
    run: KeptRun | None = None
    tokenizers: tuple[KeptTokenizer, ...] = ()
    selected: str = ""
    text: str = ""
    comparison: Mapping[str, Any] = field(default_factory=dict)
    layout: Mapping[str, Any] = field(default_factory=dict)
    show: Sequence[Mapping[str, Any]] = ()
    views: Mapping[str, Any] = field(default_factory=dict)
    other_fields: Mapping[str, Any] = field(default_factory=dict)
    other_members: Mapping[str, bytes] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    other_run: KeptRun | None = None


# Writing --------------------------------------------------------------------------------------------------------------


def write_session(path: Path, contents: SessionContents) -> None:
    """Write the file, whole or not at all."""
    stream = io.BytesIO()
    if contents.run is not None:  # a training may go on meanwhile
        contents = replace(contents, run=replace(contents.run, history=snapshot(contents.run.history)))
    runs = {_HISTORY: contents.run, _OTHER: contents.other_run}
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        pasted = {
            f"pasted-{n}.txt": kept.source.text
            for n, kept in enumerate(contents.sources)
            if kept.source.text is not None
        }
        _put(archive, _JSON, json.dumps(_fields(contents), ensure_ascii=True, indent=1).encode())
        for name, text in {_PLAYGROUND: contents.text, **pasted}.items():
            _put(archive, _TEXTS + name, (text or "").encode("utf-8", "surrogatepass"))
        for folder, run in runs.items():
            for name, array in (history_arrays(run.history) if run else {}).items():
                _put(archive, f"{folder}{name}.npy", _npy(array))
        for name, data in contents.other_members.items():
            _put(archive, name, data)
    write_atomically(path, stream.getvalue())


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """A member without the time of day: the same contents give the same bytes."""
    member = zipfile.ZipInfo(name)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    archive.writestr(member, data, compresslevel=1)


def with_digests(contents: SessionContents) -> SessionContents:
    """The same with the SHA-256 of each text's bytes; a text that has gone keeps the one it had."""
    return replace(contents, sources=tuple(_with_digest(kept) for kept in contents.sources))


def _with_digest(kept: KeptSource) -> KeptSource:
    try:
        return replace(kept, digest=source_digest(kept.source))
    except EngineError:
        return kept


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


# Reading --------------------------------------------------------------------------------------------------------------


def read_session(path: Path) -> SessionContents:
    """Open the file; FormatError if it is no session or its table of contents is damaged.

    A damaged history leaves the rest readable: `problems` says so.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(read_bytes(path))) as archive:
            _check_size(archive, path.name)
            return _read(archive, path)
    except zipfile.BadZipFile:
        raise FormatError(f"{path.name} is not a session of Mergescope, or it is damaged.") from None


def _check_size(archive: zipfile.ZipFile, name: str) -> None:
    """A few bytes may claim to be terabytes; no member is unpacked beyond what it says."""
    unpacked = sum(member.file_size for member in archive.infolist())
    if unpacked > LARGEST_UNPACKED:
        raise FormatError(f"{name} would unpack to {unpacked / 1e9:,.1f} GB: no session of Mergescope is so large.")


def _read(archive: zipfile.ZipFile, path: Path) -> SessionContents:
    name = path.name
    fields = _json(archive, name)
    try:
        texts = _texts(archive)
        problems: list[str] = []
        for rows in ("corpus", "tokenizers"):
            fields[rows] = list(_not_elsewhere(fields[rows], path, problems))
        run = _run(archive, _HISTORY, fields.get("run"), problems)
        other_run = _run(archive, _OTHER, fields.get("other_run"), problems)
        return SessionContents(
            recipe=recipe_from(fields["recipe"]),
            sources=tuple(_source(values, texts) for values in fields["corpus"]),
            run=run,
            other_run=other_run,
            tokenizers=tuple(_tokenizer(values) for values in fields["tokenizers"]),
            selected=str(fields["selected"]),
            text=texts.get(_PLAYGROUND, ""),
            comparison=dict(fields["comparison"]),
            layout=dict(fields["layout"]),
            show=tuple(dict(scene) for scene in fields.get("show", ())),
            views=dict(fields.get("views", {})),
            other_fields={key: value for key, value in fields.items() if key not in _OWN_FIELDS},
            other_members=_others(archive),
            problems=tuple(f"{name}: {problem}" for problem in problems),
        )
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise FormatError(f"{name}: a field of the session cannot be read ({error}).") from None


def _json(archive: zipfile.ZipFile, name: str) -> dict[str, Any]:
    try:
        fields = json.loads(archive.read(_JSON))
    except (KeyError, ValueError, RecursionError):
        raise FormatError(f"{name} is not a session of Mergescope: it has no readable {_JSON}.") from None
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise FormatError(f"{name} is not a session of Mergescope.")
    if fields.get("version") != VERSION:
        raise FormatError(f"{name} was written by a later version of this program ({fields.get('program')}).")
    return fields


def _not_elsewhere(rows: Sequence[Mapping[str, Any]], path: Path, problems: list[str]) -> Iterator[Mapping[str, Any]]:
    """What is not on a computer of a network that the session is not from: on Windows, to look there is to log in there."""
    own = PureWindowsPath(str(path.absolute())).drive
    for values in rows:
        drive = PureWindowsPath(str(values.get("path") or "")).drive
        if drive.startswith("\\\\") and drive != own:
            what = values.get("label") or values.get("key")
            problems.append(
                f"{what} is on a network ({drive}), where nothing is looked for unasked. Add it if you want it."
            )
        else:
            yield values


def _texts(archive: zipfile.ZipFile) -> dict[str, str]:
    names = [name for name in archive.namelist() if name.startswith(_TEXTS)]
    return {name.removeprefix(_TEXTS): archive.read(name).decode("utf-8", "surrogatepass") for name in names}


def _others(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """What this version knows nothing of."""
    known = (_JSON, _HISTORY, _OTHER, _TEXTS)
    return {name: archive.read(name) for name in archive.namelist() if not name.startswith(known)}


def _source(values: Mapping[str, Any], texts: Mapping[str, str]) -> KeptSource:
    source = Source(
        str(values["label"]),
        path=None if values["path"] is None else Path(values["path"]),
        text=None if values["text"] is None else texts[values["text"]],
        sample=values["sample"],
        weight_tenths=int(values["weight_tenths"]),
        language=values["language"],
        encoding=values["encoding"],
        column=values["column"],
    )
    return KeptSource(source, bool(values["checked"]), str(values["sha256"]), str(values.get("folder", "")))


def _tokenizer(values: Mapping[str, Any]) -> KeptTokenizer:
    path = None if values["path"] is None else Path(values["path"])
    return KeptTokenizer(str(values["key"]), bool(values["checked"]), path, values["pattern"], str(values["identity"]))


def _run(
    archive: zipfile.ZipFile, folder: str, values: Mapping[str, Any] | None, problems: list[str]
) -> KeptRun | None:
    """A training, checked against its own identity; None, and a sentence, for a damaged one."""
    if values is None:
        return None
    try:
        history = history_from(recipe_from(values["recipe"]), _arrays(archive, folder))
        at_end = history.tokenizer_at(len(history)).identity if history.start is not None else ""
        if at_end != values["identity"]:
            raise FormatError("The history of the training was changed after it was saved.")
    except EngineError as error:
        problems.append(f"{error} Everything else is open.")
        return None
    return KeptRun(
        history,
        str(values["title"]),
        int(values["position"]),
        float(values["seconds"]),
        tuple((int(step), str(note)) for step, note in values["bookmarks"]),
        dict(values["provenance"]),
        str(values.get("weights", "")),
        _branch(values.get("branch")),
    )


def _branch(values: Any) -> tuple[int, str] | None:
    return None if values is None else (int(values[0]), str(values[1]))


def _arrays(archive: zipfile.ZipFile, folder: str) -> Arrays:
    arrays: Arrays = {}
    for name in archive.namelist():
        if name.startswith(folder) and name.endswith(".npy"):
            key = name.removeprefix(folder).removesuffix(".npy")
            try:
                arrays[key] = _array(archive.read(name))
            except (ValueError, EOFError, OSError, zipfile.BadZipFile, zlib.error):
                raise FormatError(f"The history of the training is damaged ({name}).") from None
    return arrays


def _array(data: bytes) -> Any:
    """The array of a .npy file; ValueError where its head claims more than there is, before room is made for it."""
    stream = io.BytesIO(data)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError("written by another version")
    shape, _, dtype = np.lib.format.read_array_header_1_0(stream)
    if math.prod(shape) * dtype.itemsize > len(data):
        raise ValueError("shorter than it says")
    stream.seek(0)
    return np.load(stream, allow_pickle=False)
