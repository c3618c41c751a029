"""CLUHSIC on rows that need not fit in memory: time, memory and bytes moved, as ratios.

    python benchmarks/timings.py scale [--rows 1e5 1e6 1e7] [--memory] [--folder FOLDER]

Ten round groups in ten dimensions lie on disk in zarr chunks of 100,000 rows, in a temporary
folder inside FOLDER. For each number of rows a ring of ten labels at rank 50 is fitted from there,
on dask's threads and on two worker processes of one thread and 2 GB, each fit in a fresh process.
Beside it, on the same chunks: one pass of scikit-learn's MiniBatchKMeans, and dask-ml's KMeans on
Nystroem features if dask-ml is installed. With --memory only fits of 1e6 and 4e6 rows are made and
their peak memories compared.

Columns: wall seconds; CPU seconds of all processes; largest resident memory of the client and of
a worker, in GB; adjusted Rand index against the groups; n_iter_; J; residual_; passes over all
rows; bytes that a sweep sends over the loopback interface, where other programs may send, too
(`unshare -n` gives the run one of its own), and those of its pickled question and answers. Then
ratios between sizes, the bytes against their goal, and what a billion rows would take by the
costs of a block: that is a calculation, not a run. Needs Linux, zarr and psutil.
"""

from __future__ import annotations

import argparse
import json
import pickle
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from statistics import mean, median

import dask.array as da
import numpy as np
import psutil
import zarr
from sklearn.cluster import MiniBatchKMeans
from sklearn.kernel_approximation import Nystroem

from depcluster import CLUHSIC, median_rule
from depcluster._base.dask_rows import DaskRows
from depcluster._utils.blas import one_blas_thread
from depcluster.reproduction import header
from depcluster.search.blocks import Block

SEED, GROUPS, FEATURES, SPREAD = 0, 10, 10, 2.5
ROWS = 100_000  # of a chunk
RANK, SAMPLE = 50, 20_000
TINY, ROWS_OF_TINY = 1000, 100
ENGINES = ("threads", "workers")
MEMORY_ROWS, MEMORY_GOAL = (1_000_000, 4_000_000), 1.2
COSTS_ROWS = 1_000_000
N_WORKERS, KB = 2, 1e3
A_BLOCK, A_WORKER = 10 * KB, 100 * KB
READ = 200e6  # bytes a second that a worker of the extrapolation reads


# The data, block by block: each has a seed of its own, so no process ever holds all rows.


def block_of(number, n_rows):
    """Rows and true groups of one block."""
    centres = np.random.default_rng(SEED).uniform(-10, 10, (GROUPS, FEATURES))
    rng = np.random.default_rng((SEED, 1 + number))
    groups = rng.integers(GROUPS, size=n_rows, dtype=np.int8)
    return centres[groups] + SPREAD * rng.standard_normal((n_rows, FEATURES)), groups


def write(folder, n_rows):
    """Store rows as X and their groups as y, zarr arrays in chunks of `ROWS`."""
    store = zarr.open_group(folder, mode="w")
    size = min(ROWS, n_rows)
    shape, chunks = (n_rows, FEATURES), (size, FEATURES)
    X = store.create_array("X", shape=shape, chunks=chunks, dtype="float64")
    y = store.create_array("y", shape=(n_rows,), chunks=(size,), dtype="int8")
    for number, first in enumerate(range(0, n_rows, size)):
        here = slice(first, min(first + size, n_rows))
        X[here], y[here] = block_of(number, here.stop - here.start)


def stored(folder):
    """X and y as dask arrays."""
    return da.from_zarr(folder, component="X"), da.from_zarr(folder, component="y")


def blocks(folder):
    """X and y of one chunk after the other, read here."""
    store = zarr.open_group(folder, mode="r")
    X, y = store["X"], store["y"]
    for first in range(0, y.shape[0], ROWS):
        yield X[first : first + ROWS], y[first : first + ROWS]


def counts(labels, groups):
    """How often each label meets each group, of one block, (1, c, GROUPS)."""
    together = np.asarray(labels).astype(np.intp) * GROUPS + np.asarray(groups)
    return np.bincount(together, minlength=GROUPS * GROUPS).reshape(1, GROUPS, GROUPS)


