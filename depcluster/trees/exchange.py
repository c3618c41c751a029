"""Least squares on a tree by sums between its subtrees, and exchanges of neighbours.

The columns of two edges have the inner product ``p_e p_f``, p_e a power of the weight of the
leaves beyond e as seen from f, and one with itself p of one side times p of the other. So the
matrix G of these is that of a Markov field on the tree. Its inverse is the sum over the nodes of
the inverses for the edges that meet there, less ``1 / G_ee`` of each edge: a length depends on
sums at the ends of its edge alone (Bryant and Waddell 1998), and an exchange of neighbours
changes only the lengths around it (Desper and Gascuel 2002). An edge that is held at the length 0
makes one node of its ends.
"""

from __future__ import annotations

from itertools import count

import numpy as np

from .walk import walk

_GAIN = 1e-10  # of the size: less is no improvement
_ZERO = 1e-12
_AT_ONCE = 20  # rounds


class FittedTree:
    r"""A tree and its lengths of least squares, kept up through exchanges.

    .. math:: \min_{l \ge 0}\ \mathrm{size} - 2 q'l + l'Gl

    q_e being the sum of D over the pairs of leaves that edge e separates. An edge goes by the
    node at its lower end, as seen from leaf 0.
    """

    def __init__(self, edges, D, size, weights=None, power=1):
        self.edges, self.size, self.power = edges, size, power
        n, nodes = len(D), len(edges) + 1
        order, parent, self.via = walk(edges)
        self.parent = [parent.get(node, 0) for node in range(nodes)]
        self.kids = [[] for _ in range(nodes)]
        for node in order[1:]:
            self.kids[parent[node]].append(node)
        below, rows, between = np.zeros(nodes), np.zeros((nodes, n)), np.zeros((nodes, nodes))
        below[:n], rows[:n] = 1 if weights is None else weights, D
        self.total = float(below.sum())
        self._add_up(below, order)
        self._add_up(rows, order)
        between[:, :n] = rows
        self._add_up(between.T, order)
        self.between = between  # of what is below two nodes, the sum of D
        self.below, self.q = below.tolist(), (rows.sum(axis=1) - between.diagonal()).tolist()
        self.inside, self.outside, self.G = ([0.0] * nodes for _ in range(3))  # p, and G_ee
        self.lengths, self.slopes, self.held = [0.0] * nodes, [0.0] * nodes, [False] * nodes
        self.lower, self.upper = [0.0] * nodes, [0.0] * nodes  # the lengths' parts, of both ends
        for node in order[1:]:
            self._couple(node)
        self._settle(range(nodes))

    def _add_up(self, sums, order):
        for node in reversed(order[2:]):
            sums[self.parent[node]] += sums[node]

    def _couple(self, node):
        self.inside[node], self.outside[node] = self._couplings(self.below[node])
        self.G[node] = self.inside[node] * self.outside[node]

    def _couplings(self, below):
        return below**self.power, (self.total - below) ** self.power

    @property
    def explained(self):
        """By how much the squares are less than the size."""
        return sum(q * length for q, length in zip(self.q, self.lengths, strict=True))

    def result(self):
        """Edges (e, 2) in the order in which they came, and their lengths (e,)."""
        edges, lengths = np.empty_like(self.edges), np.empty(len(self.edges))
        for node, e in self.via.items():
            edges[e], lengths[e] = (node, self.parent[node]), self.lengths[node]
        return edges, lengths

    def exchange_neighbours(self):
        """Make the exchange that lowers the squares most until none does."""
        bounds, outdated = {}, range(len(self.parent))
        while True:
            inner = [node for node in outdated if self.parent[node] and self.kids[node]]
            bounds.update((node, self._bounds(node)) for node in inner)
            best, found = _GAIN * self.size, None
            for bound, *swap in sorted((b for pair in bounds.values() for b in pair), reverse=True):
                if bound + _ZERO * self.size <= best:
                    break
                gain, back = self._exchange(*swap)
                self._undo(*back)
                if gain > best:
                    best, found = gain, swap
            if found is None:
                return
            outdated = self._make(*found)

    def _bounds(self, node):
        """Of both exchanges across an edge: at most so much is gained, the node, a kid.

        The optimum without what holds other lengths at 0, but with q less the slope there: the
        bound of Lagrange's multipliers.
        """
        (one, two), above, other = self.kids[node], self.parent[node], self._beside(node)
        edges = (one, two, other, above)
        near = [*(self.inside[e] for e in edges[:3]), self.outside[above]]
        far = [*(self.outside[e] for e in edges[:3]), self.inside[above]]
        x, total = _star(near, far, [self.q[e] - self.slopes[e] for e in edges])

        def drop(i, j, q):
            """How much an edge with two of the four on one side lowers the squares."""
            inside, outside = self._couplings(self.below[edges[i]] + self.below[edges[j]])
            here = near[i] * x[i] + near[j] * x[j]
            slope = q - inside * (total - here) - outside * here
            column = [a * (outside if k in (i, j) else inside) for k, a in enumerate(near)]
            part = sum(a * b for a, b in zip(column, _star(near, far, column)[0], strict=True))
            return max(slope, 0.0) ** 2 / (inside * outside - part)

        now = drop(0, 1, self.q[node] - self.slopes[node])
        return (
            (drop(1, 2, self._across(two, other)) - now, node, one),
            (drop(0, 2, self._across(one, other)) - now, node, two),
        )

    def _across(self, one, two):
        """The q of an edge above two nodes."""
        return self.q[one] + self.q[two] - 2 * float(self.between[one, two])

    def _beside(self, node):
        one, two = self.kids[self.parent[node]]
        return two if node == one else one

    def _swap(self, node, kid):
        """A kid of a node and the node beside it take each other's place; that node."""
        above, other = self.parent[node], self._beside(node)
        self.kids[above] = [node, kid]
        self.kids[node] = [other if k == kid else k for k in self.kids[node]]
        self.parent[kid], self.parent[other] = above, node
        return other

    def _exchange(self, node, kid):
        """Do one; by how much the squares are less, and what takes it back."""
        below, q, other = self.below[node], self.q[node], self._swap(node, kid)
        one, two = self.kids[node]
        self.below[node], self.q[node] = self.below[one] + self.below[two], self._across(one, two)
        self._couple(node)
        before = self._settle((node, self.parent[node]))
        gain = sum(self.q[e] * (self.lengths[e] - was[0]) for e, was in before.items())
        return gain + (self.q[node] - q) * before[node][0], (node, other, below, q, before)

    def _undo(self, node, other, below, q, before):
        self._swap(node, other)
        self.below[node], self.q[node] = below, q
        self._couple(node)
        for e, was in before.items():
            self.lengths[e], self.slopes[e], self.held[e], self.lower[e], self.upper[e] = was

    def _make(self, node, kid):
        """Do one for good; the nodes whose bounds are other ones."""
        before = self._exchange(node, kid)[1][-1]
        one, two = self.kids[node]
        self.between[node] = self.between[one] + self.between[two]
        self.between[:, node] = self.between[node]
        changed = {node, *(e for e, was in before.items() if self.slopes[e] != was[1])}
        return {
            k for e in changed for k in (self.parent[e], *self.kids[self.parent[e]], *self.kids[e])
        }

    def _settle(self, nodes):
        """Solve around nodes; hold and free edges until no length and no slope has a wrong sign.

        All that have at once, and after some rounds the first of them, which ends (Murty 1974).
        Returns what was known of the edges that were met.
        """
        before, wrong = {}, set()
        for turn in count():
            tops, met = set(), []
            for node in nodes:
                while self.held[node]:
                    node = self.parent[node]
                if node not in tops:
                    tops.add(node)
                    met += self._solve(node, before)
            for e in met:
                if self.held[e]:
                    is_wrong = self.slopes[e] > _ZERO * (self.G[e] * self.size) ** 0.5
                else:
                    self.lengths[e] = self.upper[e] + self.lower[e] - self.q[e] / self.G[e]
                    is_wrong = self.lengths[e] < 0
                (wrong.add if is_wrong else wrong.discard)(e)
            if not wrong:
                return before
            turned = list(wrong) if turn < _AT_ONCE else [min(wrong)]
            for e in turned:
                self.held[e] = not self.held[e]
                self.lengths[e] = self.slopes[e] = 0.0
            wrong.difference_update(turned)
            nodes = [end for e in turned for end in (e, self.parent[e])]

    def _solve(self, top, before):
        """Around a node and all that held edges join to it, itself the uppermost; the edges met."""
        inside, outside, q, held, upper = self.inside, self.outside, self.q, self.held, self.upper
        joined, around = [top], []
        for node in joined:
            for kid in self.kids[node]:
                (joined if held[kid] else around).append(kid)
        near, far = [inside[e] for e in around], [outside[e] for e in around]
        if top:
            around.append(top)
            near.append(outside[top])
            far.append(inside[top])
        met = around + joined[1:]
        for e in met:
            if e not in before:
                before[e] = self.lengths[e], self.slopes[e], held[e], self.lower[e], upper[e]
        x, total = _star(near, far, [q[e] for e in around])
        for e, part in zip(around, x, strict=True):
            (self.lower if e == top else upper)[e] = part
        if len(joined) > 1:
            beyond = dict.fromkeys(joined, 0.0)
            for node in reversed(joined):
                for e in self.kids[node]:
                    beyond[node] += beyond[e] if held[e] else inside[e] * upper[e]
            for e in joined[1:]:
                slope = q[e] - inside[e] * (total - beyond[e]) - outside[e] * beyond[e]
                self.slopes[e] = slope
        return met


def _star(near, far, q):
    """``G x = q`` where ``G_ij = near_i near_j`` and ``G_ii = near_i far_i``; x, and near'x."""
    if not q:
        return [], 0.0
    gaps = [b - a for a, b in zip(near, far, strict=True)]
    least = min(gaps)  # the only one that may be 0 or less
    most, shares, sums = gaps.index(least), 0.0, 0.0
    for k, gap in enumerate(gaps):
        if k != most:
            shares += near[k] / gap
            sums += q[k] / gap
    total = (q[most] + least * sums) / (far[most] + least * shares)
    x = [
        (q[k] / near[k] - total) / gap if k != most else (total * (1 + shares) - sums) / near[k]
        for k, gap in enumerate(gaps)
    ]
    return x, total
