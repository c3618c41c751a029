"""Claims: a function of one draw says whether it holds; the runner loops, counts, words and judges.

    @claim("Eq. (8)", "Y* is the best structure.", THEOREM, draws=20, unit="random kernels",
           reported="stated")
    def best_structure(seed):
        ...
        return passed        # or passed, number; or lists, where one draw has several cases

A comparison of methods returns paired scores instead, and its cases are data sets.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np

from .._utils.blas import one_blas_thread
from .._validation import short_repr
from .compare import effect

# The share of cases that a word of the paper asks for; "may" asks for one case.
STRENGTHS = {"theorem": 1.0, "always": 1.0, "usually": 0.75, "often": 0.5, "may": 0.0}
# What a claim rests on here, and what that is worth.
KINDS = {
    "theorem or identity": "computed exactly, or proved and checked on random cases",
    "misprint": "a formula as it is printed, or was scanned",
    "the paper's data or recipe": "the same data, or draws by the recipe that the paper gives",
    "stand-in chosen blind": "its settings follow from a rule, or were written down, before any "
    "result of the methods on it was seen",
    "stand-in of our own make": "made after what the paper says of its data; nothing shows that "
    "its settings were fixed before results were seen",
    "fitted stand-in": "its settings were chosen with the paper's result in view",
    "our finding": "what the paper does not say",
}
THEOREM, MISPRINT, PAPERS_DATA, BLIND, STAND_IN, FITTED, FINDING = KINDS
MARKS = {
    "reproduced": "✓",
    "partly": "◐",
    "undecided": "?",
    "not reproduced": "✗",
    "not testable here": "–",
}
_NOT_ANEW = "Not computed anew"


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One claim of a paper beside what was measured.

    Attributes
    ----------
    item : str
        Where the paper makes it: "Fig. 3", "Table I", "Section 3.3".
    claim : str
        The claim, in our words.
    kind : str
        What it rests on here, one of `KINDS`.
    strength : str
        How much the paper says, one of `STRENGTHS`: "theorem" and "always" ask for all cases,
        "usually" for three in four, "often" for half of them, "may" for one case. One picture is
        read as "usually".
    passed, cases : int
        In how many cases it held, of how many.
    undecided : int
        In how many others the 95 % interval touches 0.
    unit : str
        What was counted: "random kernels", "data sets".
    measured, reported : str
        What came out here, with numbers; what the paper prints.
    why : str
        Why we think it did not hold, or was not decided.
    note : str
        What was done differently.
    protocol : str
        How it was run.
    recorded : str
        Date and versions of the study behind it; empty where it is computed live.
    untestable : str
        Why it cannot be tested here, as where all methods are right or none is.
    headline : str
        Its sentence in the summary over all papers; empty for most.

    Raises
    ------
    ValueError
        If a text is missing, a strength or kind is not known, or the counts make no sense.

    Examples
    --------
    >>> made = Claim(item="Fig. 1", claim="The second eigenvector tells the rings apart.",
    ...              kind="stand-in chosen blind", strength="usually", passed=19, cases=20,
    ...              unit="draws", measured="ARI above .95", reported="one picture")
    >>> made.verdict, made.criterion
    ('reproduced', 'usually: 75 % or more')
    """

    item: str
    claim: str
    kind: str
    strength: str
    passed: int
    cases: int
    unit: str
    measured: str
    reported: str
    undecided: int = 0
    why: str = ""
    note: str = ""
    protocol: str = ""
    recorded: str = ""
    untestable: str = ""
    headline: str = ""

    def __post_init__(self):
        for name in ("item", "claim", "unit", "measured", "reported"):
            text = getattr(self, name)
            if not isinstance(text, str) or not text.strip():
                raise ValueError(
                    f"{name} must be a text; got {short_repr(text)}. Format numbers first."
                )
        for name, known in (("kind", tuple(KINDS)), ("strength", tuple(STRENGTHS))):
            if getattr(self, name) not in known:
                listed = ", ".join(f'"{one}"' for one in known)
                raise ValueError(
                    f"{name} must be one of {listed}; got {short_repr(getattr(self, name))}."
                )
        counts = self.passed, self.undecided, self.cases
        if any(type(n) is not int or n < 0 for n in counts) or sum(counts[:2]) > self.cases:
            raise ValueError(
                "passed and undecided must be counts of cases, together at most all; got passed "
                f"{short_repr(self.passed)}, undecided {short_repr(self.undecided)}, cases "
                f"{short_repr(self.cases)}."
            )
        if not self.cases and not self.untestable:
            raise ValueError(
                "passed must be one bool a case, at least one case; got none. Where no case can "
                "answer, say why in untestable."
            )

    @property
    def reason(self):
        """str: what the verdict rests on, the criterion or why there is none."""
        return self.untestable or self.criterion

    @property
    def how(self):
        """str: how it was run, and when if that is recorded."""
        when = f"Recorded {self.recorded.split(',')[0]}." if self.recorded else ""
        return " ".join(filter(None, (self.protocol, when)))

    @property
    def notes(self):
        """str: why we think it did not hold, where it did not, and the note."""
        why = f"Why, as we think: {self.why}." if self.why and self.verdict != "reproduced" else ""
        return " ".join(filter(None, (why, self.note)))

    @property
    def is_anew(self):
        """bool: whether it was computed, no recorded claim in its place."""
        return _NOT_ANEW not in self.note

    @property
    def verdict(self):
        """str: "reproduced" where it holds as often as its word asks for; "partly" at half of
        that (a theorem is never partly true); "undecided" where the cases whose interval touches 0
        could make it so; else "not reproduced". "not testable here" where `untestable` says why.
        """
        if self.untestable:
            return "not testable here"
        asked = max(STRENGTHS[self.strength] * self.cases, 1) - 1e-9
        enough = asked if self.strength == "theorem" else asked / 2
        if self.passed >= asked:
            return "reproduced"
        if self.passed >= enough:
            return "partly"
        return "undecided" if self.passed + self.undecided >= enough else "not reproduced"

    @property
    def criterion(self):
        """str: the word and what it asks for."""
        if self.strength == "may":
            return "may: one case is enough"
        share = STRENGTHS[self.strength]
        return f"{self.strength}: {'all' if share == 1 else f'{100 * share:g} % or more'}"

    @property
    def held(self):
        """str: "held in 19 of 20 draws", or nothing for one case, which the verdict tells."""
        of = f"held in {self.passed} of {self.cases} {self.unit}" if self.cases > 1 else ""
        return of + f", {self.undecided} open" * bool(of and self.undecided)

    @property
    def here(self):
        """str: what was measured, and in how many cases the claim held."""
        return self.measured.rstrip(".") + f"; {self.held}" * bool(self.held) + "."

    def without_data(self, missing):
        """The claim as recorded, with a word that its data are missing now."""
        note = f"{self.note} {_NOT_ANEW}: {missing}".strip()
        return replace(self, note=note, recorded=self.recorded or "earlier")

    @property
    def shown(self):
        """str: the mark and the verdict; of a fitted stand-in, "on data fitted to it"."""
        fitted = self.kind == FITTED and not self.untestable
        return f"{MARKS[self.verdict]} {self.verdict}{', on data fitted to it' * fitted}"

    @property
    def outcome(self):
        """str: in one line the verdict, in how many cases, and what it rests on."""
        found = self.held or self.measured * (not self.untestable)
        return f"{self.shown}" + f": {found}" * bool(found) + f" ({self.untestable or self.kind})"


