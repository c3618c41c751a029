"""What Sugiyama 2011 says, judged, by section; figures and tables where they stand."""

from __future__ import annotations

import functools

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import comb
from scipy.stats import ttest_rel
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, rand_score
from sklearn.metrics.cluster import contingency_matrix

from ...kernels import component_eigenvectors, local_scaling
from ...papers.sugiyama2011 import SMIC, LsmiPlan, lsmi, smic
from ...papers.sugiyama2011.density_ratio import gaussian
from ..baselines.self_tuning import self_tuning_spectral
from ..claim import FINDING, MISPRINT, PAPERS_DATA, STAND_IN, THEOREM, claim, comparison
from ..compare import effect
from . import experiments as ex
from .experiments import KERNELS, OURS, OWN, REPORTED, RIVALS, TOYS, WEIGHTS, real, toy

_TOY_DRAWS = [(name, seed) for name in TOYS for seed in range(20)]
_NOT_THEIRS = "Not the paper's kernel."
_BY_WEIGHT = (
    "The paper does not name the weight of MIC's regulariser; MLMI takes it here, of equal values "
    "the smallest."
)
_LEVEL = "with its weight chosen by MLMI, MIC is level with SMIC"
_NOT_PUBLIC = "the recordings are not public; ours are others of the same kind"


# Section 2: the method.


@claim(
    "Section 2.1",
    "The formula for new samples gives the samples of the fit the labels they have.",
    THEOREM,
    draws=[(name, kernel, seed) for kernel in KERNELS for name, seed in _TOY_DRAWS],
    unit="cases of toy, draw and kernel",
    measured="labels of all decided samples, t = 7",
    reported="K phi = lambda phi",
    note="A sample without a score has no label of its own; the formula says nothing about it.",
)
def own_samples(name, kernel, seed):
    X, _, c = toy(name, seed)
    K = local_scaling(X, 7, kernel_normalization=KERNELS[kernel]).K
    found = smic(K, c, X=X)
    sums = np.maximum(found.vectors, 0).sum(axis=0)
    scores = np.maximum(K @ found.vectors, 0) / (found.eigenvalues * sums)
    return (scores.argmax(axis=1) == found.labels)[~found.undecided].all()


@claim(
    "Section 2.1",
    "New samples can be clustered by the fitted model.",
    PAPERS_DATA,
    draws=_TOY_DRAWS,
    unit="draws of four toys",
    measured="ARI of 200 new samples within 0.1 of that of the 200 fitted; new less fitted "
    "{mean:+.2f} in the mean, from {min:+.2f} to {max:+.2f}",
    note="Draws of 400, a random half fitted at t = 7.",
)
def new_samples(name, seed):
    draw, c = TOYS[name]
    X, y = draw(400, random_state=seed)
    old, new = np.split(np.random.default_rng(seed).permutation(400), 2)
    model = SMIC(c, n_neighbors=7).fit(X[old])
    of_new = adjusted_rand_score(y[new], model.predict(X[new]))
    gain = of_new - adjusted_rand_score(y[old], model.labels_)
    return abs(gain) <= 0.1, gain


def _smi(P):
    """SMI (1) of a joint table."""
    apart = P.sum(axis=1, keepdims=True) * P.sum(axis=0)
    return (apart * (P / apart - 1) ** 2).sum() / 2


@claim(
    "Section 2.2",
    "SMI is not negative, zero if and only if x and y are independent, and equal to (3).",
    THEOREM,
    draws=200,
    unit="cases of random tables",
    measured="SMI of dependent ones at least {min:.1e}",
)
def zero_if_independent(seed):
    P = np.random.default_rng(seed).dirichlet(np.full(12, 0.5)).reshape(3, 4)
    apart = P.sum(axis=1, keepdims=True) * P.sum(axis=0)
    value, given = _smi(P), P / P.sum(axis=1, keepdims=True)
    third = (given * P / P.sum(axis=0)).sum() / 2 - 0.5
    return [_smi(apart) < 1e-15, value > 1e-6, abs(value - third) < 1e-12], value


@functools.cache
def _spectrum(name):
    X, _, c = toy(name)
    K = local_scaling(X, 7).K.toarray()
    return K, c, (np.linalg.eigvalsh(K)[-c:] ** 2).sum()


@claim(
    "Section 2.3",
    "Orthonormal directions that maximise (8) with equal shares are the leading eigenvectors of K.",
    THEOREM,
    draws=[(name, seed) for name in TOYS for seed in range(100)],
    unit="random sets of directions",
    measured="sum of a' K^2 a at most {max:.2f} of the eigenvectors' (four toys, t = 7)",
    reported="proved",
    headline="The leading eigenvectors of the kernel (7) maximise (8)",
)
def leading_eigenvectors(name, seed):
    K, c, best = _spectrum(name)
    A = np.linalg.qr(np.random.default_rng(seed).standard_normal((len(K), c)))[0]
    share = ((K @ A) ** 2).sum() / best
    return share <= 1, share


