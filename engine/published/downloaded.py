"""Where tokenizers that were fetched by name are kept on this computer, and under which file name each."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

FOLDER_VARIABLE = "MERGESCOPE_DOWNLOADS_FOLDER"
"""Names another folder, for a shared one or a test."""


def downloads_folder() -> Path:
    """The folder; it is made with the first download."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else Path(platformdirs.user_cache_dir("mergescope", appauthor=False)) / "tokenizers"


def hub_file(repository: str) -> Path:
    """The tokenizer.json of a repository, whether it was fetched or not.

    >>> hub_file("Qwen/Qwen3-0.6B").name
    'Qwen--Qwen3-0.6B.tokenizer.json'
    """
    return downloads_folder() / f"{repository.replace('/', '--')}.tokenizer.json"


def encoding_file(name: str) -> Path:
    """A rank file as tiktoken publishes it, whether it was fetched or not."""
    return downloads_folder() / f"{name}.tiktoken"


def fetched_repositories() -> list[str]:
    """The repositories whose tokenizer.json is here."""
    found = sorted(downloads_folder().glob("*--*.tokenizer.json"))
    return [path.name.removesuffix(".tokenizer.json").replace("--", "/", 1) for path in found]
