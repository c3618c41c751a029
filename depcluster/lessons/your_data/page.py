"""The report's one page: what the other files here say, put into the template."""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template

from ...reproduction.records import header
from . import choices, clusters, judges, pictures

_HERE = Path(__file__).parent


def page_of(table, model, labels, comparison):
    """The page, whole.

    Parameters
    ----------
    table : Table
    model : estimator
    labels : ndarray of int of shape (m,)
    comparison : KernelComparison

    Returns
    -------
    str
    """
    row = choices.same_kernel(model, comparison, table.X)
    csv = clusters.labels_csv(table, labels)
    parts = {
        "title": escape(f"Clusters of {table.name}"),
        "style": (_HERE / "page.css").read_text(encoding="utf-8"),
        "when": escape(header()),
        "summary": escape(_summary(table, model, labels, comparison)),
        "data": _listed(table.told),
        "choices": _listed(choices.choices_of(model, labels, table.X)),
        "scatter": pictures.drawing(pictures.scatter(table, labels)),
        "legend": pictures.legend(labels),
        "means": clusters.sizes_and_means(table, labels).html(),
        "known": clusters.against_known(table, labels).html() if table.known else "",
        "labels": clusters.as_download(csv, "text/csv"),
        "rows": len(labels),
        "position": escape(_position(row, labels, comparison)),
        "by_judge": judges.by_judge(comparison, labels).html(),
        "comparison": comparison._repr_html_(),
        "curves": _curves(comparison, table.X),
        "python": escape(choices.python_of(model, table), quote=False),
        "again": escape(choices.again(model)),
    }
    page = Template((_HERE / "page.html").read_text(encoding="utf-8"))
    return page.substitute({name: str(part) for name, part in parts.items()})


def _summary(table, model, labels, comparison):
    m, d, c = *table.X.shape, labels.max() + 1
    agreed = [
        judges.agreement(labels, comparison[name])
        for made in judges.judges_of(comparison)
        for name in judges.picks(comparison, made.name)
    ]
    told = f"{type(model).__name__} put {m} rows of {d} columns into {c} clusters."
    if not agreed:
        return told
    low, high = judges.number(min(agreed)), judges.number(max(agreed))
    return (
        f"{told} The kernels that the judges prefer give clusters that agree with these at an "
        f"adjusted Rand index from {low} to {high}, where 1 is the same and about 0 is chance."
    )


def _position(row, labels, comparison):
    """Where the model's kernel stands among those compared."""
    if row is None:
        return "The clusters of this report come from none of the kernels compared below."
    judged = judges.judges_of(comparison)
    mine = [made.title for made in judged if row.name in judges.picks(comparison, made.name)]
    by = ", ".join(mine) or "none of them"
    return f"The kernel of this report is {row.name}; it is preferred by {by}."


def _listed(told):
    lines = (f"<dt>{escape(name)}</dt><dd>{escape(words)}</dd>" for name, words in told.items())
    return f"<dl>{''.join(lines)}</dl>"


def _curves(comparison, X):
    figures = pictures.curves(comparison, X)
    if not figures:
        return "<p>No kind of kernel was compared at three widths or more: there is no curve.</p>"
    intro = (
        "<p>The judges along one kind of kernel, from wide to narrow or from short to long times. "
        "Ringed is what a judge prefers among these; ↑ more is better, ↓ less.</p>"
    )
    return intro + "".join(f"<figure>{pictures.drawing(figure)}</figure>" for figure in figures)