@claim(
    "Section 2.3",
    "The kernel (7) has negative eigenvalues, which do no harm: none is as large as the c leading "
    "ones.",
    FINDING,
    strength="always",
    draws=[(name, seed, t) for name, seed in _TOY_DRAWS for t in (1, 4, 7, 10)],
    unit="cases of toy, draw and t",
    measured="smallest eigenvalue down to {min:.2f}, mean {mean:.2f}",
    reported="all eigenvalues are written as at least 0",
    note="The cut at t neighbours takes positive semi-definiteness away.",
)
def negative_eigenvalues(name, seed, t):
    X, _, c = toy(name, seed)
    values = np.linalg.eigvalsh(local_scaling(X, t).K.toarray())
    return -values[0] < values[-c], values[0]


@claim(
    "Section 2.3",
    "The mean of the posteriors (6) is (1/n) alpha_y' K 1, not alpha_y' K 1.",
    MISPRINT,
    draws=_TOY_DRAWS,
    unit="draws of four toys",
    measured="the printed value is {min:.0f} times the mean",
    reported="p*(y) = alpha_y' K 1",
    note="It does no harm: a factor that all classes share leaves the labels as they are.",
)
def share_of_a_class(name, seed):
    X, _, c = toy(name, seed)
    K = local_scaling(X, 7).K
    alpha = smic(K, c, X=X).vectors
    printed, mean = alpha.T @ (K @ np.ones(len(X))), (K @ alpha).mean(axis=0)
    return np.allclose(printed / len(X), mean), (printed / mean).mean()


@claim(
    "Section 2.4",
    "LSMI is an accurate estimator of SMI.",
    STAND_IN,
    draws=[(apart, seed) for apart in (0, 1, 3) for seed in range(10)],
    measured="two bells at distances 0, 2 and 6, 400 samples: within 0.05 of the integral; errors "
    "{mean:+.3f} in the mean, from {min:+.3f} to {max:+.3f}",
    reported="optimal convergence rate, proved elsewhere",
    note="The paper makes no experiment of its own about this.",
)
def accurate(apart, seed):
    error = lsmi(*ex.bells(apart, seed), random_state=seed).value - ex.smi_of_bells(apart)
    return abs(error) < 0.05, error


@claim(
    "Footnote 4",
    "Solving (13) class by class gives the same ratio as solving for all classes at once.",
    THEOREM,
    draws=[(name, seed) for name in TOYS for seed in range(5)],
    unit="draws of four toys",
    measured="largest difference of a coefficient {max:.0e} of the largest one (gamma = 1, "
    "delta = 0.1)",
)
def two_ways(name, seed, gamma=1.0, delta=0.1):
    X, y, _ = toy(name, seed)
    n, sizes = len(X), np.bincount(y)
    L, same = gaussian(cdist(X, X, "sqeuclidean"), gamma), y[:, None] == y
    H, h = sizes[y] / n**2 * same * (L.T @ L), (L * same).sum(axis=0) / n
    at_once, by_class = np.linalg.solve(H + delta * np.eye(n), h), np.zeros(n)
    for own in (y == k for k in range(len(sizes))):
        H = own.sum() / n**2 * L[:, own].T @ L[:, own]
        h = L[own][:, own].sum(axis=0) / n
        by_class[own] = np.linalg.solve(H + delta * np.eye(len(H)), h)
    off = np.abs(at_once - by_class).max() / np.abs(at_once).max()
    return off < 1e-8, off


@claim(
    "Footnote 4",
    "Class by class takes significantly less time.",
    PAPERS_DATA,
    strength="always",
    study=ex.FOOTNOTE_4,
    unit="toys",
    note="Systems only: what both share, as the products of kernel values, is not timed.",
)
def class_by_class():
    def logs(name, way):
        return np.log(ex.FOOTNOTE_4(set=name, method=way, metric="seconds"))

    ratio = {n: effect(logs(n, "class by class"), logs(n, "at once")) for n in TOYS}
    told = ", ".join(f"{name} {np.exp(e.mean):.2f}" for name, e in ratio.items())
    measured = f"{told} of the time for all classes at once (CPU of one thread, 81 systems)"
    return [e.behind for e in ratio.values()], measured


@claim(
    "Fig. 1",
    "`SMIC` is the program of Figure 1: of the candidates, the labels of largest LSMI.",
    THEOREM,
    draws=[(name, 0) for name in TOYS],
    unit="toys",
    measured="same t and same labels",
    reported="pseudo-code",
)
def figure_1(name, seed):
    X, _, c = toy(name, seed)
    fit = SMIC(c, random_state=seed).fit(X)
    t = ex.toy_path(name, "printed", seed)[1]
    found = smic(local_scaling(X, t).K, c, X=X)
    return t == fit.n_neighbors_ and np.array_equal(found.labels, fit.labels_)


@claim(
    "Fig. 2",
    "`smic` is the program of Figure 2: signs, cut at 0, normalised, the largest.",
    THEOREM,
    draws=_TOY_DRAWS,
    unit="draws of four toys",
    measured="same labels of all decided samples, t = 7",
    reported="pseudo-code",
)
def figure_2(name, seed):
    X, _, c = toy(name, seed)
    K = local_scaling(X, 7).K
    phi = np.linalg.eigh(K.toarray())[1][:, -c:]
    phi = np.maximum(phi * np.sign(phi.sum(axis=0)), 0)
    found = smic(K, c, X=X)
    labels = c - 1 - (phi / phi.sum(axis=0)).argmax(axis=1)
    return np.array_equal(labels[~found.undecided], found.labels[~found.undecided])


