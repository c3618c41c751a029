"""What holds of the picture that a widget leaves where it is stored."""

import base64
import io
import re
from itertools import combinations

import numpy as np
from matplotlib.transforms import Bbox
from PIL import Image

from depcluster.plotting.alt_text import RATIO, pixels
from depcluster.widgets.base.stored import FOOT
from depcluster.widgets.base.widget import STILL_WIDTH


def settled(widget):
    """A widget that searches has found all, however slow the machine."""
    return widget.settle() if hasattr(widget, "settle") else widget


def check_still(widget):
    """The still is small, described by the summary, and has its words at its foot."""
    data, metadata = settled(widget)._repr_mimebundle_()
    assert metadata["image/png"]["alt"] == data["text/plain"] == repr(widget) == widget.summary()
    assert not re.search("0x|-0.00", repr(widget))
    picture = base64.b64decode(data["image/png"])
    assert len(picture) < 300_000
    picture = Image.open(io.BytesIO(picture)).convert("RGB")
    assert (metadata["image/png"]["width"], metadata["image/png"]["foot"]) == (STILL_WIDTH, FOOT)
    assert picture.width == RATIO * STILL_WIDTH
    assert len(picture.getcolors(maxcolors=1 << 20)) > 10
    foot = np.array(picture.convert("L"))[-round(RATIO * FOOT) :]
    assert 100 < np.ptp(np.flatnonzero((foot < 160).any(axis=0))) / RATIO < 200


def check_panels(widget):
    """The panels of its figure have titles and keep apart; drawing changes no state."""
    settled(widget).to_figure()
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
