"""Figures 4, 5 and 8 and Tables 1 and 2 of Sugiyama 2011.

    DEPCLUSTER_DATA=folder python benchmarks/sugiyama_tables.py [--parts PART ...] [--output FILE]

The paper repeats everything a hundred times; the numbers of runs here stand in `RUNS` and in
the record. SMIC is run with the kernel (7) as printed and with D^-1/2 K D^-1/2 ("sym"). Each
part replaces its own section of the record and leaves the others. Prints
every mean beside the paper's figure, in brackets.

Accelerometry and speech are analogues of the paper's sets. * marks the best method and those
that a paired t-test at 1 % does not tell from it, as the paper's bold face does; times are of
one thread's CPU. MNN has ten starts of at most ten iterations.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from record import read, rounded, write
from scipy.stats import ttest_rel
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler, normalize
from sugiyama_candidates import gathered
from sugiyama_paper import IMBALANCED, MIC_TOYS, REAL, SECONDS, SMIC_TOYS
from threadpoolctl import threadpool_limits

from depcluster import SMIC
from depcluster.datasets import draw_real
from depcluster.datasets.newsgroups import document_counts, principal_components, tf_idf
from depcluster.kernels import nearest_neighbours
from depcluster.papers.baselines import MIC, MeanNN, SelfTuningSpectral
from depcluster.papers.sugiyama2011 import LsmiPlan
from depcluster.reproduction import header, record_path
from depcluster.reproduction.sugiyama2011.cases import (
    CANDIDATES,
    KERNELS,
    TOYS,
    VARIANTS,
    Remembered,
    chosen,
    path,
)
from depcluster.search.progress import progress

RUNS = {"toys": 100, "mic": 20, "imbalance": 60, "real": 20}


def toys(seeds):
    """Figure 4: SMIC on the toys, every candidate; yields set after set."""
    for name, (draw, c) in TOYS.items():
        paths = {kernel: [] for kernel in KERNELS}
        for seed in progress(seeds, name, verbose=1):
            X, y = draw(random_state=seed)
            near, value = nearest_neighbours(X, max(CANDIDATES)), Remembered(X, c, seed)
            for kernel in KERNELS:
                paths[kernel].append(path(X, y, c, near, value, kernel))
        row = {"paper": SMIC_TOYS[name]}
        for kernel in KERNELS:
            found = row[kernel] = gathered(paths[kernel])
            rules = "  ".join(f"{r} {cell(v['ari'])}" for r, v in found["chosen"].items())
            t = np.bincount(found["chosen"]["lsmi"]["t"], minlength=11)[1:]
            print(f"{name:18s} {kernel:8s} {rules}  paper [{SMIC_TOYS[name]}]  t {t}", flush=True)
        yield name, row


def mic(seeds):
    """Figure 5: MIC on the toys, and the clustering it starts from; yields set after set."""
    for name, (draw, c) in TOYS.items():
        row = {"paper": MIC_TOYS[name], "ari": [], "start_ari": [], "t": [], "mlmi": []}
        for seed in progress(seeds, name, verbose=1):
            X, y = draw(random_state=seed)
            fitted = MIC(c, random_state=seed).fit(X)
            start = SelfTuningSpectral(c, random_state=seed).fit_predict(X)
            row["ari"].append(float(adjusted_rand_score(y, fitted.labels_)))
            row["start_ari"].append(float(adjusted_rand_score(y, start)))
            row["t"].append(fitted.n_neighbors_)
            row["mlmi"].append(fitted.mlmi_path_.tolist())
        print(f"{name:18s} MIC {cell(row['ari'])} [{row['paper']}] start {cell(row['start_ari'])}")
        yield name, row


def imbalance(seeds):
    """Figure 8: ARI with the uniform and the true class prior, by the share of the first class.

    Where all shares are equal the two are one, and the runs are those of `toys`. Yields set after
    set.
    """
    for name, (draw, c) in TOYS.items():
        shares = [0.1, 0.15, 0.2] if c == 4 else [0.2, 0.3, 0.4]
        rows = {}
        for kernel in KERNELS:
            rows[kernel] = {"uniform": [], "true": [], "p_value": []}
        for p in shares:
            prior = [p, p, 0.5 - p, 0.5 - p] if c == 4 else [p, 1 - p]
            shown = progress(seeds, f"{name}, share {p:.2f}", verbose=1)
            runs = [one_imbalanced(draw, c, prior, seed) for seed in shown]
            for kernel in KERNELS:
                uniform, true = ([run[kernel][k] for run in runs] for k in ("uniform", "true"))
                row, p_value = rows[kernel], equal(uniform, true)
                row["uniform"].append(uniform)
                row["true"].append(true)
                row["p_value"].append(p_value)
                print(
                    f"{name:18s} {kernel:8s} share {p:.2f} uniform {cell(uniform)} "
                    f"true {cell(true)} p {p_value:.3f}",
                    flush=True,
                )
        yield name, {"shares": shares} | rows


def one_imbalanced(draw, c, prior, seed):
    X, y = draw(class_prior=prior, random_state=seed)
    near, value = nearest_neighbours(X, max(CANDIDATES)), Remembered(X, c, seed)
    scores = {}
    for kernel in KERNELS:
        scores[kernel] = {}
        for treatment, given in (("uniform", None), ("true", prior)):
            found = path(X, y, c, near, value, kernel, given)
            scores[kernel][treatment] = found["ari"][chosen(found)["lsmi"]]
    return scores


def equal(a, b):
    """The p-value of a paired t-test; 1 where all pairs agree."""
    return 1.0 if np.allclose(a, b) else float(ttest_rel(a, b).pvalue)


def real(only, keep):
    """Tables 1 and 2, each set kept as soon as it is done."""
    cases = {name: (name, 1) for name in (*REAL, *VARIANTS)}
    cases |= {f"{name} m={m}": (name, m) for name, m in IMBALANCED}
    for key in only or cases:
        begun = time.perf_counter()
        row = real_case(*cases[key])
        show(key, row)
        print(f"  {time.perf_counter() - begun:.0f} s", flush=True)
        keep({"real": {key: row}})


def drawn(name, m, seed):
    """A draw, or one of the variants in which the paper can be read."""
    if name == VARIANTS[0]:
        counts, y = document_counts()
        rng = np.random.default_rng(seed)
        own = [np.flatnonzero(y == k) for k in range(y.max() + 1)]
        rows = np.concatenate([rng.choice(of_class, 100, replace=False) for of_class in own])
        X = principal_components(normalize(tf_idf(counts)[rows]))
        return StandardScaler().fit_transform(X), y[rows]
    if name == VARIANTS[1]:
        X, y = draw_real("word", random_state=seed)
        return StandardScaler().fit_transform(principal_components(X)), y
    return draw_real(name, imbalance=m, random_state=seed)


def real_case(name, m):
    paths = {kernel: [] for kernel in KERNELS}
    ari, seconds = {}, {}
    for seed in progress(range(RUNS["real"]), name, verbose=1):
        X, y = drawn(name, m, seed)
        c = int(y.max()) + 1
        for kernel in KERNELS:
            begun = time.process_time()
            plan, near = LsmiPlan(X, random_state=seed), nearest_neighbours(X, max(CANDIDATES))
            found = path(X, y, c, near, lambda z, plan=plan, c=c: plan.value(z, c).value, kernel)
            seconds.setdefault("SMIC " + kernel, []).append(time.process_time() - begun)
            paths[kernel].append(found)
        for method, labels, spent in fitted(X, c, seed, paths):
            seconds.setdefault(method, []).append(spent)
            if labels is not None:
                ari.setdefault(method, []).append(float(adjusted_rand_score(y, labels)))
    kernels = {kernel: gathered(paths[kernel]) for kernel in KERNELS}
    ari |= {"SMIC " + kernel: kernels[kernel]["chosen"]["lsmi"]["ari"] for kernel in KERNELS}
    return {
        "recorded": header(),
        "n": len(y),
        "sizes": np.bincount(y).tolist(),
        "c": c,
        "runs": RUNS["real"],
        "ari": ari,
        "seconds": seconds,
        "paper_ari": REAL.get(name, {}) if m == 1 else IMBALANCED[name, m],
        "paper_seconds": SECONDS.get(name, {}) if m == 1 else {},
        "comparable": {
            kernel: sorted(comparable(ari, ["KM", "SC", "MNN", "MIC", "SMIC " + kernel]))
            for kernel in KERNELS
        },
        **kernels,
    }


def fitted(X, c, seed, paths):
    """(method, labels, CPU seconds); the time at the chosen t alone comes without labels."""
    yield timed("KM", KMeans(c, init="random", n_init=100, random_state=seed), X)
    yield timed("SC", SelfTuningSpectral(c, random_state=seed), X)
    yield timed("MNN", MeanNN(c, max_iter=10, random_state=seed), X)
    choosing = MIC(c, random_state=seed)
    yield timed("MIC", choosing, X)
    alone = {"MIC": MIC(c, n_neighbors=choosing.n_neighbors_, random_state=seed)}
    for kernel, normalization in KERNELS.items():
        t = CANDIDATES[chosen(paths[kernel][-1])["lsmi"]]
        alone["SMIC " + kernel] = SMIC(c, n_neighbors=t, kernel_normalization=normalization)
    for method, estimator in alone.items():
        _, _, spent = timed(method, estimator, X)
        yield method + " at the chosen t", None, spent


def timed(method, estimator, X):
    begun = time.process_time()
    labels = estimator.fit_predict(X)
    return method, labels, time.process_time() - begun


def comparable(ari, methods):
    """The best method and those that a paired t-test at 1 % does not tell from it."""
    best = max(methods, key=lambda method: np.mean(ari[method]))
    return {method for method in methods if equal(ari[method], ari[best]) >= 0.01}


def show(key, row):
    print(f"\n{key}, n = {row['n']}, {row['runs']} runs")
    for method, values in row["ari"].items():
        name, _, kernel = method.partition(" ")
        marks = "*" if method in row["comparable"][kernel or "printed"] else " "
        paper = row["paper_ari"].get(name)
        beside = f"[{paper[0]:.2f} ({paper[1]:.2f})]" if paper else "[-]"
        spent, base = np.mean(row["seconds"][method]), np.mean(row["seconds"]["SC"])
        line = f"  {method:13s} {cell(values)}{marks} {beside:14s} time / SC {spent / base:7.2f}"
        if kernel:
            picks = row[kernel]["chosen"]
            alone = np.mean(row["seconds"][method + " at the chosen t"])
            line += f", at the chosen t {alone / base:.3f}; decided {cell(picks['decided']['ari'])}"
            line += f" by (8) {cell(picks['smi']['ari'])} "
        print(line)


def cell(values):
    return f"{np.mean(values):.3f} ({np.std(values, ddof=1):.3f})"


def keeper(output):
    """A function that puts new sets of the toys, or of "real", into the record."""

    def keep(found):
        record = read(output)
        for part, new in found.items():
            old = record.get(part, {})
            if part == "real":
                found[part] = old | new
            else:
                found[part] = new | {"sets": old.get("sets", {}) | new["sets"]}
        write(rounded({"candidates": list(CANDIDATES)} | record | found), output)

    return keep


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    on_toys = {"toys": toys, "mic": mic, "imbalance": imbalance}
    parser.add_argument("--parts", nargs="+", choices=[*on_toys, "real"])
    parser.add_argument("--sets", nargs="+", help="of the real ones")
    default = record_path("sugiyama2011", "tables")
    parser.add_argument("--output", type=Path, default=default)
    options = parser.parse_args()
    keep = keeper(options.output)
    print(header())
    with threadpool_limits(1):
        for part in options.parts or [*on_toys, "real"]:
            if part == "real":
                real(options.sets, keep)
                continue
            seeds = range(RUNS[part])
            about = {"recorded": header(), "seeds": list(seeds)}
            for name, row in on_toys[part](seeds):
                keep({part: about | {"sets": {name: row}}})


if __name__ == "__main__":
    main()
