"""The sentences that the engine refuses with, as templates out of its source: "{} has no column {}; it has {}.{}".

The engine is English and knows nothing of a window.  Its sentences are f-strings where an error is made; here they are read
off, so that each can have a form in another language, and a test finds the one that has none.  What stands at a place of a
template - a name, a number, the reason that another function gives - is taken as it comes; a reason that is text of the
engine's own is a template too.

    sentence_templates   all of them, each once; those without a word of their own left out
    unread               places where an error is made of nothing that could be read off

`python -m app.translation_files` writes them into resources/translations, as the source is not there in every installation.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from engine import errors

ENGINE_FOLDER = Path(errors.__file__).parent
SESSION_FILE = Path(__file__).with_name("session_files") / "session_reading.py"
"""The window's own part that is read by the command line too, and so as English as the engine."""
_ELSEWHERE = ("commands", "kernels", "cli.py", "warm.py", "cluster.py", "cluster_parts.py")
"""What is said on a terminal alone, or says nothing."""
_TOLD = {
    "audit": ("Fact", "Part", "Audit", "_PARTS", "say"),
    "comparison": ("_doubt",),
    "reading.differences": ("Cause",),
    "reading.parts": ("_SAME", "_why", "_by_token", "_by_blank", "_by_pre_token", "_by_normalizer"),
    "session_reading": ("problems",),
    "corpora.source_report": ("notes",),
    "corpora.same_texts": ("repeated",),
    "vocabularies.vocabulary_overview": ("note", "unknown"),
}
"""What is said without an error: by functions that give it, in what they are called with, in lists that it is put on, as a
field or a name."""
_WORDS = ("line", "row", "article", "cheap", "dear", "this text", "the reference text")
"""What is handed to the functions that make a sentence."""
_UNCHANGED = ("replace", "strip")
_CLASSES = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)}
_REASONS = {"ValueError"}
"""Their words stand in a sentence of another error."""
_MOST = 4
"""So many forms of a part are written out; of more, and of what a function gives, each is a template of its own."""
_PLACE = "{}"

Texts = list[str]


def sentence_templates(folder: Path = ENGINE_FOLDER) -> list[str]:
    """In the order of the source."""
    files = (SESSION_FILE,) if folder == ENGINE_FOLDER else ()
    reader = _Reader(_modules(folder) | {path.stem: ast.parse(path.read_text("utf-8")) for path in files})
    return list(dict.fromkeys([*_WORDS, *filter(has_words, reader.read())]))


def unread(folder: Path = ENGINE_FOLDER) -> list[str]:
    """Module and line of each error whose sentence is not a text of the engine's."""
    reader = _Reader(_modules(folder))
    list(reader.read())
    return reader.unread


def has_words(template: str) -> bool:
    """There is something to translate.

    >>> has_words("{}: {}"), has_words("{} is no file.")
    (False, True)
    """
    return sum(letter.isalpha() for letter in template.replace(_PLACE, "")) > 1


