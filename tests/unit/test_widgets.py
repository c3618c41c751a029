"""What holds for every widget."""

import base64
import io
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from made import MAKE
from matplotlib.transforms import Bbox
from PIL import Image

import depcluster.widgets as widgets
from depcluster import kernel_matrix
from depcluster.datasets import make_circle
from depcluster.kernels import centre
from depcluster.labels import block_sums, cluster_sizes, ring
from depcluster.plotting.alt_text import RATIO, pixels
from depcluster.search import Normalized, value
from depcluster.widgets import DataPad, PartitionStepper
from depcluster.widgets.base.bundle import _rules
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


def test_a_widget_brings_the_style_sheets_of_its_modules_and_no_others():
    styles = {kind: of(kind, "_css") for kind in WIDGETS}
    sheets = [_rules(path) for path in FOLDER.rglob("*.css")]
    assert len(sheets) >= 10
    assert all(any(sheet in style for style in styles.values()) for sheet in sheets)
    look, board = (_rules(FOLDER / name) for name in ("base/look.css", "data_pad/widget.css"))
    assert all(style.startswith(look) and style.count(look) == 1 for style in styles.values())
    with_board = {kind for kind, style in styles.items() if board in style}
    assert with_board == {widgets.DataPad, widgets.PadExplorer}


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
    assert picture.width == RATIO * STILL_WIDTH
    assert len(picture.getcolors(maxcolors=1 << 20)) > 10
    line = np.array(picture.convert("L"))[-round(RATIO * FOOT) :]
    written = np.flatnonzero((line < 160).any(axis=0))  # at the left, in small type
    assert written.min() > 5 * RATIO
    assert 100 < np.ptp(written) / RATIO < 200
    assert (line[[0, 1, 2, -3, -2, -1]] > 250).all()


@pytest.mark.parametrize(
    "made", [made for made in MAKE if made is not Interactive], ids=lambda made: made.__name__
)
def test_the_panels_of_a_figure_have_titles_and_keep_apart(made):
    widget = MAKE[made]()
    widget.to_figure()  # which may settle what is shown
    before = widget.get_state()
    figure = widget.to_figure()
    assert str(widget.get_state()) == str(before)
    assert figure.get_suptitle() == widget.summary()
    pixels(figure, STILL_WIDTH)
    panels = figure.axes
    boxes = [ax.get_tightbbox().padded(-2) for ax in panels]
    assert not [pair for pair in combinations(boxes, 2) if Bbox.intersection(*pair)]
    whole = Bbox.union([*boxes, figure.bbox])
    np.testing.assert_array_equal(whole.bounds, figure.bbox.bounds)
    titles = [ax.get_title(loc="left") for ax in panels]
    assert len({*filter(None, titles)}) >= len(titles) - 1 >= 0  # bars and a graph go without


@pytest.mark.parametrize("made", MAKE, ids=lambda made: made.__name__)
def test_a_server_that_keeps_no_stills_shows_widgets_and_draws_nothing(made, monkeypatch):
    monkeypatch.setenv("DEPCLUSTER_STILLS", "0")
    widget = MAKE[made]()
    with monkeypatch.context() as patched:
        patched.setattr(made, "to_figure", lambda widget: pytest.fail("drawn"))
        patched.setattr(made, "summary", lambda widget: pytest.fail("summed up"))
        data, _ = widget._repr_mimebundle_()
    assert repr(widget) == widget.summary()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id
    assert made.__name__ in data["text/plain"]
    assert "image/png" not in data


def test_a_pad_without_points_leaves_a_picture_too():
    assert DataPad()._repr_mimebundle_()[1]["image/png"]["alt"] == "DataPad: no points yet"
