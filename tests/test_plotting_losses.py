"""Figures of structured labels show what they were given."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Wedge

from depcluster.plotting import plot_labels, plot_tree, plot_turn


def axes():
    return Figure().subplots()


def test_a_ring_is_closed_and_a_chain_is_not():
    for layout, edges in (("chain", 4), ("ring", 5)):
        ax = axes()
        assert plot_labels(layout, 5, ax) is ax
        assert len(ax.lines[0].get_xdata()) == edges + 1
        assert [t.get_text() for t in ax.texts] == list("01234")
    with pytest.raises(ValueError, match="layout must be one of chain, ring; got 'star'"):
        plot_labels("star", 5, axes())


def test_a_tree_has_an_edge_for_every_node_below_the_root():
    ax = plot_tree([["a", ["b", "c"]], "d"], axes(), names=list("abcd"))
    assert len(ax.lines) == 6
    assert [t.get_text() for t in ax.texts] == ["0\na", "1\nb", "2\nc", "3\nd"]
    with pytest.raises(ValueError, match="names must be 4 texts"):
        plot_tree((2, 2), axes(), names=["a"])


def test_the_strokes_of_a_turn_stand_where_a_cluster_ends():
    labels = np.array([2, 2, 0, 0, 0, 1, 1, 2])
    ax = plot_turn(labels, axes())
    slices = [p for p in ax.patches if isinstance(p, Wedge)]
    angles = sorted((p.theta2 - p.theta1) for p in slices)
    assert angles == pytest.approx([90, 135, 135])
    assert len(plot_turn(np.zeros(6, int), axes()).patches) == 1
