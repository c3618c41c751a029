"""The engine of the front ends under V8, without a browser."""

import atexit
import json
import reprlib
from functools import cache
from pathlib import Path
from weakref import WeakSet

import numpy as np
import pytest
from hypothesis import strategies as st

import depcluster
from depcluster.widgets.base.bundle import script

try:
    import py_mini_racer as racer
except ImportError:  # it is not in CI's oldest set
    racer = None

seeds = st.integers(0, 2**32 - 1)
LONGEST = 300  # seconds that a script may take, of which it needs some hundredths
FOLDER = Path(depcluster.__file__).parent / "widgets" / "engine"
MODULES = sorted(path.stem for path in FOLDER.glob("*.js"))
# For JSON.stringify: typed arrays as lists, and what is sent to Python as its bytes.
PLAIN = """(key, value) => {
  if (!ArrayBuffer.isView(value)) return value;
  const isSent = value instanceof DataView, { buffer, byteOffset, byteLength } = value;
  return Array.from(isSent ? new Uint8Array(buffer, byteOffset, byteLength) : value);
}"""
# A problem as the tests write it down, and what the engine makes of it.
_MADE = """
const F = (rows) => Float64Array.from(rows.flat(Infinity));
const I = (rows) => Int32Array.from(rows.flat(Infinity));
function gramFor({ X, kernel, gamma }) {
  const points = samples.createSamples(F(X), X.length);
  if (kernel === "graph") return steps.finish(diffusion.diffusionSteps(points));
  return gram.kernelGram(points, kernel, gamma);
}
function objectiveFor([name, A, R, ...numbers]) {
  return objectives[name](F(A), ...(R ? [F(R), ...numbers] : []));
}
"""


_open = WeakSet()


@atexit.register
def _close_all():
    """While threads still run: a page that is collected after them may wait for ever."""
    for context in list(_open):
        context.close()


class V8(racer.MiniRacer if racer else object):
    """A page without a document, in which a loop that never ends is a failure."""

    def __init__(self):
        if racer is None:
            pytest.skip("py_mini_racer is not installed", allow_module_level=True)
        super().__init__()
        _open.add(self)

    def eval(self, source):
        try:
            return super().eval(source, timeout_sec=LONGEST)
        except racer.JSTimeoutException:
            pytest.fail(f"a script has not ended after {LONGEST} s: {reprlib.repr(source)}")


@cache
def _context():
    context = V8()
    for name in MODULES:
        context.eval(script(f"engine/{name}.js", name))
    context.eval(_MADE)
    return context


def run(source, *args):
    """What a JavaScript function gives for some arguments; its modules are variables by name."""
    given = ", ".join(json.dumps(arg, default=lambda array: array.tolist()) for arg in args)
    return json.loads(_context().eval(f"JSON.stringify(({source})({given}), {PLAIN}) ?? 'null'"))


def close(found, wanted, relative=1e-9):
    wanted = np.asarray(wanted, dtype=float)
    found = np.reshape(np.asarray(found, dtype=float), wanted.shape)
    assert np.abs(found - wanted).max() <= relative * max(np.abs(wanted).max(), 1e-300)
