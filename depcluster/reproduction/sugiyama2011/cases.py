"""Set-ups that figures, claims and the recorded studies share."""

from __future__ import annotations

import functools

import numpy as np
from scipy.integrate import quad
from scipy.stats import norm
from sklearn.metrics import adjusted_rand_score

from ...datasets import make_blobs4, make_circle_gauss, make_high_low, make_spirals
from ...kernels import local_scaling, nearest_neighbours
from ...papers.baselines import MlmiPlan, SelfTuningSpectral, mic
from ...papers.sugiyama2011 import SMIC, LsmiPlan, smic
from ..compare import effect
from ..records import read_record

TOYS = {
    "blobs": (make_blobs4, 4),
    "circle & Gaussian": (make_circle_gauss, 2),
    "spirals": (make_spirals, 2),
    "high & low": (make_high_low, 2),
}
DRAWN = "our own draws by the paper's recipe"
CLEAR = ("blobs", "circle & Gaussian", "spirals")
CANDIDATES = range(1, 11)
KERNELS = {"printed": None, "sym": "sym"}
KERNEL_NAMES = {"printed": "kernel (7) as printed", "sym": "kernel D^-1/2 K D^-1/2"}

SETS = ("digit", "face", "document", "word", "accelerometry", "speech")
ANALOGUES = ("accelerometry", "speech")
OWN = tuple(name for name in SETS if name not in ANALOGUES)
VARIANTS = ("document, texts of one length", "word, principal components of the draw")
RIVALS = ("KM", "SC", "MNN", "MIC")
METHODS = (*RIVALS, "SMIC printed", "SMIC sym")


def toy(name, seed=0):
    """Samples, classes and their number, of a toy of section 4.1."""
    draw, c = TOYS[name]
    return *draw(random_state=seed), c


class Remembered:
    """LSMI of labellings of the same samples, each computed once."""

    def __init__(self, X, c, seed):
        self.plan, self.c, self.known = LsmiPlan(X, random_state=seed), c, {}

    def __call__(self, labels):
        key = labels.tobytes()
        if key not in self.known:
            self.known[key] = self.plan.value(labels, self.c).value
        return self.known[key]


def path(X, y, c, near, value, kernel, prior=None):
    """What every candidate of the kernel parameter gives, as one list a quantity."""
    found = {"ari": [], "lsmi": [], "smi": [], "undecided": [], "components": []}
    for t in CANDIDATES:
        K = local_scaling(X, t, kernel_normalization=KERNELS[kernel], neighbours=near).K
        result = smic(K, c, X=X, class_prior=prior)
        found["ari"].append(float(adjusted_rand_score(y, result.labels)))
        found["lsmi"].append(value(result.labels))
        found["smi"].append(result.smi)
        found["undecided"].append(int(result.undecided.sum()))
        carrying = result.component[np.abs(result.vectors).argmax(axis=0)]
        found["components"].append(len(np.unique(carrying)))
    return found


def chosen(found):
    """Index of the candidate that LSMI, LSMI among the decided, and (8) would take."""
    value, undecided = np.array(found["lsmi"]), np.array(found["undecided"])
    decided = np.where(undecided == undecided.min(), value, -np.inf)
    if undecided.min() > 0:
        decided = value
    rules = {"lsmi": value, "decided": decided, "smi": np.array(found["smi"])}
    return {rule: int((of >= of.max() - 1e-9).argmax()) for rule, of in rules.items()}


@functools.lru_cache(64)
def toy_path(name, kernel, seed):
    """`path` of a toy, and the t that LSMI takes."""
    X, y, c = toy(name, seed)
    near = nearest_neighbours(X, max(CANDIDATES))
    found = path(X, y, c, near, Remembered(X, c, seed), kernel)
    return found, CANDIDATES[chosen(found)["lsmi"]]


def toy_model(name, kernel, seed, t):
    """SMIC on a toy at a given t."""
    X, _, c = toy(name, seed)
    return SMIC(c, n_neighbors=t, kernel_normalization=KERNELS[kernel]).fit(X)


