"""The small widgets on formulas: what they say in Python is the literal formula."""

import numpy as np
import pytest

from depcluster.widgets import Bells


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
