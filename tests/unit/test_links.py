"""Links to what a widget shows: written and read under V8, and taken by Python."""

import json
from functools import cache

import numpy as np
import pytest
from engine import PLAIN, V8
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from made import MAKE

from depcluster.labels.kernels import PRESETS
from depcluster.widgets import DataPad, LabelKernelEditor
from depcluster.widgets.base.bundle import script
from depcluster.widgets.label_kernel_editor.widget import preset_name

NAMES = {
    "BlockSums",
    "DataPad",
    "FilingTree",
    "FourLeaves",
    "GramView",
    "KernelExplorer",
    "PairSimilarity",
}
NAMES |= {"LabelKernelEditor", "LabelSprings", "LossExplorer", "ModelSelectionExplorer"}
NAMES |= {"PerturbationExplorer", "TaxonomyExplorer"}
LINKED = [kind for kind in MAKE if kind.__name__ in NAMES]
TOY = [[0.25, -1.0, 0], [2.5, 1.75, 3]]
PAD = {"kind": "points", "toys": {"moons": TOY}, "half": [3, 2], "most": 200, "classes": 10}
PLAIN_TO = 2.0**53  # beyond it, JSON of the page and of Python differ in the form of a number
NOT_ALONE = {"amount", "loss", "n_neighbors", "posterior", "selected"}  # others say what they can


@cache
def _context():
    context = V8()
    context.eval(script("base/parts/permalink_text.js", "links"))
    context.eval(script("label_kernel_editor/coerce.js", "coerce"))
    context.eval(
        """
        const textsOf = (values, kinds) => Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, links.textOf(value, kinds[name])]));
        const write = (name, values, kinds, shown) =>
          links.fragmentOf(name, textsOf(values, kinds), shown);
        const { agree, implied } = coerce.labelKernelCoercion();
        """
    )
    return context


def run(function, *args):
    told = ", ".join(json.dumps(arg) for arg in args)
    return json.loads(_context().eval(f"JSON.stringify({function}({told}), {PLAIN}) ?? 'null'"))


@cache
def made(kind):
    widget = MAKE[kind]()
    widget._tell_allowed()
    return widget


def kinds_of(kind):
    return {"points": PAD} if kind is DataPad else made(kind)._allowed


def values_of(kind):
    """Values of a control, as the page has them."""
    named = kind["kind"]
    if named == "flag":
        return st.booleans()
    if named == "one":
        one = st.sampled_from(kind["of"])
        return one | values_of(kind["or"]) if "or" in kind else one
    if named == "some":
        some = st.lists(st.sampled_from(kind["of"]), unique=True)
        return some.map(lambda names: sorted(names, key=kind["of"].index))
    if named == "matrix":
        sizes, entries = st.integers(kind["low"], min(kind["high"], 5)), floats(-PLAIN_TO, PLAIN_TO)
        square = sizes.flatmap(lambda n: arrays(float, (n, n), elements=entries))
        return square.map(lambda A: (np.tril(A) + np.tril(A, -1).T).tolist())
    if named == "points":
        across, up = (st.integers(-100 * h, 100 * h).map(lambda k: k / 100) for h in (3, 2))
        drawn = st.lists(st.tuples(across, up, st.integers(0, 9)).map(list), max_size=20)
        return st.sampled_from([TOY]) | drawn
    low, high = max(kind.get("low", -np.inf), -PLAIN_TO), min(kind.get("high", np.inf), PLAIN_TO)
    one = st.integers(int(low), int(high)) if kind.get("whole") else floats(low, high)
    if "digits" in kind:
        one = one.map(lambda x: float(f"{x:.{kind['digits'] - 1}e}"))
    for length in reversed(kind["shape"]):
        most = min(kind.get("most", 6), 6) if length is None else length
        one = st.lists(one, min_size=length or 0, max_size=most)
    return one | st.none() if kind.get("none") else one


def floats(low, high):
    """Without -0, which no link tells from 0."""
    return st.floats(low, high).map(lambda x: x + 0.0)


linked = pytest.mark.parametrize("kind", LINKED, ids=lambda kind: kind.__name__)


