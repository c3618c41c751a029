"""The engine of the front ends under V8, without a browser."""

import json
from functools import cache
from pathlib import Path

import pytest

import depcluster
from depcluster.widgets.base.bundle import script

MiniRacer = pytest.importorskip("py_mini_racer").MiniRacer  # not in CI's oldest set
FOLDER = Path(depcluster.__file__).parent / "widgets" / "engine"
MODULES = sorted(path.stem for path in FOLDER.glob("*.js"))
_PLAIN = "(key, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value)"
# A problem as the tests write it down, and what the engine makes of it.
_MADE = """
const F = (rows) => Float64Array.from(rows.flat(Infinity));
function gramFor({ X, kernel, gamma }) {
  const points = samples.createSamples(F(X), X.length);
  if (kernel === "graph") return steps.finish(diffusion.diffusionSteps(points));
  return gram.kernelGram(points, kernel, gamma);
}
function objectiveFor([name, A, R, ...numbers]) {
  return objectives[name](F(A), ...(R ? [F(R), ...numbers] : []));
}
"""


@cache
def _context():
    context = MiniRacer()
    for name in MODULES:
        context.eval(script(f"engine/{name}.js", name))
    context.eval(_MADE)
    return context


def run(source, *args):
    """What a JavaScript function gives for some arguments; its modules are variables by name."""
    given = ", ".join(json.dumps(arg, default=lambda array: array.tolist()) for arg in args)
    return json.loads(_context().eval(f"JSON.stringify(({source})({given}), {_PLAIN}) ?? 'null'"))
