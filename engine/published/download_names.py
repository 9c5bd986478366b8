"""What can be fetched by name: tiktoken's encodings, and any repository of the Hugging Face hub with a tokenizer.json."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import OptionError
from engine.formats.published import KNOWN_FILES
from engine.published.downloaded import encoding_file, hub_file
from engine.published.downloads import Remote
from engine.published.preset_table import FOUND
from engine.suggestions import did_you_mean

ENCODINGS = {"r50k_base": "gpt2", "p50k_base": "p50k_base", "cl100k_base": "cl100k_base", "o200k_base": "o200k_base"}
"""Name of the file that tiktoken publishes -> what its content is called in the table of known files."""
_REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII)
_DIGESTS = {known.name: digest for digest, known in KNOWN_FILES.items()}


@dataclass(frozen=True, slots=True)
class Servers:
    """Where files are fetched from; a test names a server on this computer."""

    hub: str = "https://huggingface.co"
    encodings: str = "https://openaipublic.blob.core.windows.net/encodings"


def remote_named(name: str, servers: Servers | None = None) -> Remote:
    """The file behind a name; OptionError says what a name looks like.

    >>> remote_named("Qwen/Qwen3-0.6B").address
    'https://huggingface.co/Qwen/Qwen3-0.6B/resolve/main/tokenizer.json'
    """
    servers = servers or Servers()
    name = name.strip().removeprefix("https://huggingface.co/").rstrip("/")
    if name in ENCODINGS:
        digest = _DIGESTS[ENCODINGS[name]]
        return Remote(name, f"{servers.encodings}/{name}.tiktoken", encoding_file(name), digest)
    repository = FOUND[name].repositories[0] if name in FOUND and FOUND[name].repositories else name
    if not _REPOSITORY.fullmatch(repository):
        hint = did_you_mean(name, names_to_fetch())
        raise OptionError(
            f'"{name}" cannot be fetched.{hint} A name is a repository of the Hugging Face hub, as in Qwen/Qwen3-0.6B, or '
            f"one of {', '.join(ENCODINGS)}."
        )
    return Remote(name, f"{servers.hub}/{repository}/resolve/main/tokenizer.json", hub_file(repository))


def names_to_fetch() -> tuple[str, ...]:
    """Names to begin with: any other repository can be typed."""
    return (*ENCODINGS, *dict.fromkeys(repository for row in FOUND.values() for repository in row.repositories))
