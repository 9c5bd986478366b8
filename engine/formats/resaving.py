"""Saving a tokenizer that runs on a library: as the file that it was opened from, or as the library's own."""

from __future__ import annotations

from pathlib import Path

from engine.backends import LibraryTokenizer
from engine.backends.tokenizers_library import TokenizersLibrary
from engine.errors import UnsupportedError
from engine.formats.files import write_atomically, write_json
from engine.formats.mergescope_json import save_library
from engine.formats.mergescope_library import library_content
from engine.formats.vocab_folders import made_folder
from engine.formats.vocab_txt import FILE_NAME

LIBRARYS_OWN = "tokenizer-json"
"""The format that the `tokenizers` library reads: whatever runs on it can be written so."""
OURS = "mergescope"
"""Holds what any library shows."""


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
    elif format == OURS:
        save_library(tokenizer, path)
    else:
        library_content(tokenizer)  # says so where the library shows nothing at all
        runs_on = tokenizer.details.get("library", "its own library")
        way_out = "tokenizer.json or .mergescope" if isinstance(library, TokenizersLibrary) else ".mergescope"
        raise UnsupportedError(
            f"{tokenizer.name} runs on the library {runs_on}, and cannot be saved as {path.name}. Save it as {way_out}."
        )