@claim(
    "Fig. 3",
    "`lsmi` is the program of Figure 3: 81 pairs of width and regulariser, five folds, (14).",
    THEOREM,
    draws=[(name, 0) for name in TOYS],
    unit="toys",
    measured="largest difference {max:.0e}",
    reported="pseudo-code",
)
def figure_3(name, seed):
    X, y, c = toy(name, seed)
    plan = LsmiPlan(X, random_state=seed)
    literal = ex.literal_lsmi(plan.bases.values.swapaxes(0, 1), y, c, plan.bases)
    off = abs(literal - plan.value(y, c).value)
    return off < 1e-9, off


# Section 3: the other methods.


@claim(
    "Section 3.1",
    "k-means finds only clusters that lines separate.",
    PAPERS_DATA,
    strength="always",
    draws=[(name, seed) for name in ex.CLEAR for seed in range(20)],
    unit="draws of three toys",
    measured="ARI above 0.9 on the blobs, below 0.2 on circle and spirals",
)
def k_means(name, seed):
    X, y, c = toy(name, seed)
    ari = adjusted_rand_score(y, KMeans(c, n_init=10, random_state=0).fit_predict(X))
    return ari > 0.9 if name == "blobs" else ari < 0.2


@claim(
    "Section 3.2",
    "Seven neighbours do not always work well in the local scaling of spectral clustering.",
    PAPERS_DATA,
    strength="may",
    unit="toys",
    note="A toy counts where another number, 2, 3, 4 or 10, is ahead of 7 by the whole interval.",
)
def seven():
    tried, passed, told = (7, 2, 3, 4, 10), [], []
    for name in TOYS:
        ari = np.array([[_spectral(name, seed, t) for t in tried] for seed in range(10)])
        best = int(ari[:, 1:].mean(axis=0).argmax()) + 1
        gain = effect(ari[:, best], ari[:, 0])
        passed.append(gain.ahead)
        told.append(f"{name} {ari[:, 0].mean():.2f}, t = {tried[best]} {gain.text()} above it")
    return passed, f"ARI at t = 7: {', '.join(told)} (10 draws)"


def _spectral(name, seed, t):
    X, y, c = toy(name, seed)
    found = self_tuning_spectral(X, c, n_neighbors=t, random_state=seed)
    return adjusted_rand_score(y, found.labels)


@claim(
    "Section 3.3",
    "Blurring mean-shift with a Gaussian ends in a single point.",
    THEOREM,
    draws=[(name, 0) for name in TOYS],
    unit="toys",
    measured="all samples within 1e-9 after at most {max:.0f} rounds (sigma = 1)",
    reported="stated, after Cheng (1995)",
)
def one_point(name, seed):
    X, rounds = toy(name, seed)[0], 0
    while np.ptp(X, axis=0).max() > 1e-9 and rounds < 1000:
        W = gaussian(cdist(X, X, "sqeuclidean"), 1.0)
        X, rounds = W @ X / W.sum(axis=1, keepdims=True), rounds + 1
    return rounds < 1000, rounds


# Section 4.1: the toys.


_PANELS = {"strength": "always", "unit": "panels", "study": ex.FIG_4, "protocol": ex.CLOSED}


def _panels(held, more, what):
    """Fields of a claim on the four panels, each of which holds if 75 % of its draws do."""
    told = (f"{name} {of.sum()} of {of.size}, {more[name]}" for name, of in held.items())
    return [of.mean() >= 0.75 for of in held.values()], f"{what}: {'; '.join(told)}"


def _works(kernel):
    ari = {name: ex.toy_choice(name, kernel)[0] for name in TOYS}
    held = {name: of > (0.95 if name in ex.CLEAR else 0.7) for name, of in ari.items()}
    means = {name: f"mean {of.mean():.2f}" for name, of in ari.items()}
    return _panels(held, means, "draws of ARI above 0.95, on high & low above 0.7")


claim(
    "Fig. 4",
    "SMIC combined with LSMI works well on the four toys.",
    PAPERS_DATA,
    **_PANELS,
    reported="ARI of one draw: " + ", ".join(f"{v:g}" for v in ex.REPORTED_TOYS["SMIC"].values()),
    why="with kernel (7) the ring around the Gaussian gets no eigenvector",
    note="Our own draws by the paper's recipe. No t up to 10 helps on the circle, see below.",
    headline="SMIC with LSMI works well on the four toys",
)(functools.partial(_works, "printed"))

claim(
    "Fig. 4",
    "With the kernel D^-1/2 K D^-1/2, SMIC combined with LSMI works well on three of the four "
    "toys.",
    FINDING,
    **(_PANELS | {"strength": "usually"}),
    reported=_NOT_THEIRS,
)(functools.partial(_works, "sym"))