def _modules(folder: Path) -> dict[str, ast.Module]:
    """By name inside the engine: "formats.files"."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).parts
        if parts[0] not in _ELSEWHERE:
            name = ".".join(parts).removesuffix(".py").removesuffix(".__init__")
            found[name] = ast.parse(path.read_text("utf-8"))
    return found


@dataclass
class _Scope:
    """Where a name is looked up: the functions around a place, innermost first, then its module."""

    module: str
    functions: tuple[ast.FunctionDef, ...] = ()


@dataclass
class _Reader:
    modules: dict[str, ast.Module]
    unread: list[str] = field(default_factory=list)
    parts: Texts = field(default_factory=list)
    """Templates that stand at a place of another."""
    _open: set[int] = field(default_factory=set)

    def read(self) -> Iterator[str]:
        for name, tree in self.modules.items():
            for call, scope in _calls(tree, _Scope(name)):
                kind = getattr(call.func, "id", "")
                if kind not in _CLASSES | _REASONS or not call.args:
                    continue
                texts = self.texts(call.args[-1], scope)
                if kind in _CLASSES and not any(map(has_words, texts)):
                    self.unread.append(f"{name}:{call.lineno}")
                yield from texts
            for node, scope in _told(tree, _Scope(name), _TOLD.get(name, ())):
                yield from self.texts(node, scope)
            yield from (part for part in self.parts if " " in part.strip())  # a single word is mostly a name
            self.parts = []

    # -- the texts that an expression can be -------------------------------------------------------------------------

    def texts(self, node: ast.expr, scope: _Scope) -> Texts:
        """As templates; what is no text of the engine's is a place."""
        if isinstance(node, ast.Constant):
            return [_escaped(node.value)] if isinstance(node.value, str) else [_PLACE]
        if isinstance(node, ast.JoinedStr):
            return _joined([self._part(value, scope) for value in node.values])
        if isinstance(node, ast.FormattedValue):
            return self.texts(node.value, scope) if node.format_spec is None else [_PLACE]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return _joined([self._part(node.left, scope), self._part(node.right, scope)])
        if isinstance(node, ast.IfExp):
            return [*self.texts(node.body, scope), *self.texts(node.orelse, scope)]
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            return [text for value in node.values for text in self.texts(value, scope)]
        return self._looked_up(node, scope) or [_PLACE]

    def _part(self, node: ast.expr, scope: _Scope) -> Texts:
        """One part of a text: few forms as they are; a place for many, which become templates of their own."""
        texts = list(dict.fromkeys(self.texts(node, scope)))
        value = node.value if isinstance(node, ast.FormattedValue) else node
        if len(texts) <= _MOST and not isinstance(value, ast.Call) and not self._is_of_module(value, scope):
            return texts
        self.parts += texts
        return [_PLACE]

    def _is_of_module(self, node: ast.expr, scope: _Scope) -> bool:
        return isinstance(node, ast.Name) and not any(_assigned(node.id, function) for function in scope.functions)

    def _looked_up(self, node: ast.expr, scope: _Scope) -> Texts:
        """What a name, a call or a place in a table of texts can be."""
        if id(node) in self._open:
            return []
        self._open.add(id(node))
        try:
            if isinstance(node, ast.Name):
                return self._named(node.id, scope)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                return self._returned(node.func.id, scope)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                return self._of_method(node.func, scope)
            if isinstance(node, ast.Subscript):
                return self._of_table(node.value, scope)
            return []
        finally:
            self._open.discard(id(node))

    def _named(self, name: str, scope: _Scope) -> Texts:
        for depth, function in enumerate(scope.functions):
            values = _assigned(name, function)
            if values:
                inner = _Scope(scope.module, scope.functions[depth:])
                return [text for value in values for text in self.texts(value, inner)]
        module, values = self._of_module(name, scope.module)
        return [text for value in values for text in self.texts(value, _Scope(module))]

    def _returned(self, name: str, scope: _Scope) -> Texts:
        module, function = self._function(name, scope)
        if function is None:
            return []
        inner = _Scope(module, (function,))
        values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None]
        texts = [text for value in values if not _makes_error(value) for text in self.texts(value, inner)]
        return texts if any(map(has_words, texts)) else []

    def _of_method(self, called: ast.Attribute, scope: _Scope) -> Texts:
        """Of a text that is only tidied, a table of texts, a method of the same object."""
        if called.attr in _UNCHANGED and isinstance(called.value, ast.JoinedStr):
            return self.texts(called.value, scope)
        if called.attr == "get":
            return self._of_table(called.value, scope)
        return self._returned(called.attr, scope) if getattr(called.value, "id", "") == "self" else []

    def _of_table(self, node: ast.expr, scope: _Scope) -> Texts:
        if not isinstance(node, ast.Name):
            return []
        module, values = self._of_module(node.id, scope.module)
        tables = [value for value in values if isinstance(value, ast.Dict)]
        texts = [text for table in tables for value in table.values for text in self.texts(value, _Scope(module))]
        return texts if any(map(has_words, texts)) else []

    # -- names -------------------------------------------------------------------------------------------------------

    def _of_module(self, name: str, module: str) -> tuple[str, list[ast.expr]]:
        """What a module gives a name of its own, or of another one of the engine from which it takes it."""
        tree = self.modules.get(module)
        if tree is None:
            return module, []
        values = _assigned(name, tree)
        if values:
            return module, values
        source = _imported_from(name, tree)
        return self._of_module(name, source) if source else (module, [])

    def _function(self, name: str, scope: _Scope) -> tuple[str, ast.FunctionDef | None]:
        tree = self.modules.get(scope.module)
        if tree is None:
            return scope.module, None
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == name:
                return scope.module, node
        source = _imported_from(name, tree)
        return self._function(name, _Scope(source)) if source else (scope.module, None)


