"""The processes that search, and how what they measure is compared and printed."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from os import environ, pathsep
from pathlib import Path
from statistics import median

import numpy as np

TIMES = ("cpu", "wall")


class Side:
    """A process that searches with the package in a folder; see `search_worker`."""

    def __init__(self, folder):
        path = pathsep.join([str(folder), environ.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("search_worker.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**environ, "PYTHONPATH": path},
            text=True,
        )
        found = self._answer()["folder"]
        if Path(found) != Path(folder).resolve():
            raise SystemExit(f"--before must be a folder with a depcluster in it; got {folder}.")

    def ask(self, do, problem, threads, **request):
        request |= {"do": do, "problem": str(problem), "threads": threads}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def cluhsic(self, problem, threads, **options):
        return self.ask("cluhsic", problem, threads, options=options)

    def _answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("The process that searches has ended; its error stands above.")
        return json.loads(line)


def hold(place, K, A, **more):
    """Put a problem where the processes find it, under a name never used before."""
    path = Path(tempfile.mkdtemp(dir=place)) / "problem.npz"
    np.savez(path, K=K, A=A, **more)
    return path


def middle(runs, key):
    return median(run[key] for run in runs)


def ratios(runs, others):
    """Median times of some runs over those of others."""
    return {key: middle(runs, key) / middle(others, key) for key in TIMES}


def say(what, value, aim=""):
    """A line of the table; a value of two is for CPU and for wall time."""
    if isinstance(value, dict):
        shown = f"{value['cpu']:8.3g} CPU {value['wall']:8.3g} wall"
    else:
        shown = f"{value:8.3g}"
    print(f"  {what:58s} {shown}{f'   [{aim}]' if aim else ''}", flush=True)


def percent_lost(J, best):
    return round(100 * (best - J) / abs(best), 9)


def plain_restarts(sides, n):
    """How to ask for many restarts: the older code's own, else plain ones of the code at hand."""
    return {"n_init": n} if "before" in sides else {"init": "k-means++", "n_init": n}
