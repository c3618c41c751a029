"""Faces and teapot: seeded pictures that show what they should."""

import numpy as np
import pytest
from cases import each

from depcluster.reproduction.datasets import image_features, make_faces, make_teapot


def far(images, i, j):
    return np.sqrt(((images[i] - images[j]) ** 2).mean())


@each("make", [make_faces, make_teapot])
def test_pictures_are_seeded_grey_levels(make):
    images = make(20)[0]
    assert images.min() >= 0
    assert images.max() <= 1
    assert np.array_equal(images, make(20)[0])
    assert not np.array_equal(images, make(20, random_state=1)[0])


def test_faces_alternate_people_and_expressions():
    images, person, expression = make_faces()
    assert images.shape == (185, 48, 36)
    assert person[:10].tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 0]
    assert np.bincount(3 * person + expression).tolist() == [21] * 5 + [20] * 4
    assert np.ptp(images.mean(axis=(1, 2))) < 0.005
    assert set(make_faces(7, people=2)[1]) == {0, 1}


def test_a_whole_turn_comes_back_and_mixed_views_move_towards_their_opposites():
    images, angle = make_teapot(blend=0)
    assert images.shape == (400, 38, 50)
    assert angle[[0, 1, -1]].tolist() == [0, 0.9, pytest.approx(359.1)]
    last_step, first_step, half_turn = far(images, -1, 0), far(images, 0, 1), far(images, 0, 200)
    assert last_step == pytest.approx(first_step, rel=0.2)
    assert half_turn > 5 * first_step
    mixed = make_teapot(blend=0.3)[0]
    changed = np.flatnonzero(np.abs(images - mixed).max(axis=(1, 2)))
    assert changed.tolist() == [*range(90, 106), *range(290, 306)]
    assert far(mixed, 98, 298) < 0.7 * far(images, 98, 298)
    assert far(make_teapot(40, blend=0.5)[0], 10, 30) < 0.02


def test_features_are_standardized_and_constant_pixels_left_out():
    images = np.random.default_rng(0).random((6, 4, 5))
    images[:, 0, 0] = 0.5
    X = image_features(images)
    assert X.shape == (6, 19)
    np.testing.assert_allclose(X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(X.std(axis=0), 1)
    for bad in (np.ones((3, 4)), np.ones((3, 4, 4)), np.full((3, 4, 4), np.nan)):
        with pytest.raises(ValueError, match="images must"):
            image_features(bad)
