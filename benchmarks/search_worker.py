"""A process that runs and times the searches of the depcluster that its PYTHONPATH names.

`search.py` starts one for the code of this checkout and one for an older checkout, so that the
same lines measure both. A request is a line of JSON on standard input, its answer a line on
standard output. "problem" names a file with the arrays K and A, "threads" the number of BLAS
threads, and "do" what to run:

    cluhsic   the function, with the arguments in "options"; without any, the default effort
    search    K centred, a k-means++ start from "seed" and the climb
    climb     the climb alone, from the labels in the file, K taken as centred
    memory    the most bytes that `cluhsic` allocates at a time
    product   K @ Pi

Answers hold CPU and wall time in seconds, and J, computed here anew from the labels.
"""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits


def objective(K, labels, A, normalization="l2"):
    """``tr(H K H P A P')`` of any labels, from one product with K; empty clusters add nothing."""
    Pi = np.eye(len(A))[labels]
    G, m = K @ Pi, len(K)
    n, r = Pi.sum(axis=0), G.sum(axis=1) / m
    own = Pi.T @ r
    S = Pi.T @ G - np.outer(n, own) - np.outer(own, n) + r.mean() * np.outer(n, n)
    W = A / np.sqrt(np.outer(n, n).clip(min=1)) if normalization == "l2" else A
    return float((W * S).sum())


def timed(run):
    """What a function returns, and its CPU and wall time in seconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    result = run()
    return result, {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}


class Worker:
    """The problem read last, and what can be done with it."""

    def __init__(self):
        self.path = None

    def read(self, path):
        if path != self.path:
            with np.load(path) as file:
                self.held = dict(file)
            self.path, self.K, self.A = path, self.held["K"], self.held["A"]

    def cluhsic(self, request):
        from depcluster.papers.song2007 import cluhsic

        options = request["options"]
        result, seconds = timed(lambda: cluhsic(self.K, self.A, **options))
        normalization = options.get("normalization", "l2")
        return {"J": objective(self.K, result.labels, self.A, normalization), **seconds}

    def search(self, request):
        from depcluster.kernels import Dense
        from depcluster.search.starts import kmeans_plus_plus

        def run():
            gram = Dense(self.K)
            rng = np.random.RandomState(request["seed"])
            return self._climb(gram, kmeans_plus_plus(gram, len(self.A), rng))

        labels, seconds = timed(run)
        return {"J": objective(self.K, labels, self.A), **seconds}

    def climb(self, request):
        from depcluster.kernels import Dense

        gram = Dense(self.K, centred=False)
        labels, seconds = timed(lambda: self._climb(gram, self.held["labels"]))
        return {"J": objective(self.K, labels, self.A), **seconds}

    def _climb(self, gram, labels):
        from depcluster.search import Normalized, Problem, climb

        *_, last = climb(Problem(gram, Normalized(self.A), len(self.A)), labels)
        return last.labels

    def memory(self, request):
        from depcluster.papers.song2007 import cluhsic

        tracemalloc.start()
        cluhsic(self.K, self.A, **request["options"])
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return {"peak": peak}

    def product(self, request):
        Pi = np.eye(len(self.A))[np.arange(len(self.K)) % len(self.A)]
        return timed(lambda: self.K @ Pi)[1]


def main():
    import depcluster

    print(json.dumps({"folder": str(Path(depcluster.__file__).resolve().parents[1])}), flush=True)
    worker = Worker()
    can = {"cluhsic", "search", "climb", "memory", "product"}
    does = {name: getattr(worker, name) for name in can}
    for line in sys.stdin:
        request = json.loads(line)
        worker.read(request["problem"])
        with threadpool_limits(request["threads"]):
            answer = does[request["do"]](request)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
