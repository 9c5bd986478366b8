"""Fetching a tokenizer by name, from a server on this computer that does all that can go wrong."""

from __future__ import annotations

import hashlib
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.commands.shared import tokenizer_named
from engine.errors import DownloadError, OptionError
from engine.formats.published import KNOWN_FILES
from engine.model import Progress
from engine.presets import available, load_preset, origin_of
from engine.published.download_names import ENCODINGS, Servers, names_to_fetch, remote_named
from engine.published.downloaded import FOLDER_VARIABLE
from engine.published.downloads import Remote, download, look
from tests.download_server import DownloadServer, Reply, download_server
from tests.engine.test_backends import library_file

NAME = "somebody/words"
PATH = f"/{NAME}/resolve/main/tokenizer.json"
CONTENT = json.dumps(library_file("wordpiece")).encode()


@pytest.fixture
def server() -> Iterator[DownloadServer]:
    with download_server() as running:
        running.replies[PATH] = Reply(CONTENT)
        yield running


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "downloads"))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    load_preset.cache_clear()
    yield tmp_path / "downloads"
    load_preset.cache_clear()


def remote(server: DownloadServer, name: str = NAME) -> Remote:
    return remote_named(name, Servers(server.address, server.address))


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def refusal(fetched: Remote, folder: Path, timeout: float = 5.0) -> str:
    """The sentence of a download that fails; nothing may be left of it."""
    with pytest.raises(DownloadError) as raised:
        list(download(fetched, timeout))
    assert not folder.exists()
    sentence = str(raised.value)
    assert "\n" not in sentence
    return sentence


# -- names ---------------------------------------------------------------------------------------------------------------


def test_a_name_is_an_encoding_a_repository_or_a_known_tokenizer():
    rank_file = remote_named("p50k_base")
    assert rank_file.address == "https://openaipublic.blob.core.windows.net/encodings/p50k_base.tiktoken"
    assert KNOWN_FILES[rank_file.digest].name == "p50k_base"
    qwen = "https://huggingface.co/Qwen/Qwen3-0.6B/resolve/main/tokenizer.json"
    assert remote_named("Qwen/Qwen3-0.6B").address == qwen
    assert remote_named(" https://huggingface.co/Qwen/Qwen3-0.6B/ ").address == qwen
    assert remote_named("xlm-roberta").address.startswith("https://huggingface.co/FacebookAI/xlm-roberta-base/")
    assert {"Qwen/Qwen3-0.6B", *ENCODINGS} <= set(names_to_fetch())


@pytest.mark.parametrize("name", ["", "p50k", "a/b/c", "../x", "a b/c", "-a/b", "http://example.org/x"])
def test_what_is_no_name_is_refused(name):
    with pytest.raises(OptionError, match=r"cannot be fetched.* as in Qwen/Qwen3-0\.6B, or one of r50k_base"):
        remote_named(name)


# -- what goes well ------------------------------------------------------------------------------------------------------


def test_a_look_says_how_large_it_is_and_keeps_nothing(server, folder):
    server.replies[PATH] = Reply(CONTENT, headers={"X-Linked-Etag": f'"{sha256(CONTENT)}"'})
    offer = look(remote(server))
    assert (offer.size, offer.hash_name) == (len(CONTENT), "SHA-256")
    assert offer.sentence == f"127.0.0.1 has {NAME}: 0.0 MB, checked by its SHA-256."
    assert not folder.exists()


def test_a_tokenizer_is_fetched_and_known_by_its_name(server, folder):
    events = list(download(remote(server)))
    progress = [event for event in events if isinstance(event, Progress)]
    assert (progress[0].done, progress[-1].done, progress[-1].share) == (0, len(CONTENT), 1.0)
    assert events[-1] == folder / "somebody--words.tokenizer.json"
    assert events[-1].read_bytes() == CONTENT
    assert [path.name for path in folder.iterdir()] == [events[-1].name]
    assert NAME in available()
    assert origin_of(NAME) == "this program's downloads"
    assert load_preset(NAME).name == NAME


def test_the_command_line_knows_what_was_fetched(server):
    list(download(remote(server)))
    assert tokenizer_named(NAME).name == NAME


def test_a_rank_file_is_checked_by_the_hash_that_the_program_knows(server, folder, monkeypatch):
    content = b"YQ== 0\nYg== 1\n"
    monkeypatch.setattr("engine.published.download_names._DIGESTS", {"p50k_base": sha256(content)})
    server.replies["/p50k_base.tiktoken"] = Reply(content)
    assert list(download(remote(server, "p50k_base")))[-1] == folder / "p50k_base.tiktoken"
    (folder / "p50k_base.tiktoken").unlink()
    folder.rmdir()
    server.replies["/p50k_base.tiktoken"] = Reply(content.replace(b"1", b"2"))
    assert "is not the published file (its SHA-256 differs), so it was not kept" in refusal(
        remote(server, "p50k_base"), folder
    )


def test_the_hash_is_the_hubs_and_not_that_of_the_store_it_sends_to(server):
    server.replies[PATH] = Reply(
        status=302, headers={"Location": "/store", "X-Linked-Etag": sha256(CONTENT), "X-Linked-Size": str(len(CONTENT))}
    )
    server.replies["/store"] = Reply(CONTENT, headers={"ETag": '"' + "0" * 64 + '"'})
    assert isinstance(list(download(remote(server)))[-1], Path)


