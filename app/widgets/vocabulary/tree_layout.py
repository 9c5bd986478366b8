"""Where the tokens of a merge tree stand: leaves in the order of the text, each token above the middle of its parts.  Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.vocabularies.token_forest import TokenTree


@dataclass(frozen=True, slots=True)
class Node:
    """A token's chip: its middle, its row from the bottom (0: base symbols), and the places of its parts in the list."""

    tree: TokenTree
    x: float
    width: float
    level: int
    parts: tuple[int, ...] = ()


def tree_layout(
    tree: TokenTree, width_of: Callable[[int], float], words_of: Callable[[TokenTree], float], gap: float
) -> tuple[list[Node], float]:
    """All nodes, parts before what they make, and the whole width; `words_of` is the room of what stands at a chip's right.

    >>> tree = TokenTree(2, 1, (TokenTree(0, 0), TokenTree(1, 0)))
    >>> nodes, width = tree_layout(tree, lambda id: 10.0, lambda tree: 9.0, 4.0)
    >>> [(node.tree.id, node.x, node.level) for node in nodes], width
    ([(0, 5.0, 0), (1, 19.0, 0), (2, 12.0, 1)], 26.0)
    """
    nodes: list[Node] = []
    left = 0.0

    def place(part: TokenTree) -> int:
        nonlocal left
        own = width_of(part.id)
        if not part.children:
            nodes.append(Node(part, left + own / 2, own, 0))
            left += own + gap
            return len(nodes) - 1
        begin = left
        parts = tuple(place(child) for child in part.children)
        middle = (nodes[parts[0]].x + nodes[parts[-1]].x) / 2
        level = 1 + max(nodes[child].level for child in parts)
        # A chip wider than what stands under it gets the room it needs, and so do its words: nothing covers its neighbour.
        middle = max(middle, begin + own / 2)
        left = max(left, middle + own / 2 + words_of(part) + gap)
        nodes.append(Node(part, middle, own, level, parts))
        return len(nodes) - 1

    place(tree)
    return nodes, left - gap
