"""One measured fit of `scale.py` in a process of its own, so that its peak memory is its own.

    python benchmarks/scale_worker.py threads|workers|minibatch|nystroem|costs FOLDER

FOLDER is a zarr group of `scale_data`. The last line on standard output is JSON.
"""

from __future__ import annotations

import json
import pickle
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import dask.array as da
import numpy as np
import psutil
from scale_data import FEATURES, GROUPS, SEED, blocks, counts, counts_by_block, rand_index, stored
from sklearn.cluster import MiniBatchKMeans
from sklearn.kernel_approximation import Nystroem

from depcluster import CLUHSIC, median_rule
from depcluster._base.dask_rows import DaskRows
from depcluster._utils.blas import one_blas_thread
from depcluster.search.blocks import Block

RANK, SAMPLE = 50, 20_000
TINY, ROWS_OF_TINY = 1000, 100


def peak_memory():
    """Bytes of the largest resident memory of this process; a parent's do not count."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def sent():
    """Bytes sent between processes of this machine until now."""
    return psutil.net_io_counters(pernic=True)["lo"].bytes_sent


class Ledger:
    """What every `DaskRows.run` asks, in place of it: a pass over all rows each."""

    def __init__(self):
        self.passes, self.questions = [], {}
        self._run = DaskRows.run
        DaskRows.run = lambda rows, question, fold=None: self.run(rows, question, fold)

    def run(self, rows, question, fold):
        start, before = time.perf_counter(), sent()
        answers = self._run(rows, question, fold)
        seconds, moved = time.perf_counter() - start, sent() - before
        name = getattr(question, "func", question).__name__
        self.questions[name] = question
        pickled = len(pickle.dumps(question)) + sum(len(pickle.dumps(a)) for a in answers)
        about = {"seconds": seconds, "moved": moved, "pickled": pickled}
        self.passes.append({"question": name, **about})
        return answers


@contextmanager
def cluster():
    """Two worker processes of one thread and 2 GB each."""
    from dask.distributed import Client, LocalCluster

    about = {"n_workers": 2, "threads_per_worker": 1, "memory_limit": "2GB"}
    with LocalCluster(dashboard_address=None, **about) as workers, Client(workers) as client:
        yield client


def fitted(X, ledger, client=None):
    """A fit with its times and memory."""
    wall, cpu, moved = time.perf_counter(), cpu_seconds(client), sent()
    settings = {"label_kernel": "ring", "rank": RANK, "random_state": SEED}
    model = CLUHSIC(GROUPS, **settings).fit(X)
    result = {
        "wall": time.perf_counter() - wall,
        "cpu": cpu_seconds(client) - cpu,
        "moved": sent() - moved,
        "client": peak_memory(),
        "workers": max(client.run(peak_memory).values()) if client else None,
        "blocks": X.numblocks[0],
        "passes": list(ledger.passes),
    }
    found = {"J": model.objective_, "n_iter": model.n_iter_, "residual": model.residual_}
    return model, result | found


def cpu_seconds(client):
    """Of this process and of the workers."""
    return time.process_time() + (sum(client.run(time.process_time).values()) if client else 0)


def threads(folder):
    """A fit on dask's threads."""
    X, y = stored(folder)
    model, result = fitted(X, Ledger())
    return result | {"ari": rand_index(counts_by_block(model.labels_, y))}


def workers(folder):
    """A fit on two worker processes."""
    with cluster() as client:
        X, y = stored(folder)
        model, result = fitted(X, Ledger(), client)
        return result | {"ari": rand_index(counts_by_block(model.labels_, y))}


def minibatch(folder):
    """One pass of scikit-learn's MiniBatchKMeans over the blocks."""
    wall, cpu = time.perf_counter(), time.process_time()
    model = MiniBatchKMeans(GROUPS, random_state=SEED)
    for X, _ in blocks(folder):
        model.partial_fit(X)
    result = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
    table = sum(counts(model.predict(X), y)[0] for X, y in blocks(folder))
    return result | {"client": peak_memory(), "ari": rand_index(table)}


def nystroem(folder):
    """dask-ml's KMeans on Nystroem features of rank `RANK`, on threads."""
    from dask_ml.cluster import KMeans

    wall, cpu = time.perf_counter(), time.process_time()
    X, y = stored(folder)
    sample = X.blocks[0].compute()[:SAMPLE]
    maps = Nystroem(gamma=median_rule(sample), n_components=RANK, random_state=SEED).fit(sample)
    chunks = (X.chunks[0], (RANK,))
    with one_blas_thread():
        features = X.map_blocks(maps.transform, dtype=float, chunks=chunks, meta=np.empty((0, 0)))
        model = KMeans(GROUPS, random_state=SEED).fit(features)
        result = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
        found = {"client": peak_memory(), "ari": rand_index(counts_by_block(model.labels_, y))}
    return result | found | {"n_iter": int(model.n_iter_)}


def costs(folder):
    """Seconds of a question to a million rows on one core, of reading them, and of a block."""
    read, X = timed(lambda: np.concatenate([X for X, _ in blocks(folder)]))
    millions, compute = len(X) / 1e6, {}
    with cluster() as client:
        ledger = Ledger()
        fitted(stored(folder)[0], ledger, client)
        with one_blas_thread():
            for name in ("moments_of", "totals_of", "rising_of"):
                seconds, _ = timed(lambda name=name: ledger.questions[name](Block(X)))
                compute[name] = seconds / millions
        few, many = (asked(ledger.questions["totals_of"], n) for n in (2, TINY))
    return {"read": read / millions, "compute": compute, "block": (many - few) / (TINY - 2)}


def asked(question, n_blocks):
    """Seconds of a question to the same rows in so many blocks, the least of three times."""
    n_rows = TINY * ROWS_OF_TINY
    rows = DaskRows.of(da.zeros((n_rows, FEATURES), chunks=(n_rows // n_blocks, FEATURES)))
    return min(timed(lambda: rows.run(question))[0] for _ in range(3))


def timed(work):
    """Seconds, and what came of it."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](sys.argv[2])))
