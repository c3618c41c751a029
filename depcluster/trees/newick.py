"""Trees as text in the Newick format."""

from __future__ import annotations

import re

import numpy as np

from .._validation import short_repr
from .walk import walk

_TOKEN = re.compile(r"\s*(?:\[[^\]]*\]|('(?:[^']|'')*')|([(),:;])|([^\s()\[\]':;,]+)|(\S))")
_PLAIN = re.compile(r"[A-Za-z0-9.+-]+")


def write_newick(edges, lengths, names):
    """A tree as a line of Newick, written from the inner node next to leaf 0."""
    # Lengths are written so that reading gives the same numbers.
    words = [name if _PLAIN.fullmatch(name) else f"'{_doubled(name)}'" for name in names]
    if len(names) == 1:
        return words[0] + ";"
    if len(names) == 2:
        return f"({words[0]}:{float(lengths[0])!r},{words[1]}:0.0);"
    root = int(edges[(edges == 0).any(axis=1)].max())
    order, parent, via = walk(edges, root)
    parts = {node: [] for node in order}
    for node in reversed(order):
        word = words[node] if node < len(names) else f"({','.join(reversed(parts[node]))})"
        if node == root:
            return word + ";"
        parts[parent[node]].append(f"{word}:{float(lengths[via[node]])!r}")


def _doubled(name):
    return name.replace("'", "''")


def parse_newick(text):
    """Edges (e, 2), lengths (e,) and names of leaves from Newick; see `Tree.from_newick`."""
    if not isinstance(text, str):
        raise ValueError(f"text must be a tree in Newick, a str; got {short_repr(text)}.")
    parent, length, name, ends = _read(text)
    alive = _without_unary(parent, length, ends)
    number = {node: k for k, node in enumerate(ends)}
    for node in alive:
        number.setdefault(node, len(number))
    edges = [(number[parent[k]], number[k]) for k in alive if parent[k] is not None]
    lengths = [length[k] for k in alive if parent[k] is not None]
    if None in lengths:
        raise _bad(text, "an edge without a length")
    return np.array(edges, dtype=np.intp).reshape(-1, 2), np.array(lengths), [name[k] for k in ends]


def _read(text):
    """Parent, length and name of every node in the order they open, and the leaves."""
    parent, length, name, inner = [None], [None], [None], set()
    here, after = 0, ""
    for token, kind in _tokens(text):
        if after == ";":
            raise _bad(text, f"{short_repr(token)} after the end")
        if token == ":" and kind == "sign" and (length[here] is not None or after == ":"):
            raise _bad(text, "a second ':' behind one node")
        if kind == "word" and after == ":":
            length[here] = _number(token, text)
        elif kind == "word" and name[here] is None and after in ("", "(", ",", ")"):
            name[here] = token
        elif (token == "(" and after in ("", "(", ",")) or (token == "," and here):
            above = here if token == "(" else parent[here]
            inner.add(above)
            parent.append(above)
            length.append(None)
            name.append(None)
            here = len(parent) - 1
        elif token == ")" and here:
            here = parent[here]
        elif token not in (":", ";") or (token == ";" and here) or kind == "word":
            raise _bad(text, f"{short_repr(token)} out of place")
        after = token if kind == "sign" else "word"
    ends = [k for k in range(len(parent)) if k not in inner]
    if after != ";" or any(name[k] is None for k in ends):
        raise _bad(text, "no semicolon at the end" if after != ";" else "a leaf without a name")
    return parent, length, name, ends


def _tokens(text):
    for match in _TOKEN.finditer(text.rstrip()):
        quoted, sign, plain, odd = match.groups()
        if odd:
            raise _bad(text, f"{odd!r} out of place")
        if quoted is not None:
            yield quoted[1:-1].replace("''", "'"), "word"
        elif sign or plain:
            yield (sign, "sign") if sign else (plain.replace("_", " "), "word")


def _without_unary(parent, length, ends):
    """Nodes that stay, with the others' edges joined, in place."""
    below = {k: [] for k in range(len(parent))}
    for k, above in enumerate(parent):
        if above is not None:
            below[above].append(k)
    ends = set(ends)
    alive = list(range(len(parent)))
    for k in reversed(range(len(parent))):
        if k not in ends and len(below[k]) == 1:  # the child takes its place
            child, above = below[k][0], parent[k]
            parent[child] = above
            if above is not None:
                length[child] = _sum(length[child], length[k])
                below[above][below[above].index(k)] = child
            alive.remove(k)
    root = next(k for k in alive if parent[k] is None)
    if len(below[root]) == 2:
        one, two = below[root]
        top, child = (two, one) if two not in ends else (one, two)
        length[child] = _sum(length[one], length[two])
        parent[child], parent[top] = top, None
        alive.remove(root)
    return alive


def _sum(a, b):
    return None if a is None or b is None else a + b


def _number(token, text):
    try:
        length = float(token)
    except ValueError:
        length = -1.0
    if not 0 <= length < np.inf:
        raise _bad(text, f"the length {short_repr(token)}")
    return length


def _bad(text, what):
    shown = text if len(text) <= 60 else text[:57] + "..."
    return ValueError(
        f"text must be a tree in Newick with a length an edge, such as (a:1,b:2,c:1);, got {what} "
        f"in {shown!r}."
    )
