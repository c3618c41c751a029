"""Song 2007, judged: section 7, with Figures 1 to 4 and Table 1."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
from sklearn.datasets import make_circles
from sklearn.metrics import adjusted_rand_score

from ...kernels import median_rule
from ..claim import FINDING, FITTED, PAPERS_DATA, STAND_IN, claim, comparison
from ..compare import effect
from ..protocol import OURS as TEN_RUNS
from .experiments import (
    BLEND,
    BLENDS,
    DIFFICULTIES,
    LARGEST,
    MEDIAN_RULE,
    NEAR,
    NEIGHBORS,
    ONCE,
    OTHER_GLAZES,
    OURS,
    PAPER,
    PICTURES,
    REPORTED,
    RIGHT,
    RIVALS,
    SEEDS,
    SMALL,
    SMALLEST,
    SPECTRAL,
    TABLE_1,
    TOYS,
    WIDTH,
    WIDTHS,
    cluster,
    counted,
    each_start,
    graph,
    in_turn,
    joined,
    kept,
    menu,
    n_groups,
    picture_sets,
    rbf,
    seen,
    shaken,
    share,
    spectrum,
    table_1_of,
)

# Section 7.1: Figures 1 and 2.

_TOYS = "Toys of the paper's make; it shows them in a small picture only."
_PANELS = {
    "collinear linear": "one eigenvector shows the classes (share above .9), the other does not",
    "collinear rbf": "both show them, and their rounding is right",
    "rings rbf": "none does (below .5), and the clustering is wrong",
    "rings graph": "the first shows them, and the clustering is right",
    "xor graph": "both are constant on the corners, and the clustering is wrong",
    "xor poly": "the first shows them (above .75), and the clustering is right",
}


def _ari(panel, protocol=PAPER):
    return kept(SMALL, panel, "", "score", protocol)


@claim(
    "Fig. 1",
    "Which kernel's two eigenvectors show the classes of which toy, and where the "
    "clustering is right: all six panels.",
    STAND_IN,
    study=SMALL,
    protocol=PAPER,
    unit="panels of 20 draws",
    reported="one picture each",
    note="Asked: "
    + "; ".join(f"{panel}: {asked}" for panel, asked in _PANELS.items())
    + f". Right is an ARI above {RIGHT:g}. {_TOYS} s = 0.5 and 0.3; 8 neighbours.",
    headline="The eigenvectors show which kernel sees which toy",
)
def panels():
    passed = {protocol: _panels(protocol) for protocol in (PAPER, SPECTRAL)}
    told = ", ".join(f"{panel} {sum(of)}" for panel, of in passed[PAPER].items())
    ours = sum(sum(of) for of in passed[SPECTRAL].values())
    return list(np.ravel(list(passed[PAPER].values()))), (
        f"{told} of {len(SEEDS)}; one search of the library: {ours} of {6 * len(SEEDS)} in all"
    )


def _panels(protocol):
    shares = {of: np.transpose([seen(*of.split(), seed) for seed in SEEDS]) for of in _PANELS}
    v1, v2, rounded = ({of: rows[k] for of, rows in shares.items()} for k in range(3))
    ari, corner = {of: _ari(of, protocol) for of in _PANELS}, np.repeat(np.arange(4), 60)
    graphs = (spectrum(graph()(TOYS["xor"](seed)[0]), 2)[1] for seed in SEEDS)
    corners = np.array([min(share(v, corner) for v in V.T) for V in graphs])
    passed = (
        (v1["collinear linear"] > 0.9) & (v2["collinear linear"] < 0.1),
        (np.minimum(v1["collinear rbf"], v2["collinear rbf"]) > 0.9)
        & (rounded["collinear rbf"] > RIGHT),
        (np.maximum(v1["rings rbf"], v2["rings rbf"]) < 0.5) & (ari["rings rbf"] < 0.1),
        (v1["rings graph"] > 0.9) & (ari["rings graph"] > RIGHT),
        (corners > 0.9) & (ari["xor graph"] < 0.5),
        (v1["xor poly"] > 0.75) & (ari["xor poly"] > RIGHT),
    )
    return dict(zip(_PANELS, passed, strict=True))


@claim(
    "Section 7.1",
    "Collinear: the linear and the Gaussian kernel both capture the round "
    "groups, but the linear one spoils a spectral start.",
    STAND_IN,
    study=SMALL,
    protocol=PAPER,
    note=_TOYS,
)
def collinear():
    both = np.minimum(_ari("collinear linear"), _ari("collinear rbf"))
    rounded = np.array([seen("collinear", "linear", seed)[2] for seed in SEEDS])
    return list((both > RIGHT) & (rounded < 0.6)), (
        f"ARI {both.min():.2f} or more with both; rounded eigenvectors of the linear one at "
        f"{rounded.min():.2f} to {rounded.max():.2f} (asked: below .6)"
    )


def race(X, y, s, n_init):
    """ARI of the best found, whether its J is above the truth's, whether a search leaves that."""
    K, c = rbf(s)(X), y.max() + 1
    best, truth = cluster(K, c, n_init=n_init), cluster(K, c, init=y)
    above = best.objective > truth.history[0] * (1 + 1e-9)
    return adjusted_rand_score(y, best.labels), above, np.array_equal(truth.labels, y)


