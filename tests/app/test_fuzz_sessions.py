"""Session files from strangers: any bytes, any value in session.json, members of any name; nothing crashes or escapes."""

from __future__ import annotations

import io
import json
import os
import tempfile
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from app.reports.page import report_page
from app.session_files import session_reading
from app.session_files.session_contents import KeptSource, KeptTokenizer, SessionContents
from app.session_files.session_file import write_session
from app.session_files.session_reading import read_session
from app.session_jobs import Opened, opening
from app.state.corpus.dropped import kind_of
from engine.corpus import Source
from engine.errors import EngineError
from tests.app.test_report import Reader, session


def _members() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.mergescope-session"
        write_session(path, session())
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}


_MEMBERS = _members()
_FIELDS: dict[str, Any] = json.loads(_MEMBERS["session.json"])


def packed(members: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


def opened(data: bytes) -> SessionContents | None:
    """What the file holds; None where it is refused in one sentence."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.mergescope-session"
        path.write_bytes(data)
        try:
            contents = read_session(path)
        except EngineError as error:
            refused = str(error)
        else:
            refused = ""
        assert "\n" not in refused
        assert len(refused) < 700
        if refused:
            return None
        assert [file.name for file in Path(folder).iterdir()] == [path.name], "nothing is unpacked"
        again = path.with_name("b.mergescope-session")
        write_session(again, contents)
        assert read_session(again).text == contents.text
        return contents


# Any bytes ------------------------------------------------------------------------------------------------------------


_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
_ARCHIVES = {method: packed(_MEMBERS, method) for method in _METHODS}


@given(st.sampled_from([zipfile.ZIP_DEFLATED, *_METHODS]), st.data())
def test_any_damage_of_the_file(method: int, data: st.DataObject) -> None:
    whole = bytearray(_ARCHIVES[method])
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(whole)))
        whole[start : start + data.draw(st.sampled_from([0, 1, 4, 60]))] = data.draw(st.binary(max_size=6))
    opened(bytes(whole))


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    assert opened(data) is None


@given(st.sampled_from(sorted(set(_MEMBERS) - {"session.json"})), st.binary(max_size=200))
def test_any_bytes_as_a_member(name: str, data: bytes) -> None:
    opened(packed(_MEMBERS | {name: data}))


def changed_heads(whole: bytes, local: int, central: int, value: int) -> bytes:
    """The archive with a byte of the head of each member made another."""
    changed = bytearray(whole)
    for mark, place in ((b"PK\x03\x04", local), (b"PK\x01\x02", central)):
        at = changed.find(mark)
        while at >= 0:
            changed[at + place] = value
            at = changed.find(mark, at + 1)
    return bytes(changed)


def test_an_archive_with_a_password_or_packed_in_a_way_that_is_not_known_is_refused() -> None:
    whole = _ARCHIVES[zipfile.ZIP_DEFLATED]
    assert opened(changed_heads(whole, 6, 8, 1)) is None
    assert opened(changed_heads(whole, 8, 10, 99)) is None


def test_a_member_that_unpacks_to_more_than_it_says_is_refused() -> None:
    whole = bytearray(packed(_MEMBERS | {"texts/z.txt": b"a" * 50_000_000}, zipfile.ZIP_DEFLATED))
    at = whole.rfind(b"PK\x01\x02")
    whole[at + 24 : at + 28] = (10).to_bytes(4, "little")
    assert opened(bytes(whole)) is None


def test_a_table_of_contents_of_more_than_any_session_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read of it takes many times as much memory."""
    monkeypatch.setattr(session_reading, "LARGEST_CONTENTS", 1 << 16)
    fields = json.dumps({**_FIELDS, "more": [[]] * 30_000}).encode()
    assert opened(packed(_MEMBERS | {"session.json": fields}, zipfile.ZIP_DEFLATED)) is None


_KINDS = ("'|O'", "'i8,i8,O'", "'|V0'", "'<U99999999'", "'<M8[ns]'")
_SHAPES = (
    "(1L,)", "(True,)", "(-1, -1)", "(1.5,)", f"({'1,' * 99})", f"(0, {10**17})", f"({10**21}, 0)", "(1L, \"", "(" * 4_000,
    "-" * 9_000,
)  # fmt: skip
_HEADS = (
    "",
    "-" * 9_000 + "1",
    *(f"{{'descr': {kind}, 'fortran_order': False, 'shape': (1,), }}" for kind in _KINDS),
    *(f"{{'descr': '<i8', 'fortran_order': False, 'shape': {shape}, }}" for shape in _SHAPES),
)


@pytest.mark.parametrize("name", ["history/words.data.npy", "history/zzz.npy"])
def test_any_head_of_an_array_leaves_the_rest_readable(name: str) -> None:
    """numpy's reader of heads may end in any error, or take long."""
    for head in _HEADS:
        padded = head.ljust((len(head) + 74) // 64 * 64 - 11).encode() + b"\n"
        data = b"\x93NUMPY\x01\0" + len(padded).to_bytes(2, "little") + padded + bytes(64)
        contents = opened(packed(_MEMBERS | {name: data}))
        assert contents is not None
        assert contents.run is not None or "damaged" in contents.problems[0], head


# Any value ------------------------------------------------------------------------------------------------------------

_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["label", "path", "key", "trainer"]), inner, max_size=3),
    ),
    max_leaves=6,
)


