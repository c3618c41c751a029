"""What there is to see on the page for a table of one's own, told of the table that is there."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from sklearn.metrics import adjusted_rand_score

from ..._validation import counted
from ...choice import BLIND, CRITERIA
from ...report.portrait import far_rows, row_name
from ...report.source import source_of
from ...reproduction import Table
from ...tables.words import several
from ..guess import guess
from .lesson import best_widths

_SMALL = 0.05  # of the rows: a cluster to look up by hand
_MOST_NAMED = 5


@dataclass(frozen=True)
class Seen:
    """Sentences below a picture, folded where a guess comes before them."""

    sentences: tuple[Any, ...]
    folded: bool = True

    def _repr_html_(self):
        told = " ".join(map(escape, self.sentences))
        if self.folded:
            return f"<details><summary>See</summary><p>{told}</p></details>"
        return f"<p><b>See:</b> {told}</p>"

    def __repr__(self):
        return " ".join(self.sentences)


def _as_shown(value):
    return f"{abs(value) if round(value, 2) == 0 else value:.2f}".replace("-", "−")


# The table, and what its columns weigh.


def table(file):
    """What became of the rows and columns of a DataFile."""
    if file.table is None:
        return Seen(("No file was read yet.",), folded=False)
    whole, d = file.table.frame, len(file.features)
    told = [f"{file.table.name}: {d} of {counted(len(whole.columns), 'column')} are features."]
    left_out = [name for name in whole.columns if name not in (*file.features, file.label)]
    if left_out:
        told.append(f"Left out: {several(left_out)}.")
    told.append(f"{len(file.rows_)} of {counted(len(whole), 'row')} are used.")
    told += [f"{note[0].upper()}{note[1:]}." for note in file.notes]
    if file.label is not None:
        told.append(f"{file.label} is the label, which nothing below sees before beat 5.")
    return Seen(tuple(told), folded=False)


def _shares(file):
    source = source_of(file)
    variances = np.nanvar(source.values, axis=0)
    return source, variances / max(variances.sum(), np.finfo(float).tiny)


def _most(share, of=0.99):
    """How many columns hold so much of all variance."""
    held = np.cumsum(np.sort(share)[::-1])
    return min(int(np.searchsorted(held, of)) + 1, len(share))


def ask_columns(file):
    """A guess about the columns that decide."""
    source, share = _shares(file)
    d, few = len(share), _most(share)
    if d == 1:
        alone = f"There is one column, {source.columns[0]}, and it decides alone."
        return Seen((alone,), folded=False)
    options = sorted({few, max(1, d // 2), d, max(1, few // 2)} | {few + 1} - {d + 1})
    heaviest = np.argsort(-share, kind="stable")[:2]
    weights = " and ".join(f"{source.columns[j]} {100 * share[j]:.0f} %" for j in heaviest)
    return guess(
        f"Take the {counted(d, 'column')} as they stand in the file. How many of them hold 99 % of "
        "all variance?",
        [str(option) for option in options],
        str(few),
        f"The heaviest hold {weights} of it.",
    )


def columns(file):
    """What the columns weigh before and after scaling, and which rows are far."""
    source, share = _shares(file)
    scaled = source.X.var(axis=0)
    scaled = 100 * scaled.max() / max(scaled.sum(), np.finfo(float).tiny)
    few = _most(share)
    holds = "holds" if few == 1 else "hold"
    told = [
        f"as in the file, {few} of {counted(len(share), 'column')} {holds} 99 % of all variance: "
        f"these decide, whichever kernel you take. As scaled, no column has more than "
        f"{scaled:.0f} %."
    ]
    far = [row_name(source, i) for i in far_rows(source.values)]
    if far:
        told.append(f"Far from all others in some column: {several(far, _MOST_NAMED)}.")
    return Seen(tuple(told))


# The judges.


def ask_judges(found):
    """A guess about how far the judges agree."""
    names = {name for judge in BLIND for name in found.picks(judge)[:1]}
    words = ["one", "two", "three", "four", "five"]
    return guess(
        f"Five judges, {counted(len(found.rows), 'kernel')}. How many different kernels do the "
        "judges prefer?",
        words,
        words[len(names) - 1],
        f"They are {', '.join(sorted(names))}. Look at the sizes of their clusters, too.",
    )


def judges(found, file):
    """Whom each judge prefers, with the sizes, and rows that are set apart."""
    source, told = source_of(file), []
    by_kernel = {}
    for judge in BLIND:
        for name in found.picks(judge)[:1]:
            by_kernel.setdefault(name, []).append(CRITERIA[judge].title)
    for name, titles in by_kernel.items():
        labels = found[name].labels
        sizes = np.bincount(labels)
        prefer = "prefers" if len(titles) == 1 else "prefer"
        told.append(
            f"{' and '.join(titles)} {prefer} {name}, whose clusters have "
            f"{', '.join(map(str, sorted(sizes, reverse=True)))} rows."
        )
        small = np.flatnonzero(np.isin(labels, np.flatnonzero(sizes < _SMALL * len(labels))))
        if 0 < len(small) <= _MOST_NAMED:
            told.append(
                f"It sets {', '.join(row_name(source, i) for i in small)} apart: look these up "
                "before you report anything."
            )
    same = [
        adjusted_rand_score(found[a].labels, found[b].labels) for a in by_kernel for b in by_kernel
    ]
    if len(by_kernel) > 1:
        told.append(
            f"The least agreement between two of these partitions is {_as_shown(min(same))}, where "
            "1 is the same and about 0 is chance."
        )
    return Seen(tuple(told))


def three_kernels(found):
    """By name the parameters of gamma's choice, LSMI's, and of the Gaussian at the median rule."""
    names = [*found.picks("gamma")[:1], *found.picks("lsmi")[:1], "rbf x1"]
    return {name: found[name].params for name in dict.fromkeys(names)}


def _means(agreed):
    return {name: {what: v.mean() for what, v in of.items()} for name, of in agreed.items()}


def ask_shaken(agreed):
    """A guess about which clusters stay; nothing where there is one kernel alone."""
    means = {name: np.mean([*of.values()]) for name, of in _means(agreed).items()}
    if len(means) < 2:
        return Seen((f"All judges asked here prefer {next(iter(means))}.",), folded=False)
    best = max(means, key=means.get)
    return guess(
        "Whose clusters stay the most, when rows are shaken and when half of them go?",
        sorted(means),
        best,
        "The mean agreements are "
        + ", ".join(f"{_as_shown(mean)} for {name}" for name, mean in means.items())
        + ".",
    )


def shaken(curve, agreed):
    """What stayed."""
    told = [
        f"{name}: " + ", ".join(f"{_as_shown(mean)} {what}" for what, mean in of.items()) + "."
        for name, of in _means(agreed).items()
    ]
    calm = [curve.ranking(size)[0] for size in curve.noise]
    told.insert(
        0,
        f"By gamma {calm[-1]} is the most stable at the largest shake. Mean agreement of "
        "clusters before and after:",
    )
    lowest = min(min(of.values()) for of in _means(agreed).values())
    if lowest < 0.8:
        told.append("What falls below 0.8 should not be reported in detail.")
    return Seen(tuple(told))


def rings(explorer):
    """At which width each judge has its best value on the explorer's curves."""
    found = best_widths(explorer)
    told = ", ".join(f"{judge} at {width}" for judge, width in found.items())
    without = "this kernel has no width, and no curves."
    return Seen((f"the rings are, in units of the median rule: {told}." if found else without,))


# Known classes.


def ask_known(found, file):
    """A guess about which judge comes nearest to known classes."""
    if file.y is None:
        none = "No label was chosen on the table, so there is no envelope: go on to beat 6."
        return Seen((none,), folded=False)
    ari = {CRITERIA[j].title: _ari_of_pick(found, j, file.y) for j in BLIND if found.picks(j)}
    best = max(ari, key=ari.get)
    return guess(
        f"Whose choice agrees best with {file.label}?",
        [*ari],
        best,
        ", ".join(f"{title} {_as_shown(value)}" for title, value in ari.items()) + ".",
    )


def _ari_of_pick(found, judge, y):
    return adjusted_rand_score(y, found[found.picks(judge)[0]].labels)


def known(found, file):
    """How far the clusters of each kernel agree with the label of a DataFile."""
    if file.y is None:
        return Seen(("there is no label.",), folded=False)
    rows = []
    for row in found.rows:
        by = [CRITERIA[judge].title for judge in BLIND if row.name in found.picks(judge)]
        rows.append((row.name, _as_shown(adjusted_rand_score(file.y, row.labels)), ", ".join(by)))
    return Table(
        f"Agreement of the clusters with {file.label}.",
        ("kernel", "ARI", "preferred by"),
        rows,
    )