def undecided(model, X):
    """Which samples no eigenvector gives a score."""
    return ~model.transform(X).any(axis=1)


@functools.lru_cache(128)
def spectral_start(name, seed):
    """The clustering that MIC starts from."""
    X, _, c = toy(name, seed)
    return SelfTuningSpectral(c, random_state=seed).fit_predict(X)


def mic_at(name, seed, t):
    """MIC on a toy at a given t: its kernel, and what was found."""
    X, _, c = toy(name, seed)
    kernel = local_scaling(X, t)
    return kernel, mic(kernel.K, spectral_start(name, seed), c)


@functools.lru_cache(16)
def mic_path(name, seed):
    """MLMI of MIC on a toy by t, labels that come twice judged once, and the t it takes."""
    X, _, c = toy(name, seed)
    plan, known, values = MlmiPlan(X, random_state=seed), {}, []
    for t in CANDIDATES:
        labels = mic_at(name, seed, t)[1].labels
        key = labels.tobytes()
        if key not in known:
            known[key] = plan.value(labels, c).value
        values.append(known[key])
    values = np.array(values)
    return values, CANDIDATES[int((values >= values.max() - 1e-9).argmax())]


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


def tables():
    """The recorded study of the toys and the real sets."""
    return read_record("sugiyama2011", "tables")


def footnotes():
    """The recorded study of the footnotes 4 and 6."""
    return read_record("sugiyama2011", "footnotes")


def toy_choice(name, kernel, rule="lsmi"):
    """ARI and t that a rule takes in the recorded draws of a toy: two arrays."""
    kept = tables()["toys"]["sets"][name][kernel]["chosen"][rule]
    return np.array(kept["ari"]), np.array(kept["t"])


def toy_t(name, kernel, seed):
    """The t that LSMI takes, recorded where there is a record of the draw."""
    kept = toy_choice(name, kernel)[1]
    return int(kept[seed]) if seed < len(kept) else toy_path(name, kernel, seed)[1]


def ari(key, method):
    """Recorded ARI of a method on a real set, one a draw."""
    return np.array(tables()["real"][key]["ari"][method])


def over(key, first, second):
    """By how much the ARI of a method is above another's on the same draws of a real set."""
    return effect(ari(key, first), ari(key, second))


def unbeaten(key, method, kernel="printed"):
    """Whether none of the five methods of the paper is ahead of this one."""
    others = {*RIVALS, f"SMIC {kernel}"} - {method}
    return not any(over(key, method, other).behind for other in others)


def best_rival(key):
    """The one of the paper's four rivals with the largest mean ARI."""
    return max(RIVALS, key=lambda rival: ari(key, rival).mean())


def off(name, method):
    """By how much our mean ARI on a real set is off the paper's, whichever way."""
    printed = tables()["real"][name]["paper_ari"][method.split()[0]][0]
    return abs(ari(name, method).mean() - printed)


def longer(key, slow, fast):
    """How many times as long one method takes as another: geometric mean and its interval."""
    seconds = tables()["real"][key]["seconds"]
    return effect(np.log(seconds[slow]), np.log(seconds[fast]))


def unequal():
    """Keys of the cases of Table 2 by set and m, those of Table 1 as m = 1."""
    found = {}
    for key in tables()["real"]:
        name, _, m = key.partition(" m=")
        if m:
            found.setdefault(name, {1: name})[int(m)] = key
    return {name: dict(sorted(found[name].items())) for name in SETS if name in found}


def draws(keys):
    """As "20 draws" or "3 to 20 draws", of real sets."""
    runs = [tables()["real"][key]["runs"] for key in keys]
    low, high = min(runs), max(runs)
    return f"{high} draws" if low == high else f"{low} to {high} draws"


def recorded(*keys):
    """When these real sets were recorded, and with which versions: that of the oldest."""
    return min(tables()["real"][key]["recorded"] for key in keys)
