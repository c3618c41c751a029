"""The explorers that `slider_latency` presses keys in, and the trip that it compares them with."""

from __future__ import annotations

from dataclasses import dataclass

DIGITS = "from sklearn.datasets import load_digits\nX = load_digits().data[:{points}]\n"
BLOBS = "from depcluster.datasets import make_blobs4\nX = make_blobs4({points})[0]\n"

# A widget that does nothing but ask Python and draw when the answer is there. `settled` counts
# the answers of the explorer that are final, so that the page need not ask for it.
ECHO = """
import asyncio, anywidget, traitlets
from depcluster.widgets import *

class Echo(anywidget.AnyWidget):
    _esm = '''export default {{ render({{ model, el }}) {{
      const button = document.createElement("button"), canvas = document.createElement("canvas");
      button.className = "echo";
      button.onkeydown = () => {{
        model.set("asked", model.get("asked") + 1);
        model.save_changes();
      }};
      model.on("change:answered", () => {{
        canvas.getContext("2d").fillRect(0, 0, 9, 9);
        canvas.dataset.draws = model.get("answered");
      }});
      model.on("change:settled", () => {{ button.dataset.settled = model.get("settled"); }});
      button.append("echo", canvas);
      el.append(button);
    }} }};'''
    asked = traitlets.Int(0).tag(sync=True)
    answered = traitlets.Int(0).tag(sync=True)
    settled = traitlets.Int(0).tag(sync=True)

    @traitlets.observe("asked")
    def _on_asked(self, change):
        self.answered = change.new

def count_settled():
    if explorer.answer and explorer.state == "settled":
        echo.settled += 1

echo = Echo()
{data}{maker}
explorer.observe(lambda change: asyncio.get_running_loop().call_soon(count_settled),
                 ["answer", "state"])
echo
"""


@dataclass(frozen=True)
class Case:
    """An explorer and the keys to press in it.

    Attributes
    ----------
    name : str
    data, maker : str
        Python that makes X and ``explorer``.
    focus : str
        Selector of what the keys are pressed in.
    drawn : str
        Selector of the pictures that change with the answer, and with nothing else.
    keys : tuple of str
        Pressed one after the other, again and again.
    goals : dict of int to float
        By number of points, how often the time of a round trip the first answer may take.
    settles : bool
        Whether the time to the end of the search is worth telling.
    """

    name: str
    data: str
    maker: str
    focus: str
    drawn: str
    keys: tuple
    goals: dict
    settles: bool = True

    def cells(self, points):
        """Source of the notebook's cells for so many points."""
        first = ECHO.format(data=self.data.format(points=points), maker=self.maker)
        return [first, *(["pad"] if "pad" in self.maker else []), "explorer"]


SCATTER = '.dc [aria-label="Partition"] canvas[data-draws]'
TO_AND_FRO = ("ArrowRight",) * 8 + ("ArrowLeft",) * 8
GOALS = {120: 2.0, 500: 4.0}
CASES = (
    Case(
        "label kernel",
        DIGITS,
        "explorer = KernelExplorer(X, 10)",
        '.dc input[aria-label="width"]',
        SCATTER,
        TO_AND_FRO,
        GOALS,
    ),
    Case(
        "angle",
        BLOBS,
        'explorer = KernelExplorer(X, 4, method="angle")',
        '.dc input[aria-label="window width"]',
        SCATTER,
        TO_AND_FRO,
        GOALS,
    ),
    Case(
        "loss",
        DIGITS,
        "explorer = LossExplorer(X, 4)",
        '.dc .panel[data-panel="loss"] [data-cell="0,1"]',
        SCATTER,
        ("+",) * 8 + ("-",) * 8,
        GOALS,
    ),
    Case(
        "perturbation",
        DIGITS,
        "explorer = PerturbationExplorer(X, 10)",
        '.dc input[type="range"]',
        '.dc [aria-label="Perturbed"] canvas[data-draws]',
        ("ArrowRight",),
        dict.fromkeys(GOALS, 3.0),
    ),
    Case(
        "model selection",
        BLOBS,
        "explorer = ModelSelectionExplorer(X, 4)",
        '.dc input[type="range"]',
        '.dc [aria-label="Map"] canvas[data-draws]',
        TO_AND_FRO,
        GOALS,
    ),
    Case(
        "taxonomy",
        DIGITS,
        "explorer = TaxonomyExplorer(X)",
        '.dc input[type="range"]',
        ".dc .picture[data-draws]",
        (*("ArrowRight",) * 3, *("ArrowLeft",) * 10, *("ArrowRight",) * 7),
        GOALS,
    ),
    Case(
        "pad",
        BLOBS,
        "pad = DataPad(DataPad.fitted(X)); explorer = KernelExplorer(pad, 4)",
        '.dc [role="application"]',
        SCATTER,
        (" ", "Control+z"),
        GOALS,
    ),
)
