"""Time and memory as ratios from one run: against another revision, and against other packages.

    python benchmarks/timings.py SUBJECT [--before REVISION] [--only PART ...] [--repeats 3]

SUBJECT is core, papers (LSMI, SMIC, taxonomy, the order of labels) or search (how much of the best
known J the default effort misses, on some seventy problems), or one with options of its own, which
`SUBJECT --help` tells: scale (rows that need not fit in memory), explorers (how long a key press
takes to redraw a picture), pages (the same where the page computes, by its parts) and lessons (what
a student's Run All takes of a server).

Every case of a subject (`timed/SUBJECT.py`) runs in a process of its own with one BLAS thread, a
few times, in turns with the same case of the other revision, which git unpacks into a temporary
folder. Shown are the medians of CPU seconds and of the memory that the work added to its data,
their ratios, and what came out, which must not have become worse. A case that the other revision
cannot run, or that needs a package or data that are not there (tslearn, DEPCLUSTER_DATA), has a
dash. Needs git and Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from importlib import import_module
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
SUBJECTS = ("core", "papers", "search")
WITH_OPTIONS = ("scale", "explorers", "pages", "lessons")
AGAIN = 3.0  # seconds in which short work is done again: the first time it waits for memory


def run_case(subject, name):
    """In a process of its own: prepare a case, do its work, print what it took as JSON."""
    warnings.simplefilter("ignore")
    work = import_module(f"timed.{subject}").CASES[name]()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    runs = []
    while not runs or (sum(run[0] for run in runs) < AGAIN and not name.startswith("import")):
        wall, cpu = time.perf_counter(), time.process_time()
        values = work()
        runs.append((time.process_time() - cpu, time.perf_counter() - wall))
    cpu, wall = min(runs)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"CPU": cpu, "wall": wall, "GB": (peak - before) / 1e6, "values": values}))


def measured(subject, name, folder):
    """What one run of a case with the package in a folder has found; None if it cannot run."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    if not name.endswith("all_threads"):
        environment |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-W", "ignore", __file__, "--case", subject, name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else None


def in_turns(subject, name, folders, repeats):
    """For each side the median CPU seconds and gigabytes, and what came out; None of none."""
    runs = {side: [] for side in folders}
    for _ in range(repeats):
        for side, folder in folders.items():
            runs[side].append(measured(subject, name, folder))
    return {side: None if None in found else summed_up(found) for side, found in runs.items()}


def summed_up(runs):
    told = {key: median(run[key] for run in runs) for key in ("CPU", "wall", "GB")}
    return told | {"values": runs[0]["values"]}


def line(name, found):
    now, before = found["now"], found.get("before")
    cells = [f"{name:36}"]
    for side in (before, now):
        cells.append("      -      -" if side is None else f"{side['CPU']:7.2f}{side['GB']:7.2f}")
    ratio = None if None in (now, before) else now["CPU"] / before["CPU"]
    cells.append("     -" if ratio is None else f"{ratio:6.2f}")
    values = [side["values"].items() for side in (before, now) if side is not None]
    return "  ".join(cells + [", ".join(f"{k} {v:.6g}" for k, v in of) for of in values])


def unpacked(revision, folder):
    """A folder with the package as it was at a revision."""
    packed = subprocess.run(
        ["git", "-C", str(ROOT), "archive", revision, "depcluster"], capture_output=True, check=True
    )
    subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
    return Path(folder)


def compare(subject, options):
    """Print a table of the cases, then the ratios that the subject asks for."""
    from depcluster.reproduction import header

    module = import_module(f"timed.{subject}")
    print(header())
    others = {name for name in module.CASES if "_by_" in name or name.startswith("import_sk")}
    with tempfile.TemporaryDirectory() as temporary:
        folders = {"now": ROOT}
        if options.before:
            folders["before"] = unpacked(options.before, temporary)
        print(f"{'case':36}  before CPU     GB  now CPU     GB   ratio  before; now")
        results = {}
        for name in module.CASES:
            if any(part in name for part in options.only):
                sides = {"now": ROOT} if name in others else folders
                results[name] = in_turns(subject, name, sides, options.repeats)
                print(line(name, results[name]), flush=True)
    if hasattr(module, "report"):
        return module.report(results)
    print("\nCPU seconds beside others, in this run")
    for ours, theirs, most in module.PEERS:
        pair = [results.get(name, {}).get("now") for name in (ours, theirs)]
        if None not in pair:
            aim = "" if most is None else f" (goal: at most {most})"
            print(f"{ours} / {theirs}: {pair[0]['CPU'] / pair[1]['CPU']:.2f}{aim}")


def main():
    if sys.argv[1:2] == ["--case"]:
        return run_case(*sys.argv[2:])
    if sys.argv[1:2] and sys.argv[1] in WITH_OPTIONS:
        return import_module(f"timed.{sys.argv[1]}").main(sys.argv[2:])
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("subject", choices=[*SUBJECTS, *WITH_OPTIONS])
    parser.add_argument("--before", metavar="REVISION")
    parser.add_argument("--only", nargs="+", default=[""], help="parts of the names of cases")
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    compare(options.subject, options)


if __name__ == "__main__":
    main()
