"""Claims of section 5.2: clusters of texts, their words and their tree."""

from __future__ import annotations

import numpy as np

from ...claim import Claim
from ...paper import claims_of
from ..cases import record
from ..texts import TWICE, printed_lists, single, texts

CORPORA = {
    "docstrings": "docstrings of four libraries",
    "newsgroups": "postings to twenty newsgroups",
}
HALVES = range(20)


def shared_by_all():
    return {"kind": "stand-in", "recorded": record("text")["recorded"]}


@claims_of("Table 2")
def own_words():
    """Twenty words a cluster."""
    theirs = single(printed_lists())
    for corpus, told in CORPORA.items():
        halves = [single(texts(corpus, half).words).mean() for half in HALVES]
        yield Claim(
            f"Twenty words name each of eight clusters; {told}.",
            word="usually",
            held=single(texts(corpus).words),
            unit="words, in one list only",
            measured=f"in {len(halves)} random halves of the texts {min(halves):.0%} to "
            f"{max(halves):.0%}.",
            theirs=f"eight lists; {theirs.sum()} of {theirs.size} words in one list only",
            note="The texts stand in for the conference papers.",
            **shared_by_all(),
        )


@claims_of("Table 2")
def defined():
    """All clusters but one."""
    for corpus, told in CORPORA.items():
        found = texts(corpus)
        k = int(found.sizes.argmax())
        loose = np.flatnonzero(~found.defined)
        named = ", ".join(" ".join(found.words[j][:3]) for j in loose) or "none"
        yield Claim(
            f"All clusters but one are well defined; {told}.",
            word="usually",
            held=found.defined,
            unit="clusters",
            measured=f"the mean cosine inside is at least {TWICE:g} times that to the other texts; "
            f"{found.ratios.min():.1f} to {found.ratios.max():.1f} times. Not so: {named}.",
            theirs="seven of eight, all but c",
            note=f"The largest cluster holds {found.sizes[k]} of {found.m} texts ("
            f"{found.sizes[k] / found.m:.0%}); the paper gives no sizes.",
            **shared_by_all(),
        )
        yield in_halves(corpus, told)


def in_halves(corpus, told):
    halves = [texts(corpus, half) for half in HALVES]
    loose = np.array([(~found.defined).sum() for found in halves])
    share = np.mean([found.sizes[found.defined].sum() / found.m for found in halves])
    return Claim(
        f"The same in random halves of the texts: at most one cluster is not defined; {told}.",
        word="usually",
        held=loose <= 1,
        unit="halves",
        measured=f"{loose.min()} to {loose.max()} are not; the defined ones hold {share:.0%} of "
        "the texts on average.",
        theirs="one set of texts",
        **shared_by_all(),
    )


@claims_of("Fig. 3")
def close_together():
    """Neighbours on the tree and their words."""
    for corpus, told in CORPORA.items():
        held, usual = [], []
        for half in HALVES:
            found = texts(corpus, half)
            common = found.shared()
            usual.append(common[np.triu_indices(len(common), 1)].mean())
            held += [bool(common[pair] > usual[-1]) for pair in found.neighbours()]
        whole = texts(corpus)
        common = whole.shared()
        pairs = ", ".join(
            f"{whole.words[j][0]} and {whole.words[k][0]} {common[j, k]}"
            for j, k in whole.neighbours()
        )
        yield Claim(
            f"Similar clusters are close together on the tree; {told}.",
            word="usually",
            held=held,
            unit=f"pairs of leaves at one inner node, {len(HALVES)} random halves of the texts",
            measured="they share more of their twenty words than two clusters do on average, "
            f"{np.mean(usual):.1f}. In all texts: {pairs}.",
            theirs="one tree",
            note=f"Nearly a star: inner edges make up {whole.inner_share:.1%} of the length. Texts "
            "are almost equally far from each other, and a star fits that with a misfit of "
            f"{whole.misfit:.1%}.",
            **shared_by_all(),
        )
