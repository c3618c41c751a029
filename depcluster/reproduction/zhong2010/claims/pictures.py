"""What the figures show of one run each, counted over many."""

from __future__ import annotations

import numpy as np

from ....metrics import structured_accuracy
from ...claim import Claim
from ...compare import effect
from ...paper import claims_of
from .. import cases, recorded
from .common import FROM

_STRUCTURED_RING = {"CLUHSIC": "CLUHSIC", "0-1 l1": "0-1 loss", "structured l1": "ring loss"}


@claims_of("Fig. 1")
def far_away():
    for start in cases.STARTS:
        yield _nearer(
            "What CLUHSIC misplaces often goes far; with CLUHSICAL and the tree loss more of it "
            f"stays in the right class, {FROM[start]}.",
            "CLUHSIC",
            start,
        )


@claims_of("Fig. 6")
def nearer_by_the_loss():
    for start in cases.STARTS:
        yield _nearer(
            "With the tree loss more of what CLUHSICAL misplaces stays in the right class than "
            f"with the 0-1 loss, {FROM[start]}.",
            "0-1 l1",
            start,
        )


def _nearer(text, rival, start):
    """Shares of wrong answers in the right class, compared over draws in which something is wrong
    for both."""
    sets, left_out = recorded.split(recorded.SEQUENCES, start)
    effects, shares = {}, []
    for data in sets:
        pair = np.array([recorded.near(data, m, start) for m in ("structured l1", rival)])
        pair = pair[:, np.isfinite(pair).all(axis=0)]
        effects[data] = effect(*pair)
        shares.append(pair.mean(axis=1))
    ours, theirs = 100 * np.mean(shares, axis=0)
    chance = 100 * np.mean([recorded.near(data, "chance").mean() for data in sets])
    n = min(e.n for e in effects.values())
    return Claim(
        text,
        kind="stand-in",
        word="often",
        held=[e.ahead for e in effects.values()],
        unit="data sets",
        measured=f"{ours:.0f} % of the wrong answers stay in the class against {theirs:.0f} %; "
        f"difference in points (95 % interval, {n} draws): {recorded.told(effects)}",
        theirs="one leaf of one run",
        note=f"Stand-in for SCOP. {recorded.RATES} With shuffled labels {chance:.0f} % would stay. "
        "Left out: "
        + "; ".join(f"{recorded.brief(d)} ({why})" for d, why in left_out.items())
        + ".",
        recorded=recorded.when(sets[0]),
    )


@claims_of("Fig. 5")
def inside_the_subtree():
    for start in cases.STARTS:
        sets, _ = recorded.split(recorded.SEQUENCES, start)
        shares = np.array([recorded.near(d, "structured l1", start) for d in sets]).ravel()
        shares = shares[np.isfinite(shares)]
        losses = [
            (recorded.loss(d, "structured l1", start) < recorded.loss(d, "CLUHSIC", start)).mean()
            for d in sets
        ]
        yield Claim(
            "Trained with the tree loss, CLUHSICAL keeps most of what it misplaces inside the "
            f"class, {FROM[start]}.",
            kind="stand-in",
            word="usually",
            held=shares > 0.5,
            unit="draws",
            measured=f"{shares.mean():.0%} of the wrong answers stay; its tree loss is below "
            f"CLUHSIC's in {np.mean(losses):.0%} of the draws",
            theirs="a typical run",
            note="Stand-in for SCOP; a draw counts where more than half of its wrong answers stay. "
            + recorded.RATES,
            recorded=recorded.when(sets[0]),
        )


@claims_of("Fig. 4")
def cut_along_the_tree():
    study = recorded.study()["sets"]["dendrograms"]
    held, listed = [], []
    for data, by_linkage in study["empty_leaves"].items():
        # One data set of texts: its dendrograms are the same in every draw.
        n = 1 if data == recorded.TEXTS else len(by_linkage["ward"])
        whole = np.array([np.array(of[:n]) == 0 for of in by_linkage.values()])
        held += whole.ravel().tolist()
        if not whole.all():
            listed.append(f"{recorded.brief(data)} {whole.sum()} of {whole.size}")
    yield Claim(
        "Dendrograms can be cut to conform to the given tree, though nothing makes them.",
        kind="stand-in",
        word="always",
        held=held,
        unit="dendrograms",
        measured="average, complete and Ward's linkage; every leaf gets a sample"
        + f", with exceptions: {'; '.join(listed)}" * bool(listed),
        theirs="“able to do so in our experiments”",
        note="Our own faces and stand-ins for SCOP and WIPO.",
        recorded=study["recorded"],
    )


@claims_of("Fig. 7")
def around_the_turn():
    runs = {m: recorded.turns(m) for m in ("k-means", *_STRUCTURED_RING)}
    ordered = {m: np.array([cases.in_turn(run) for run in of]) for m, of in runs.items()}
    arcs = {m: np.array([cases.n_arcs(run) for run in of]) for m, of in runs.items()}
    same = {
        "kind": "stand-in",
        "word": "usually",
        "theirs": "a typical run",
        "note": "Our own teapot, best of ten searches.",
        "recorded": recorded.when("teapot, full turn"),
    }
    yield Claim(
        "All methods group the views into reasonable clusters: ten unbroken arcs.",
        held=np.concatenate([of == 10 for of in arcs.values()]),
        unit="runs",
        measured="ten arcs: " + ", ".join(f"{m} {(of == 10).sum()}" for m, of in arcs.items()),
        **same,
    )
    yield Claim(
        "The order of k-means' clusters does not follow the ring.",
        held=~ordered["k-means"],
        unit="runs",
        measured=f"in order in {ordered['k-means'].sum()} runs",
        **same,
    )
    yield Claim(
        "With CLUHSIC and CLUHSICAL it does.",
        held=np.concatenate([ordered[m] for m in _STRUCTURED_RING]),
        unit="runs",
        measured="in order: "
        + ", ".join(f"{name} {ordered[m].sum()}" for m, name in _STRUCTURED_RING.items()),
        **same,
    )
    yield _much_alike(runs, same)


def _much_alike(runs, same):
    """How far CLUHSIC's and CLUHSICAL's clusters agree, up to turning and mirroring the ring."""
    alike = {
        name: np.array(
            [
                structured_accuracy(a, b, "ring", 10)
                for a, b in zip(runs["CLUHSIC"], runs[method], strict=True)
            ]
        )
        for method, name in list(_STRUCTURED_RING.items())[1:]
    }
    sizes = {
        name: np.array([np.bincount(run, minlength=10) for run in runs[method]])
        for method, name in _STRUCTURED_RING.items()
    }
    return Claim(
        "The clusters of CLUHSIC and CLUHSICAL are very similar: nine views in ten go to the same "
        "place, up to a turn of the ring.",
        held=np.concatenate([of >= 0.9 for of in alike.values()]),
        unit="pairs of runs",
        measured="mean agreement with CLUHSIC "
        + ", ".join(f"{name} {of.mean():.0%}" for name, of in alike.items())
        + "; sizes "
        + ", ".join(f"{name} {of.min()} to {of.max()}" for name, of in sizes.items()),
        **same,
    )