@claim(
    "Fig. 4 (b)",
    "With the kernel (7) as printed the ring around the Gaussian gets no eigenvector: the two "
    "leading ones lie on the Gaussian.",
    FINDING,
    draws=[(seed, t) for seed in range(20) for t in (4, 7, 10)],
    unit="cases of draw and t",
    measured="share of the two on the ring below 0.01; mean {mean:.3f}",
    reported="ARI 1 on one draw",
    note="An eigenvalue measures how many and how close the neighbours are, and the Gaussian's "
    "samples have more of them.",
)
def no_eigenvector_for_the_ring(seed, t):
    X, y, c = toy("circle & Gaussian", seed)
    V = component_eigenvectors(local_scaling(X, t).K, c)[1]
    share = (V[y == 1] ** 2).sum(axis=0).max()
    return share < 0.01, share


@claim(
    "Footnote 6",
    "On the toys LSMI takes no t above 10.",
    PAPERS_DATA,
    study=ex.FOOTNOTE_6,
    protocol=ex.CLOSED,
    unit="draws of four toys",
    reported="confirmed for its draws, one a toy",
)
def more_neighbours():
    def kept(metric, kernel="printed"):
        return [ex.FOOTNOTE_6(set=name, method=kernel, metric=metric) for name in TOYS]

    few, other = ([t <= max(ex.CANDIDATES) for t in kept("t", kernel)] for kernel in KERNELS)
    told = ", ".join(f"{n} {of.sum()} of {of.size}" for n, of in zip(TOYS, few, strict=True))
    gain = map(effect, kept("ari"), kept("ari to 10"))
    gains = ", ".join(f"{name} {of.text()}" for name, of in zip(TOYS, gain, strict=True))
    note = f"What the larger t change in ARI: {gains}. With D^-1/2 K D^-1/2 it is "
    return {
        "passed": np.concatenate(few),
        "measured": f"t among 1 to 20 is at most 10: {told}",
        "note": f"{note}{np.sum(other)} of {np.size(other)}.",
    }


@claim(
    "Fig. 5",
    "MIC with MLMI gives good results on (a) and (b), and poor ones on (c) and (d).",
    PAPERS_DATA,
    **(_PANELS | {"study": ex.FIG_5, "protocol": ex.FROM_SC}),
    note=_BY_WEIGHT,
    why="MIC finds high & low here, as its start does",
    reported="ARI of one draw: " + ", ".join(f"{v:g}" for v in ex.REPORTED_TOYS["MIC"].values()),
    headline="MIC is good on blobs and circle, poor on spirals and high & low",
)
def rival_on_toys():
    held, more = {}, {}
    for name, good in zip(TOYS, (True, True, False, False), strict=True):
        ari = ex.by_mlmi(ex.FIG_5, name)
        held[name] = ari > 0.95 if good else ari < 0.5
        start = ex.FIG_5(set=name, method="SC", metric="ari").mean()
        means = ex.FIG_5(set=name, method="MIC", metric="ari").mean(axis=0)
        by_weight = f"at given weights {means.min():.2f} to {means.max():.2f}"
        more[name] = f"mean {ari.mean():.2f} ({by_weight}, at the start {start:.2f})"
    return _panels(held, more, "draws of ARI above 0.95 on (a), (b), below 0.5 on (c), (d)")


_CERTAIN = "draws with at least 90 % of the samples above 0.95 on (a) to (c), fewer on (d)"


def _certain(sure):
    """Fields of a claim from the shares of sure samples, a number a draw."""
    held = {name: (of >= 0.9) == (name in ex.CLEAR) for name, of in sure.items()}
    means = {name: f"mean share {of.mean():.2f}" for name, of in sure.items()}
    return _panels(held, means, _CERTAIN)


def _sure(kernel):
    """Share of the samples with a posterior above 0.95, a number a draw."""
    sure = {}
    for name, seed in _TOY_DRAWS:
        model = ex.toy_model(name, kernel, seed, ex.toy_t(name, kernel, seed))
        share = (model.predict_proba(toy(name, seed)[0]).max(axis=1) > 0.95).mean()
        sure.setdefault(name, []).append(share)
    return _certain({name: np.array(shares) for name, shares in sure.items()})


for _kernel, _kind in (("printed", PAPERS_DATA), ("sym", FINDING)):
    claim(
        "Fig. 6",
        "On (a) to (c) the posteriors of SMIC are almost 0 or 1, on (d) they take intermediate "
        f"values; {ex.KERNEL_NAMES[_kernel]}.",
        _kind,
        **_PANELS,
        reported="four pictures",
        why="as in Figure 4: the ring is not found, nor always the blobs",
        note="At the t recorded for Figure 4." + f" {_NOT_THEIRS}" * (_kernel == "sym"),
    )(functools.partial(_sure, _kernel))


@claim(
    "Fig. 7",
    "On (a) to (c) the posteriors of MIC are almost 0 or 1, on (d) they take intermediate values.",
    PAPERS_DATA,
    **(_PANELS | {"study": ex.FIG_5, "protocol": ex.FROM_SC}),
    reported="four pictures",
    why="how sure MIC is follows from its weight, which is not named",
)
def posteriors_of_the_rival():
    passed, measured = _certain({name: ex.by_mlmi(ex.FIG_5, name, "sure") for name in TOYS})
    by_weight = []
    for name in TOYS:
        shares = ex.FIG_5(set=name, method="MIC", metric="sure").mean(axis=0)
        by_weight.append(f"{name} {', '.join(f'{v:.2f}' for v in shares)}")
    weights = ", ".join(f"{w:g}" for w in WEIGHTS)
    note = f"{_BY_WEIGHT} Mean shares at {weights}: {'; '.join(by_weight)}."
    return {"passed": passed, "measured": measured, "note": note}