def _calls(node: ast.AST, scope: _Scope) -> Iterator[tuple[ast.Call, _Scope]]:
    for child in ast.iter_child_nodes(node):
        inner = scope
        if isinstance(child, ast.FunctionDef):
            inner = _Scope(scope.module, (child, *scope.functions))
        if isinstance(child, ast.Call):
            yield child, scope
        yield from _calls(child, inner)


def _told(tree: ast.Module, scope: _Scope, names: tuple[str, ...]) -> Iterator[tuple[ast.expr, _Scope]]:
    """What is given by these functions, put on these lists, or stands in these fields."""
    for call, inner in _calls(tree, scope):
        listed = isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") in names
        called = getattr(call.func, "id", "") in names
        # A cause has its kind before its sentence.
        said = call.args[1:] if getattr(call.func, "id", "") == "Cause" else call.args
        yield from ((value, inner) for value in said if listed or called)
        yield from ((word.value, inner) for word in call.keywords if word.arg in names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if getattr(target, "id", "") in names:
                yield from ((value, scope) for value in _values(node.value))
        if isinstance(node, ast.FunctionDef) and node.name in names:
            returned = (part.value for part in ast.walk(node) if isinstance(part, ast.Return))
            yield from ((value, _Scope(scope.module, (node,))) for value in returned if value is not None)


def _values(node: ast.expr) -> Iterator[ast.expr]:
    """The value, or of a table of pairs (a name, its words) the words."""
    if not isinstance(node, ast.Dict):
        yield node
    for pair in ast.walk(node) if isinstance(node, ast.Dict) else ():
        if isinstance(pair, ast.Tuple) and isinstance(pair.elts[-1], ast.Constant):
            yield pair.elts[-1]


def _assigned(name: str, node: ast.FunctionDef | ast.Module) -> list[ast.expr]:
    """The values that a name is given there, inside of what stands there too."""
    found: list[ast.expr] = []
    for child in ast.walk(node) if isinstance(node, ast.FunctionDef) else node.body:
        targets = child.targets if isinstance(child, ast.Assign) else []
        found += [child.value for target in targets if isinstance(target, ast.Name) and target.id == name]  # type: ignore[attr-defined]
        for target in targets:
            found += _of_pair(name, target, child.value)  # type: ignore[attr-defined]
    return found


def _of_pair(name: str, target: ast.expr, value: ast.expr) -> list[ast.expr]:
    """`what, way = "...", "..."`, also with a condition before it."""
    if not isinstance(target, ast.Tuple):
        return []
    if isinstance(value, ast.IfExp):
        return [*_of_pair(name, target, value.body), *_of_pair(name, target, value.orelse)]
    if not isinstance(value, ast.Tuple):
        return []
    pairs = zip(target.elts, value.elts, strict=False)
    return [given for part, given in pairs if isinstance(part, ast.Name) and part.id == name]


def _imported_from(name: str, tree: ast.Module) -> str:
    """The module of the engine that a name is taken from."""
    for node in tree.body:
        module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
        if module.startswith("engine.") and any(alias.name == name for alias in node.names):  # type: ignore[attr-defined]
            return module.removeprefix("engine.")
    return ""


def _makes_error(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in _CLASSES


def _joined(parts: list[Texts]) -> Texts:
    """All ways to put one text of each part after the other; two places in a row are one."""
    texts = ("".join(chosen) for chosen in product(*parts))
    return [_one_place(text) for text in texts]


def _one_place(text: str) -> str:
    while _PLACE * 2 in text:
        text = text.replace(_PLACE * 2, _PLACE)
    return text


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
