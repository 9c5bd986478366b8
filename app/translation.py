"""The language of the window: which ones there are, which one is meant, and how a text is asked for in it.

A QObject asks with `self.tr`, everything else with `translate`.  A text in a table stands there as `later`, which only
marks it, and is translated where it is shown.  What the engine's tables say is asked for as `translate("engine", ...)`:
the engine itself is English and knows nothing of it.
"""

from __future__ import annotations

from importlib.resources import as_file, files

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

ENGINE = "engine"
LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Names of the languages in themselves, by code; the source is English."""


def translate(context: str, text: str) -> str:
    """The text in the language of the window."""
    return QCoreApplication.translate(context, text)


def later(_context: str, text: str) -> str:
    """A text of a table as it stands, marked so that it is extracted."""
    return text


def inside(title: str) -> str:
    """A title inside a sentence: with a small letter in English, as it is where nouns are written large."""
    small = "titles begin small inside a sentence"
    return (
        title[:1].lower() + title[1:]
        if translate("translation", "titles begin small inside a sentence") == small
        else title
    )


def counted(count: float, one: str, many: str) -> str:
    """The form for one thing, or for any other number of them, with the number in its place."""
    return (one if count == 1 else many).format(count)


def language_of(chosen: str, system: str | None = None) -> str:
    """The code of the language for a setting: "" means the system's, English where it is none of ours."""
    wanted = chosen or system or QLocale.system().name()
    code = wanted.replace("-", "_").split("_")[0].lower()
    return code if code in LANGUAGES else "en"


def install(application: QCoreApplication, language: str) -> list[QTranslator]:
    """Let the application speak a language, its dialogs too; what was installed, to be removed again."""
    if language == "en":
        return []
    translators = [_of_qt(application, language), _of_the_window(application, language)]
    for translator in translators:
        application.installTranslator(translator)
    return translators


def _of_qt(application: QCoreApplication, language: str) -> QTranslator:
    made = QTranslator(application)
    made.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    return made


def _of_the_window(application: QCoreApplication, language: str) -> QTranslator:
    made = QTranslator(application)
    with as_file(files("resources") / "translations" / f"mergescope_{language}.qm") as path:
        made.load(str(path))
    return made