# Section 4.2: shares.


def _alike(kernel):
    """Cases of toy and share: alike by the paper's t-test, and the interval within 0.1 ARI."""
    effects, alike = {}, []
    for name, shares in ex.SHARES.items():
        told = [ex.FIG_8(set=name, method=kernel, metric=f"told {w}").T for w in ("true", "equal")]
        for share, true, equal in zip(shares, *told, strict=True):
            effects[f"{name} {share:g}"] = effect(true, equal)
            alike.append(np.allclose(true, equal) or ttest_rel(true, equal).pvalue >= 0.01)
    small = np.array([max(-e.low, e.high) < 0.1 for e in effects.values()])
    far, most = max(effects.items(), key=lambda item: abs(item[1].mean))
    measured = (
        f"not told apart at 1 % in {sum(alike)} of {len(alike)}, whole 95 % interval within 0.1 "
        f"ARI in {small.sum()}; largest, true less equal: {far} {most.text()}"
    )
    return np.array(alike), small, measured


@claim(
    "Fig. 8",
    "SMIC told the true shares and SMIC told equal ones differ negligibly.",
    PAPERS_DATA,
    strength="always",
    study=ex.FIG_8,
    protocol=ex.CLOSED,
    unit="cases of toy and share",
    reported="not told apart in any case, t-test at 1 %, 100 draws",
    why="on spirals a few draws go wrong altogether, so that a mean is known to 0.1 only",
    note="A case counts if the two are not told apart and the interval is within 0.1; it is open "
    "if the interval is wider.",
    headline="It matters little whether SMIC is told the true shares",
)
def shares_matter_little():
    alike, small, measured = _alike("printed")
    return {"passed": alike & small, "undecided": (alike & ~small).sum(), "measured": measured}


@claim(
    "Fig. 8",
    "With the kernel D^-1/2 K D^-1/2 the shares that SMIC is told can matter.",
    FINDING,
    strength="may",
    study=ex.FIG_8,
    protocol=ex.CLOSED,
    unit="cases of toy and share",
    reported=_NOT_THEIRS,
)
def shares_can_matter():
    alike, _, measured = _alike("sym")
    return ~alike, measured


# Section 4.3: real sets.

_TABLE_1 = {"study": ex.TABLE_1, "protocol": ex.FROM_SC}
_TABLE_2 = {"study": ex.TABLE_2, "protocol": ex.FROM_SC}
# What section 4.3.3 says of each set: how much, which methods lead, and what they lead.
_SAID = {
    "digit": ("always", "outperform", ("MIC", OURS), ("KM", "SC", "MNN")),
    "face": ("always", "are comparable and better than", ("SC", "MIC", OURS), ("KM", "MNN")),
    "document": ("usually", "tends to outperform", (OURS,), RIVALS),
    "word": ("usually", "tends to outperform", (OURS,), RIVALS),
}

_READINGS = {
    "document": "tf-idf vectors of length 1 before the principal components",
    "word": "the principal components of each draw, as the paper says, of vectors that have been "
    "reduced to 50 before",
}


def _named(*methods):
    """As "KM, SC and MNN"."""
    *most, last = (method.removesuffix(" printed") for method in methods)
    return f"{', '.join(most)} and {last}" if most else last


def _means(key):
    return ", ".join(f"{_named(m)} {real(key, m).mean() + 0.0:.2f}" for m in (OURS, *RIVALS[::-1]))


def _reported(key):
    return ", ".join(f"{m} {REPORTED[key][m][0]:.2f}" for m in ("SMIC", *RIVALS[::-1]))


def _sentence(name, key):
    """Section 4.3.3's sentence about a set, on the draws of `key`."""
    _, verb, leaders, others = _SAID[name]
    pairs = {(a, b): effect(*ex.paired(key, a, b)) for a in leaders for b in others}
    passed = [e.ahead for e in pairs.values()]
    unsure = sum(not e.ahead and not e.behind for e in pairs.values())
    for k, a in enumerate(leaders if "comparable" in verb else ()):
        pairs |= {(a, b): effect(*ex.paired(key, a, b)) for b in leaders[k + 1 :]}
        passed += [not (pairs[a, b].ahead or pairs[a, b].behind) for b in leaders[k + 1 :]]
    told = (f"{_named(a)} over {_named(b)} {e.text()}" for (a, b), e in pairs.items())
    found = {"passed": passed, "undecided": unsure}
    found["measured"] = f"ARI {_means(key)}; {'; '.join(told)}"
    for other in ex.VARIANTS if name == key else ():
        if other.startswith(name):
            again = _sentence(name, other)["passed"]
            reading = f"Another reading, {_READINGS[name]}: ARI {_means(other)}"
            found["note"] = f"{reading}, held in {sum(again)} of {len(again)}."
    return found


