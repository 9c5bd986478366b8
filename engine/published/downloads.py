"""Fetching a published tokenizer by name: one file, checked, and in its place whole or not at all.

    look(remote)      is it there, how large is it, and is a hash published: a connection of a few seconds
    download(remote)  the same, then the file; yields Progress, and its place at the end

Only over TLS, also after a redirect; a server on this very computer may speak plain http where its address was given
explicitly.  tiktoken's encodings are checked by the SHA-256 that the program knows, files of the Hugging Face hub by the
hash that the hub sends along: SHA-256 of large files, git's SHA-1 of small ones.
"""

from __future__ import annotations

import hashlib
import http.client
import os
import re
import ssl
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import IO, Any, BinaryIO
from urllib.parse import urlsplit

from engine.errors import DownloadError
from engine.model import Progress

TIMEOUT = 8.0
"""Seconds in which a server has to answer, and to go on."""
LARGEST = 256 << 20
"""Bytes; the largest published tokenizer.json has about 40 million."""
_PIECE = 128 << 10
_MOST_REDIRECTS = 5
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_WAY_OUT = "A file that you have can be opened instead."


@dataclass(frozen=True, slots=True)
class Remote:
    """A file that can be fetched: how it is called here, its address, where it will lie.

    `digest` is its SHA-256 where that is known beforehand, else "".
    """

    name: str
    address: str
    path: Path
    digest: str = ""

    @property
    def host(self) -> str:
        return urlsplit(self.address).hostname or self.address


@dataclass(frozen=True, slots=True)
class Offer:
    """What a server has: `size` in bytes (0 = it does not say), `hash_name` the hash that will be checked ("" = none)."""

    remote: Remote
    size: int
    hash_name: str

    @property
    def sentence(self) -> str:
        """One line for the user.

        >>> Offer(Remote("a/b", "https://huggingface.co/a/b", Path("b")), 11_422_654, "SHA-256").sentence
        'huggingface.co has a/b: 11.4 MB, checked by its SHA-256.'
        """
        size = f"{self.size / 1e6:,.1f} MB" if self.size else "it does not say how large"
        check = f"checked by its {self.hash_name}" if self.hash_name else "no hash is published for it"
        return f"{self.remote.host} has {self.remote.name}: {size}, {check}."


def look(remote: Remote, timeout: float = TIMEOUT) -> Offer:
    """Ask the server for the file, and hang up."""
    with _opened(remote, timeout) as answer:
        return answer.offer


def download(remote: Remote, timeout: float = TIMEOUT) -> Iterator[Progress | Path]:
    """Fetch the file.  Whatever goes wrong, and when the iteration is given up, nothing is left behind."""
    with _opened(remote, timeout) as answer:
        made = _folder_for(remote.path)
        part = None
        try:
            descriptor, name = tempfile.mkstemp(prefix=".part-", dir=remote.path.parent)
            part = Path(name)
            with os.fdopen(descriptor, "wb") as file:
                yield from answer.copy_to(file)
                answer.check(file.tell(), part)
            part.replace(remote.path)
        except OSError as error:
            raise DownloadError(f"{remote.path} cannot be written: {error.strerror or error}.") from None
        finally:
            if part is not None:
                part.unlink(missing_ok=True)
            if made and not remote.path.exists():
                with suppress(OSError):
                    remote.path.parent.rmdir()
    yield remote.path


def _folder_for(path: Path) -> bool:
    """Make the folder; True if it was not there."""
    if path.parent.is_dir():
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DownloadError(f"{path.parent} cannot be made: {error.strerror or error}.") from None
    return True


# The answer of a server -----------------------------------------------------------------------------------------------


class _Answer:
    """An open connection that is about to send the file."""

    def __init__(self, remote: Remote, response: http.client.HTTPResponse, first: Message) -> None:
        self._remote = remote
        self._response = response
        self._size = _number(response.headers.get("Content-Length")) or _number(first.get("X-Linked-Size"))
        self._kind, self._wanted = ("SHA-256", remote.digest) if remote.digest else _sent_hash(first)
        if not self._size and self._kind == "git hash":
            self._kind, self._wanted = "", ""  # it covers the size, which is not known
        if self._size > LARGEST:
            raise DownloadError(f"{remote.address} has {self._size:,} bytes, too many for a tokenizer. {_WAY_OUT}")
        self._hash = _HASHES[self._kind or "SHA-256"](self._size)

    @property
    def offer(self) -> Offer:
        return Offer(self._remote, self._size, self._kind)

    def copy_to(self, file: BinaryIO | IO[bytes]) -> Iterator[Progress]:
        """Write what comes, piece by piece."""
        done = 0
        yield Progress(f"Fetching {self._remote.name}", 0, self._size)
        while piece := self._read():
            file.write(piece)
            self._hash.update(piece)
            done += len(piece)
            if done > (self._size or LARGEST):
                raise DownloadError(f"{self._remote.host} sent more than it announced, so nothing was kept. {_WAY_OUT}")
            yield Progress(f"Fetching {self._remote.name}", done, self._size)
        file.flush()

    def _read(self) -> bytes:
        try:
            return self._response.read1(_PIECE)
        except (OSError, http.client.HTTPException) as error:
            raise _not_whole(self._remote, error) from None

    def check(self, done: int, part: Path) -> None:
        """Whether it is the whole file, and the one that was published."""
        remote = self._remote
        if self._size and done != self._size:
            raise DownloadError(
                f"{remote.host} sent {done:,} of {self._size:,} bytes of {remote.name} and hung up. Nothing was kept; try again."
            )
        if self._wanted and self._hash.hexdigest() != self._wanted:
            raise DownloadError(
                f"What {remote.host} sent as {remote.name} is not the published file (its {self._kind} differs), so it was "
                f"not kept. {_WAY_OUT}"
            )
        if remote.path.suffix == ".json":
            _check_json(remote, part)


