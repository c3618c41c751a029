"""The lesson on kernels: step, wave and grass add up to 1."""

import numpy as np

from depcluster.course.song2007_kernels import lesson
from depcluster.reproduction.song2007.experiments import TOYS, share


def test_a_step_a_wave_and_grass_are_told_apart():
    y = np.repeat([0, 1], [40, 60])
    turn = np.concatenate([np.arange(n) / n for n in (40, 60)])
    vectors = np.where(y, -2.0, 3.0), np.cos(2 * np.pi * (turn + 0.2)), (-1.0) ** np.arange(100)
    found = [lesson.parts(v / np.linalg.norm(v), y) for v in vectors]
    assert np.allclose(found, np.eye(3))


def test_shares_add_up_and_the_step_is_the_share_of_the_classes():
    for toy, make in TOYS.items():
        X, y = make()
        vectors = lesson.eigenvectors_of(lesson.matrix_of(X, "rbf"), 3)[1]
        shares = np.array(lesson.shares_of(toy, "rbf"))
        assert np.allclose(shares.sum(axis=1), 1), toy
        assert shares.min() > -1e-9, toy
        assert np.allclose(shares[:, 0], [share(v, y) for v in vectors.T]), toy