@claim(
    "Section 7.1",
    "Ring: a Gaussian kernel is not able to produce the correct clustering.",
    STAND_IN,
    draws=20,
    note=_TOYS,
    protocol=TEN_RUNS,
    measured="ARI at most {max:.2f} at 1, 4, 8 and 16 times the median rule",
)
def gaussian_on_rings(seed):
    X, y = TOYS["rings"](seed)
    ari = max(race(X, y, times * median_rule(X), 10)[0] for times in (1, 4, 8, 16))
    return ari <= RIGHT, ari


@claim(
    "Section 7.1",
    "Ring: the correct clustering is a local optimum of a Gaussian kernel, not its best.",
    STAND_IN,
    study=SMALL,
    note=_TOYS,
    protocol=TEN_RUNS,
)
def local_optimum():
    races = (race(*TOYS["rings"](seed), WIDTH["rings"], 10)[1:] for seed in SEEDS)
    there = each_start(SMALL, "rings rbf", "", "score") > RIGHT
    return [above and stays for above, stays in races], (
        f"s = {WIDTH['rings']:g}: a search that starts at the truth stays there, and a better J "
        f"was found; Algorithm 1 ends at the truth from {counted(there)} random starts"
    )


@claim(
    "Section 7.1",
    "On two circles a Gaussian kernel does produce the correct clustering, "
    "and nothing with a larger J was found.",
    FINDING,
    draws=20,
    reported="nothing: stated of one data set",
    measured="ARI at least {min:.2f} at 4 times the median rule",
    protocol=OURS,
    note="Radii 1 and 0.4, noise 0.05, 100 points each: a statement "
    "about a kernel is one about its width and the data too.",
)
def two_circles(seed):
    X, y = make_circles(200, noise=0.05, factor=0.4, random_state=seed)
    ari, above, _ = race(X, y, 4 * median_rule(X), 20)
    return ari > RIGHT and not above, ari


_SHAKES = (
    "Independent toys, each shaken once by noise of its own size, spread evenly from "
    f"{Fraction(SMALLEST)} to {LARGEST} times the scatter of its groups."
)
_CURVE = {"draws": 40, "unit": "toys", "reported": "one curve a kernel"}
_DENSITIES = (8, 15, 20, 30, 40)


@claim(
    "Fig. 2",
    "(I) Collinear: the Gaussian and the graph kernel are similarly stable.",
    STAND_IN,
    note="Similar: apart by less than a tenth of the polynomial kernel's gamma, which is above "
    "both. " + _SHAKES,
    measured="within a factor of ten of each other in {total:.0f} of {n}",
    **_CURVE,
)
def curves_collinear(seed):
    gauss, graphs, other = shaken("collinear", seed, NEIGHBORS["collinear"])
    passed = max(gauss, graphs) < other and abs(gauss - graphs) < 0.1 * other
    return passed, max(gauss, graphs) < 10 * min(gauss, graphs)


