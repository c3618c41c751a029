"""What the abstract, section IV-A.4 and the conclusion say of all data together."""

from __future__ import annotations

from ...paper import claims_of
from .. import cases, recorded
from .common import FROM, comparison

_TREES = (*recorded.SEQUENCES, recorded.TEXTS, *recorded.FACES)
_NOTE = (
    "Stand-ins for all of the paper's data; on the ring both starts are random ones. "
    + recorded.RATES
)
_OFTEN = "“often outperforms CLUHSIC, XWSS, and kernel hierarchical k-means”"


@claims_of("Section V")
def conclusion():
    for start in cases.STARTS:
        how = {"start": start, "note": _NOTE}
        yield comparison(
            "CLUHSICAL with the structured loss (l1) is more accurate than CLUHSIC, "
            f"{FROM[start]}.",
            recorded.SETS,
            "structured l1",
            ("CLUHSIC",),
            _OFTEN,
            **how,
        )
        yield comparison(
            "CLUHSICAL trained with the structured loss (l1) has a lower structured loss than "
            f"CLUHSIC, {FROM[start]}.",
            recorded.SETS,
            "structured l1",
            ("CLUHSIC",),
            "“often outperforms CLUHSIC in terms of both structured loss and clustering accuracy”",
            score=recorded.loss,
            less=True,
            **how,
        )
        yield comparison(
            f"CLUHSICAL with the structured loss (l1) is more accurate than XWSS, {FROM[start]}.",
            recorded.SETS,
            "structured l1",
            ("XWSS",),
            _OFTEN,
            **how,
        )
        yield comparison(
            "CLUHSICAL with the structured loss (l1) is more accurate than hierarchical kernel "
            f"k-means, {FROM[start]}.",
            _TREES,
            "structured l1",
            ("hierarchical k-means",),
            _OFTEN,
            **how,
        )


@claims_of("Section IV-A.4")
def losses_and_norms():
    for start in cases.STARTS:
        how = {"start": start, "note": _NOTE}
        yield comparison(
            "CLUHSICAL (l1) is more accurate with the structured loss than with the 0-1 loss, "
            f"{FROM[start]}.",
            recorded.SETS,
            "structured l1",
            ("0-1 l1",),
            "“often better”",
            **how,
        )
        yield comparison(
            f"CLUHSICAL with the 0-1 loss (l1) is more accurate than CLUHSIC, {FROM[start]}.",
            recorded.SETS,
            "0-1 l1",
            ("CLUHSIC",),
            "“often performs better”",
            **how,
        )
        yield comparison(
            "CLUHSICAL with the structured loss, l2-normalised, is more accurate than CLUHSIC, "
            f"{FROM[start]}.",
            recorded.SETS,
            "structured l2",
            ("CLUHSIC",),
            "“also outperforms”",
            word="usually",
            **how,
        )
        yield comparison(
            "CLUHSICAL with the structured loss is sometimes less accurate l2-normalised than "
            f"l1-normalised, {FROM[start]}.",
            recorded.SETS,
            "structured l1",
            ("structured l2",),
            "“sometimes slightly inferior”",
            word="may",
            **how,
        )
