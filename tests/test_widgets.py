"""What holds for every widget."""

import base64
import io
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from test_untrusted_messages import MAKE

import depcluster.widgets as widgets
from depcluster import kernel_matrix
from depcluster.datasets import make_circle
from depcluster.kernels import centre
from depcluster.labels import block_sums, cluster_sizes, ring
from depcluster.search import Normalized, value
from depcluster.widgets import DataPad, PartitionStepper
from depcluster.widgets.base.stored import FOOT
from depcluster.widgets.base.widget import STILL_WIDTH, Widget
from depcluster.widgets.interact.widget import Interactive

FOLDER = Path(widgets.__file__).parent
WIDGETS = [kind for kind in vars(widgets).values() if isinstance(kind, type)]
WIDGETS = [kind for kind in WIDGETS if issubclass(kind, Widget)] + [Interactive]


def of(kind, name):
    text = getattr(kind, name)
    return getattr(text, "default_value", text)


def test_all_widgets_are_here():
    files = {path.parent.name for path in FOLDER.rglob("widget.py")} - {"base"}
    assert len(WIDGETS) == len(files) + 1  # the kernel explorer is there for a pad, too
    assert all(issubclass(kind, Widget) for kind in WIDGETS)


def test_widgets_on_one_page_bring_the_same_look_whichever_comes_last():
    (look,) = {of(kind, "_css") for kind in WIDGETS}
    sheets = [path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.css")]
    assert len(sheets) >= 10
    assert all(look.count(sheet) == 1 for sheet in sheets)
    assert look.startswith((FOLDER / "base/look.css").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", WIDGETS)
def test_a_front_end_is_one_script_with_one_way_in(kind):
    script = of(kind, "_esm")
    (way_in,) = re.findall(r"^export\b.*", script, re.MULTILINE)
    assert way_in.startswith("export default ")
    assert not re.findall(r"^import\b", script, re.MULTILINE)


def test_the_stepper_goes_on_after_the_climb_when_it_may_search_again():
    X, _ = make_circle()
    climbed = PartitionStepper(X, 8, label_kernel="ring", random_state=2)
    further = PartitionStepper(X, 8, label_kernel="ring", random_state=2, n_init=12)
    J, n = further.objective, climbed.n_steps
    assert further._climbed == climbed._climbed == n
    np.testing.assert_array_equal(J[: n + 1], climbed.objective)
    assert further.n_steps > n
    assert (np.diff(J[n:]) > 0).all()
    further.step = further.n_steps
    S, sizes = (
        block_sums(centre(kernel_matrix(X)), further.labels, 8),
        cluster_sizes(further.labels, 8),
    )
    assert value(Normalized(ring(8)), S, sizes) == pytest.approx(J[-1])
    with pytest.raises(ValueError, match="n_init"):
        PartitionStepper(X, 8, n_init=0)


@pytest.mark.parametrize(
    "made", [made for made in MAKE if made is not Interactive], ids=lambda made: made.__name__
)
def test_a_widget_leaves_its_picture_and_its_summary(made):
    widget = MAKE[made]()
    data, metadata = widget._repr_mimebundle_()
    assert metadata["image/png"]["alt"] == data["text/plain"] == repr(widget) == widget.summary()
    assert not re.search("0x|-0.00", repr(widget))
    picture = base64.b64decode(data["image/png"])
    assert len(picture) < 300_000
    picture = Image.open(io.BytesIO(picture)).convert("RGB")
    assert (metadata["image/png"]["width"], metadata["image/png"]["foot"]) == (STILL_WIDTH, FOOT)
    assert picture.width == 2 * STILL_WIDTH
    assert len(picture.getcolors(maxcolors=1 << 20)) > 10
    line = np.array(picture.convert("L"))[-2 * FOOT :]
    written = np.flatnonzero((line < 160).any(axis=0))  # at the left, in small type
    assert written.min() > 10
    assert 200 < np.ptp(written) < 400
    assert (line[[0, 1, 2, 3, -4, -3, -2, -1]] > 250).all()


def test_a_pad_without_points_leaves_a_picture_too():
    assert DataPad()._repr_mimebundle_()[1]["image/png"]["alt"] == "DataPad: no points yet"
