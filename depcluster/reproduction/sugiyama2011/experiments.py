"""The toys of Sugiyama 2011, two bells whose mutual information is known; what the paper prints."""

from __future__ import annotations

import functools
import time
import warnings
from typing import NamedTuple

import numpy as np
from scipy.integrate import quad
from scipy.special import softmax
from scipy.stats import norm
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.utils import check_random_state

from ...datasets import make_blobs4, make_circle_gauss, make_high_low, make_spirals
from ...kernels import local_scaling, nearest_neighbours
from ...papers.sugiyama2011 import SMIC, LsmiPlan, MlmiPlan, smic
from ...papers.sugiyama2011.lsmi import DELTAS
from ..baselines import mic
from ..baselines.self_tuning import self_tuning_spectral
from ..protocol import Protocol, Study

TOYS = {
    "blobs": (make_blobs4, 4),
    "circle & Gaussian": (make_circle_gauss, 2),
    "spirals": (make_spirals, 2),
    "high & low": (make_high_low, 2),
}

CANDIDATES = range(1, 11)
KERNELS = {"printed": None, "sym": "sym"}


def toy(name, seed=0):
    """Samples, classes and their number, of a toy of section 4.1."""
    draw, c = TOYS[name]
    return *draw(random_state=seed), c


def toy_model(name, kernel, seed, t):
    """SMIC on a toy at a given t."""
    X, _, c = toy(name, seed)
    return SMIC(c, n_neighbors=t, kernel_normalization=KERNELS[kernel]).fit(X)


def undecided(model, X):
    """Which samples no eigenvector gives a score."""
    return ~model.transform(X).any(axis=1)


def bells(apart, seed):
    """Two classes of 200 samples each, normal around -apart and apart."""
    y = np.repeat([0, 1], 200)
    noise = np.random.default_rng(seed).standard_normal(400)
    return (noise + np.where(y == 0, -apart, apart))[:, None], y


def smi_of_bells(apart):
    """SMI (1) of the two classes by integration."""

    def at(x):
        own, other = norm.pdf(x, apart), norm.pdf(x, -apart)
        r = 2 * own / (own + other)
        return (own + other) / 2 * (r - 1) ** 2 / 2

    return quad(at, -12, 12)[0]


SHARES = {name: (0.1, 0.15, 0.2) if c == 4 else (0.2, 0.3, 0.4) for name, (_, c) in TOYS.items()}
DRAWN = "our own draws by the paper's recipe"
CLEAR = ("blobs", "circle & Gaussian", "spirals")
KERNEL_NAMES = {"printed": "kernel (7) as printed", "sym": "kernel D^-1/2 K D^-1/2"}
WEIGHTS = (0.01, 0.1, 1, 6, 10)  # of the regulariser of MIC, which the paper does not name

SETS = ("digit", "face", "document", "word", "accelerometry", "speech")
ANALOGUES = ("accelerometry", "speech")
OWN = tuple(name for name in SETS if name not in ANALOGUES)
VARIANTS = ("document, texts of one length", "word, principal components of the draw")
LARGER = (  # the cases of Table 2: the first class is m times as large
    *("digit m=2", "document m=2", "document m=3", "document m=4", "word m=2"),
    *("accelerometry m=2", "accelerometry m=3", "accelerometry m=4"),
)
RIVALS = ("KM", "SC", "MNN", "MIC")
OURS = "SMIC printed"
METHODS = (*RIVALS, OURS, "SMIC sym")


# What the paper prints. Figures 4 and 5: ARI of one draw.
REPORTED_TOYS = {
    "SMIC": dict(zip(TOYS, (1.0, 1.0, 1.0, 0.773), strict=True)),
    "MIC": dict(zip(TOYS, (1.0, 1.0, 0.021, 0.173), strict=True)),
}


def _printed(text, pairs):
    """By set and method, from a line a set: numbers, or pairs of them."""
    found = {}
    for line in text.strip().splitlines():
        name, *rest = line.split("|")
        cells = [tuple(map(float, cell.split())) for cell in rest]
        cells = [cell if pairs or len(cell) > 1 else cell[0] for cell in cells]
        found[name.strip()] = dict(zip((*RIVALS, "SMIC"), cells, strict=True))
    return found


