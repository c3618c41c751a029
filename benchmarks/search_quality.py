"""The default effort on every problem: how much of the best known J it misses, and its time."""

from __future__ import annotations

from collections import defaultdict
from statistics import median

import numpy as np
from search_problems import matrix_of, tasks_of
from search_side import TIMES, hold, percent_lost, plain_restarts, say
from search_worker import timed

WHO = ("now", "before")


def quality(sides, effort, place):
    """The default effort on every problem, against the best J that anything in the run found."""
    rows, tasks = [], []
    for data in effort.data:
        try:
            K = matrix_of(data)
        except OSError as reason:
            print(f"{data} is left out: {str(reason).splitlines()[0]}", flush=True)
            continue
        tasks += [(task, K) for task in tasks_of(data)]
    print(f"\nthe default effort on {len(tasks)} problems, 1 BLAS thread; losses in percent of J")
    for k, (task, K) in enumerate(tasks):
        problem = hold(place, K, task.A)
        row, seconds = timed(lambda p=problem, t=task: measure(sides, effort, p, t))
        problem.unlink()
        rows.append({"name": task.name, "m": len(K), "c": len(task.A), **row})
        print(f"{k + 1:3d}/{len(tasks)} {line(rows[-1])} ({seconds['wall']:.0f} s)", flush=True)
    return rows


def measure(sides, effort, problem, task):
    """One row of the table of problems."""
    with np.load(problem) as file:
        large = len(file["K"]) > effort.large
    normalization = {"normalization": task.normalization}
    runs = defaultdict(list)
    seeds = {"now": effort.seeds, "before": effort.seeds_before[large]}
    for seed in range(effort.seeds):
        for who, side in sides.items():
            if seed < seeds[who]:
                options = {**normalization, "random_state": seed}
                runs[who].append(side.cluhsic(problem, 1, **options))
    restarts = effort.restarts[large]
    options = {**plain_restarts(sides, restarts), **normalization, "random_state": 1000}
    many = sides.get("before", sides["now"]).cluhsic(problem, 1, **options)
    best = max([many["J"], *(run["J"] for who in runs for run in runs[who])])
    row = {"data": task.data, "label_kernel": task.label_kernel, **normalization, "J": best}
    row["restarts"] = {"n": restarts, "loss": percent_lost(many["J"], best)}
    for who, of in runs.items():
        lost = [percent_lost(run["J"], best) for run in of]
        row[who] = {"losses": lost, "median": median(lost), "worst": max(lost)}
        row[who] |= {key: float(np.mean([run[key] for run in of])) for key in TIMES}
    if "before" in runs:
        row["ratio"] = ratio_of_means(runs)
    return row


def ratio_of_means(runs):
    """Over the seeds that both have had, one after the other."""
    both = list(zip(runs["now"], runs["before"], strict=False))
    return {key: sum(n[key] for n, _ in both) / sum(b[key] for _, b in both) for key in TIMES}


def line(row):
    """A row of the table of problems, as it is printed."""
    text = f"{row['name']:42s} m {row['m']:4d} J {row['J']:11.4f}"
    for who in WHO:
        if who in row:
            text += f" | {who} {row[who]['median']:6.3f} worst {row[who]['worst']:6.3f}"
    if "ratio" in row:
        text += f" | time {row['ratio']['cpu']:5.2f} CPU {row['ratio']['wall']:5.2f} wall"
    return text + f" | {row['restarts']['n']} restarts {row['restarts']['loss']:6.3f}"


def summary(rows):
    """The table of problems in a few numbers."""
    found = {}
    for who in WHO:
        of = [row[who] for row in rows if who in row]
        if of:
            losses = [lost for row in of for lost in row["losses"]]
            found[who] = {
                "median loss": median(losses),
                "mean loss": float(np.mean(losses)),
                "worst loss": max(losses),
                "problems with a loss above 0.5": sum(row["worst"] > 0.5 for row in of),
            }
    if any("ratio" in row for row in rows):
        found["median ratio"] = {key: median(row["ratio"][key] for row in rows) for key in TIMES}
        found["worst ratio"] = {key: max(row["ratio"][key] for row in rows) for key in TIMES}
        spent = {who: {key: sum(row[who][key] for row in rows) for key in TIMES} for who in WHO}
        found["ratio of sums"] = {key: spent["now"][key] / spent["before"][key] for key in TIMES}
    return found


def say_summary(found):
    print("\nsummary of the problems, losses in percent of J")
    for who in WHO:
        for what, value in found.get(who, {}).items():
            aim = {"median loss": "at most 0.02", "worst loss": "at most 0.5"}.get(what, "")
            say(f"{who}: {what}", value, aim if who == "now" else "")
    for what in ("median ratio", "worst ratio", "ratio of sums"):
        if what in found:
            say(f"time, now / before: {what}", found[what], "at most 0.3")
