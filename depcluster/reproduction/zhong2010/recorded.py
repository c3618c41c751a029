"""The recorded study of Zhong 2010's tables: what is in it, and two methods on the same draws."""

from __future__ import annotations

import numpy as np

from ..compare import effect
from ..records import read_record

PROTEINS = ("proteins, spectrum 2", "proteins, spectrum 3", "proteins, mismatch 4,1")
EVEN = "proteins, spectrum 3, even rates"
FAINT = "proteins, spectrum 3, fainter classes"
SEQUENCES = (*PROTEINS, EVEN, FAINT)
TEXTS = "documents"
FACES = ("faces 0.5", "faces 1", "faces 1.5", "faces 2", "faces 2.5", "faces 3")
TEAPOTS = (
    "teapot subset",
    "teapot subset, pattern 0.15, noise 0.1",
    "teapot subset, pattern 0.4, noise 0.3",
)
SETS = (*SEQUENCES, TEXTS, *FACES, *TEAPOTS)
RATES = (
    "The rates of the sequences were chosen among about ten settings with results of CLUHSICAL in "
    "view, on two seeds; the even rates without."
)
LINKAGES = ("average", "complete", "ward")
OWN = ("CLUHSIC", "0-1 l1", "structured l1", "0-1 l2", "structured l2")
SCALES = ("K / m", "K")
FULL, NEAR_CHANCE = 0.995, 0.05


def study():
    """The record.

    Returns
    -------
    dict
    """
    return read_record("zhong2010", "tables")


def when(data):
    """When and with which versions a set was recorded.

    Parameters
    ----------
    data : str

    Returns
    -------
    str
    """
    return study()["sets"][data]["recorded"]


def by_start(method, start):
    """The name in the record of a method from one of the starts.

    Parameters
    ----------
    method : str
    start : {"paper", "random"}
        Methods that have one start only are called the same either way.

    Returns
    -------
    str
    """
    return f"{method} from the paper's start" if start == "paper" and method in OWN else method


def scores(data, method, start="random"):
    """Accuracy at each level, the structured loss, the accuracy by any renaming.

    Parameters
    ----------
    data, method, start : str
        On a ring the two starts are one.

    Returns
    -------
    ndarray of shape (n_draws, levels + 2)
    """
    rows = study()["sets"][data]["scores"]
    return np.array(rows[by_start(method, start)] if data not in TEAPOTS else rows[method])


def leaf(data, method, start="random"):
    """Accuracy at the leaves or on the ring, draw by draw.

    Parameters
    ----------
    data, method, start : str

    Returns
    -------
    ndarray of shape (n_draws,)
    """
    return scores(data, method, start)[:, -3]


def loss(data, method, start="random"):
    """Tree loss of the leaves, or ring loss, draw by draw.

    Parameters
    ----------
    data, method, start : str

    Returns
    -------
    ndarray of shape (n_draws,)
    """
    return scores(data, method, start)[:, -2]


def groups(data, method):
    """Accuracy where clusters may be renamed in any way, draw by draw.

    Parameters
    ----------
    data, method : str

    Returns
    -------
    ndarray of shape (n_draws,)
    """
    return scores(data, method)[:, -1]


def near(data, method, start="random"):
    """Of the wrong answers, the share that is in the right class, draw by draw.

    Parameters
    ----------
    data, method, start : str

    Returns
    -------
    ndarray of shape (n_draws,)
        NaN where nothing is wrong.
    """
    rows = scores(data, method, start)
    wrong = 1 - rows[:, -3]
    share = np.full(len(rows), np.nan)
    return np.divide(rows[:, 0] - rows[:, -3], wrong, out=share, where=wrong > 1e-9)


def of_no_use(data, start="random"):
    """Why a set cannot tell CLUHSIC and the four CLUHSICALs apart.

    Parameters
    ----------
    data, start : str

    Returns
    -------
    str
        "ceiling" where all are right, "chance level" where they are, on average, less than five
        points above shuffled labels, else empty.
    """
    means = [leaf(data, method, start).mean() for method in OWN]
    if min(means) > FULL:
        return "ceiling"
    near_chance = np.mean(means) < leaf(data, "chance").mean() + NEAR_CHANCE
    return "chance level" if near_chance else ""


def split(sets, start="random"):
    """Sets that can tell methods apart, and the others with the reason.

    Parameters
    ----------
    sets : tuple of str
    start : str

    Returns
    -------
    open_sets : list of str
    left_out : dict of str to str
    """
    reasons = {data: of_no_use(data, start) for data in sets}
    return [d for d in sets if not reasons[d]], {d: why for d, why in reasons.items() if why}


def compared(sets, method, other, score=leaf, start="random", sign=1):
    """By how much a method is ahead of another in each set.

    Parameters
    ----------
    sets : list of str
    method, other : str
    score : callable, default=leaf
    start : str
    sign : int, default=1
        -1 where less is better.

    Returns
    -------
    dict of str to Effect
    """
    pairs = {d: (score(d, method, start), score(d, other, start)) for d in sets}
    return {d: effect(a, b) if sign > 0 else effect(b, a) for d, (a, b) in pairs.items()}


def told(effects, scale=100, digits=1):
    """Effects in a line, as "spectrum 2 +9.8 [2.1, 17.5]; ...".

    Parameters
    ----------
    effects : dict of str to Effect
    scale, digits : int

    Returns
    -------
    str
    """
    return "; ".join(f"{brief(d)} {e.text(scale, digits)}" for d, e in effects.items())


def brief(data):
    """A set's name without what its table says anyway.

    Parameters
    ----------
    data : str

    Returns
    -------
    str
    """
    name = data.removeprefix("proteins, ")
    return name.replace("teapot subset, pattern", "teapot, glaze").replace("subset", "").strip()


def turns(method):
    """Labels of the 400 views of a full turn of the teapot, run by run.

    Parameters
    ----------
    method : str

    Returns
    -------
    ndarray of int of shape (n_runs, 400)
    """
    runs = study()["sets"]["teapot, full turn"]["labels"][method]
    return np.array([[int(digit) for digit in run] for run in runs])


def errors(data, loss):
    """Relative errors of the first-order approximation, by the scale of K.

    Parameters
    ----------
    data : str
    loss : {"zero-one", "label-kernel"}

    Returns
    -------
    dict of str to ndarray of shape (3, 6)
        gamma 1, 0.1 and 0.01, C from m down to 0.00001 m.
    """
    found = study()["sets"][data]["first_order"][loss]
    return {scale: np.array(found[scale]) for scale in SCALES}


def convergence(data, loss, scale):
    """The left side of condition (10) in its sharpest form, at C = 0.1 m and gamma = 1.

    Parameters
    ----------
    data, loss, scale : str

    Returns
    -------
    float
        The series converges below 1.
    """
    row = study()["sets"][data]
    ratio = row["first_order"][loss]["ratio, K / m"][0][1]
    return ratio if scale == "K / m" else ratio * row["m"]