# Tables 1 and 2: ARI of KM, SC, MNN, MIC and SMIC, mean and standard deviation.
REPORTED = _printed(
    """
    digit             | 0.42 0.01 |  0.24 0.02 | 0.44 0.03 |  0.63 0.08 | 0.63 0.05
    face              | 0.60 0.11 |  0.62 0.11 | 0.47 0.10 |  0.64 0.12 | 0.65 0.11
    document          | 0.00 0.00 |  0.09 0.02 | 0.09 0.02 |  0.01 0.02 | 0.19 0.03
    word              | 0.04 0.05 |  0.02 0.01 | 0.02 0.02 |  0.04 0.04 | 0.08 0.05
    accelerometry     | 0.49 0.04 |  0.58 0.14 | 0.71 0.05 |  0.57 0.23 | 0.68 0.12
    speech            | 0.00 0.00 |  0.00 0.00 | 0.04 0.15 |  0.18 0.16 | 0.21 0.25
    digit m=2         | 0.52 0.01 |  0.21 0.02 | 0.43 0.04 |  0.60 0.05 | 0.63 0.05
    document m=2      | 0.01 0.01 |  0.10 0.03 | 0.10 0.02 |  0.01 0.02 | 0.19 0.04
    document m=3      | 0.01 0.01 |  0.10 0.03 | 0.09 0.02 | -0.01 0.03 | 0.16 0.05
    document m=4      | 0.02 0.01 |  0.09 0.03 | 0.08 0.02 |  0.00 0.04 | 0.14 0.05
    word m=2          | 0.00 0.07 | -0.01 0.01 | 0.01 0.02 | -0.02 0.05 | 0.03 0.05
    accelerometry m=2 | 0.48 0.05 |  0.54 0.14 | 0.58 0.11 |  0.49 0.19 | 0.69 0.16
    accelerometry m=3 | 0.49 0.05 |  0.47 0.10 | 0.42 0.12 |  0.42 0.14 | 0.66 0.20
    accelerometry m=4 | 0.49 0.06 |  0.38 0.11 | 0.31 0.09 |  0.40 0.18 | 0.56 0.22
    """,
    pairs=True,
)
# Table 1, seconds; of MIC and SMIC at the chosen t, then with the choice.
REPORTED_SECONDS = _printed(
    """
    digit         | 835.9 | 973.3 | 318.5 | 84.4 3631.7 | 14.4 359.5
    face          |  93.3 |   2.1 |   1.0 |  1.4   30.8 |  0.0  19.3
    document      |  77.8 |   9.7 |   6.4 |  3.4  530.5 |  0.3 115.3
    word          |   6.5 |   5.9 |   2.2 |  1.0  369.6 |  0.2 203.9
    accelerometry |   0.4 |   3.3 |   1.9 |  0.8  410.6 |  0.2  92.6
    speech        |   0.9 |   4.2 |   1.8 |  0.7  413.4 |  0.3 179.7
    """,
    pairs=False,
)

CLOSED = Protocol("SMIC", "SMIC in closed form, t by LSMI", "the leading eigenvectors")
FROM_SC = Protocol(
    "MIC",
    "L-BFGS on (20) less a regulariser, t and the regulariser's weight by MLMI",
    "the labels of self-tuning spectral clustering (t = 7)",
)
_RIVALS = (
    Protocol("KM", "k-means", "random", 100),
    Protocol("SC", "self-tuning spectral clustering (t = 7)", "starts of its k-means", 10),
    Protocol("MNN", "MNN of at most ten rounds", "starts of the library", 20),
)


def _study(name, seeds, protocols=(CLOSED,), **settings):
    script = "studies.py"
    return Study("sugiyama2011", name, script, seeds, protocols, {"n": "the paper's"} | settings)


_T = {"candidates": list(CANDIDATES), "kernels": list(KERNELS)}
FIG_4 = _study("Fig. 4", 100, **_T)
FIG_5 = _study("Fig. 5", 20, (FROM_SC,), candidates=list(CANDIDATES), weights=WEIGHTS)
FIG_8 = _study("Fig. 8", 60, shares=SHARES, **_T)
TABLE_1 = _study("Table 1", 20, (CLOSED, *_RIVALS), **_T)
TABLE_2 = _study("Table 2", 20, (CLOSED, *_RIVALS), **_T)
MIC_STUDY = _study("MIC", 20, (FROM_SC,), candidates=list(CANDIDATES), weights=WEIGHTS)
FOOTNOTE_4 = _study("Footnote 4", 20, ())
FOOTNOTE_6 = _study("Footnote 6", 20, candidates=list(range(1, 21)), kernels=list(KERNELS))
SPARSE = _study("Sparse kernel", 10, **_T)
STUDIES = (FIG_4, FIG_5, FIG_8, TABLE_1, TABLE_2, MIC_STUDY, FOOTNOTE_4, FOOTNOTE_6, SPARSE)


