"""PadExplorer: a pad and what is on it in one widget, whose page knows what Python sends."""

import json

import numpy as np
import pytest
from engine import V8
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import make_moons

from depcluster.widgets import DataPad, KernelExplorer, PadExplorer
from depcluster.widgets.base.bundle import script

X, Y = make_moons(40, noise=0.05, random_state=0)
# Models of a saved page, and of the explorer what it knows after each change of the pad.
TOLD = """(clusters, turns) => {
  const modelOf = (state) => {
    const heard = [];
    return {
      get: (name) => state[name],
      set(name, value) {
        state[name] = value;
        heard.filter(([event]) => event === `change:${name}`).forEach(([, fn]) => fn());
      },
      on: (event, fn) => heard.push([event, fn]),
    };
  };
  const pad = modelOf({ _rows: new Uint8Array(0) });
  const explorer = modelOf({ n_clusters: clusters, _limits: {} });
  const following = drawn.followingModel(explorer, pad);
  return turns.map((rows) => {
    pad.set("_rows", new Uint8Array(Float64Array.from(rows.flat()).buffer));
    return _told(following);
  });
}"""
NUMBERS = """
const _read = (sent, Kind) => (sent ? Array.from(new Kind(new Uint8Array(
  sent.buffer, sent.byteOffset, sent.byteLength).slice().buffer)) : null);
const _told = (model) => {
  const input = model.get("_input");
  return {
    waiting: model.get("_waiting"), limits: model.get("_limits"),
    points: _read(model.get("_points"), Float32Array),
    input: { ...input, X: _read(input.X, Float64Array), truth: _read(input.truth, Int32Array),
      origin: _read(input.origin, Int32Array) },
  };
};
"""


def test_it_sees_what_an_explorer_of_its_pad_sees():
    explorer = PadExplorer(X, y=Y, width=3)
    other = KernelExplorer(explorer.pad, 2, width=3, criteria=True)
    assert np.array_equal(explorer.labels_, other.labels_)
    assert explorer.objective_ == pytest.approx(other.objective_)
    assert np.array_equal(explorer.pad.y, Y)
    assert repr(explorer) == repr(other).replace("KernelExplorer", "PadExplorer")


def test_points_on_the_plane_stay_and_others_are_scaled_into_it():
    assert np.array_equal(PadExplorer(X).pad.X, X)
    far = PadExplorer(100 * X).pad.X
    assert np.array_equal(far, DataPad.fitted(100 * X))


def test_an_empty_pad_waits_and_one_of_ones_own_is_followed():
    explorer = PadExplorer()
    assert "PadExplorer: Draw at least 3 points" in repr(explorer)
    explorer.pad.put(X, Y)
    assert explorer.labels_.shape == (40,)
    pad = DataPad(X[:20])
    explorer = PadExplorer(pad, 3)
    assert explorer.pad is pad
    pad.put(X)
    assert explorer.labels_.shape == (40,)


def test_panels_are_those_of_the_pad_and_few_others():
    explorer = PadExplorer(X)
    assert explorer.panels == ("pad", "points", "criteria", "error")
    explorer.panels = ("gram", "pad")
    assert explorer.panels == ("pad", "gram")
    with pytest.raises(ValueError, match=r"panels must .* pad, .*got 'map'"):
        explorer.panels = "map"
    with pytest.raises(ValueError, match="panels must"):
        KernelExplorer(X, panels=("pad",))


def test_what_a_pad_cannot_hold_is_refused():
    with pytest.raises(ValueError, match="X must hold points of the plane"):
        PadExplorer(np.zeros((4, 3)))
    with pytest.raises(ValueError, match="y must"):
        PadExplorer(X, y=[1, 2])


@pytest.fixture(scope="module")
def page():
    context = V8()
    context.eval(script("kernel_explorer/drawn.js", "drawn"))
    context.eval(NUMBERS)
    return lambda *args: json.loads(
        context.eval(f"JSON.stringify(({TOLD})({', '.join(map(json.dumps, args))}))")
    )


def numbers(sent, kind):
    return None if sent is None else np.frombuffer(sent, kind).tolist()


# Few places, so that points come again, stay and go.
ROWS = st.lists(
    st.tuples(st.integers(-3, 3), st.sampled_from([-1, -0.5, 0.25, 2]), st.integers(0, 2)),
    max_size=12,
)


def ways(X, before, origin):
    """Of each point whether it was there, and how far that is which it goes on from."""
    if origin is None:
        return None
    origin = np.array(origin)
    from_there = before[np.where(origin < 0, ~origin, origin)]
    return (origin >= 0).tolist(), np.linalg.norm(X - from_there, axis=1).tolist()


@settings(deadline=None, max_examples=15)
@given(clusters=st.integers(2, 4), turns=st.lists(ROWS, min_size=1, max_size=4))
def test_a_page_knows_of_its_pad_what_python_sends(page, clusters, turns):
    pad, before = DataPad(), None
    explorer = PadExplorer(pad, clusters)
    for rows, at in zip(turns, page(clusters, turns), strict=True):
        rows, last = np.reshape(rows, (-1, 3)), explorer._input
        X, y = rows[:, :2], rows[:, 2].astype(int)
        pad.put(X, y)
        assert at["waiting"] == explorer._waiting
        sent, made = dict(explorer._input), at["input"]
        if sent == last or explorer._waiting:
            continue
        assert at["limits"] == explorer._limits
        assert at["points"] == numbers(explorer._points, np.float32)
        assert made.pop("X") == X.ravel().tolist()
        assert made.pop("truth") == numbers(sent.pop("truth"), np.int32)
        told = numbers(sent.pop("origin"), np.int32)
        assert ways(X, before, made.pop("origin")) == ways(X, before, told)
        assert made == {name: sent[name] for name in made}
        before = X
