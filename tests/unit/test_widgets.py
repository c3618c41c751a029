"""What holds for every widget."""

import re

import numpy as np
import pytest
from made import MAKE

from depcluster import kernel_matrix
from depcluster.datasets import make_circle
from depcluster.kernels import centre
from depcluster.labels import block_sums, cluster_sizes, ring
from depcluster.search import Normalized, value
from depcluster.widgets import PartitionStepper
from depcluster.widgets.base.widget import VIEW
from depcluster.widgets.interactive_figure.widget import InteractiveFigure


def test_the_stepper_goes_on_after_the_climb_when_it_may_search_again():
    X, _ = make_circle()
    climbed = PartitionStepper(X, 8, label_kernel="ring", random_state=2)
    further = PartitionStepper(X, 8, label_kernel="ring", random_state=2, n_init=12)
    J, n = further.objective, climbed.n_steps
    np.testing.assert_array_equal(J[: n + 1], climbed.objective)
    assert further.n_steps > n
    assert (np.diff(J[n:]) > 0).all()
    further.step = further.n_steps
    S = block_sums(centre(kernel_matrix(X)), further.labels, 8)
    sizes = cluster_sizes(further.labels, 8)
    assert value(Normalized(ring(8)), S, sizes) == pytest.approx(J[-1])


def test_an_output_is_a_view_and_the_summary_and_of_a_figure_a_picture():
    for made, make in MAKE.items():
        widget = make()
        data, metadata = widget._repr_mimebundle_()
        assert data[VIEW]["model_id"] == widget.model_id
        assert data["text/plain"] == widget.summary() == repr(widget)
        assert made.__name__ in data["text/plain"]
        assert not re.search("\n|0x|-0.00", data["text/plain"])
        assert metadata[VIEW] == {"depcluster": True}
        assert ("image/png" in data) == (made is InteractiveFigure)
