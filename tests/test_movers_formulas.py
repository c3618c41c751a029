"""The small widgets on formulas: what they say in Python is the literal formula."""

import numpy as np
import pytest

from depcluster.widgets import Bells, CoinMosaic


def integrated_cosine(distance):
    """Jenssen's (3) for two unit bells, by a sum over a fine grid."""
    x = np.linspace(-12, 17, 29_001)
    p, q = (np.exp(-((x - mean) ** 2) / 2) for mean in (0, distance))
    return (p * q).sum() / np.sqrt((p * p).sum() * (q * q).sum())


@pytest.mark.parametrize("distance", [0, 0.5, 1, 1.665, 2, 3, 5])
def test_the_angle_of_two_bells_is_that_of_their_integrals(distance):
    bells, cosine = Bells(distance), integrated_cosine(distance)
    assert bells.cosine == pytest.approx(cosine, rel=1e-9)
    assert bells.angle == pytest.approx(np.degrees(np.arccos(min(cosine, 1))), abs=1e-4)
    assert bells.divergence == pytest.approx(-np.log(cosine), abs=1e-9)


def test_bells_say_their_numbers():
    assert [round(Bells(d).angle, 1) for d in range(4)] == [0.0, 38.8, 68.4, 83.9]
    assert repr(Bells(1.665)).endswith("cosine 0.500, angle 60.0 degrees, divergence 0.69")


@pytest.mark.parametrize("distance", [-0.1, 5.1, np.nan, "2", None, [2]])
def test_a_distance_is_a_number_in_reach(distance):
    with pytest.raises(ValueError, match="distance must be a finite number of at least 0 and of"):
        Bells(distance)


def literal_dependence(joint):
    """Sugiyama's (1) and mutual information of a table, cell by cell."""
    smi = mi = 0.0
    for x in (0, 1):
        for y in (0, 1):
            apart = joint[x].sum() * joint[:, y].sum()
            smi += apart * (joint[x, y] / apart - 1) ** 2 / 2
            mi += joint[x, y] * np.log(joint[x, y] / apart) if joint[x, y] else 0
    return smi, mi


@pytest.mark.parametrize("agreement", [0, 0.1, 0.5, 0.75, 0.9, 1])
def test_the_mosaic_has_the_dependence_of_its_table(agreement):
    mosaic = CoinMosaic(agreement)
    assert mosaic.joint.sum() == pytest.approx(1)
    assert np.trace(mosaic.joint) == pytest.approx(agreement)
    found = mosaic.smi, mosaic.mutual_information
    assert found == pytest.approx(literal_dependence(mosaic.joint), abs=1e-12)


def test_the_mosaic_says_its_numbers():
    assert repr(CoinMosaic(1)).endswith("agreement 1, SMI 0.500, mutual information 0.693")
    assert repr(CoinMosaic()).endswith("agreement 0.75, SMI 0.125, mutual information 0.131")
    with pytest.raises(ValueError, match="agreement must be a finite number"):
        CoinMosaic(1.01)


@pytest.mark.parametrize("widget", [Bells(0), Bells(5), CoinMosaic(0), CoinMosaic(1)], ids=repr)
def test_a_picture_stays_where_no_kernel_runs(widget):
    bundle, metadata = widget._repr_mimebundle_()
    assert metadata["image/png"]["alt"] == bundle["text/plain"] == repr(widget)
    assert metadata["image/png"]["width"] == 900
