"""What the taxonomy explorer computes: searches that go on start by start, each kept."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import numpy as np
from sklearn.utils import check_random_state

from ..._utils.blas import one_blas_thread
from ...kernels.gram import as_centred_gram
from ...kernels.maker import KernelMaker
from ...papers.blaschko2008.taxonomy import check_structure, first_labels, numerical_taxonomy
from ..explorer.question import Question
from ..explorer.search import refuse_indefinite

STRUCTURES = ("tree", "free", "fixed")
QUICK = 1
LIMITS = 2, 12
_TIE = 1e-12
_KEPT = 256


@dataclass(frozen=True, eq=False)
class TaxonomyQuestion(Question):
    """What is asked.

    Attributes
    ----------
    n_clusters : int
    structure : {"tree", "free", "fixed"}
    label_kernel : ndarray of shape (n_clusters, n_clusters)
        The fixed structure.
    preset : str
        Its name.
    """

    n_clusters: int
    structure: str
    label_kernel: np.ndarray
    preset: str


class Search:
    """The starts of one question, made a few at a time, and the best result so far.

    All of them together are what `numerical_taxonomy` does at once.

    Parameters
    ----------
    gram : Dense
        Centred.
    n_clusters : int
    structure : {"tree", "free"} or ndarray of shape (n_clusters, n_clusters)
    tree_fit : str
    n_init : int
        The most starts there can be.
    random_state : int

    Attributes
    ----------
    result : TaxonomyResult or None
    reached : list of float
        (1) of every start made.
    """

    def __init__(self, gram, n_clusters, structure, tree_fit, n_init, random_state):
        check_structure(structure, n_clusters, tree_fit)
        self._gram, self._n_clusters = gram, n_clusters
        rng = check_random_state(random_state)
        self._options = {"structure": structure, "tree_fit": tree_fit, "random_state": rng}
        self._starts = first_labels(gram, n_clusters, "auto", n_init, rng)
        self._lock = threading.Lock()
        self.result, self.reached = None, []

    def run(self, n_starts):
        """Make starts until there are so many; safe to call from two threads.

        Parameters
        ----------
        n_starts : int
        """
        if len(self.reached) >= n_starts:
            return
        with one_blas_thread(), self._lock:
            while len(self.reached) < n_starts:
                init = next(self._starts)
                found = numerical_taxonomy(self._gram, self._n_clusters, init=init, **self._options)
                if self.result is None or found.objective > self.result.objective * (1 + _TIE):
                    self.result = found
                self.reached.append(found.objective)


class Engine:
    """Holds the samples' kernel matrix and every search begun.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    kernel : str
    gamma : float, "median" or "scale"
    tree_fit : {"nni", "nj", "objective"}
    n_init : int
    random_state : int
    """

    def __init__(self, X, kernel, gamma, tree_fit, n_init, random_state):
        self.kernel, self.tree_fit = kernel, tree_fit
        self.n_init, self.random_state = n_init, random_state
        self.X, maker = X, KernelMaker(X)
        self.gamma = maker.width(kernel, gamma)
        self.gram = as_centred_gram(maker.matrix(kernel, gamma=self.gamma))
        self._searches = {}

    def search(self, question, structure):
        """The search for one of the three structures at the question's number of clusters.

        Parameters
        ----------
        question : TaxonomyQuestion
        structure : {"tree", "free", "fixed"}

        Returns
        -------
        Search

        Raises
        ------
        ValueError
            If the fixed structure is no label kernel, or tells no clusters apart.
        """
        A, c = question.label_kernel, question.n_clusters
        if structure == "fixed":
            refuse_indefinite(A)
        key = structure, c, A.tobytes() if structure == "fixed" else b""
        if key not in self._searches:
            given = A if structure == "fixed" else structure
            made = Search(self.gram, c, given, self.tree_fit, self.n_init, self.random_state)
            if len(self._searches) == _KEPT:
                del self._searches[next(iter(self._searches))]
            return self._searches.setdefault(key, made)  # another thread may have been first
        return self._searches[key]

    def searches(self, question):
        """The searches for all three structures, the one on screen first, by name.

        A fixed structure that cannot be used is left out.
        """
        first = question.structure
        found = {first: self.search(question, first)}
        for name in STRUCTURES:
            try:
                found.setdefault(name, self.search(question, name))
            except ValueError:
                continue
        return found

    def steps(self, question):
        """Bring all three searches to their end, one start at a time.

        Yields
        ------
        dict of str to Search
            After each start. One start of each comes first, then the rest of the one on screen,
            then the rest of the others.
        """
        searches = self.searches(question)
        for most in (QUICK, self.n_init):
            for search in searches.values():
                while len(search.reached) < min(most, self.n_init):
                    search.run(len(search.reached) + 1)
                    yield searches

    def look_ahead(self, question, limits):
        """One start of each other number of clusters, the nearest ones first.

        A slider's next question has then been answered already. A fixed structure is another
        one for each number, so nothing is done for it.

        Parameters
        ----------
        question : TaxonomyQuestion
        limits : (int, int)
            Numbers of clusters, both allowed.

        Yields
        ------
        int
            A number of clusters that has its start.
        """
        low, high = limits
        if question.structure == "fixed":
            return
        for c in sorted(range(low, high + 1), key=lambda c: abs(c - question.n_clusters)):
            self.search(replace(question, n_clusters=c), question.structure).run(QUICK)
            yield c


def limits(X):
    """The least and the largest number of clusters for samples (m, d).

    Raises
    ------
    ValueError
        If there are fewer than three.
    """
    n = len({row.tobytes() for row in X + 0.0})
    if n < 3:
        raise ValueError(
            f"X must hold at least three different samples; got {len(X)} samples, {n} different. "
            "A taxonomy relates clusters, and nothing tells equal samples apart."
        )
    return LIMITS[0], min(LIMITS[1], n)