@linked
def test_a_state_comes_back_from_its_link(kind):
    kinds = kinds_of(kind)
    values = {key: values_of(each) for key, each in kinds.items()}
    states = st.fixed_dictionaries({}, optional=values)

    @settings(max_examples=15, deadline=None)
    @given(states, st.none() | st.lists(st.sampled_from(["width", "who-judges"])))
    def comes_back(state, shown):
        fragment = run("write", "this", state, kinds, shown)
        for text in (fragment, fragment.replace(",", "%2C").replace(";", "%3B")):
            if len(text) <= 6000:
                read = run("links.readFragment", text, "this", kinds)
                assert read == {"values": state, "wrong": [], "shown": shown}
        assert not set(fragment) & set(' "<>\\^`{|}')  # an address has them escaped
        assert run("links.readFragment", fragment, "that", kinds) in (None, {"other": "this"})

    comes_back()


ODD = ["__proto__", "constructor", "toString", "<img src=x onerror=alert(1)>", "%", "%E0%A4%A"]
ODD += ["1e999", "NaN", "Infinity", "-Infinity", "0x10", "1_0", " 1", "", ",", ";", "1;1", "1,2,3"]
ODD += ["none", "moons", "yes"]
ODD += ["9" * 400, "1;" * 900, "1," * 2900, "null", "[1]", "{}", "ring", "custom", "\0", "é\u2028"]


@linked
def test_garbage_sets_nothing_that_python_would_refuse(kind):
    kinds = kinds_of(kind)
    keys = st.sampled_from([*kinds, *ODD, "show"]) | st.text()
    texts = st.sampled_from(ODD) | st.text() | st.floats().map(str) | st.integers().map(str)
    texts |= st.lists(st.integers(-3, 300).map(str), max_size=6).map(",".join)
    pairs = st.lists(st.tuples(keys, st.sampled_from(["=", "==", "&"]), texts).map("".join))
    fragments = pairs.map(lambda parts: "&".join(["#this", *parts])) | st.text().map("#{}".format)

    @example("#this&" + "&".join(f"{key}={text}" for key in kinds for text in ODD[:11]))
    @example("#this&" + "&".join(f"{key}=-1e9" for key in kinds))
    @example("#this&" + "&".join(f"{key}=1000" for key in kinds))
    @example("#this&" + "&".join(f"{key}=2.5" for key in kinds))
    @settings(max_examples=15, deadline=None)
    @given(fragments)
    def sets_nothing_else(fragment):
        read = run("links.readFragment", fragment, "this", kinds)
        assert run("links.wrongWords", (read or {}).get("wrong", [])) is not None
        for key, value in (read or {}).get("values", {}).items():
            assert key in kinds
            if kind is DataPad:
                assert all(abs(x) <= 3 and abs(y) <= 2 and k in range(10) for x, y, k in value)
            elif key not in NOT_ALONE:
                assert made(kind)._set_together({key: value}) is None

    sets_nothing_else()


def test_what_is_left_out_is_told_in_words_of_some_length():
    words = run("links.wrongWords", [["<b>", "x" * 500]] * 9)
    assert "<b>=xxx" in words
    assert "and 6 more" in words
    assert len(words) < 250
    assert run("links.wrongWords", []) == ""


sizes = st.integers(2, 6)
matrices = values_of({"kind": "matrix", "low": 2, "high": 6, "most": 1e3})


@settings(max_examples=20, deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "label_kernel": matrices,
            "preset": st.sampled_from([*PRESETS, "custom"]),
            "n_clusters": sizes,
        },
    ),
    matrices | st.tuples(st.sampled_from(PRESETS), sizes),
)
def test_matrix_preset_and_number_agree_as_in_python(asked, first):
    start = explorer_at(first)
    agreed = run("agree", asked, start)
    A = np.array(agreed["label_kernel"])
    assert A.shape == (agreed["n_clusters"],) * 2
    assert agreed["preset"] == preset_name(A, agreed["preset"])
    if "n_clusters" in asked:
        assert agreed["n_clusters"] == asked["n_clusters"]
    if len(asked.get("label_kernel", ())) == agreed["n_clusters"]:
        assert agreed["label_kernel"] == asked["label_kernel"]
    # What a link then leaves out is told by what it has.
    told = {key: value for key, value in agreed.items() if key not in run("implied", agreed)}
    assert run("agree", told, start) == agreed


def explorer_at(first):
    """A state of the three in which Python has let them agree, of a matrix or a preset."""
    if isinstance(first, list):
        editor = LabelKernelEditor(value=first)
    else:
        editor = LabelKernelEditor(first[1], preset=first[0])
    names = {"label_kernel": editor.value.tolist(), "preset": editor.preset}
    return {**names, "n_clusters": editor.n_clusters}
