"""One claim of a paper beside what came out here, and the verdict by the paper's own word."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..checks.told import told

# The share of cases that a word of the paper asks for; "may" asks for one case.
WORDS = {"theorem": 1.0, "always": 1.0, "usually": 0.75, "often": 0.5, "may": 0.0}
KINDS = (
    "theorem or derivation",
    "misprint",
    "the paper's data",
    "stand-in",
    "fitted stand-in",
    "our finding",
)
MARKS = {"reproduced": "✓", "partly": "◐", "not reproduced": "✗", "not testable here": "–"}
FITTED = "the stand-in was fitted to the numbers that the paper prints"


@dataclass(frozen=True)
class Claim:
    """One claim of a paper beside what was measured.

    Attributes
    ----------
    claim : str
        The claim, in our words.
    kind : str
        One of `KINDS`: what the claim rests on here.
    word : str
        How much the paper says, one of `WORDS`: "theorem" and "always" ask for all cases,
        "usually" for three in four, "often" for half of them, "may" for one case. One picture is
        read as "usually".
    held : int
        In how many cases it held. An array of bools, one a case, becomes its sum.
    cases : int, optional
        How many cases there were. Comes from `held` where that is an array.
    unit : str
        What was counted: "sets of faces", "pairs of seed and width".
    measured : str
        What came out here, with numbers.
    theirs : str
        What the paper prints.
    note : str
        What was done differently, and why it differs.
    recorded : str
        Date and versions of the study the numbers come from; empty where they are computed live.
    untestable : str
        Why it cannot be tested here, as where all methods are right or none is.
    item : str
        Where the paper makes it: "Fig. 3", "Table I", "Section 3.3". `items` fills it in.

    Raises
    ------
    ValueError
        If a text is missing, a word or kind is not known, or the counts make no sense.

    Examples
    --------
    >>> made = Claim(
    ...     "The second eigenvector tells the rings apart.",
    ...     kind="stand-in",
    ...     word="usually",
    ...     held=[True] * 19 + [False],
    ...     unit="draws",
    ...     measured="ARI above .95, seeds 0-19",
    ...     theirs="one picture",
    ... )
    >>> made.verdict, made.criterion
    ('reproduced', 'usually: 75 % or more')
    """

    claim: str
    kind: str
    word: str
    held: int
    unit: str
    measured: str
    theirs: str
    note: str = ""
    recorded: str = ""
    untestable: str = ""
    cases: int | None = None
    item: str = ""

    def __post_init__(self):
        for name in ("claim", "unit", "measured", "theirs"):
            text = getattr(self, name)
            if not isinstance(text, str) or not text.strip():
                raise ValueError(f"{name} must be a text; got {told(text)}. Format numbers first.")
        for name, known in (("kind", KINDS), ("word", tuple(WORDS))):
            if getattr(self, name) not in known:
                listed = ", ".join(f'"{one}"' for one in known)
                raise ValueError(
                    f"{name} must be one of {listed}; got {told(getattr(self, name))}."
                )
        held, cases = _counted(self.held, self.cases)
        object.__setattr__(self, "held", held)
        object.__setattr__(self, "cases", cases)
        if not cases and not self.untestable:
            raise ValueError(
                "held must be one bool a case, at least one case; got none. Where no case can "
                "answer, say why in untestable."
            )

    @property
    def why_not(self):
        """str: why it cannot be tested here, or empty."""
        return self.untestable or (FITTED if self.kind == "fitted stand-in" else "")

    @property
    def verdict(self):
        """str: "reproduced" where the criterion is met; "partly" where it holds at least half
        as often as the word asks for (a theorem is never partly true); else "not reproduced".
        "not testable here" where `why_not` gives a reason.
        """
        if self.why_not:
            return "not testable here"
        asked = max(WORDS[self.word] * self.cases, 1) - 1e-9
        if self.held >= asked:
            return "reproduced"
        return "partly" if self.held >= asked / 2 and self.word != "theorem" else "not reproduced"

    @property
    def criterion(self):
        """str: the word and what it asks for."""
        if self.word == "may":
            return "may: one case is enough"
        share = WORDS[self.word]
        return f"{self.word}: {'all' if share == 1 else f'{100 * share:g} % or more'}"

    @property
    def count(self):
        """str: "19 of 20 draws", or nothing where there was no case."""
        return f"{self.held} of {self.cases} {self.unit}" if self.cases else ""

    @property
    def here(self):
        """str: what was measured, and in how many cases the claim held."""
        return self.measured.rstrip(".") + f"; held in {self.count}" * bool(self.count) + "."

    @property
    def shown(self):
        """str: the mark and the verdict."""
        return f"{MARKS[self.verdict]} {self.verdict}"


def _counted(held, cases):
    """How many held, of how many."""
    if cases is None:
        flags = np.atleast_1d(np.asarray(held))
        if flags.dtype != bool or flags.ndim != 1:
            if not flags.size:
                return 0, 0
            raise ValueError(
                f"held must be a bool or a list of bools, one a case; got {told(held)}."
            )
        return int(flags.sum()), int(flags.size)
    if not (isinstance(held, int) and isinstance(cases, int) and 0 <= held <= cases):
        raise ValueError(
            f"held must be an integer from 0 to cases; got held {told(held)}, cases {told(cases)}."
        )
    return held, cases
