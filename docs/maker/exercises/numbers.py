"""Where a judge's words change over the numbers that an answer can be.

Between two such places the words are the same but for the number itself, which the verdict
repeats: one verdict with an open place in it stands for all numbers there.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, product

MOST = 99_999.0
ODD = 7.77  # a number that no exercise asks for
GRAIN = 1e-4  # where a verdict holds for less than this, only the point itself is kept
STEPS = 45  # halvings until an edge is known as well as a float knows it
NUMBER = re.compile(r"(-?\d+(?:\.\d+)?(?:e[-+]\d+)?)")
TYPED = (
    [float(n) for n in (*range(-3, 13), 15, 20, 25, 30, 45, 50, 60, 90, 100, 180, 360, 1000)]
    + [n / 10 for n in range(1, 30)]
    + [-MOST, ODD, MOST]
)


@dataclass(frozen=True)
class Axis:
    """What one of the answers can be.

    Attributes
    ----------
    words : tuple of str
        All of its values, where it is a word.
    points : tuple of float
        Numbers on which the judge is asked, in rising order.
    between : bool
        Whether numbers between the points are answered, too.
    """

    words: tuple[str, ...] = ()
    points: tuple[float, ...] = ()
    between: bool = True

    @property
    def values(self):
        """tuple: all on which the judge is asked."""
        return self.words or self.points


def points(anchors):
    """Numbers to ask a judge on.

    Parameters
    ----------
    anchors : sequence of float
        The right answer and the likely wrong ones.

    Returns
    -------
    tuple of float
        These, what one gets from them by a small mistake, and numbers as one types them.
    """
    found = {*TYPED, *anchors, *((a + b) / 2 for a, b in product(anchors, repeat=2))}
    for a in anchors:
        found |= {-a, 2 * a, a / 2, 100 * a, a / 100, a * a, math.radians(a), math.degrees(a)}
        found |= {sign * a * share for sign in (-1, 1) for share in (0.8, 0.95, 1.05, 1.2)}
        found |= {math.sqrt(abs(a)), math.exp(min(a, 9)), *(round(a, n) for n in range(4))}
        found |= {1 / a, math.log(abs(a))} if a else set()
    return tuple(sorted(a + 0.0 for a in found if abs(a) <= MOST))  # no -0.0


def shown(value):
    """A number as a verdict repeats it, with six digits.

    Examples
    --------
    >>> shown(12.0), shown(1 / 3)
    ('12', '0.333333')
    """
    return f"{value:g}"


def common(told):
    """One verdict for several answers.

    Parameters
    ----------
    told : list of (tuple, Verdict)
        Answers and what the judge says of them.

    Returns
    -------
    Verdict or None
        ``⟦k⟧`` in its text is answer k as `shown`, ``⟦|k|⟧`` without its sign. None if the
        verdicts differ in more.
    """
    first = told[0][1]
    if all(verdict == first for _, verdict in told):
        return first
    parts = [NUMBER.split(verdict.text) for _, verdict in told]
    if (
        len({(verdict.status, len(part)) for (_, verdict), part in zip(told, parts, strict=True)})
        > 1
    ):
        return None
    made = [_open(pieces, [values for values, _ in told]) for pieces in zip(*parts, strict=True)]
    return None if None in made else replace(first, text="".join(made))


def _open(pieces, given):
    """A piece of several texts: as it is, or the place of an answer."""
    if len(set(pieces)) == 1:
        return pieces[0]
    for k, answers in enumerate(zip(*given, strict=True)):
        if not isinstance(answers[0], str):
            if all(piece == shown(a) for piece, a in zip(pieces, answers, strict=True)):
                return f"⟦{k}⟧"
            if all(piece == shown(abs(a)) for piece, a in zip(pieces, answers, strict=True)):
                return f"⟦|{k}|⟧"
    return None


class Atlas:
    """The verdicts on all answers of an exercise that are words and numbers.

    Parameters
    ----------
    judge : callable
        Of the answers; returns a `Verdict`.
    axes : sequence of Axis
    anchors : sequence of tuple
        The right answers and the likely wrong ones.

    Attributes
    ----------
    cells : list
        For each axis the words, or pairs (from, to) between which the judge's words are the same.
    verdicts : list of Verdict
    block : list or int
        Places in `verdicts`, nested by the cells of each axis; a number in place of a list where
        the rest does not matter, and -1 where the words change all the time.
    """

    def __init__(self, judge, axes, anchors):
        self._judge, self._axes, self._anchors = judge, axes, anchors
        self._asked = {}
        self.verdicts = []
        self.cells = [self._cells(k) for k in range(len(axes))]
        self._tried = [self._samples(k) for k in range(len(axes))]
        self.block = self._block([])

    def ask(self, *given):
        """What the judge says, asked once."""
        if given not in self._asked:
            self._asked[given] = self._judge(*given)
        return self._asked[given]

    def _cells(self, k):
        axis = self._axes[k]
        if axis.words:
            return list(axis.words)
        if not axis.between:
            return [(point, point) for point in axis.points]
        found = [self._stretches(k, rest) for rest in self._others(k)]
        at = [[_index(stretches, p) for stretches in found] for p in axis.points]
        cells = []
        for where, _ in groupby(at):
            here = [stretches[i] for stretches, i in zip(found, where, strict=True)]
            cells.append((max(low for low, _ in here), min(high for _, high in here)))
        return cells

    def _others(self, k):
        """What the other answers are while one varies."""
        lists = [
            axis.values if axis.words or not axis.between else sorted({*self._told(j), ODD})
            for j, axis in enumerate(self._axes)
        ]
        lists[k] = [None]
        return list(product(*lists))

    def _told(self, k):
        return [given[k] for given in self._anchors]

    def _stretches(self, k, rest):
        """Pairs of numbers between which one verdict holds, each with a point in it."""
        here = self._axes[k].points

        def look(x):
            given = (*rest[:k], x, *rest[k + 1 :])
            return given, self.ask(*given)

        if common([look(x) for x in (here[0], 0.0, ODD, *self._told(k), here[-1])]) is not None:
            return [(here[0], here[-1])]
        runs = [[here[0]]]
        for near, far in pairwise(here):
            if common([look(x) for x in (runs[-1][0], near, (near + far) / 2, far)]):
                runs[-1].append(far)
            else:
                runs.append([far])
        ends = [(run[0], run[-1]) for run in runs]
        lows = [here[0], *(self._reach(look, b, a[1]) for a, b in pairwise(ends))]
        highs = [*(self._reach(look, a[::-1], b[0]) for a, b in pairwise(ends)), here[-1]]
        return list(zip(lows, highs, strict=True))

    @staticmethod
    def _reach(look, inside, outside):
        """How far from the first of some numbers towards another their verdict holds."""
        told, near = [look(x) for x in inside], inside[0]
        step = math.copysign(GRAIN * max(1, abs(near)), outside - near)
        if abs(step) < abs(outside - near) and not common([*told, look(near + step)]):
            return near
        for _ in range(STEPS):
            middle = (near + outside) / 2
            if common([*told, look(middle)]):
                near = middle
            else:
                outside = middle
        return near

    def _samples(self, k):
        """For each cell the answers that stand for it."""
        axis = self._axes[k]
        if axis.words:
            return [[word] for word in axis.words]
        return [
            sorted({low, next(p for p in axis.points if low <= p <= high), high})
            for low, high in self.cells[k]
        ]

    def _block(self, chosen):
        told = [(given, self.ask(*given)) for given in self._corners(chosen)]
        if verdict := common(told):
            if verdict not in self.verdicts:
                self.verdicts.append(verdict)
            return self.verdicts.index(verdict)
        if len(chosen) == len(self._axes):
            return -1
        return [self._block([*chosen, samples]) for samples in self._tried[len(chosen)]]

    def _corners(self, chosen):
        """Answers in what is chosen and, at one point for each cell, in all that is not."""
        rest = [[samples[len(samples) // 2] for samples in tried] for tried in self._tried]
        return product(*chosen, *rest[len(chosen) :])


def _index(stretches, point):
    return next(i for i, (low, high) in enumerate(stretches) if low <= point <= high)