_WHY = {"face": "SC and MIC are ahead of SMIC here", "word": "all methods are near zero"}
for _name, (_strength, _verb, _leaders, _others) in _SAID.items():
    claim(
        "Table 1",
        f"{_name.capitalize()}: {_named(*_leaders)} {_verb} {_named(*_others)}.",
        PAPERS_DATA,
        strength=_strength,
        unit="comparisons",
        reported=_reported(_name),
        why=_WHY.get(_name, ""),
        **_TABLE_1,
    )(functools.partial(_sentence, _name, _name))


@claim(
    "Table 1",
    "SMIC is the best method or comparable to the best.",
    PAPERS_DATA,
    strength="always",
    unit="sets",
    **_TABLE_1,
    note=_BY_WEIGHT,
    why="on face SC and MIC are ahead",
    reported="among the best in all six sets (t-test at 1 %, 100 draws)",
    headline="SMIC is the best method or comparable to the best",
)
def best_or_comparable():
    effects = {n: {m: effect(*ex.paired(n, OURS, m)) for m in RIVALS} for n in OWN}
    best = {name: min(of, key=lambda m: of[m].mean) for name, of in effects.items()}
    told = "; ".join(f"{n} {effects[n][m].text()} to {m}" for n, m in best.items())
    unbeaten = [not any(e.behind for e in of.values()) for of in effects.values()]
    return unbeaten, f"no rival ahead of it; SMIC less the best rival: {told}"


@comparison(
    "Table 1",
    "SMIC works even better than MIC.",
    PAPERS_DATA,
    scale=1,
    unit="sets",
    why=_LEVEL,
    reported="a larger mean in three of these four, an equal one on digit",
    **_TABLE_1,
    note=_BY_WEIGHT,
)
def over_mic():
    return {name: ex.paired(name, OURS, "MIC") for name in OWN}


@claim(
    "Table 1",
    "Accelerometry: MNN and SMIC work better than the others. Speech: MIC and SMIC are comparable "
    "and significantly better than the others.",
    STAND_IN,
    unit="sets",
    untestable=_NOT_PUBLIC,
    reported="; ".join(f"{name}: {_reported(name)}" for name in ex.ANALOGUES),
    **_TABLE_1,
)
def analogues():
    return [], "; ".join(f"{name}: {_means(name)}" for name in ex.ANALOGUES)


@claim(
    "Table 1",
    "The mean ARI of each method, within 0.1 of the paper's.",
    PAPERS_DATA,
    strength="always",
    unit="means of method and set",
    **_TABLE_1,
    note=_BY_WEIGHT,
    why="SC and MNN on face, and MIC on document, whose weight is not named",
    reported="; ".join(f"{name}: {_reported(name)}" for name in OWN),
)
def numbers():
    near = np.array(
        [
            [abs(real(n, m).mean() - REPORTED[n][_named(m)][0]) <= 0.1 for n in OWN]
            for m in (OURS, *RIVALS)
        ]
    )
    told = (f"{_named(m)} in {of.sum()}" for m, of in zip((OURS, *RIVALS), near, strict=True))
    return near.ravel(), f"{', '.join(told)} of {len(OWN)} sets"


@claim(
    "Table 1",
    "What MIC finds hangs on the weight of its regulariser, which the paper does not name.",
    FINDING,
    study=ex.MIC_STUDY,
    protocol=ex.FROM_SC,
    unit="sets",
    reported="no weight; (20) is printed without a regulariser",
)
def weight_of_mic():
    passed, told = [], []
    for name in OWN:
        ari = ex.MIC_STUDY(set=name, method="MIC", metric="ari")
        means, chosen = ari.mean(axis=0), ex.by_mlmi(ex.MIC_STUDY, name).mean()
        passed.append(effect(ari[:, means.argmax()], ari[:, means.argmin()]).ahead)
        by_weight = ", ".join(f"{v + 0.0:.2f}" for v in means)
        told.append(f"{name} {by_weight}, by MLMI {chosen:.2f} ({len(ari)} draws)")
    weights = ", ".join(f"{w:g}" for w in WEIGHTS)
    return passed, f"the best weight ahead of the worst; ARI at {weights}: {'; '.join(told)}"


@claim(
    "Table 1",
    "No one weight gives both the sure posteriors of Figure 7 (a) to (c) and MIC's ARI on digit.",
    FINDING,
    strength="always",
    study=ex.MIC_STUDY,
    protocol=ex.FROM_SC,
    unit="weights",
    reported=f"three pictures, and {REPORTED['digit']['MIC'][0]:.2f}",
)
def one_weight():
    clear = [ex.FIG_5(set=n, method="MIC", metric="sure").mean(axis=0) for n in ex.CLEAR]
    sure = np.min(clear, axis=0)
    digit = ex.MIC_STUDY(set="digit", method="MIC", metric="ari").mean(axis=0)
    both = (sure >= 0.9) & (np.abs(digit - REPORTED["digit"]["MIC"][0]) <= 0.1)
    told = (f"{w:g}: {a:.2f} and {b:.2f}" for w, a, b in zip(WEIGHTS, sure, digit, strict=True))
    return ~both, f"least share of sure samples, and ARI on digit, by weight: {'; '.join(told)}"


