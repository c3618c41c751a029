"""Time and memory of the core against another revision and against other packages, as ratios.

    python benchmarks/core.py [--before REVISION] [--only PART ...] [--repeats 3]

Every case of `core_cases.py` runs in a process of its own with one BLAS thread, a few times, in
turns with the same case of the other revision, which git unpacks into a temporary folder. Shown
are the medians of CPU seconds and of the memory that the work added to its data, their ratios, and
what came out, which must not have become worse. A case that the other revision cannot run, or that
needs a package that is not there (tslearn), has a dash. Needs git and Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from core_cases import CASES

from depcluster.reproduction import header

ROOT = Path(__file__).resolve().parents[1]
WORKER = Path(__file__).with_name("core_cases.py")
# What is put beside what, and the most that its CPU seconds should be.
PEERS = (
    ("plain_2000", "search_2000_by_tslearn", 1.2),
    ("fit_5000", "fit_5000_by_spectral_clustering", 1.0),
    ("graph_1000", "graph_1000_by_spectral_clustering", 3.0),
    ("graph_2000", "graph_2000_by_spectral_clustering", 3.0),
    ("graph_3000", "graph_3000_by_spectral_clustering", 3.0),
    ("low_rank_1e6_20", "low_rank_1e6_20_one_search", 1.5),
    ("import_depcluster", "import_sklearn_cluster", 1.3),
)
OTHERS = tuple(peer for _, peer, _ in PEERS if "_by_" in peer or peer.startswith("import_sk"))


def measured(name, folder):
    """What one run of a case with the package in a folder has found; None if it cannot run."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    if not name.endswith("all_threads"):
        environment |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-W", "ignore", str(WORKER), name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else None


def in_turns(name, folders, repeats):
    """For each side the median CPU seconds and gigabytes, and what came out; None of none."""
    runs = {side: [] for side in folders}
    for _ in range(repeats):
        for side, folder in folders.items():
            runs[side].append(measured(name, folder))
    return {side: summed_up(found) for side, found in runs.items()}


def summed_up(runs):
    if None in runs:
        return None
    return {key: median(run[key] for run in runs) for key in ("CPU", "wall", "GB")} | {
        "values": runs[0]["values"]
    }


def line(name, found):
    now, before = found["now"], found.get("before")
    cells = [f"{name:36}"]
    for side in (before, now):
        cells.append("      -      -" if side is None else f"{side['CPU']:7.2f}{side['GB']:7.2f}")
    ratio = None if None in (now, before) else now["CPU"] / before["CPU"]
    cells.append("     -" if ratio is None else f"{ratio:6.2f}")
    cells += [shown(side) for side in (before, now) if side is not None]
    return "  ".join(cells)


def shown(side):
    return ", ".join(f"{k} {v:.6g}" for k, v in side["values"].items())


def unpacked(revision, folder):
    """A folder with the package as it was at a revision."""
    packed = subprocess.run(
        ["git", "-C", str(ROOT), "archive", revision, "depcluster"], capture_output=True, check=True
    )
    subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
    return Path(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--before", metavar="REVISION")
    parser.add_argument("--only", nargs="+", default=[""], help="parts of the names of cases")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    print(header())
    with tempfile.TemporaryDirectory() as temporary:
        folders = {"now": ROOT}
        if options.before:
            folders["before"] = unpacked(options.before, temporary)
        print(f"{'case':36}  before CPU     GB  now CPU     GB   ratio  before; now")
        results = {}
        for name in CASES:
            if any(part in name for part in options.only):
                sides = {"now": ROOT} if name in OTHERS else folders
                results[name] = in_turns(name, sides, options.repeats)
                print(line(name, results[name]), flush=True)
    print("\nCPU seconds beside others, in this run")
    for ours, theirs, most in PEERS:
        pair = [results.get(name, {}).get("now") for name in (ours, theirs)]
        if None not in pair:
            ratio = pair[0]["CPU"] / pair[1]["CPU"]
            print(f"{ours} / {theirs}: {ratio:.2f} (goal: at most {most})")


if __name__ == "__main__":
    main()