def counts_by_block(labels, groups):
    """The same of dask arrays, summed over their blocks."""
    chunks = ((1,) * labels.numblocks[0], (GROUPS,), (GROUPS,))
    found = da.map_blocks(counts, labels, groups, chunks=chunks, new_axis=[1, 2], dtype=np.intp)
    return found.sum(axis=0).compute()


def rand_index(table):
    """The adjusted Rand index from a table of counts."""

    def pairs(n):
        return (n.astype(float) * (n - 1.0) / 2).sum()

    both, of_rows, of_columns = pairs(table), pairs(table.sum(axis=1)), pairs(table.sum(axis=0))
    expected = of_rows * of_columns / pairs(table.sum(keepdims=True))
    return (both - expected) / ((of_rows + of_columns) / 2 - expected)


# The jobs: each runs in a process of its own, so that its peak memory is its own.


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


def threads(folder, client=None):
    """A fit on dask's threads."""
    X, y = stored(folder)
    model, result = fitted(X, Ledger(), client)
    return result | {"ari": rand_index(counts_by_block(model.labels_, y))}


def workers(folder):
    """A fit on two worker processes."""
    with cluster() as client:
        return threads(folder, client)


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


JOBS = {job.__name__: job for job in (threads, workers, minibatch, nystroem, costs)}