def _share(name, rival):
    """The paper's seconds of SMIC over a rival's, with the choice of t where there is one."""
    of = ex.REPORTED_SECONDS[name]
    return of["SMIC"][1] / (of[rival][1] if isinstance(of[rival], tuple) else of[rival])


def _faster(pairs):
    """Fields of a claim that SMIC takes less time than a rival, by set and rival."""
    ratios = [effect(*map(np.log, ex.paired(key, OURS, m, "seconds"))) for key, m in pairs]
    told = ", ".join(
        f"{np.exp(e.mean):.2f} of {m} on {key}" for e, (key, m) in zip(ratios, pairs, strict=True)
    )
    return [e.behind for e in ratios], f"its time (one thread's CPU): {told}"


claim(
    "Table 1",
    "SMIC with the choice of t takes less time than MIC with its choice.",
    PAPERS_DATA,
    strength="always",
    unit="sets",
    **_TABLE_1,
    reported="much less: " + ", ".join(f"{_share(name, 'MIC'):.2f}" for name in ex.SETS),
    note="MIC with the choice of t at its quickest weight; the two were timed on different days. "
    "Accelerometry and speech are analogues.",
)(functools.partial(_faster, [(name, "MIC") for name in ex.SETS]))

claim(
    "Table 1",
    "Digit: SMIC with the choice of t is faster than KM, SC and MIC.",
    PAPERS_DATA,
    strength="always",
    unit="comparisons",
    **_TABLE_1,
    reported=", ".join(f"{_share('digit', m):.2f} of {m}" for m in ("KM", "SC", "MIC")),
)(functools.partial(_faster, [("digit", rival) for rival in ("KM", "SC", "MIC")]))


@claim(
    "Table 1",
    "Digit: SMIC with the choice of t takes about as long as MNN, which has none.",
    PAPERS_DATA,
    unit="set",
    **_TABLE_1,
    reported=f"{_share('digit', 'MNN'):.2f} of MNN",
    why="SMIC is quicker still; both are programs of our own",
    note="About as long: neither takes twice the other's time.",
)
def as_long_as_mnn():
    ratio = effect(*map(np.log, ex.paired("digit", OURS, "MNN", "seconds")))
    return abs(ratio.mean) < np.log(2), f"{np.exp(ratio.mean):.2f} of MNN's time"


@claim(
    "Table 1",
    "MNN and SC are rather unstable: level with the best on some sets, far behind on others.",
    PAPERS_DATA,
    strength="always",
    unit="methods",
    **_TABLE_1,
    reported="stated after Table 2",
    why="MNN is level with the best on accelerometry alone in the paper, which is not public",
    note="Level: the best is not ahead by the whole interval; far behind: by more than 0.1. The "
    "four sets that are to be had.",
)
def unstable():
    passed, told = [], []
    for method in ("MNN", "SC"):
        found = {name: _behind_best(name, method) for name in OWN}
        level = any(e.low <= 0 for e in found.values())
        passed.append(level and any(e.low > 0.1 for e in found.values()))
        told += [f"{method} on {name} {e.text()}" for name, e in found.items()]
    return passed, f"ARI of the best less its own: {'; '.join(told)}"


def _behind_best(name, method):
    best = max((*RIVALS, OURS), key=lambda m: real(name, m).mean())
    return effect(*ex.paired(name, best, method))


@claim(
    "Table 1",
    "KM is not reliable on document: every other method is ahead of it.",
    PAPERS_DATA,
    strength="always",
    unit="methods",
    **_TABLE_1,
    reported=_reported("document"),
    note="The paper says the same of speech, which is not public: on ours ARI "
    + _means("speech")
    + ".",
)
def km_on_document():
    ahead = {m: effect(*ex.paired("document", m, "KM")) for m in (*RIVALS[1:], OURS)}
    told = "; ".join(f"{_named(m)} {e.text()}" for m, e in ahead.items())
    return [e.ahead for e in ahead.values()], f"ARI less KM's: {told}"


# Table 2: unequal classes.

_OWN_LARGER = [key for key in ex.LARGER if not key.startswith(ex.ANALOGUES)]


@comparison(
    "Table 2",
    "With unequal classes SMIC, told equal shares, still works better than the other methods.",
    PAPERS_DATA,
    strength="always",
    scale=1,
    unit="cases of set and m",
    **_TABLE_2,
    why=_LEVEL,
    note=_BY_WEIGHT,
    reported="the largest mean in all eight cases of the table",
    headline="With unequal classes SMIC still works better than the others",
)
def unequal_classes():
    return {key: {m: ex.paired(key, OURS, m) for m in RIVALS} for key in _OWN_LARGER}


@claim(
    "Table 2",
    "On accelerometry SMIC works better than the other methods with unequal classes.",
    STAND_IN,
    unit="cases of m",
    untestable=_NOT_PUBLIC,
    **_TABLE_2,
    reported="the largest mean for every m above 1",
    note="n shrinks with m, for the analogue has too few samples of its first class.",
)
def unequal_analogue():
    keys = [key for key in ex.LARGER if key.startswith(ex.ANALOGUES)]
    return [], "; ".join(f"{key}: {_means(key)}" for key in keys)


