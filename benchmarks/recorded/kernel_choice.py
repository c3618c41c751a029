"""Who should choose the kernel? Every criterion on every data set, ten kernels, twenty seeds.

Toys are drawn anew for each seed; of a real set each seed draws 80 % of the samples, at most
300, without replacement, and standardises the columns of the draw. Circle is left out: where
its arcs begin is a matter of naming, so no clustering can find it. Sets that are not at hand are
named and skipped. Seed after seed goes into the record that the package reads, and a second run
goes on where the first one stopped; with --draws 0 the tables of what is recorded are printed.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, make_circles, make_moons
from sklearn.preprocessing import StandardScaler

from depcluster import compare_kernels, datasets, default_kernels
from depcluster._utils.progress import progress
from depcluster.choice import read_kernel_study
from depcluster.choice.kernel_study import RECORD
from depcluster.reproduction import header
from depcluster.reproduction.datasets import draw_real, load_real

SETTINGS = {"noise": 0.1, "n_perturbations": 10, "n_init": 10}
SHARE, MOST = 0.8, 300
DRAWS = 20

PLAIN = ("three", "row", "nine", "collinear", "rings", "xor")
TOYS = {
    **{of: lambda k, of=of: getattr(datasets, f"make_{of}")(random_state=k) for of in PLAIN},
    "moons": lambda k: make_moons(200, noise=0.06, random_state=k),
    "two circles": lambda k: make_circles(200, noise=0.05, factor=0.4, random_state=k),
    "crescents": lambda k: datasets.make_crescents(random_state=k),
    "sparse crescent": lambda k: datasets.make_crescents((209, 21), random_state=k),
    "three rings": lambda k: datasets.make_three_rings(random_state=k),
    "blobs": lambda k: datasets.make_blobs4(random_state=k),
    "circle & Gaussian": lambda k: datasets.make_circle_gauss(random_state=k),
    "spirals": lambda k: datasets.make_spirals(random_state=k),
    "high & low": lambda k: datasets.make_high_low(random_state=k),
}
REAL = {
    "iris": lambda: load_real("iris"),
    "wine": lambda: load_real("wine"),
    "WDBC": lambda: load_breast_cancer(return_X_y=True),
    "digits": lambda: load_digits(return_X_y=True),
}
FOLDER = ("breast", "glass", "vehicle", "vowel", "segment", "soybean", "usps", "pendigits")
FOLDER += ("word", "accelerometry", "speech", "document")
REAL |= {name: lambda name=name: load_real(name) for name in FOLDER}
SETS = (*TOYS, *REAL, "face")
NOTES = {
    "accelerometry": "an analogue of the set in Sugiyama 2011",
    "speech": "an analogue of the set in Sugiyama 2011",
    "face": "ten persons a seed, all their images",
}


def faces(seed):
    return draw_real("face", random_state=seed)


def drawn(X, y, seed):
    """Some of the samples, their columns standardised, classes that are left numbered anew."""
    m = min(MOST, round(SHARE * len(X)))
    rows = np.random.default_rng(seed).choice(len(X), m, replace=False)
    return StandardScaler().fit_transform(X[rows]), np.unique(y[rows], return_inverse=True)[1]


def at_hand(names):
    """By name, the kind of a set and a function from seed to samples and classes."""
    found = {}
    for name in names:
        if name in TOYS:
            found[name] = ("toy", TOYS[name])
            continue
        try:
            if name == "face":
                faces(0)
                found[name] = ("real", faces)
            else:
                X, y = REAL[name]()
                found[name] = ("real", lambda seed, X=X, y=y: drawn(X, y, seed))
        except OSError as reason:
            print(f"{name} is left out: {str(reason).splitlines()[0]}", flush=True)
    return found


def rounded(value, digits=6):
    """For JSON: six digits, None as it is, infinity as a word that numpy reads."""
    if value is None or np.isinf(value):
        return value and str(value)
    return float(f"{value:.{digits}g}")


def measure(held, draw, seed):
    """Add one seed to the record of a set."""
    start = time.process_time()
    X, y = draw(seed)
    c = int(y.max()) + 1
    found = compare_kernels(X, default_kernels(X), c, y=y, random_state=seed, **SETTINGS)
    held["shape"], held["n_clusters"] = list(X.shape), c
    held["seeds"].append(seed)
    held["seconds"].append(round(time.process_time() - start, 2))
    for made in found.criteria:
        row = [rounded(of_kernel.values[made.name]) for of_kernel in found.rows]
        held["values"].setdefault(made.name, []).append(row)
    return [row.name for row in found.rows]


def record_all(names, seeds, path):
    """Seed by seed over all sets, so that a run that is stopped has treated all alike."""
    record = {"settings": SETTINGS | {"share": SHARE, "most": MOST}, "kernels": [], "sets": {}}
    record |= json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    found = at_hand(names)
    for seed in seeds:
        for name, (kind, draw) in progress(found.items(), f"sets, seed {seed}", 1, len(found)):
            fresh = {"kind": kind, "note": NOTES.get(name, ""), "recorded": header()}
            fresh |= {"seeds": [], "seconds": [], "values": {}}
            held = record["sets"].setdefault(name, fresh)
            if seed not in held["seeds"]:
                record["kernels"] = measure(held, draw, seed)
        keep(record, path)
        spent = sum(sum(held["seconds"]) for held in record["sets"].values())
        print(f"seed {seed} done, {spent:.0f} s in all", flush=True)


def keep(record, path):
    """Write the record, its sets in their order, a stopped run leaves a whole one."""
    order = [name for name in SETS if name in record["sets"]]
    record["sets"] = {name: record["sets"][name] for name in order}
    beside = path.with_suffix(".part")
    beside.write_text(json.dumps(record, separators=(",", ":")) + "\n", encoding="utf-8")
    beside.replace(path)


def over_sets(by_set):
    """Mean over the sets of the means over the seeds, and its standard error."""
    means = np.array([values.mean() for values in by_set.values()])
    return means.mean(), means.std(ddof=1) / np.sqrt(len(means))


def show(path):
    """Mean ARI lost by each criterion, how often it is within 0.02 of the best, and set by set."""
    study = read_kernel_study(path)
    for title, part in (
        ("all sets", study),
        ("toys", study.only(lambda _, held: held["kind"] == "toy")),
        ("real sets", study.only(lambda _, held: held["kind"] == "real")),
    ):
        if len(part.sets) > 1:
            print(f"\n{title}: {len(part.sets)}, mean ARI lost, share within .02 of the best")
            within = part.within()
            for name, lost in part.lost().items():
                (mean, error), (near, _) = over_sets(lost), over_sets(within[name])
                print(f"  {name:22s} {mean:6.3f} +- {error:.3f} {near:6.2f}")
    lost = {name: by_set for name, by_set in study.lost().items() if "always" not in name}
    print(f"\n{'':18s}{'m':>4s}{'d':>5s}{'c':>3s}{'best':>6s} ", *(f"{j[:9]:>9s}" for j in lost))
    for name, held in study.sets.items():
        best = held["values"]["ari"].max(axis=1).mean()
        m, d = held["shape"]
        row = (f"{by_set[name].mean():9.3f}" for by_set in lost.values())
        print(f"{name:18s}{m:4d}{d:5d}{held['n_clusters']:3d}{best:6.2f} ", *row)


def run(names, n_draws):
    """Add the seeds that are missing to the record; fewer go into a record of their own."""
    names = names or SETS
    if n_draws is None:
        record_all(names, range(DRAWS), RECORD)
    if not n_draws:
        return show(RECORD)
    with tempfile.TemporaryDirectory() as folder:
        record_all(names, range(n_draws), Path(folder, RECORD.name))
        show(Path(folder, RECORD.name))