class Remembered:
    """What a criterion says of labellings of the same samples, each judged once."""

    def __init__(self, plan, c):
        self.plan, self.c, self.known = plan, c, {}

    def __call__(self, labels):
        key = labels.tobytes()
        if key not in self.known:
            self.known[key] = self.plan.value(labels, self.c).value
        return self.known[key]


def first_best(values):
    """Index of the largest value, of equal ones the first."""
    values = np.asarray(values)
    return int((values >= values.max() - 1e-9).argmax())


def path(X, y, c, near, value, kernel, prior=None):
    """What every candidate of the kernel parameter gives, as one array a quantity."""
    found = {"ari": [], "lsmi": [], "smi": [], "undecided": []}
    for t in CANDIDATES:
        K = local_scaling(X, t, kernel_normalization=KERNELS[kernel], neighbours=near).K
        result = smic(K, c, X=X, class_prior=prior)
        found["ari"].append(adjusted_rand_score(y, result.labels))
        found["lsmi"].append(value(result.labels))
        found["smi"].append(result.smi)
        found["undecided"].append(result.undecided.sum())
    return {quantity: np.array(values) for quantity, values in found.items()}


def chosen(found):
    """Index of the candidate that LSMI, LSMI among the decided, and (8) would take."""
    few = found["undecided"] == found["undecided"].min()
    decided = np.where(few, found["lsmi"], -np.inf)
    if found["undecided"].min() > 0:
        decided = found["lsmi"]
    rules = {"lsmi": found["lsmi"], "decided": decided, "smi": found["smi"]}
    return {rule: first_best(values) for rule, values in rules.items()}


@functools.lru_cache(64)
def toy_path(name, kernel, seed):
    """`path` of a toy, and the t that LSMI takes."""
    X, y, c = toy(name, seed)
    near = nearest_neighbours(X, max(CANDIDATES))
    found = path(X, y, c, near, Remembered(LsmiPlan(X, random_state=seed), c), kernel)
    return found, CANDIDATES[chosen(found)["lsmi"]]


class MicPath(NamedTuple):
    """MIC of one weight: kernels and results by t, their MLMI, CPU seconds with and without it."""

    kernels: list
    results: list
    mlmi: np.ndarray
    seconds: float
    alone: float

    @property
    def k(self):
        """Index of the t that MLMI takes."""
        return int(self.mlmi.argmax())


def mic_paths(X, c, seed, weights=WEIGHTS):
    """The labels that MIC starts from, and its `MicPath` by weight, as the estimator has it."""
    begun, rng = time.process_time(), check_random_state(seed)
    near = nearest_neighbours(X, max(CANDIDATES))
    start = self_tuning_spectral(X, c, n_neighbors=min(7, len(X) - 1), random_state=rng).labels
    of_start = time.process_time() - begun
    plan, paths = MlmiPlan(X, n_folds=min(5, len(X)), random_state=rng), {}
    kernels = [local_scaling(X, t, neighbours=near) for t in CANDIDATES]
    shared = time.process_time() - begun
    for weight in weights:
        begun, alone, results, mlmi = time.process_time(), [], [], []
        for kernel in kernels:
            before = time.process_time()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)
                results.append(mic(kernel.K, start, c, regularization=weight))
            alone.append(time.process_time() - before)
            mlmi.append(plan.value(results[-1].labels, c).value)
        spent = shared + time.process_time() - begun
        taken = of_start + alone[int(np.argmax(mlmi))]
        paths[weight] = MicPath(kernels, results, np.array(mlmi), spent, taken)
    return start, paths


@functools.lru_cache(64)
def _mic_start(name, seed):
    X, _, c = toy(name, seed)
    return X, c, self_tuning_spectral(X, c, n_neighbors=7, random_state=seed).labels


def toy_mic(name, seed, weight, t):
    """MIC on a toy at a given t: its kernel, and what was found."""
    X, c, start = _mic_start(name, seed)
    kernel = local_scaling(X, t)
    return kernel, mic(kernel.K, start, c, regularization=weight)


