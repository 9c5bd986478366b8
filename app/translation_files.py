"""`python -m app.translation_files`: the texts of the window into resources/translations, to be opened in Qt Linguist.

Every text that the sources ask for goes into the .ts of each language, with what is translated already; from it the .qm
is made, which the window loads.  The sentences of the engine are listed beside them, for the window to know them by.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from app.engine_words import table_texts
from app.sentence_templates import sentence_templates
from app.translation import LANGUAGES

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "resources" / "translations"
LISTED = FOLDER / "sentences.json"
TRANSLATED = tuple(code for code in LANGUAGES if code != "en")


def file_of(language: str, suffix: str = ".ts") -> Path:
    """Where the texts of a language stand."""
    return FOLDER / f"mergescope_{language}{suffix}"


def listed_sentences() -> str:
    """The engine's sentences as they stand in resources."""
    return json.dumps(sentence_templates(), ensure_ascii=False, indent=0) + "\n"


def extract(language: str, into: Path) -> None:
    """Bring a .ts up to date: new texts come in as unfinished, those that nothing asks for any more go."""
    with TemporaryDirectory() as folder:
        listing = Path(folder) / "tables.py"
        listing.write_text(_listing(), encoding="utf-8")
        sources = [*sorted((ROOT / "app").rglob("*.py")), listing]
        _run(
            "pyside6-lupdate",
            *("-tr-function-alias", "QT_TRANSLATE_NOOP+=later", "-locations", "none", "-no-obsolete"),
            *("-source-language", "en", "-target-language", language),
            *map(str, sources),
            *("-ts", str(into)),
        )


def compile_file(source: Path, into: Path) -> None:
    """The .qm of a .ts."""
    _run("pyside6-lrelease", str(source), "-qm", str(into))


def _listing() -> str:
    """The rows of tables as a source file that asks for each of them."""
    rows = [(context, text) for context, texts in table_texts().items() for text in texts]
    return "".join(f'translate("{context}", {_literal(text)})\n' for context, text in rows)


def _literal(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _run(tool: str, *arguments: str) -> None:
    subprocess.run([str(Path(sys.executable).with_name(tool)), *arguments], check=True, capture_output=True)


def main() -> None:
    """Bring the files of all languages up to date."""
    FOLDER.mkdir(exist_ok=True)
    LISTED.write_text(listed_sentences(), encoding="utf-8")
    for language in TRANSLATED:
        extract(language, file_of(language))
        compile_file(file_of(language), file_of(language, ".qm"))


if __name__ == "__main__":
    main()