@claim(
    "Fig. 2",
    "(II) Ring: the graph kernel is clearly the most stable.",
    STAND_IN,
    **_CURVE,
    measured="its gamma is the lowest; the next one is {median:.0e} times it (median)",
)
def curves_rings(seed):
    gauss, graphs, other = shaken("rings", seed, NEIGHBORS["rings"])
    return graphs < min(gauss, other), min(gauss, other) / max(graphs, 1e-300)


@claim(
    "Fig. 2",
    "(III) XOR: the polynomial kernel is the most stable.",
    STAND_IN,
    **_CURVE | {"unit": "pairs of toy and graph"},
    measured="lowest gamma, by neighbours of the "
    "graph: " + ", ".join(f"{k}: {{low{k}.total:.0f}} of {{of{k}.total:.0f}}" for k in _DENSITIES),
    why="the paper does not name its graph, on which the order of the two kernels hangs",
    note="Left out are toys on which the graph falls into "
    "three parts or more: its eigengap is closed and its gamma infinite. Elsewhere the graph "
    "kernel, which is wrong here, may have the lowest gamma.",
)
def curves_xor(seed):
    gamma = {k: shaken("xor", seed, k) for k in _DENSITIES}
    there = {k: bool(np.isfinite(one[1])) for k, one in gamma.items()}
    low = {k: there[k] and bool(one.argmin() == 2) for k, one in gamma.items()}
    values = {f"low{k}": low[k] for k in low} | {f"of{k}": there[k] for k in low}
    return [low[k] for k in low if there[k]], values


@claim(
    "Fig. 2",
    "The kernel with the lowest gamma clusters best: the three toys.",
    STAND_IN,
    draws=40,
    unit="toys",
    reported="stated of the three toys",
    protocol=replace(TEN_RUNS, n_starts=5),
    measured=f"ARI within {NEAR:g} of the best: collinear {{collinear.total:.0f}}, ring "
    "{rings.total:.0f}, XOR {xor.total:.0f} of {xor.n}",
    note=f"Graphs of 8 neighbours, on XOR of {NEIGHBORS['xor']}.",
    headline="The lowest gamma points to the right kernel",
)
def stable_and_right(seed):
    passed = {}
    for toy, k in NEIGHBORS.items():
        X, y = TOYS[toy](seed)
        kernels = menu(toy, k)
        runs = (cluster(kernels[name](X), n_groups(toy), n_init=5).labels for name in RIVALS)
        ari = [adjusted_rand_score(y, labels) for labels in runs]
        passed[toy] = max(ari) - ari[shaken(toy, seed, k).argmin()] <= NEAR
    return list(passed.values()), passed


# Section 7.2: Table 1, recorded.

_LITTLE = 2.05  # percent: two points, as the paper prints them
_GAUSSIAN = (
    "The paper does not name its kernel: here a Gaussian on standardised data at the median rule, "
    "this package's default. breast has 683 samples here, 669 in the paper."
)
_FULL = (
    "Full decompositions, one BLAS thread, shortest of three runs. Where nearly all columns are "
    "kept nothing is saved. Today one asks for c - 1 vectors only."
)


def _ratios(width):
    """Columns here over the printed ones, by set."""
    return np.array(
        [
            table_1_of(name, "columns", width) / printed["columns"]
            for name, printed in REPORTED.items()
        ]
    )


def _of(metric, width=MEDIAN_RULE):
    return np.array([table_1_of(name, metric, width) for name in REPORTED])


def _printed(metric):
    return np.array([printed[metric] for printed in REPORTED.values()])


def _listed(values):
    return ", ".join(f"{value:g}" for value in values)


@claim(
    "Table 1",
    "The eigengap rule needs as many columns as printed.",
    PAPERS_DATA,
    study=TABLE_1,
    unit="sets",
    reported=_listed(_printed("columns")),
    note=_GAUSSIAN,
    headline="The eigengap rule needs as many columns as printed",
)
def columns():
    ratio = _ratios(MEDIAN_RULE)
    passed = (ratio > 0.8) & (ratio < 1.2)
    return list(passed), f"{ratio.min():.2f} to {ratio.max():.2f} of the paper's (asked: a fifth)"