def test_small_files_of_the_hub_have_the_hash_of_git(server, folder):
    git = hashlib.sha1(b"blob %d\0" % len(CONTENT) + CONTENT).hexdigest()
    server.replies[PATH] = Reply(CONTENT, headers={"ETag": f'W/"{git}"'})
    assert look(remote(server)).hash_name == "git hash"
    assert isinstance(list(download(remote(server)))[-1], Path)


# -- what goes wrong: one sentence, and nothing is left ----------------------------------------------------------------------


def test_half_a_file(server, folder):
    server.replies[PATH] = Reply(CONTENT[:50], announced=len(CONTENT))
    sentence = refusal(remote(server), folder)
    assert "127.0.0.1" in sentence
    assert "Nothing was kept; try again." in sentence


def test_half_a_file_of_unknown_length(server, folder):
    server.replies[PATH] = Reply(CONTENT[:50], announced=-1)
    assert "is no tokenizer.json, so it was not kept" in refusal(remote(server), folder)


def test_another_hash(server, folder):
    server.replies[PATH] = Reply(CONTENT, headers={"X-Linked-Etag": "0" * 64})
    assert "(its SHA-256 differs), so it was not kept" in refusal(remote(server), folder)
    server.replies[PATH] = Reply(CONTENT, headers={"ETag": "0" * 40})
    assert "(its git hash differs), so it was not kept" in refusal(remote(server), folder)


def test_no_answer_in_time(server, folder):
    def silent() -> Reply:
        server.over.wait(20)
        return Reply()

    server.replies[PATH] = silent
    assert "it did not answer within 0.2 seconds" in refusal(remote(server), folder, timeout=0.2)
    with pytest.raises(DownloadError, match=r"within 0\.2 seconds"):
        look(remote(server), 0.2)


def test_silence_in_the_middle(server, folder):
    server.replies[PATH] = Reply(CONTENT[:50], announced=len(CONTENT), silence=True)
    assert f"went silent in the middle of {NAME}. Nothing was kept" in refusal(remote(server), folder, timeout=0.2)


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (401, "does not give somebody/words to everybody: it asks for an account"),
        (403, "does not give somebody/words to everybody: it asks for an account"),
        (404, "somebody/words has no tokenizer.json at 127.0.0.1. Look at how its name is written."),
        (429, "refused somebody/words (HTTP 429). Try again later."),
        (503, "refused somebody/words (HTTP 503). Try again later."),
    ],
)
def test_a_refusal(server, folder, status, sentence):
    server.replies[PATH] = Reply(b"no", status)
    assert sentence in refusal(remote(server), folder)


def test_no_server_at_all(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    sentence = refusal(remote_named(NAME, Servers(address, address)), folder)
    assert "cannot be reached: it refused the connection. All else works without a network." in sentence


def test_without_a_network(folder, monkeypatch):
    def offline(*_args: object, **_options: object) -> None:
        raise socket.gaierror(-3, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "create_connection", offline)
    for variable in ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    sentence = refusal(remote_named(NAME), folder)
    assert sentence == (
        "huggingface.co cannot be reached: there is no connection. All else works without a network. A file that you have "
        "can be opened instead."
    )


def test_a_web_page_in_the_place_of_the_file(server, folder):
    server.replies[PATH] = Reply(b"<!DOCTYPE html><p>Sign in</p>")
    assert "is no tokenizer.json, so it was not kept" in refusal(remote(server), folder)


def test_a_file_without_end(server, folder):
    server.replies[PATH] = Reply(b"{", announced=1 << 40)
    assert "1,099,511,627,776 bytes, too many for a tokenizer" in refusal(remote(server), folder)


def test_a_folder_that_cannot_be_written(server, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file"))
    with pytest.raises(DownloadError, match=re.escape(str(tmp_path / "file"))):
        list(download(remote(server)))
    assert (tmp_path / "file").read_text() == "in the way"


# -- only over TLS -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["http://example.org/tokenizer.json", "ftp://example.org/x", "file:///etc/passwd"])
def test_an_address_without_tls_is_not_fetched(folder, address):
    assert "only addresses with https are fetched" in refusal(Remote(NAME, address, folder / "x.json"), folder)


def test_no_redirect_leaves_tls(server, folder):
    server.replies[PATH] = Reply(status=302, headers={"Location": "http://example.org/tokenizer.json"})
    assert "http://example.org/tokenizer.json is not safe" in refusal(remote(server), folder)


def test_a_server_without_tls_is_not_trusted(server, folder):
    safe = server.address.replace("http:", "https:")
    assert "the connection is not safe" in refusal(remote_named(NAME, Servers(safe, safe)), folder)


# -- given up ------------------------------------------------------------------------------------------------------------


def test_a_download_that_is_given_up_leaves_nothing(server, folder):
    server.replies[PATH] = Reply(CONTENT[:50], announced=len(CONTENT), silence=True)
    running = download(remote(server))
    assert next(running).done == 0
    assert next(running).done == 50
    assert [path.name.startswith(".part-") for path in folder.iterdir()] == [True]
    running.close()
    assert not folder.exists()


def test_a_download_that_fails_leaves_what_was_there(server, folder):
    kept = list(download(remote(server)))[-1]
    server.replies[PATH] = Reply(CONTENT, headers={"X-Linked-Etag": "0" * 64})
    with pytest.raises(DownloadError):
        list(download(remote(server)))
    assert [path.name for path in folder.iterdir()] == [kept.name]
    assert kept.read_bytes() == CONTENT
