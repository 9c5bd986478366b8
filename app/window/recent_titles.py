"""What recent files are called where they are listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path


def recent_titles(paths: Sequence[Path]) -> dict[Path, str]:
    """Each file's name; with its folder's where two have one name, as every `tokenizer.json` has.

    >>> list(recent_titles([Path("/a/notes.mergescope-session"), Path("/qwen/tokenizer.json")]).values())
    ['notes.mergescope-session', 'tokenizer.json']
    >>> list(recent_titles([Path("/qwen/tokenizer.json"), Path("/llama/tokenizer.json")]).values())
    ['tokenizer.json (qwen)', 'tokenizer.json (llama)']
    """
    times = Counter(path.name for path in paths)
    return {path: path.name if times[path.name] == 1 else f"{path.name} ({path.parent.name})" for path in paths}