def measured(job, folder):
    """What a job answers, in a process of its own."""
    log(f"{job} ...")
    command = [sys.executable, "-W", "ignore", __file__, job, str(folder)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def log(line):
    """A line of progress, on standard error."""
    print(f"[{time.strftime('%H:%M:%S')}] {line}", file=sys.stderr, flush=True)


def gb(count):
    return "" if count is None else f"{count / 1e9:.2f}"


def sweeps(result):
    """The passes that gave every row the label of largest slope."""
    return [p for p in result["passes"] if p["question"] == "totals_of"]


def middle(result, name):
    """Median over the sweeps, since other programs may use the loopback interface."""
    return median(p[name] for p in sweeps(result))


HEAD = (
    f"{'rows':>6} {'method':10} {'wall':>6} {'CPU':>6} {'client':>6} {'worker':>6} {'ARI':>6} "
    f"{'iter':>4} {'J':>12} {'resid.':>6} {'passes':>6} {'kB a sweep':>10} {'pickled':>7}"
)


def show(n_rows, name, result):
    """One row of the table."""
    line = f"{n_rows:6.0e} {name:10} {result['wall']:6.1f} {result['cpu']:6.1f} "
    line += f"{gb(result['client']):>6} {gb(result.get('workers')):>6} {result['ari']:6.4f} "
    line += f"{result.get('n_iter', ''):>4} "
    if "passes" in result:
        line += f"{result['J']:12.2f} {result['residual']:6.3f} {len(result['passes']):6d} "
        line += f"{middle(result, 'moved') / KB:10.0f} " if result["workers"] else " " * 11
        line += f"{middle(result, 'pickled') / KB:7.0f}"
    print(line.rstrip(), flush=True)


def table(sizes, folder, methods):
    """Each method at each size; the results by method and size."""
    found = {}
    print(HEAD)
    for n_rows in sizes:
        with tempfile.TemporaryDirectory(dir=folder) as place:
            log(f"{n_rows:.0e} rows: writing ...")
            write(place, n_rows)
            for method in methods:
                found[method, n_rows] = measured(method, place)
                show(n_rows, method, found[method, n_rows])
    return found


def beside():
    """What CLUHSIC is compared with, as far as it is installed."""
    if find_spec("dask_ml") is None:
        print("dask-ml is not installed: left out.")
        return ("minibatch",)
    print(f"dask-ml {version('dask-ml')}")
    return ("minibatch", "nystroem")


def say_ratios(sizes, found):
    """Time and memory from one size to the next."""
    for engine in ENGINES:
        for small, large in pairwise(sizes):
            a, b = found[engine, small], found[engine, large]
            print(f"{engine}, {large:.0e} rows against {small:.0e}:", end=" ")
            print(f"{b['wall'] / a['wall']:.1f} x the time, {b['cpu'] / a['cpu']:.1f} x", end=" ")
            print(f"the CPU, {b['client'] / a['client']:.2f} x the memory of the client", end="")
            print(worker_ratio(a, b))


def worker_ratio(a, b):
    ratio = b["workers"] / a["workers"] if a["workers"] else None
    return f", {ratio:.2f} x that of a worker" if ratio else ""


def say_bytes(sizes, found):
    """Bytes of each kind of pass on the two workers, and those of a sweep against the goal."""
    for n_rows in sizes:
        result = found["workers", n_rows]
        goal = A_BLOCK * result["blocks"] + A_WORKER * N_WORKERS
        moved = middle(result, "moved")
        verdict = "met" if moved <= goal else "NOT met"
        print(
            f"{n_rows:.0e} rows, {result['blocks']} blocks: {moved / KB:.0f} kB a sweep, at most "
            f"{goal / KB:.0f} wanted: {verdict}. The whole fit moved {result['moved'] / 1e6:.1f} MB"
        )
        for p in result["passes"]:
            print(
                f"    {p['question']:10} {p['seconds']:6.2f} s, moved {p['moved'] / KB:7.0f} kB, "
                f"question and answers {p['pickled'] / KB:7.0f} kB"
            )


def say_billion(costs, n_rows, result):
    """What 1e9 rows on 100 workers would take by the costs of a block."""
    passes, blocks, each = result["passes"], 1000, 10
    alone = sum(costs["compute"].values()) / len(costs["compute"])
    together = N_WORKERS * mean(p["seconds"] for p in passes) / (n_rows / 1e6)
    scheduling, reading = costs["block"] * blocks, 1e6 * FEATURES * 8 / READ * each
    print("Seconds a million rows on one core, in one large block:", end=" ")
    print(", ".join(f"{name} {seconds:.2f}" for name, seconds in costs["compute"].items()), end="")
    print(f"; reading {costs['read']:.2f}. On the workers, all included: {together:.2f} a pass.")
    low, high = (len(passes) * (c * each + scheduling + reading) / 60 for c in (alone, together))
    print(
        f"1e9 rows on 100 workers: {low:.1f} to {high:.1f} minutes. Calculated, not run: "
        f"{len(passes)} passes as at the largest size here; {blocks} blocks of a million rows, "
        f"{each} a worker of one core like this; {alone:.2f} to {together:.2f} s of compute a "
        f"block; {1e3 * costs['block']:.1f} ms of the scheduler a block, {scheduling:.1f} s a "
        f"pass, after the compute; {reading:.1f} s a pass to read, {READ / 1e6:.0f} MB a second a "
        "worker. The search on the sample and slow workers are not counted."
    )


def compare_memory(folder):
    """Peak memory at four million rows against one million."""
    found = table(MEMORY_ROWS, folder, ENGINES)
    small, large = MEMORY_ROWS
    for engine, who in (("threads", "client"), ("workers", "client"), ("workers", "workers")):
        ratio = found[engine, large][who] / found[engine, small][who]
        verdict = "met" if ratio <= MEMORY_GOAL else "NOT met"
        print(f"peak memory of {who} on {engine}, 4e6 rows against 1e6: {ratio:.2f}, ", end="")
        print(f"at most {MEMORY_GOAL} wanted: {verdict}")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=float, nargs="+", default=[1e5, 1e6, 1e7])
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--folder")
    options = parser.parse_args(arguments)
    print(f"{header()}, dask {version('dask')}, distributed {version('distributed')}, ", end="")
    print(f"zarr {version('zarr')}; chunks of {ROWS:,} rows")
    if options.memory:
        return compare_memory(options.folder)
    sizes = [int(n) for n in options.rows]
    found = table(sizes, options.folder, ENGINES + beside())
    say_ratios(sizes, found)
    say_bytes(sizes, found)
    with tempfile.TemporaryDirectory(dir=options.folder) as place:
        write(place, COSTS_ROWS)
        say_billion(measured("costs", place), sizes[-1], found["workers", sizes[-1]])


if __name__ == "__main__":
    print(json.dumps(JOBS[sys.argv[1]](sys.argv[2])))
