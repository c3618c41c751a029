"""What parameters and fitted attributes mean, each said once, and how docstrings come to say it.

`described` fills the ``Parameters`` of a function or class: by its own docstring, else by that of
another that shares the parameter, else by the table here; and so its ``Attributes``.
`depcluster._validation` has the table of what each parameter may be.
"""

from __future__ import annotations

import inspect
import re
import sys

_TABLE = """
K : array-like or sparse array of shape (m, m), or a Gram
    Kernel matrix of the data, centred here. A Gram is taken as it is and must be centred, about
    the weighted mean if there are weights.
X : array-like of shape (m, d)
y : ignored
n_clusters : int
kernel : str or callable
    A pairwise kernel of scikit-learn, "graph", "precomputed" or a function of two samples or of
    two tables of them (`kernel_matrix`).
gamma : float, "median" or "scale"
    Width of the kernel; "median" is 1 / median squared distance.
degree : float
    Of the polynomial kernel ``(gamma x'y + coef0)^degree``.
coef0 : float
    Of the polynomial kernel.
n_neighbors : int or "auto"
    Of the graph kernel; "auto" is 10, fewer below 55 samples (`graph_kernel`).
kernel_params : dict, optional
    More parameters of a callable or the graph kernel.
candidates : iterable of int, default=(1, ..., 10)
    Numbers of neighbours to try; those above n_samples - 1 count as n_samples - 1.
init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
    Where the first search begins. Labels of -1 are not known: such samples begin where J rises
    most, by the slopes that the known ones give it, and a cluster without a known sample at one
    drawn by k-means++. Of samples in a dask array, labels are one in its chunks, and each cluster
    has a known one.
n_init : int
    Number of searches; the best is kept. The first begins at ``init``, most later ones near
    the best so far (`depcluster.search`). From "spectral" alone and from labels there is one.
max_iter : int
    The most sweeps and passes of one search.
rank : int, optional
    Work on an incomplete Cholesky factor of at most this many columns, with pivots drawn at
    random, instead of the whole kernel matrix; see `incomplete_cholesky`. Of more than 20 000
    samples, or of 100 a cluster if that is more, a sample is searched first and then all, a
    block of rows at a time. The factor may end before (``stopped_by_``). Where it does not end
    at the eigengap, a warning says so if more than a tenth of the centred trace is left out.
    Dask arrays need rank, and so does `transform`: the rows of the factor are features of old
    and new samples.
sample_weight : array-like of shape (m,), optional
    Weights; K is centred first (about the weighted mean), then weighted, and the sizes of
    clusters are sums of weights. A sample of weight 0 is not there for the search, and is
    then labelled where one of the least weight would raise J most.
together : sequence of groups, optional
    Pairs or larger groups of samples that must share a label, as lists of their numbers; groups
    that have a sample in common are one. The search moves each as a whole. It says nothing of
    new samples, and of samples in a dask array there is none.
random_state : int, RandomState or None
verbose : int
    Above 0, one line a search.
labels_ : ndarray or dask.array.Array of int of shape (m,)
    Of a dask array of samples they are computed when they are asked for, in its chunks.
objective_ : float
    J of the labels.
objective_bound_ : float
    No partition can have a larger J; infinite without normalization. Computed when it is
    first asked for.
label_kernel_ : ndarray of shape (n_clusters, n_clusters)
n_iter_ : int
    Sweeps and passes of the start, the confirming pass included, and one for each
    later search that raised J.
history_ : ndarray
    J along these steps; it never falls.
rank_ : int
    Columns of the factor; with ``rank`` only, as are the next two.
residual_ : float
    Share of the trace of the centred kernel matrix that the factor leaves out.
stopped_by_ : {"tolerance", "eigengap", "rank"}
    What ended the factor: nothing was left, what was left is less than the eigengap, or
    ``rank`` was reached.
candidates_ : ndarray of int
    The numbers of neighbours tried, in ascending order.
n_neighbors_ : int
n_features_in_ : int
"""


def described(source=None):
    """A decorator: fills in what a docstring leaves out, by a source and then by the table.

    Parameters are those of the signature, in its order, with their defaults. Under ``Attributes``,
    names that stand there alone, as in ``labels_, n_features_in_``, get the source's words or the
    table's. What says nothing of what it returns or raises does as its source.
    """

    def decorate(thing):
        if sys.flags.optimize < 2:  # else there are no docstrings
            thing.__doc__ = _filled(thing, source)
        return thing

    return decorate


def _filled(thing, source):
    head, sections = _parted(thing)
    shared = {} if source is None else _parted(source)[1]
    of_source = _entries(shared.get("Parameters", ""))
    of_source = {name: re.sub(", default=[^(].*", "", text) for name, text in of_source.items()}
    words = _WORDS | of_source | _entries(sections.pop("Parameters", ""))
    given = [p for p in inspect.signature(thing).parameters.values() if p.name != "self"]
    filled = {"Parameters": _joined(_with_default(words[p.name], p) for p in given)}
    is_alike = inspect.isclass(source) or not inspect.isclass(thing)
    if is_alike and "Yields" not in sections:
        filled |= {title: shared[title] for title in ("Returns", "Raises") if title in shared}
    sections = filled | sections
    if "Attributes" in sections:
        own = _entries(sections["Attributes"])
        words = _WORDS | _entries(shared.get("Attributes", ""))
        alone = {name for name, text in own.items() if ":" not in text and "\n" not in text}
        sections["Attributes"] = _joined(words[n] if n in alone else own[n] for n in own)
    parts = [f"{title}\n{'-' * len(title)}\n{text}" for title, text in sections.items()]
    return "\n\n".join([head, *parts])


def _parted(thing):
    """What stands before the sections of a docstring, and these by their titles."""
    head, *parts = re.split(r"\n\n(?=[A-Z]\w+\n---+\n)", inspect.cleandoc(thing.__doc__))
    return head, {part.partition("\n")[0]: part.split("\n", 2)[2] for part in parts}


def _entries(section):
    """The entries of a section by name; those that describe several come several times."""
    found = {}
    for text in re.split(r"\n(?=\S)", section.strip("\n")):
        names = text.partition("\n")[0].partition(" : ")[0]
        found |= {name.lstrip("*"): text for name in names.split(", ") if name}
    return found


def _joined(entries):
    return "\n".join(dict.fromkeys(entries))


def _with_default(text, parameter):
    """With the default behind the type, if it is short and not there yet."""
    head, *rest = text.split("\n")
    complete = re.search(r", default=|, optional| : ignored|^(?!\w+ : )", head)
    if not complete and isinstance(parameter.default, (str, int, float, type(None))):
        value = parameter.default
        head += f', default="{value}"' if isinstance(value, str) else f", default={value}"
    return "\n".join([head, *rest])


_WORDS = _entries(_TABLE)
