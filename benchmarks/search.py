"""How good and how fast the search is, as ratios from one run.

    DEPCLUSTER_DATA=folder python benchmarks/search.py [--before FOLDER] [--quick] [--output FILE]

One start and the default effort against tslearn's KernelKMeans and scikit-learn's
SpectralClustering; the default effort on some seventy problems against many restarts; a ring and a
kernel matrix of 10,000 samples. FOLDER holds an older checkout of the package: its times, and what
its restarts find, are then measured in the same run. Without it many plain restarts of the code at
hand take the place of its restarts. Sets that are not at hand are named and skipped. Everything is
printed, with what is aimed at in brackets, and written to results/search.json at the end, since the
numbers of one run belong together; a run that is stopped leaves its parts in search.unfinished.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections import defaultdict
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from record import write
from search_others import others
from search_problems import DATA, blobs
from search_quality import quality, say_summary, summary
from search_side import TIMES, Side, hold, middle, percent_lost, plain_restarts, ratios, say
from search_worker import objective, timed
from threadpoolctl import threadpool_info, threadpool_limits

import depcluster
from depcluster import kernel_matrix
from depcluster.kernels import centre
from depcluster.labels import plain, ring
from depcluster.reproduction import algorithm_1, header

HERE = Path(__file__).resolve().parent
THREADS = (1, 2)
NOTE = (
    "Seconds of CPU and wall time; ratios are of medians over the seeds, in the problems of means, "
    "with one BLAS thread there. Losses are in percent of the best J found in the run. Problems of "
    "more samples than effort.large have the second number of restarts and of seeds of the older "
    "code."
)
ONE_START = {"init": "k-means++", "n_init": 1}
AIMS = {
    ("search", "tslearn"): "at most 0.2",
    ("default", "tslearn"): "at most 1",
    ("default", "SpectralClustering"): "at most 0.5",
}


@dataclass(frozen=True)
class Effort:
    """How much is measured.

    `restarts` are for the best known J, `seeds_before` for the times and losses of the older
    code; on problems of more than `large` samples there are fewer of both.
    """

    races: int = 5
    seeds: int = 10
    seeds_before: tuple[int, int] = (10, 5)
    restarts: tuple[int, int] = (100, 30)
    large: int = 1500
    data: tuple[str, ...] = tuple(DATA)
    samples: int = 2000
    most_samples: int = 10_000


QUICK = Effort(
    races=2,
    seeds=3,
    seeds_before=(2, 1),
    restarts=(20, 10),
    data=("digits 600", "wine", "iris", "olivetti"),
    samples=600,
    most_samples=2000,
)


def commit_of(folder):
    """Which commit a checkout is at, or None."""
    command = ["git", "-C", str(folder), "rev-parse", "--short", "HEAD"]
    run = subprocess.run(command, capture_output=True, text=True)
    return run.stdout.strip() or None


def race(sides, against, problem, K, A, seeds, threads):
    """Every way to cluster one problem, in turn for each seed, so that noise hits all alike."""
    runs = defaultdict(list)
    for seed in seeds:
        for who, side in sides.items():
            start = {**ONE_START, "random_state": seed}
            runs[f"search, {who}"].append(side.ask("search", problem, threads, seed=seed))
            runs[f"one start, {who}"].append(side.cluhsic(problem, threads, **start))
            runs[f"default, {who}"].append(side.cluhsic(problem, threads, random_state=seed))
        for name, cluster in against.items():
            with threadpool_limits(threads):
                labels, seconds = timed(lambda f=cluster, s=seed: f(K, len(A), s))
            runs[name].append({"J": objective(K, labels, A), **seconds})
        runs["product"].append(sides["now"].ask("product", problem, threads))
    return dict(runs)


def plain_speed(sides, against, effort, place):
    """One start and the default effort on blobs, against others."""
    X, A = blobs(effort.samples), plain(10)
    K = kernel_matrix(X)
    problem = hold(place, K, A)
    side = sides.get("before", sides["now"])
    many = side.cluhsic(problem, 1, **plain_restarts(sides, 50), random_state=1000)
    record = {"m": len(K), "c": 10, "J of 50 restarts": many["J"], "threads": {}}
    for threads in THREADS:
        print(f"\nblobs, m = {len(K)}, c = 10, K given, {threads} BLAS thread(s)")
        runs = race(sides, against, problem, K, A, range(effort.races), threads)
        best = max([many["J"], *(run["J"] for name in against for run in runs[name])])
        found = {"runs": runs, "ratios": {}}
        for name in against:
            for what in ("search", "one start", "default"):
                aim = AIMS.get((what, name), "")
                found["ratios"][f"{what} / {name}"] = ratios(runs[f"{what}, now"], runs[name])
                say(f"{what} / {name}", found["ratios"][f"{what} / {name}"], aim)
        for what in ("search", "one start", "default"):
            rivals = ["product"] + [f"{what}, before"] * ("before" in sides)
            for name in rivals:
                found["ratios"][f"{what} / {name}"] = ratios(runs[f"{what}, now"], runs[name])
                say(f"{what} / {name}", found["ratios"][f"{what} / {name}"])
        for name, of in runs.items():
            if "J" in of[0]:
                lost = [percent_lost(run["J"], best) for run in of]
                aim = "at most 0.1" if name == "default, now" else ""
                say(f"{name}: most J lost, in percent", max(lost), aim)
        record["threads"][threads] = found
    return record


def lesson(sides, effort, place):
    """The climb against Algorithm 1 to the letter, from the same labels."""
    K, A = centre(kernel_matrix(blobs(effort.samples))), plain(10)
    labels = np.random.default_rng(0).permutation(np.arange(len(K)) % 10)
    problem = hold(place, K, A, labels=labels)
    ours = [sides["now"].ask("climb", problem, 1) for _ in range(effort.races)]
    with threadpool_limits(1):
        found, seconds = timed(lambda: algorithm_1(K, A, labels).best)
    literal = {"J": objective(K, found, A), **seconds}
    print(f"\nthe climb from random labels, m = {len(K)}, c = 10, 1 BLAS thread")
    record = {"climb": ours, "Algorithm 1": literal, "ratio": ratios([literal], ours)}
    say("Algorithm 1 to the letter / the climb", record["ratio"])
    return record


def ring_speed(sides, effort, place):
    """CLUHSIC on a ring: on groups, and on noise, where a search has the longest way to go."""
    m = effort.samples
    noise = np.random.default_rng(0).normal(size=(m, 4))
    record = {}
    for name, X in {"blobs": blobs(m), "noise": noise}.items():
        problem = hold(place, kernel_matrix(X), ring(10))
        record[name] = {"m": m, "c": 10, "threads": {}}
        for threads in THREADS:
            print(f"\n{name}, ring, m = {m}, c = 10, {threads} BLAS thread(s)")
            record[name]["threads"][threads] = default_speed(sides, effort, problem, threads)
    return record


def default_speed(sides, effort, problem, threads):
    """Seconds of the default effort, and their ratio to the older code's."""
    runs = defaultdict(list)
    for seed in range(effort.races):
        for who, side in sides.items():
            runs[who].append(side.cluhsic(problem, threads, random_state=seed))
    for who, of in runs.items():
        seconds = {key: middle(of, key) for key in TIMES}
        say(f"default, {who}, seconds", seconds, "at most 1.5" if who == "now" else "")
    found = {"runs": dict(runs)}
    if "before" in runs:
        found["ratio"] = ratios(runs["now"], runs["before"])
        say("default, now / before", found["ratio"], "at most 0.19")
    return found


