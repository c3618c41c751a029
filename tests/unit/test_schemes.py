"""Colours that tell the order of labels: seen on a dark page, apart from each other, on widgets."""

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure

from depcluster.datasets import make_circle
from depcluster.plotting import COLOURS, plot_partition, scheme
from depcluster.widgets import KernelExplorer, LabelKernelEditor, LossExplorer, PartitionStepper

ROW = np.c_[np.arange(12.0), np.zeros(12)]


def luminance(colour):
    channel = np.array(to_rgb(colour))
    linear = np.where(channel <= 0.03928, channel / 12.92, ((channel + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def hue_of(colour):
    red, green, blue = to_rgb(colour)
    return np.degrees(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue)) % 360


@pytest.mark.parametrize("kind", ["plain", "wheel", "ramp", "families"])
def test_labels_differ_and_are_seen_on_a_dark_page(kind):
    ground = luminance("#111111") + 0.05
    for c in range(1, 11):
        hues = scheme(kind, c)
        assert len(set(hues)) == c
        if kind != "plain":  # a dark page has its own for these
            assert all((luminance(hue) + 0.05) / ground > 3 for hue in hues)


def test_a_wheel_goes_once_around_and_closes():
    turns = np.diff([hue_of(hue) for hue in [*scheme("wheel", 8), scheme("wheel", 8)[0]]]) % 360
    assert turns.sum() == pytest.approx(360)
    assert turns.max() < 120  # no third of the wheel is left out


def test_a_ramp_grows_lighter():
    assert (np.diff([luminance(hue) for hue in scheme("ramp", 10)]) > 0).all()


def test_members_of_a_family_have_one_hue_and_families_others():
    hues = np.reshape([hue_of(hue) for hue in scheme("families", (3, 3))], (3, 3))
    assert np.ptp(hues, axis=1).max() < 25
    middles = hues.mean(axis=1)
    assert min(abs(np.subtract.outer(middles, middles)[np.triu_indices(3, 1)])) > 40


def test_a_number_of_labels_is_cut_into_families():
    for c, shape in ((9, (3, 3)), (8, (2, 4)), (6, (2, 3)), (5, (1, 5))):
        assert scheme("families", c) == scheme("families", shape)


@pytest.mark.parametrize(
    ("kind", "c", "words"),
    [
        ("rainbow", 4, "kind must be one of"),
        ("wheel", 0, "c must be an integer"),
        ("wheel", (3, 3), "c must be an integer"),
        ("families", (3, 0), "c must be"),
    ],
)
def test_what_is_no_scheme_is_refused_by_name(kind, c, words):
    with pytest.raises(ValueError, match=words):
        scheme(kind, c)


def test_a_picture_takes_them():
    ax = Figure().add_subplot()
    wheel = scheme("wheel", 3)
    plot_partition(ROW, np.arange(12) % 3, ax, colours=wheel)
    assert [to_hex(marks.get_facecolor()[0]) for marks in ax.collections] == wheel
    plot_partition(ROW, np.arange(12) % 3, ax := Figure().add_subplot())
    assert to_hex(ax.collections[0].get_facecolor()[0]) == COLOURS[0].lower()


MAKERS = [
    lambda **more: KernelExplorer(make_circle(60)[0], 6, **more),
    lambda **more: LossExplorer(make_circle(60)[0], 6, label_kernel="ring", **more),
    lambda **more: PartitionStepper(make_circle(60)[0], 6, **more),
    lambda **more: LabelKernelEditor(6, **more),
]


@pytest.mark.parametrize("make", MAKERS)
def test_widgets_take_them(make):
    assert make()._hues == []
    assert make(colours="wheel")._hues == scheme("wheel", 6)
    assert make(colours=["#000000"] * 6)._hues == ["#000000"] * 6
    with pytest.raises(ValueError, match="colours must be one of"):
        make(colours="rainbow")


def test_every_cluster_of_a_stored_picture_has_them():
    explorer = KernelExplorer(make_circle(60)[0], 6, label_kernel="ring", colours="wheel").settle()
    figure = explorer.to_figure()
    marks = [marks for ax in figure.axes for marks in ax.collections]
    drawn = {to_hex(colour) for each in marks for colour in each.get_facecolor()}
    assert set(scheme("wheel", 6)) <= drawn
    assert drawn.isdisjoint(colour.lower() for colour in COLOURS)


def test_they_follow_the_number_of_labels_and_figures_have_them():
    editor = LabelKernelEditor(6, colours="wheel")
    before = editor._repr_mimebundle_()[0]["image/png"]
    editor.n_clusters = 4
    assert editor._hues == scheme("wheel", 4)
    editor.n_clusters = 6
    assert editor._repr_mimebundle_()[0]["image/png"] == before
    editor.colours = None
    assert editor._repr_mimebundle_()[0]["image/png"] != before