@dataclass(frozen=True, eq=False)
class Statement:
    """A claim that can be computed: `claim` and `comparison` make it."""

    item: str
    text: str
    function: object
    draws: tuple | None
    fields: dict
    study: object = None

    @functools.cache  # noqa: B019 - a module holds its statements for good
    def __call__(self, most=None):
        """The `Claim`, from all draws or from the first few."""
        with one_blas_thread():
            found = self._drawn(most) if self.draws else self._stated()
        fields = {"item": self.item, "claim": self.text} | self.fields
        if self.study is not None:
            fields["recorded"] = self.study.recorded
        fields |= found
        passed = np.atleast_1d(np.asarray(fields.pop("passed")))
        if passed.size and (passed.dtype != bool or passed.ndim != 1):
            raise ValueError(
                f"passed must be a bool or a list of bools, one a case; got {short_repr(passed)}."
            )
        fields["undecided"] = int(np.sum(fields.get("undecided", 0)))
        return Claim(passed=int(passed.sum()), cases=int(passed.size), **fields)

    def _drawn(self, most):
        passed, values = [], []
        for draw in self.draws[:most]:
            answer = self.function(*draw) if isinstance(draw, tuple) else self.function(draw)
            held, value = answer if isinstance(answer, tuple) else (answer, None)
            passed += list(np.atleast_1d(held))
            values += [] if value is None else list(np.atleast_1d(value))
        return {"passed": passed, "measured": self._worded(passed, values)}

    def _worded(self, passed, values):
        template = self.fields.get("measured") or "{passed} of {cases}"
        columns = {key: [of[key] for of in values] for key in values[0]} if _named(values) else {}
        summaries = {key: _summary(column) for key, column in columns.items()}
        if values and not summaries:
            summaries = vars(_summary(values))
        return template.format(passed=int(np.sum(passed)), cases=len(passed), **summaries)

    def _stated(self):
        answer = self.function()
        if isinstance(answer, Mapping):
            return dict(answer)
        return dict(zip(("passed", "measured"), answer, strict=True))


def _named(values):
    return bool(values) and isinstance(values[0], Mapping)


