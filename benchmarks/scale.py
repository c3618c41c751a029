"""CLUHSIC on rows that need not fit in memory: time, memory and bytes moved, as ratios.

    python benchmarks/scale.py [--rows 1e5 1e6 1e7] [--memory] [--folder FOLDER]

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
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from statistics import mean, median

from scale_data import FEATURES, ROWS, write

from depcluster.reproduction import header

WORKER = Path(__file__).with_name("scale_worker.py")
ENGINES = ("threads", "workers")
MEMORY_ROWS, MEMORY_GOAL = (1_000_000, 4_000_000), 1.2
COSTS_ROWS = 1_000_000
N_WORKERS, KB = 2, 1e3
A_BLOCK, A_WORKER = 10 * KB, 100 * KB
READ = 200e6  # bytes a second that a worker of the extrapolation reads


def measured(job, folder):
    """What a job of `scale_worker.py` answers, in a process of its own."""
    told(f"{job} ...")
    command = [sys.executable, "-W", "ignore", str(WORKER), job, str(folder)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def told(line):
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
            told(f"{n_rows:.0e} rows: writing ...")
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=float, nargs="+", default=[1e5, 1e6, 1e7])
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--folder")
    options = parser.parse_args()
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
    main()