@claim(
    "Table 1",
    "At other widths of the kernel the rule needs other numbers of columns.",
    FINDING,
    study=TABLE_1,
    unit="pairs of width and set",
    reported="nothing",
    note="So the row above says as much about the paper's kernel as about its rule.",
)
def other_widths():
    ratios = {width: _ratios(width) for width in list(WIDTHS)[1:]}
    off = {width: (of <= 0.8) | (of >= 1.2) for width, of in ratios.items()}
    told = "; ".join(f"{width} {np.median(ratios[width]):.2f}" for width in ratios)
    return list(np.ravel(list(off.values()))), f"off by more than a fifth; median ratio at {told}"


@claim(
    "Table 1",
    "The errors before and after low rank (err1, err2) are the printed ones.",
    PAPERS_DATA,
    study=TABLE_1,
    protocol=SPECTRAL,
    unit="sets",
    reported=f"err1 {_listed(_printed('err1'))}; err2 {_listed(_printed('err2'))}",
    note="Asked: both within 5 points of the printed ones, and 2 points from each other.",
    headline="Errors before and after low rank are the printed ones",
)
def errors():
    ours = {key: _of(key) for key in ("err1", "err2")}
    off = np.array([np.abs(ours[key] - _printed(key)) for key in ours])
    apart = np.abs(ours["err2"] - ours["err1"])
    told = "; ".join(f"{key} {', '.join(f'{v:.1f}' for v in of)}" for key, of in ours.items())
    return list((off <= 5).all(axis=0) & (apart <= _LITTLE)), told


@claim(
    "Table 1",
    "For several sets the singular vectors of the factor take much less time than "
    "the eigenvectors of K, up to an order of magnitude.",
    PAPERS_DATA,
    study=TABLE_1,
    strength="often",
    unit="sets",
    note=_FULL,
    reported=f"t1 {_listed(_printed('t1'))} s; t2 {_listed(_printed('t2'))} s",
    headline="Singular vectors of the factor take less time than the eigenvectors of K",
)
def times():
    faster = _of("seconds eigh") / np.maximum(_of("seconds svd"), 1e-9)
    slow = ", ".join(name for name, of in zip(REPORTED, faster, strict=True) if of < 2) or "none"
    told = f"at least twice as fast; ten times in {sum(faster >= 10)}, at most {faster.max():.0f}"
    return list(faster >= 2), f"{told}; not so: {slow}"


@claim(
    "Table 1",
    "With the time for the factor itself, low rank often takes no less time.",
    FINDING,
    study=TABLE_1,
    strength="often",
    unit="sets",
    reported="nothing: t2 is the singular vectors alone",
    note="Our factor looks at its eigengap again and again, in "
    "Python; the sets are small. K itself, which the factor does without, is not in the "
    "time.",
)
def with_the_factor():
    total = _of("seconds svd") + _of("seconds cholesky")
    ratio = total / _of("seconds eigh")
    return list(ratio >= 1), f"{ratio.min():.1f} to {ratio.max():.1f} times that of K"


@claim(
    "Section 7.2",
    "With the eigengap as tolerance, low rank costs almost no clustering error.",
    PAPERS_DATA,
    study=TABLE_1,
    protocol=SPECTRAL,
    strength="always",
    unit="sets",
)
def relabelled():
    changed = _of("changed")
    alone = np.concatenate(
        [
            TABLE_1(set=name, protocol=ONCE.name, method=MEDIAN_RULE, metric="changed")
            for name in REPORTED
        ]
    )
    told = f"at most {changed.max():.1f} % relabelled (asked: 2 points)"
    note = (
        f"From one k-means++ start instead {100 * (alone > _LITTLE).mean():.0f} % of {alone.size} "
        "runs end with more than 2 % relabelled: the start matters more than the rank."
    )
    return {"passed": list(changed <= _LITTLE), "measured": told, "note": note}


# Section 7.3: Figures 3 and 4, recorded.

