"""The same text through tokenizers beside the main one, and where each of them parts from it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.state.text.text_reader import TextReader
from app.state.text.typed_text import TypedText
from app.state.tokenizers.tokenizer_library import TokenizerLibrary
from engine.reading.differences import Differences, Side
from engine.reading.several import Together, together


class OtherReaders(QObject):
    """Signals: `changed` when readers came or went; with the number of one, `encoded` when it has new tokens or none, and
    `compared` when its differences from the main one came later."""

    changed = Signal()
    encoded = Signal(int)
    compared = Signal(int)

    def __init__(self, main: TextReader, new_reader: Callable[[], TextReader], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._main, self._new_reader = main, new_reader
        self._library: TokenizerLibrary | None = None
        self._wanted: tuple[str, ...] = ()
        """The keys that were chosen; those of them that the library does not have yet, as a session names them, come later."""
        self._by_key: dict[str, TextReader] = {}
        self._shown = True
        self._asked: tuple[TypedText, frozenset[str]] = TypedText(""), frozenset()

    @property
    def readers(self) -> tuple[TextReader, ...]:
        return tuple(self._by_key.values())

    @property
    def keys(self) -> tuple[str, ...]:
        """Of their tokenizers, in the library."""
        return tuple(self._by_key)

    @property
    def wanted(self) -> tuple[str, ...]:
        """The same with those that are still on their way into the library."""
        return self._wanted

    def differences(self, number: int) -> Differences | None:
        """Where the main tokenizer and one of these part; None while that is not known."""
        return self.readers[number].differences.result

    def together(self) -> Together | None:
        """Where the main one parts from any of these, as far as it is known; None where nothing is."""
        found = [reader.differences.result for reader in self.readers]
        known = [differences for differences in found if differences is not None]
        return together(known) if known else None

    def follow(self, library: TokenizerLibrary) -> None:
        """Take the tokenizers from there, the run's at the timeline's step."""
        self._library = library
        library.changed.connect(self._renew)
        library.run_changed.connect(self._renew)

    def set_shown(self, shown: bool) -> None:
        """While nobody sees the text no other tokenizer reads it."""
        self._shown = shown
        self._renew()

    def choose(self, keys: tuple[str, ...]) -> None:
        """These tokenizers of the library, and no others."""
        if keys != self._wanted:
            self._wanted = keys
            self._renew()

    def _have(self, keys: tuple[str, ...]) -> None:
        """A reader for each of these, those that are there already among them."""
        before = self._by_key
        self._by_key = {key: before.get(key) or self._made() for key in keys}
        for key in before.keys() - self._by_key.keys():
            before[key].close()
            before[key].deleteLater()
        self.changed.emit()

    def read(self, typed: TypedText, allowed: frozenset[str]) -> None:
        """Another text."""
        self._asked = typed, allowed
        for reader in self.readers:
            reader.read(typed, allowed)

    def compare(self) -> None:
        """The main one has other tokens: compare all with it."""
        for reader in self.readers:
            self._compare(reader)

    def close(self) -> None:
        for reader in self.readers:
            reader.close()

    def _made(self) -> TextReader:
        reader = self._new_reader()
        reader.differences.changed.connect(self._on_compared)
        reader.encoded.connect(self._on_encoded)
        reader.refused.connect(self._on_encoded)
        return reader

    def _renew(self) -> None:
        """The library's tokenizers as they are now; those that are gone go here too."""
        library = self._library
        if library is None:
            return
        there = {key for key in self._wanted if library.entry(key) is not None}
        self._wanted = tuple(key for key in self._wanted if key in there or key not in self._by_key)
        present = tuple(key for key in self._wanted if key in there)
        if present != self.keys:
            self._have(present)
        for key, reader in tuple(self._by_key.items()):
            tokenizer = library.tokenizer(key) if self._shown else None
            if tokenizer is not None and reader.set_tokenizer(tokenizer, library.title(key)):
                reader.read(*self._asked)

    def _compare(self, reader: TextReader) -> None:
        reader.differences.ask(_side(self._main), _side(reader))

    def _on_encoded(self) -> None:
        reader = self.sender()
        if isinstance(reader, TextReader) and reader in self.readers:
            self._compare(reader)
            self.encoded.emit(self.readers.index(reader))

    def _on_compared(self) -> None:
        differences = self.sender()
        for number, reader in enumerate(self.readers):
            if reader.differences is differences:
                self.compared.emit(number)


def _side(reader: TextReader) -> Side | None:
    """What is compared of a reader; None while it has no tokens."""
    encoding, tokenizer = reader.encoding, reader.encoded_by
    if encoding is None or tokenizer is None:
        return None
    return Side(reader.title, tokenizer, encoding)
