"""What holds for every widget."""

import numpy as np
import pytest
from made import MAKE
from stills import settled

from depcluster import kernel_matrix
from depcluster.datasets import make_circle
from depcluster.kernels import centre
from depcluster.labels import block_sums, cluster_sizes, ring
from depcluster.search import Normalized, value
from depcluster.widgets import PartitionStepper


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


def test_a_server_that_keeps_no_stills_shows_widgets_and_draws_nothing(monkeypatch):
    monkeypatch.setenv("DEPCLUSTER_STILLS", "0")
    for made, make in MAKE.items():
        widget = make()
        with monkeypatch.context() as patched:
            patched.setattr(made, "to_figure", lambda widget: pytest.fail("drawn"))
            patched.setattr(made, "summary", lambda widget: pytest.fail("summed up"))
            data, _ = widget._repr_mimebundle_()
        settled(widget)
        assert repr(widget) == widget.summary()
        assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id
        assert made.__name__ in data["text/plain"]
        assert "image/png" not in data
