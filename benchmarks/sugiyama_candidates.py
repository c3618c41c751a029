"""SMIC under every candidate of the kernel parameter, run after run."""

from __future__ import annotations

from depcluster.reproduction.sugiyama2011.cases import CANDIDATES, chosen


def gathered(paths):
    """Paths of all runs, one list a quantity, with what each rule takes."""
    record = {key: [found[key] for found in paths] for key in paths[0]}
    picks = [chosen(found) for found in paths]
    record["chosen"] = {
        rule: {
            "t": [CANDIDATES[pick[rule]] for pick in picks],
            "ari": [found["ari"][pick[rule]] for found, pick in zip(paths, picks, strict=True)],
        }
        for rule in picks[0]
    }
    return record
