"""One form for all comparisons of methods: effect and interval over the same draws, set by set."""

from __future__ import annotations

from ...claim import Claim
from .. import recorded

FROM = {
    "paper": "started from hierarchical k-means",
    "random": "best of ten random starts",
}
TREE_RIVALS = (*recorded.LINKAGES, "hierarchical k-means", "XWSS")


def comparison(text, sets, method, rivals, theirs, **how):
    """A claim that a method is ahead of others, a case a set that can tell them apart.

    Parameters
    ----------
    text : str
    sets : tuple of str
        Those at the ceiling or at chance level are left out and named; where all are, the claim is
        not testable.
    method : str
    rivals : tuple of str
        The method must be ahead of each, by its whole interval.
    theirs : str
    **how
        ``start`` ("random"), ``score`` (`recorded.leaf`), ``less`` (False: whether less is
        better), ``word`` ("often"), ``kind`` ("stand-in") and ``note``.

    Returns
    -------
    Claim
    """
    start, score = how.get("start", "random"), how.get("score", recorded.leaf)
    less = how.get("less", False)
    open_sets, left_out = recorded.split(sets, start)
    effects = {
        rival: recorded.compared(open_sets or sets, method, rival, score, start, -1 if less else 1)
        for rival in rivals
    }
    ahead = [all(of[data].ahead for of in effects.values()) for data in open_sets]
    return Claim(
        text,
        kind=how.get("kind", "stand-in"),
        word=how.get("word", "often"),
        held=ahead,
        unit="data sets",
        measured=_measured(effects, less),
        theirs=theirs,
        note=f"{how.get('note', '')} {_left_out(left_out) if open_sets else ''}".strip(),
        recorded=recorded.when(sets[0]),
        untestable="" if open_sets else _reason(left_out),
    )


def _measured(effects, less):
    """The lead over the only rival, or over the closest one, set by set."""
    scale, digits = (1, 2) if less else (100, 1)
    if len(effects) == 1:
        (only,) = effects.values()
        lead, closest = recorded.told(only, scale, digits), only
    else:
        closest, names = {}, {}
        for data in next(iter(effects.values())):
            names[data] = min(effects, key=lambda rival: effects[rival][data].mean)
            closest[data] = effects[names[data]][data]
        lead = "; ".join(
            f"{recorded.brief(data)} {of.text(scale, digits)} against {names[data]}"
            for data, of in closest.items()
        )
    what = "lower by" if less else "ahead by, in points"
    behind = sum(of.behind for of in closest.values())
    (n,) = {of.n for of in closest.values()}
    return f"{what} (95 % interval, {n} draws): {lead}" + f"; behind in {behind}" * bool(behind)


def _left_out(left_out):
    if not left_out:
        return ""
    listed = "; ".join(f"{recorded.brief(data)} ({why})" for data, why in left_out.items())
    return f"Left out: {listed}."


def _reason(left_out):
    reasons = {
        "ceiling": "ceiling: every method is right in all draws, or nearly",
        "chance level": "chance level: on average the methods are less than five points above "
        "shuffled labels",
    }
    return "; ".join(dict.fromkeys(reasons[why] for why in left_out.values()))