_DRAWINGS = (
    "Our own cartoon faces, 185 a set, half of the sets clear and half shakier; the paper's "
    "photographs are not public."
)
_FACES = {"study": PICTURES, "unit": "sets of faces", "note": _DRAWINGS}
_POTS = {"study": PICTURES, "protocol": PAPER, "reported": "one picture"}


def _on_faces(method, metric, protocol=PAPER):
    return np.array([kept(PICTURES, of, method, metric, protocol) for of in picture_sets()])


def _nine(method, protocol=PAPER):
    return _on_faces(method, "ARI", protocol) > RIGHT


@claim(
    "Fig. 3",
    "With P and the tree (9) the nine clusters are found, and images of a person come "
    "in adjacent columns.",
    STAND_IN,
    protocol=PAPER,
    reported="one set of 185 photographs",
    headline="With a tree, images of a person come in adjacent columns",
    **_FACES,
)
def in_columns():
    passed = {p: _nine("tree", p) & (_on_faces("tree", "in blocks", p) == 1) for p in (PAPER, OURS)}
    each = [each_start(PICTURES, of, "tree", "in blocks") for of in picture_sets()]
    told = f"persons in adjacent columns in {100 * np.mean(each):.0f} % of single starts; "
    return list(passed[PAPER].ravel()), told + f"the library's search: {counted(passed[OURS])}"


@claim(
    "Fig. 3",
    "Plain k-means finds the nine clusters as well.",
    STAND_IN,
    protocol=PAPER,
    why="ten random starts are too few; this library's search finds them mostly",
    **_FACES,
)
def nine_by_kmeans():
    clear, shaky = (counted(of) for of in _nine("k-means"))
    told = f"ARI above {RIGHT:g} in {clear} clear and {shaky} shakier sets; the library's search: "
    return list(_nine("k-means").ravel()), told + counted(_nine("k-means", OURS))


@claim(
    "Fig. 3",
    "But k-means loses the hierarchy: a person's clusters are in arbitrary columns.",
    STAND_IN,
    protocol=PAPER,
    **_FACES,
)
def arbitrary_columns():
    blocks = _on_faces("k-means", "in blocks") == 1
    return list(~blocks.ravel()), f"columns by person in {counted(blocks)}; by chance in one of 280"


@comparison(
    "Fig. 3",
    "The library's search finds the nine clusters by k-means more often "
    "than the best of Algorithm 1's random starts.",
    FINDING,
    scale=1,
    reported="nothing",
    study=PICTURES,
    note=_DRAWINGS,
    unit="difficulties",
)
def gain_of_the_search():
    ours, paper = (_on_faces("k-means", "ARI", p) for p in (OURS, PAPER))
    return {
        f"ARI, difficulty {of:g}": pair for of, *pair in zip(DIFFICULTIES, ours, paper, strict=True)
    }


def _apart(of, protocol=PAPER):
    """By draw, whether k-means joins opposite views and the ring does not."""
    return joined(of, "k-means", protocol) & ~joined(of, "ring", protocol)


@claim(
    "Fig. 4",
    f"k-means puts opposite views into one cluster and the ring (11) avoids that: at "
    f"the blend {BLEND}.",
    FITTED,
    unit="teapots",
    **_POTS,
    why="at this blend k-means does not join them on every pot",
    note=f"We chose the blend {BLEND} because it shows this; the paper does not say how it "
    "disturbed its views. All blends stand below.",
)
def at_the_blend():
    of = f"teapot 0.4 {BLEND}"
    told = ", ".join(
        f"{name} {counted(_apart(of, p))}"
        for name, p in (("the library's search", OURS), ("its single searches", ONCE))
    )
    return list(_apart(of)), told