def _places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place, *(deeper for key, part in inner for deeper in _places(part, (*place, key)))]


def _replaced(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    if not place:
        return new
    copy = value.copy()
    copy[place[0]] = _replaced(copy[place[0]], place[1:], new)
    return copy


@given(st.sampled_from(_places(_FIELDS)), _VALUES)
def test_any_value_in_any_field(place: tuple[Any, ...], value: Any) -> None:
    fields = _replaced(_FIELDS, place, value)
    opened(packed(_MEMBERS | {"session.json": json.dumps(fields).encode()}))


def test_json_nested_without_end_is_refused() -> None:
    assert opened(packed(_MEMBERS | {"session.json": b'{"a":' * 200_000})) is None


# Paths ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["../outside.txt", "/outside.txt", "texts/../../outside.txt", "C:\\outside.txt", "history/../../x.npy"]
)
def test_no_member_is_written_anywhere(name: str) -> None:
    contents = opened(packed(_MEMBERS | {name: b"harm"}))
    assert contents is None or contents.run is not None or contents.problems


def test_a_place_on_a_network_is_not_looked_at() -> None:
    """Looking alone would send who the user is to a stranger's computer."""
    fields = dict(_FIELDS)
    fields["corpus"] = [_FIELDS["corpus"][0] | {"path": "\\\\198.51.100.7\\share\\a.txt", "text": None}]
    fields["tokenizers"] = [_FIELDS["tokenizers"][0] | {"key": "x", "path": "//198.51.100.7/share/tokenizer.json"}]
    contents = opened(packed(_MEMBERS | {"session.json": json.dumps(fields).encode()}))
    assert contents is not None
    assert contents.sources == ()
    assert contents.tokenizers == ()
    assert len(contents.problems) == 2
    assert "198.51.100.7" in contents.problems[0]
    assert "is on a network" in contents.problems[0]


@pytest.mark.parametrize("place", ["/" + "n" * 5_000, "/a\0b", "relative/a.txt"])
def test_a_place_that_no_system_takes_is_a_text_that_has_gone(place: str, tmp_path: Path) -> None:
    fields = {**_FIELDS, "corpus": [_FIELDS["corpus"][0] | {"path": place, "text": None, "sample": None}]}
    path = tmp_path / "a.mergescope-session"
    path.write_bytes(packed(_MEMBERS | {"session.json": json.dumps(fields).encode()}))
    *_, read = opening(path)
    assert isinstance(read, Opened)
    assert read.contents.run is not None
    (row,) = read.rows
    assert "any more" in row.lost


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="There are no such pipes.")
def test_a_pipe_in_the_place_of_a_text_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.txt")
    fields = {
        **_FIELDS,
        "corpus": [_FIELDS["corpus"][0] | {"path": str(tmp_path / "a.txt"), "text": None, "sample": None}],
    }
    path = tmp_path / "a.mergescope-session"
    path.write_bytes(packed(_MEMBERS | {"session.json": json.dumps(fields).encode()}))
    *_, read = opening(path)
    assert isinstance(read, Opened)
    assert read.contents.run is not None


def test_a_folder_that_is_closed_can_be_dropped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def closed(_: Path) -> bool:
        raise PermissionError

    monkeypatch.setattr(Path, "is_file", closed)
    assert kind_of(tmp_path) == "text", "what is wrong is said when it is read"


# The report -----------------------------------------------------------------------------------------------------------

_HARM = "<script>alert(1)</script>\"'><img src=http://example.org/x onerror=alert(1)>&amp;</style></title>"


class _Tags(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()
        self.values: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.values += [value or "" for name, value in attrs if name in ("src", "href", "style")]


def test_the_report_escapes_all_that_it_shows(tmp_path: Path) -> None:
    contents = session()
    assert contents.run is not None
    run = contents.run
    harmful = SessionContents(
        contents.recipe,
        (KeptSource(Source(_HARM, text="a"), digest=_HARM),),
        type(run)(run.history, _HARM, run.position, 0.0, ((3, _HARM),), {_HARM: _HARM, "corpus": _HARM}),
        (KeptTokenizer("gpt2"), KeptTokenizer(_HARM, path=tmp_path / "gone.json")),
        "run",
        _HARM,
        {"languages": ["eng", _HARM], "reference": _HARM},
        problems=(_HARM,),
    )
    *_, page = report_page(harmful)
    assert isinstance(page, str)
    tags, reader = _Tags(), Reader()
    tags.feed(page)
    reader.feed(page)
    assert reader.open == [], "what is opened is closed, in order"
    assert reader.text.count(_HARM) >= 5
    assert not tags.found & {"script", "img", "iframe", "object", "embed", "form", "a"}
    assert not any(name.startswith("on") for name in tags.attributes)
    assert all(value.startswith("data:") or "url(" not in value for value in tags.values)
    assert "http://example.org" not in "".join(tags.values)
    assert page.count("</style>") == page.count("</head>") == 1