def _check_json(remote: Remote, part: Path) -> None:
    """A web page in the place of the file, or half of it, is seen at its two ends."""
    content = part.read_bytes()
    if not content.lstrip()[:1] == b"{" or not content.rstrip().endswith(b"}"):
        raise DownloadError(
            f"What {remote.host} sent as {remote.name} is no tokenizer.json, so it was not kept. {_WAY_OUT}"
        )


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() else 0


def _sent_hash(headers: Message) -> tuple[str, str]:
    """Which hash the hub sends with a file, and its value."""
    sent = (headers.get("X-Linked-Etag") or headers.get("ETag") or "").removeprefix("W/").strip('"').casefold()
    if re.fullmatch("[0-9a-f]{64}", sent):
        return "SHA-256", sent
    return ("git hash", sent) if re.fullmatch("[0-9a-f]{40}", sent) else ("", "")


def _git_hash(size: int) -> Any:
    return hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)


_HASHES: dict[str, Callable[[int], Any]] = {"SHA-256": lambda _size: hashlib.sha256(), "git hash": _git_hash}


# The connection -------------------------------------------------------------------------------------------------------


@contextmanager
def _opened(remote: Remote, timeout: float) -> Iterator[_Answer]:
    redirects = _Redirects(remote)
    _check_address(remote, remote.address)
    handlers: list[urllib.request.BaseHandler] = [
        redirects,
        urllib.request.HTTPSHandler(context=ssl.create_default_context()),
    ]
    if remote.host in _LOOPBACK:
        handlers.append(urllib.request.ProxyHandler({}))
    request = urllib.request.Request(remote.address, headers={"User-Agent": "mergescope"})
    try:
        response = urllib.request.build_opener(*handlers).open(request, timeout=timeout)
    except urllib.error.HTTPError as error:
        with error:
            raise _refused(remote, error.code) from None
    except (OSError, http.client.HTTPException) as error:
        raise _not_reached(remote, error, timeout) from None
    with response:
        yield _Answer(remote, response, redirects.first or response.headers)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows none that leaves TLS.  `first` are the headers of the hub's own answer: those of the store that it sends
    clients to speak of another file."""

    max_redirections = _MOST_REDIRECTS

    def __init__(self, remote: Remote) -> None:
        self._remote = remote
        self.first: Message | None = None

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        try:
            _check_address(self._remote, newurl)
        except DownloadError:
            fp.close()
            raise
        if urlsplit(newurl).hostname != self._remote.host or headers.get("X-Linked-Etag"):
            self.first = self.first or headers
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def _check_address(remote: Remote, address: str) -> None:
    """https; http only on this computer, and only where the whole way is there."""
    parts = urlsplit(address)
    begins_here = remote.address.startswith("http:") and remote.host in _LOOPBACK
    if parts.scheme == "https" or (parts.scheme == "http" and begins_here and parts.hostname in _LOOPBACK):
        return
    raise DownloadError(f"{address} is not safe: only addresses with https are fetched. {_WAY_OUT}")


def _refused(remote: Remote, code: int) -> DownloadError:
    """A server's answer other than the file, in words."""
    if code in (401, 403):
        reason = (
            "it asks for an account that has accepted its terms. Download it there with a browser and open the file"
        )
        return DownloadError(f"{remote.host} does not give {remote.name} to everybody: {reason}.")
    if code in (404, 410):
        what = "has no tokenizer.json" if remote.path.suffix == ".json" else "is not there"
        return DownloadError(f"{remote.name} {what} at {remote.host}. Look at how its name is written. {_WAY_OUT}")
    return DownloadError(f"{remote.host} refused {remote.name} (HTTP {code}). Try again later. {_WAY_OUT}")


def _not_reached(remote: Remote, error: Exception, timeout: float) -> DownloadError:
    reason = getattr(error, "reason", error)
    if isinstance(reason, TimeoutError):
        why = f"it did not answer within {timeout:g} seconds"
    elif isinstance(reason, ssl.SSLError):
        why = f"the connection is not safe ({reason.reason or reason})"
    elif isinstance(reason, ConnectionRefusedError):
        why = "it refused the connection"
    else:
        why = "there is no connection" if isinstance(error, OSError) else "it does not speak HTTP"
    return DownloadError(f"{remote.host} cannot be reached: {why}. All else works without a network. {_WAY_OUT}")


def _not_whole(remote: Remote, error: Exception) -> DownloadError:
    why = "went silent" if isinstance(error, TimeoutError) else "broke off"
    return DownloadError(f"{remote.host} {why} in the middle of {remote.name}. Nothing was kept; try again.")