@claim(
    "Fig. 4",
    "k-means puts opposite views into one cluster and the ring (11) avoids that: two "
    "pots with another glaze.",
    STAND_IN,
    unit="pairs of teapot and blend",
    **_POTS,
    note="The blends lie in the window of the first pot, and were not chosen anew.",
)
def other_glazes():
    sets = [of for glaze in OTHER_GLAZES for of in picture_sets(glaze)]
    told = "; ".join(f"{of.removeprefix('teapot ')}: {counted(_apart(of))}" for of in sets)
    ours = [_apart(of, OURS) for of in sets]
    return list(np.ravel([_apart(of) for of in sets])), (
        f"by glaze and blend {told}; the library's search: {counted(ours)} in all"
    )


@claim(
    "Fig. 4",
    "The ring's labels keep the order of the views, k-means' do not.",
    STAND_IN,
    unit="pairs of teapot and blend",
    **_POTS,
    note="All recorded blends and glazes; none was chosen for it.",
)
def keeps_order():
    sets = [of for glaze in (0.4, *OTHER_GLAZES) for of in picture_sets(glaze)]
    rings, kmeans = ([in_turn(of, how) for of in sets] for how in ("ring", "k-means"))
    ours = counted([in_turn(of, "ring", OURS) for of in sets])
    return list((np.array(rings) & ~np.array(kmeans)).ravel()), (
        f"in order: ring {counted(rings)}, k-means {counted(kmeans)}; the ring by the library's "
        f"search: {ours}"
    )


def first_joined(method, protocol):
    """The least blend at which each pot has opposite views in one label; 0.5 if none has."""
    flags = np.array([joined(of, method, protocol) for of in picture_sets(0.4)] + [[True] * 20])
    return np.array([*BLENDS, 0.5])[flags.argmax(axis=0)]


@claim(
    "Fig. 4",
    "The ring bears more disturbance than k-means before it joins opposite views.",
    STAND_IN,
    unit="teapots",
    **_POTS | {"reported": "one disturbance"},
    note="No blend was chosen for it. At 0.5 a view and its opposite are one picture.",
    headline="A ring keeps opposite views of a teapot apart longer than k-means",
)
def bears_more():
    first = {p: [first_joined(how, p) for how in ("k-means", "ring")] for p in (PAPER, OURS)}
    told = "; ".join(
        f"{who} k-means {a.mean():.3f}, ring {b.mean():.3f}, {effect(b, a).text(digits=3)}"
        for who, (a, b) in zip(("Algorithm 1", "the library's search"), first.values(), strict=True)
    )
    a, b = first[PAPER]
    return list(b > a), f"mean least blend, of {_listed(BLENDS)}, at which views are joined: {told}"


@claim(
    "Fig. 4",
    "Where k-means joins opposite views, the ring does not: all blends.",
    STAND_IN,
    unit="pairs of teapot and blend",
    **_POTS,
    why="the ring's pay for neighbours is limited: "
    "where the blend is larger, what K says is stronger",
)
def where_kmeans_fails():
    apart = {
        b: ~joined(of, "ring")[joined(of, "k-means")]
        for b, of in zip(BLENDS, picture_sets(0.4), strict=True)
    }
    told = ", ".join(f"{b:g}: {counted(of)}" for b, of in apart.items() if len(of))
    return list(np.concatenate(list(apart.values()))), f"by blend {told}"


@claim(
    "Fig. 4",
    "More search makes k-means worse: where two ways of searching disagree on "
    "whether opposite views are joined, the joined labelling has the larger J.",
    FINDING,
    unit="pairs of teapot and blend",
    study=PICTURES,
    reported="nothing",
)
def more_search_is_worse():
    passed, counts = [], dict.fromkeys((PAPER, ONCE, OURS), 0)
    for of in picture_sets(0.4):
        flags = {p: joined(of, "k-means", p) for p in counts}
        J = {p: kept(PICTURES, of, "k-means", "J", p) for p in counts}
        counts = {p: counts[p] + int(flags[p].sum()) for p in counts}
        for one in (PAPER, ONCE):
            other = flags[one] != flags[OURS]
            passed += list(((J[OURS] > J[one]) == flags[OURS])[other])
    return passed, (
        f"of {20 * len(BLENDS)} joined by Algorithm 1 {counts[PAPER]}, by one search of the "
        f"library {counts[ONCE]}, by {OURS.n_starts} of its searches {counts[OURS]}"
    )
