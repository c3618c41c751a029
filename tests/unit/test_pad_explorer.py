"""PadExplorer: a pad and what is on it in one widget, whose page knows what Python sends."""

import json

import numpy as np
import pytest
from engine import PLAIN, V8
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
    const [waiting, limits, points, input] = [
      "_waiting", "_limits", "_points", "_input"].map((name) => following.get(name));
    return { waiting, limits, points, input };
  });
}"""


def test_it_sees_what_an_explorer_of_its_pad_sees():
    explorer = PadExplorer(X, y=Y, width=3)
    other = KernelExplorer(explorer.pad, 2, width=3, criteria=True)
    assert np.array_equal(explorer.labels_, other.labels_)
    assert explorer.objective_ == pytest.approx(other.objective_)
    assert np.array_equal(explorer.pad.y, Y)
    assert repr(explorer) == repr(other).replace("KernelExplorer", "PadExplorer")


def test_points_on_the_plane_stay_others_are_scaled_into_it_and_a_pad_is_followed():
    assert np.array_equal(PadExplorer(X).pad.X, X)
    assert np.array_equal(PadExplorer(100 * X).pad.X, DataPad.fitted(100 * X))
    pad = DataPad(X[:20])
    for explorer in (PadExplorer(), PadExplorer(pad, 3)):
        explorer.pad.put(X, Y)
        assert explorer.labels_.shape == (40,)
    assert explorer.pad is pad
    with pytest.raises(ValueError, match="X must hold points of the plane"):
        PadExplorer(np.zeros((4, 3)))
    with pytest.raises(ValueError, match="y must"):
        PadExplorer(X, y=[1, 2])


def test_panels_are_those_of_the_pad_and_few_others():
    explorer = PadExplorer(X)
    assert explorer.panels == ("pad", "points", "criteria", "error")
    explorer.panels = ("gram", "pad")
    assert explorer.panels == ("pad", "gram")
    with pytest.raises(ValueError, match=r"panels must .* pad, .*got 'map'"):
        explorer.panels = "map"
    with pytest.raises(ValueError, match="panels must"):
        KernelExplorer(X, panels=("pad",))


@pytest.fixture(scope="module")
def page():
    context = V8()
    context.eval(script("kernel_explorer/drawn.js", "drawn"))
    return lambda *args: json.loads(
        context.eval(f"JSON.stringify(({TOLD})({', '.join(map(json.dumps, args))}), {PLAIN})")
    )


def plain(sent):
    return list(sent) if isinstance(sent, bytes) else sent


# Few places, so that points come again, stay and go.
ROWS = st.lists(
    st.tuples(st.integers(-3, 3), st.sampled_from([-1, -0.5, 0.25, 2]), st.integers(0, 2)),
    max_size=12,
)


def ways(X, before, origin):
    """Of each point whether it was there, and how far that is which it goes on from."""
    if origin is None:
        return None
    origin = np.frombuffer(bytes(origin), np.int32)
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
        assert at["points"] == plain(explorer._points)
        origins = made.pop("origin"), sent.pop("origin")
        assert ways(X, before, origins[0]) == ways(X, before, origins[1])
        assert made == {name: plain(sent[name]) for name in made}
        before = X
