"""Figures that explorers leave where no kernel runs show what they were given."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from depcluster import datasets
from depcluster.plotting import (
    plot_bound,
    plot_label_kernel,
    plot_levels,
    plot_mean_vectors,
    plot_partition,
    plot_relations,
    plot_selection,
    plot_spectra,
    plot_stability,
    plot_strip,
    plot_width_curve,
)
from depcluster.plotting.basics import size_in_points
from depcluster.plotting.labels import short

X, y = datasets.make_three()


def axes():
    return Figure().subplots()


def said(ax):
    return [text.get_text() for text in ax.texts]


def test_lengths_of_the_bound_add_on_its_axis():
    ax = axes()
    terms, epsilon, trivial = [0.04, 0.09, 0.01], 0.5, 4.0
    assert plot_bound(terms, epsilon, trivial, ax) is ax
    bars = [bar for bar in ax.patches if bar.get_width() > 0]
    ends = np.array([bar.get_x() + bar.get_width() for bar in bars])
    np.testing.assert_allclose(ends, np.cumsum(np.sqrt(terms)))
    assert said(ax) == ["observed ε 0.50"]
    named = {
        tick.get_text(): at for tick, at in zip(ax.get_xticklabels(), ax.get_xticks(), strict=True)
    }
    assert named["trivial cap 4"] == pytest.approx(np.sqrt(trivial / 2))
    lines = sorted(float(line.get_xdata()[0]) for line in ax.lines)
    assert lines == pytest.approx([np.sqrt(epsilon / 2), np.sqrt(trivial / 2)])


def test_a_bound_without_end_is_cut_and_told():
    ax = plot_bound([np.inf, 0.1, np.inf], 0.0, 2.0, axes())
    assert max(bar.get_x() + bar.get_width() for bar in ax.patches) <= ax.get_xlim()[1] + 1e-12
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert [name.split()[1] for name in names] == ["∞", "0.32", "∞"]


def test_the_spectra_tell_the_gap():
    values, perturbed = np.array([9.0, 7.0, 2.0, 1.0]), np.array([8.0, 6.0, 3.0, 1.0])
    ax = axes()
    assert plot_spectra(values, perturbed, 3, ax) is ax
    assert said(ax) == ["eigengap 3, was 5"]
    heights = sorted(bar.get_height() for bar in ax.patches)
    assert heights == sorted([*values, *perturbed])
    assert said(plot_spectra(values, perturbed, 9, axes())) == []


def test_the_course_of_the_bound_marks_where_one_is():
    ax = axes()
    now = (1.5, 0.2, np.inf)
    assert plot_stability("abcde", [0.0, 0.1, 0.4], [1.0, 2.0, np.inf], 4.0, ax, now=now) is ax
    curves = [line.get_ydata() for line in ax.lines if len(line.get_xdata()) == 3]
    np.testing.assert_array_equal(curves, [[1.0, 2.0, np.nan], [0.0, 0.1, 0.4]])
    dots = [line.get_xydata()[0] for line in ax.lines if line.get_marker() == "o"]
    np.testing.assert_array_equal(dots, [[1.5, 0.2], [1.5, np.nan]])
    assert [label.get_text() for label in ax.get_xticklabels()] == list("abcde")


@pytest.mark.parametrize("p", [2, 3])
def test_every_mean_has_an_arrow(p):
    embedding = np.eye(p)[np.arange(12) % p] + 0.01
    ax = axes()
    assert plot_mean_vectors(embedding, np.eye(p), np.arange(12) % p, ax) is ax
    words = [word for word in said(ax) if word]
    assert words[:p] == [f"m{k}" for k in range(p)]
    assert words[p:] == (["90.0°"] if p == 2 else [])


def test_relations_join_what_is_not_zero():
    A = np.array([[1.0, 2.0, 0.0], [2.0, 1.0, -0.5], [0.0, -0.5, 1.0]])
    ax = axes()
    assert plot_relations(A, ax) is ax
    wide, narrow = ax.lines
    assert (wide.get_linestyle(), narrow.get_linestyle()) == ("-", "--")
    assert wide.get_linewidth() > narrow.get_linewidth()


def test_levels_stand_at_their_shares_of_the_largest():
    ax = axes()
    levels = {"A": np.array([4.0, 2.0, 2.0]), "B": np.array([8.0, 4.0, 0.8])}
    assert plot_levels(levels, ax) is ax
    joined = [line for line in ax.lines if line.get_color() == "#1976d2"]
    x = np.array([line.get_xdata() for line in joined])
    assert x[0, 0] == x[0, 1]
    assert x[1, 0] == x[1, 1] == x[2, 0]
    assert x[2, 1] < x[2, 0]
    assert {"A", "B", "2 ×2", "4", "8"} <= set(said(ax))


def test_levels_below_zero_are_hollow():
    ax = plot_levels({"λ": np.array([3.0, 1.0, -1.0])}, axes())
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    assert [(line.get_markerfacecolor(), len(line.get_xdata())) for line in dots] == [
        ("#1b1d1f", 2),
        ("white", 1),
    ]
    for nothing in (np.zeros(3), np.array([-1.0, -2.0])):
        plot_levels({"λ": nothing}, axes())


def test_marks_have_the_areas_of_their_weights():
    weights = np.where(y == 1, 2.0, 1.0)
    first, second, _ = plot_partition(X, y, axes(), weights=weights).collections
    plain = plot_partition(X, y, axes()).collections
    np.testing.assert_allclose(first.get_sizes(), plain[0].get_sizes())
    np.testing.assert_allclose(second.get_sizes(), 2 * plain[1].get_sizes())
    assert not plot_partition(X[:0], y[:0], axes()).collections


def test_a_part_of_a_figure_is_as_good_as_a_figure():
    left, right = Figure().subfigures(1, 2)
    assert len(plot_label_kernel(np.eye(2), left.subplots()).texts) == 4
    half = size_in_points(right.subplots())
    whole = size_in_points(Figure().subplots())
    np.testing.assert_allclose(half, whole * [0.5, 1.0], rtol=1e-9)


def test_wide_numbers_shrink_and_stay_readable():
    figure = Figure(figsize=(2, 2))
    ax = plot_label_kernel(np.full((8, 8), -123.4), figure.subplots(), number=short)
    assert set(said(ax)) == {"−123"}
    assert {text.get_fontsize() for text in ax.texts} == {6.5}
    figure = Figure(figsize=(2, 2))
    ax = plot_label_kernel(np.eye(2), figure.subplots())
    assert {text.get_fontsize() for text in ax.texts} == {12}  # as in a Gram picture of four points
    ax = plot_label_kernel(np.eye(6), figure.subplots())
    assert {text.get_fontsize() for text in ax.texts} == {8}


def test_a_judge_may_have_no_choice_yet():
    ax = plot_selection([1, 2, 3], np.array([0.2, np.nan, np.nan]), axes(), at=2)
    assert not [line for line in ax.lines if line.get_markersize() > 8]
    assert [line.get_xdata() for line in ax.lines if line.get_color() == "#1976d2"] == [[2, 2]]


def test_a_curve_names_widths_and_rings_none():
    ax = plot_width_curve([1.0, 2.0], [0.1, 0.2], axes(), higher=None, named={"rule": 1.5})
    assert said(ax) == [" rule "]
    assert not [line for line in ax.lines if line.get_markersize() > 8]


def test_a_strip_breaks_into_rows_and_takes_colours():
    ax = plot_strip(np.zeros((5, 4, 6, 3)), axes(), across=2)
    corners = [image.get_extent()[::3] for image in ax.images]
    assert len({left for left, _ in corners}) == 2
    assert len({top for _, top in corners}) == 3
