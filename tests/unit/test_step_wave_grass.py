"""The lesson on kernels: step, wave and grass add up to 1."""

import numpy as np
from cases import each

from depcluster.experiments.song2007 import TOYS, share
from depcluster.lessons import song2007_kernels as lesson


def unit(v):
    return v / np.linalg.norm(v)


def test_a_step_a_wave_and_grass_are_told_apart():
    y = np.repeat([0, 1], [40, 60])
    turn = np.concatenate([np.arange(n) / n for n in (40, 60)])
    assert np.allclose(lesson.parts(unit(np.where(y, -2.0, 3.0)), y), (1, 0, 0))
    assert np.allclose(lesson.parts(unit(np.cos(2 * np.pi * (turn + 0.2))), y), (0, 1, 0))
    assert np.allclose(lesson.parts(unit((-1.0) ** np.arange(100)), y), (0, 0, 1))


@each("toy", TOYS)
def test_shares_add_up_and_the_step_is_the_share_of_the_classes(toy):
    X, y = TOYS[toy]()
    vectors = lesson.eigenvectors_of(lesson.matrix_of(X, "rbf"), 3)[1]
    for v, shares in zip(vectors.T, lesson.shares_of(toy, "rbf"), strict=True):
        assert np.isclose(sum(shares), 1)
        assert min(shares) > -1e-9
        assert np.isclose(shares[0], share(v, y))