def toy_mlmi(name, seed):
    """MLMI of MIC on a toy by weight and t, (5, 10), recorded where there is a record."""
    metrics = [f"mlmi {weight:g}" for weight in WEIGHTS]
    if seed < len(FIG_5(set=name, method="MIC", metric=metrics[0])):
        return np.array([FIG_5(set=name, method="MIC", metric=m)[seed] for m in metrics])
    X, _, c = toy(name, seed)
    return np.array([path.mlmi for path in mic_paths(X, c, seed)[1].values()])


def posterior(kernel, result, X=None):
    """Class posteriors (21) of MIC, of the samples of the fit or of others."""
    return softmax((kernel.K if X is None else kernel.rows(X)) @ result.coefficients, axis=1)


def literal_lsmi(kernels, y, c, bases, deltas=DELTAS):
    """LSMI (14) by the pseudo-code of Figure 3, of any kernels between the samples and centres."""
    z, everyone = y[bases.centres], np.ones(len(y), bool)

    def fitted(L, rows, columns, delta):  # (13), class by class
        theta, n = np.zeros(len(z)), rows.sum()
        for k in range(c):
            own, B = rows & (y == k), np.flatnonzero(columns & (z == k))
            H = own.sum() / n**2 * L[rows][:, B].T @ L[rows][:, B]
            theta[B] = np.linalg.solve(H + delta * np.eye(len(B)), L[own][:, B].sum(axis=0) / n)
        return theta

    def means(L, rows, theta):  # of r^2 over all pairs, and of r over the samples
        R = L[rows] @ (theta[:, None] * np.eye(c)[z])
        return (R[:, y[rows]] ** 2).mean(), R[np.arange(rows.sum()), y[rows]].mean()

    errors = {}
    for g, L in enumerate(kernels):
        for delta in deltas:
            cv = []
            for m in range(bases.n_folds):
                held = bases.folds == m
                squares, own = means(L, held, fitted(L, ~held, ~held[bases.centres], delta))
                cv.append(squares / 2 - own)
            errors[g, delta] = np.mean(cv)
    g, delta = min(errors, key=errors.get)
    squares, own = means(
        kernels[g], everyone, fitted(kernels[g], everyone, everyone[: len(z)], delta)
    )
    return -squares / 2 + own - 0.5


def toy_choice(name, kernel, rule="lsmi"):
    """ARI and t that a rule takes in the recorded draws of a toy: two arrays."""
    t = FIG_4(set=name, method=kernel, metric=f"t by {rule}").astype(int)
    return FIG_4(set=name, method=kernel, metric="ari")[np.arange(len(t)), t - 1], t


def toy_t(name, kernel, seed):
    """The t that LSMI takes, recorded where there is a record of the draw."""
    kept = toy_choice(name, kernel)[1]
    return int(kept[seed]) if seed < len(kept) else toy_path(name, kernel, seed)[1]


def by_mlmi(study, key, metric="ari"):
    """What was recorded of MIC at the weight and the t that MLMI takes, a number a draw."""
    best = [study(set=key, method="MIC", metric=f"mlmi {w:g}").max(axis=1) for w in WEIGHTS]
    weight = [first_best(of) for of in np.transpose(best)]
    return study(set=key, method="MIC", metric=metric)[np.arange(len(weight)), weight]


def real(key, method, metric="ari"):
    """What was recorded of a method on a real set, a number a draw."""
    if method != "MIC":
        return (TABLE_2 if key in LARGER else TABLE_1)(set=key, method=method, metric=metric)
    if metric == "ari":
        return by_mlmi(MIC_STUDY, key)
    return MIC_STUDY(set=key, method="MIC", metric=metric).min(axis=1)  # of the quickest weight


def size(key):
    """The number of samples of a draw of a real set."""
    return int((TABLE_2 if key in LARGER else TABLE_1)(set=key, metric="n")[0])


def paired(key, first, second, metric="ari"):
    """What was recorded of two methods on the same draws of a real set."""
    pair = [real(key, method, metric) for method in (first, second)]
    n = min(map(len, pair))
    return pair[0][:n], pair[1][:n]


def best_rival(key):
    """The rival with the largest mean ARI."""
    return max(RIVALS, key=lambda rival: real(key, rival).mean())
