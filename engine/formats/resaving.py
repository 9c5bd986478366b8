"""Saving a tokenizer that runs on a library: as the file that it was opened from, or as the library's own."""

from __future__ import annotations

from pathlib import Path

from engine.backends import LibraryTokenizer
from engine.backends.tokenizers_library import TokenizersLibrary
from engine.errors import UnsupportedError
from engine.formats.files import write_atomically, write_json
from engine.formats.vocab_folders import made_folder
from engine.formats.vocab_txt import FILE_NAME

LIBRARYS_OWN = "tokenizer-json"
"""The format that the `tokenizers` library reads: whatever runs on it can be written so."""


def save_as_opened(tokenizer: LibraryTokenizer, path: Path, format: str) -> None:
    """Write the file; UnsupportedError for another format, which names what there is."""
    origin, content = tokenizer.description.file or ("", b"")
    library = tokenizer.library
    if origin == format == "vocab-txt":
        write_atomically(made_folder(path) / FILE_NAME, content)
    elif origin == format:
        write_atomically(path, content)
    elif format == LIBRARYS_OWN and isinstance(library, TokenizersLibrary):
        write_json(path, {"version": "1.0", **library.content})
    else:
        runs_on = tokenizer.details.get("library", "its own library")
        way_out = " Save it as tokenizer.json." if isinstance(library, TokenizersLibrary) else ""
        raise UnsupportedError(
            f"{tokenizer.name} runs on the library {runs_on}, and cannot be saved as {path.name}.{way_out}"
        )