@claim(
    "Table 2",
    "The methods tend to get worse as the classes get less equal.",
    PAPERS_DATA,
    unit="pairs of method and set",
    **_TABLE_2,
)
def worse():
    passed, told, theirs = [], [], []
    for name in ("digit", "document", "word"):
        last = [key for key in _OWN_LARGER if key.startswith(name)][-1]
        for method in (*RIVALS, OURS):
            fall = real(last, method).mean() - real(name, method).mean()
            passed.append(fall < 0)
            told.append(f"{_named(method)} on {name} {fall:+.2f}")
            theirs.append(np.subtract(*(REPORTED[k][_named(method)][0] for k in (last, name))) < 0)
    return {
        "passed": passed,
        "measured": f"mean ARI at the largest m less that at m = 1: {'; '.join(told)}",
        "reported": f"stated; its own means: {sum(theirs)} of {len(theirs)} pairs",
    }


@claim(
    "Section 4",
    "No one kernel gives both Figure 4 and Table 1.",
    FINDING,
    strength="always",
    study=ex.TABLE_1,
    unit="kernels",
    reported="(7) in both",
    note="As printed the real sets come out and the circle does not; with D^-1/2 K D^-1/2 it is "
    "the other way round.",
)
def one_kernel():
    passed, told = [], []
    for kernel in KERNELS:
        off = [ex.toy_choice(n, kernel)[0].mean() - ex.REPORTED_TOYS["SMIC"][n] for n in TOYS]
        off += [real(n, f"SMIC {kernel}").mean() - REPORTED[n]["SMIC"][0] for n in OWN]
        near = np.abs(off) <= 0.1
        passed.append(not near.all())
        told.append(f"{kernel}: Fig. 4 in {near[:4].sum()} of 4, Table 1 in {near[4:].sum()} of 4")
    return passed, f"mean ARI within 0.1 of the paper's, {'; '.join(told)}"


# Section 5 and the appendix.


@comparison(
    "Section 5",
    "The estimate (8) is not appropriate for choosing the kernel parameter, where LSMI is.",
    PAPERS_DATA,
    study=ex.TABLE_1,
    protocol=ex.CLOSED,
    scale=1,
    unit="toys and real sets",
    reported="preliminary experiments",
    headline="LSMI chooses the kernel parameter better than the estimate (8)",
)
def lsmi_against_8():
    by_lsmi, by_8 = ({n: ex.toy_choice(n, "printed", r) for n in TOYS} for r in ("lsmi", "smi"))
    pairs = {name: (by_lsmi[name][0], by_8[name][0]) for name in TOYS}
    pairs |= {n: (real(n, OURS), real(n, OURS, "ari by smi")) for n in OWN}
    t = np.concatenate([t for _, t in by_8.values()])
    note = f"On the toys (8) takes t = 1 in {100 * (t == 1).mean():.0f} % of the draws."
    return pairs, {"note": note}


@claim(
    "Section 5",
    "LSMI is suitable for choosing the kernel parameter.",
    PAPERS_DATA,
    study=ex.FIG_4,
    protocol=ex.CLOSED,
    note="Blobs and spirals, the toys where some t is usually right.",
)
def suitable():
    lost = np.concatenate(
        [
            ex.FIG_4(set=name, method="printed", metric="ari").max(axis=1)
            - ex.toy_choice(name, "printed")[0]
            for name in ("blobs", "spirals")
        ]
    )
    measured = f"ARI of its choice within 0.1 of that of the best t; mean loss {lost.mean():.2f}"
    return lost < 0.1, measured


@comparison(
    "Section 5",
    "LSMI with the sparse local-scaling kernel in place of Gaussians does not choose t as well.",
    PAPERS_DATA,
    study=ex.SPARSE,
    protocol=ex.CLOSED,
    scale=1,
    unit="toys",
    reported="preliminary experiments",
    why="ten draws are too few to tell the two apart",
    note="The paper does not say on which data. Its gain in time is not tested: the literal "
    "program of Figure 3 was run, with dense matrices.",
)
def sparse_kernel():
    return {
        name: tuple(ex.SPARSE(set=name, method=m, metric="ari") for m in ("Gaussian", "sparse"))
        for name in TOYS
    }


@claim(
    "Table 3",
    "The Rand index and the adjusted Rand index follow from the counts, for any numbers of "
    "clusters.",
    THEOREM,
    draws=50,
    unit="random pairs of partitions",
    measured="largest difference to scikit-learn {max:.0e}",
)
def rand_indices(seed):
    rng = np.random.default_rng(seed)
    y, found = rng.integers(0, 3, 60), rng.integers(0, rng.integers(2, 6), 60)
    counts = contingency_matrix(y, found)
    both, clusters, classes = (
        comb(n, 2).sum() for n in (counts, counts.sum(axis=0), counts.sum(axis=1))
    )
    pairs = comb(60, 2)
    rand = (pairs + 2 * both - clusters - classes) / pairs
    top = pairs * both - clusters * classes
    ari = top / (pairs * (clusters + classes) / 2 - clusters * classes)
    off = max(abs(rand - rand_score(y, found)), abs(ari - adjusted_rand_score(y, found)))
    return off < 1e-12, off
