"""Reading a session file: nothing in it is believed before it was looked at, and what is damaged leaves the rest readable."""

from __future__ import annotations

import io
import json
import lzma
import math
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PureWindowsPath
from typing import Any

import numpy as np

from app.session_files.session_contents import KeptRun, KeptSource, KeptTokenizer, SessionContents
from app.session_files.session_file import CONTENTS, FORMAT, HISTORY, OTHER, PLAYGROUND, TEXTS, VERSION
from engine.corpus import Source
from engine.errors import EngineError, FormatError
from engine.formats.files import read_bytes
from engine.history_arrays import Arrays, history_from
from engine.recipe_fields import recipe_from

LARGEST_UNPACKED = 1 << 30
"""Bytes; the history of 100,000 steps takes 30 MB."""
LARGEST_CONTENTS = 1 << 24
"""Bytes of the table of contents: what is read of it takes many times as much."""
DAMAGED = (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, lzma.LZMAError)
"""What unpacking raises: also for a password, or a way of packing, that a session has never had."""
_HEAD = re.compile(
    rb"\{'descr': '[<>|=]?[a-zA-Z]\d{0,9}', 'fortran_order': (?:True|False), 'shape': \((?:\d{1,18},? ?)*\), \}\s*"
)
"""What `numpy` writes before an array of numbers: its reader, given anything else, may take very long or end in any error."""
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


def read_session(path: Path) -> SessionContents:
    """Open the file; FormatError if it is no session or its table of contents is damaged.

    A damaged history leaves the rest readable: `problems` says so.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(read_bytes(path))) as archive:
            _check_size(archive, path.name)
            return _read(archive, path)
    except DAMAGED:
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
        run = _run(archive, HISTORY, fields.get("run"), problems)
        other_run = _run(archive, OTHER, fields.get("other_run"), problems)
        return SessionContents(
            recipe=recipe_from(fields["recipe"]),
            sources=tuple(_source(values, texts) for values in fields["corpus"]),
            run=run,
            other_run=other_run,
            tokenizers=tuple(_tokenizer(values) for values in fields["tokenizers"]),
            selected=str(fields["selected"]),
            text=texts.get(PLAYGROUND, ""),
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
    if CONTENTS in archive.namelist() and archive.getinfo(CONTENTS).file_size > LARGEST_CONTENTS:
        raise FormatError(f"{name} is not a session of Mergescope: its {CONTENTS} is too large.")
    try:
        fields = json.loads(archive.read(CONTENTS))
    except (KeyError, ValueError, RecursionError):
        raise FormatError(f"{name} is not a session of Mergescope: it has no readable {CONTENTS}.") from None
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
    names = [name for name in archive.namelist() if name.startswith(TEXTS)]
    return {name.removeprefix(TEXTS): archive.read(name).decode("utf-8", "surrogatepass") for name in names}


def _others(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """What this version knows nothing of."""
    known = (CONTENTS, HISTORY, OTHER, TEXTS)
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
    marks = ((int(step), str(note)) for step, note in values["bookmarks"])
    return KeptRun(
        history,
        str(values["title"]),
        max(0, min(int(values["position"]), len(history))),
        float(values["seconds"]),
        tuple(mark for mark in marks if 0 <= mark[0] <= len(history)),
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
            except (ValueError, TypeError, OverflowError, *DAMAGED):
                raise FormatError(f"The history of the training is damaged ({name}).") from None
    return arrays


def _array(data: bytes) -> Any:
    """The array of a .npy file; ValueError where its head claims more than there is, before room is made for it."""
    stream = io.BytesIO(data)
    if np.lib.format.read_magic(stream) != (1, 0) or len(data) < 10:
        raise ValueError("written by another version")
    if not _HEAD.fullmatch(data[10 : 10 + int.from_bytes(data[8:10], "little")]):
        raise ValueError("no head of one")
    shape, _, dtype = np.lib.format.read_array_header_1_0(stream)
    if math.prod(shape) * dtype.itemsize > len(data):
        raise ValueError("shorter than it says")
    stream.seek(0)
    return np.load(stream, allow_pickle=False)