def large(sides, effort, place):
    """Many samples: in units of one product with K, and what is allocated beside K."""
    m = effort.most_samples
    problem = hold(place, kernel_matrix(blobs(m)), plain(10))
    record = {"m": m, "c": 10, "threads": {}}
    for threads in THREADS:
        print(f"\nblobs, m = {m}, c = 10, K given, {threads} BLAS thread(s)")
        record["threads"][threads] = found = {}
        for who, side in sides.items():
            products = [side.ask("product", problem, threads) for _ in range(effort.races)]
            run = side.cluhsic(problem, threads, random_state=0)
            found[who] = {**run, "product": {k: middle(products, k) for k in TIMES}}
            found[who]["ratio"] = ratios([run], products)
            aim = "at most 60" if who == "now" else ""
            say(f"default, {who} / one product K @ Pi", found[who]["ratio"], aim)
    for who, side in sides.items():
        peak = side.ask("memory", problem, 1, options={"random_state": 0})["peak"]
        record.setdefault("peak MB beside K", {})[who] = peak / 1e6
        aim = "below 100" if who == "now" else ""
        say(f"default, {who}: MB beside K of {8 * m * m / 1e6:.0f} MB", peak / 1e6, aim)
    return record


def about(folders, against, effort):
    """What a reader of the record needs to know."""
    blas = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    return {
        "recorded": header(),
        "blas": sorted({f"{pool['internal_api']} {pool['version']}" for pool in blas}),
        "tslearn": version("tslearn") if "tslearn" in against else None,
        "commits": {who: commit_of(folder) for who, folder in folders.items()},
        "effort": asdict(effort),
        "note": NOTE,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--before", type=Path, help="folder of an older checkout")
    parser.add_argument("--quick", action="store_true", help="few and small problems")
    parser.add_argument("--output", type=Path, default=HERE / "results" / "search.json")
    options = parser.parse_args()
    effort = QUICK if options.quick else Effort()
    folders = {"now": Path(depcluster.__file__).resolve().parents[1]}
    if options.before:
        folders["before"] = options.before
    sides = {who: Side(folder) for who, folder in folders.items()}
    against = others()
    record = about(folders, against, effort)
    print(record["recorded"])
    unfinished = options.output.with_suffix(".unfinished")
    with tempfile.TemporaryDirectory() as place:
        parts = {
            "plain": lambda: plain_speed(sides, against, effort, place),
            "ring": lambda: ring_speed(sides, effort, place),
            "lesson": lambda: lesson(sides, effort, place),
            "large": lambda: large(sides, effort, place),
            "problems": lambda: quality(sides, effort, place),
        }
        for name, part in parts.items():
            record[name] = part()
            write(record, unfinished, indent=1)
    record["summary"] = summary(record["problems"])
    say_summary(record["summary"])
    write(record, unfinished, indent=1)
    unfinished.replace(options.output)


if __name__ == "__main__":
    main()