def _summary(values):
    """What a template may say of numbers: ``{min:.2f}``, ``{mean}``, ``{median}``, ``{max}``."""
    of = np.asarray(values, dtype=float)
    return SimpleNamespace(
        min=of.min(), max=of.max(), mean=of.mean(), median=np.median(of), total=of.sum(), n=of.size
    )


def claim(item, text, kind, *, draws=None, strength=None, study=None, protocol=None, **fields):
    """A decorator: a function of one draw (or of nothing) becomes a claim of the calling module.

    Parameters
    ----------
    item, text, kind : str
        As in `Claim`.
    draws : int or sequence, optional
        Seeds 0 to draws - 1, or the cases themselves, tuples unpacked. Without, the function takes
        no argument and returns ``(passed, measured)`` or a dict of fields of `Claim`.
    strength : str, optional
        "theorem" for a theorem or a misprint, else "usually".
    study, protocol : Study and Protocol, optional
        Behind recorded numbers: when they were recorded, and how they were run.
    **fields
        ``unit``, ``reported``, ``why``, ``note``, ``untestable``, ``headline``; ``measured`` as a
        template over the numbers that the draws return.

    Returns
    -------
    callable
        From the function to a `Statement`.
    """
    module = sys._getframe(1).f_globals["__name__"]
    return _statement(module, item, text, kind, draws, strength, study, protocol, fields)


def _statement(module, item, text, kind, draws, strength, study, protocol, fields):
    strength = strength or ("theorem" if kind in (THEOREM, MISPRINT) else "usually")
    cases = tuple(range(draws)) if isinstance(draws, int) else draws and tuple(draws)
    how = {"protocol": protocol.sentence} if protocol is not None else {}
    fields = {"unit": "draws", "reported": "stated"} | fields | how
    fields |= {"kind": kind, "strength": strength}

    def make(function):
        made = Statement(item, text, function, cases, fields, study)
        STATEMENTS.setdefault(module, []).append(made)
        return made

    return make


# The statements of each module of claims, in the order of the source.
STATEMENTS = {}


def comparison(item, text, kind, *, less=False, scale=100, digits=None, **how):
    """A decorator: a function that returns paired scores becomes a claim that one method is ahead.

    Parameters
    ----------
    item, text, kind : str
        As in `Claim`.
    less : bool, default=False
        Whether less is better.
    scale : float, default=100
        What the differences are told in: 100 for points of percent, 1 as they are.
    digits : int, optional
        After the point; 1 for points, else 2.
    **how
        As for `claim`.

    Returns
    -------
    callable
        From a function that returns ``{data set: (method, rival)}``, scores of the same draws, or
        ``{data set: {rival: (method, rival)}}``, to a `Statement`. A case is a data set: the
        method passes where it is ahead of every rival by the whole interval; where it is behind
        none by the whole interval, the case is open. It may return a pair: that, and a dict of
        fields.
    """
    module = sys._getframe(1).f_globals["__name__"]
    digits = (1 if scale == 100 else 2) if digits is None else digits
    how = {"unit": "data sets", "strength": None, "study": None, "protocol": None} | how
    taken = [how.pop(name) for name in ("strength", "study", "protocol")]

    def make(function):
        def answer():
            found = function()
            pairs, more = found if isinstance(found, tuple) else (found, {})
            return compared(pairs, less, scale, digits) | more

        functools.update_wrapper(answer, function, updated=())
        return _statement(module, item, text, kind, None, *taken, how)(answer)

    return make


def compared(pairs, less, scale, digits):
    """What a comparison finds, as fields of `Claim`: `passed`, `undecided` and `measured`."""
    passed, undecided, parts, n = [], [], [], set()
    for name, rivals in pairs.items():
        rivals = rivals if isinstance(rivals, Mapping) else {"": rivals}
        effects = {r: effect(*(pair[::-1] if less else pair)) for r, pair in rivals.items()}
        ahead = [e.ahead for e in effects.values()]
        behind = [e.behind for e in effects.values()]
        passed.append(all(ahead))
        undecided.append(not all(ahead) and not any(behind))
        closest = min(effects, key=lambda rival: effects[rival].mean)
        against = f" against {closest}" * bool(closest)
        parts.append(f"{name} {effects[closest].text(scale, digits)}{against}")
        n |= {e.n for e in effects.values()}
    what = ("lower by" if less else "ahead by") + ", in points" * (scale == 100)
    behind = len(passed) - sum(passed) - sum(undecided)
    draws = " to ".join(str(k) for k in sorted({min(n), max(n)})) if n else "no"
    measured = f"{what} (95 % interval, {draws} draws): {'; '.join(parts)}"
    measured += f"; behind in {behind}" * bool(behind)
    return {"passed": passed, "undecided": sum(undecided), "measured": measured}
