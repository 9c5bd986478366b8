"""What no kernel can say of itself: that Python calls none of those that have no way in from there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
INNER = {"inner_kernel", "inner_allocating_kernel", "inlined_kernel"}
KERNELS = INNER | {"kernel", "lean_kernel", "intrinsic"}


def decorators(function: ast.FunctionDef) -> set[str]:
    return {node.id for node in function.decorator_list if isinstance(node, ast.Name)}


def kernel_modules() -> dict[str, ast.Module]:
    return {path.stem: ast.parse(path.read_text()) for path in (ROOT / "engine" / "kernels").glob("*.py")}


def inner_kernels() -> set[tuple[str, str]]:
    return {
        (module, node.name)
        for module, tree in kernel_modules().items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and decorators(node) & INNER
    }


def python_calls(tree: ast.Module) -> Iterator[ast.Call]:
    """All calls outside of kernels."""
    outside = [node for node in tree.body if not (isinstance(node, ast.FunctionDef) and decorators(node) & KERNELS)]
    for node in outside:
        yield from (inner for inner in ast.walk(node) if isinstance(inner, ast.Call))


def origins(tree: ast.Module, module: str) -> dict[str, str]:
    """The kernel module that each imported name comes from; a module's own names come from itself."""
    found = {node.name: module for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine.kernels"):
            home = (node.module or "").removeprefix("engine.kernels").lstrip(".")
            found |= {alias.asname or alias.name: home or alias.name for alias in node.names}
    return found


def test_python_calls_no_inner_kernel() -> None:
    inner = inner_kernels()
    assert ("count", "_flush") in inner
    homes_of_modules = {module: origins(tree, module) for module, tree in kernel_modules().items()}
    wrong = []
    for folder in ("engine", "app", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            homes = origins(tree, path.stem if path.parent.name == "kernels" else "")
            for call in python_calls(tree):
                target = call.func
                if isinstance(target, ast.Name):
                    called = homes.get(target.id, ""), target.id
                elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                    module = homes.get(target.value.id, "")
                    called = homes_of_modules.get(module, {}).get(target.attr, ""), target.attr
                else:
                    continue
                if called in inner:
                    wrong.append(f"{path.relative_to(ROOT)}:{call.lineno} {called[1]}")
    assert not wrong
