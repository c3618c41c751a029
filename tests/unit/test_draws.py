"""Draws from real sets; nothing here reaches a network, and no real data is needed."""

import numpy as np
import pytest
from scipy import sparse

from depcluster.datasets import draw_real
from depcluster.datasets.newsgroups import CLASSES, principal_components, tf_idf


def test_tf_idf_by_hand():
    counts = sparse.csr_array([[2, 0, 1], [0, 3, 1], [0, 0, 1]])
    log3 = np.log(3)
    want = [[2 * log3, 0, 0], [0, 3 * log3, 0], [0, 0, 0]]
    np.testing.assert_allclose(tf_idf(counts).toarray(), want)


def write_speech(folder, monkeypatch):
    rng = np.random.default_rng(0)
    X, y = rng.normal(3, 2, size=(1000, 50)), np.repeat([0, 1], 500)
    np.savez(folder / "speech_lsf_fsdd.npz", X=X, y=y)
    monkeypatch.setenv("DEPCLUSTER_DATA", str(folder))


@pytest.mark.parametrize(("imbalance", "sizes"), [(1, (200, 200)), (3, (300, 100))])
def test_a_draw_has_the_sizes_and_is_standardised(tmp_path, monkeypatch, imbalance, sizes):
    write_speech(tmp_path, monkeypatch)
    X, y = draw_real("speech", imbalance=imbalance, random_state=1)
    assert tuple(np.bincount(y)) == sizes
    np.testing.assert_allclose(X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(X.std(axis=0), 1)
    assert len(np.unique(X, axis=0)) == 400
    np.testing.assert_array_equal(X, draw_real("speech", imbalance=imbalance, random_state=1)[0])
    assert not np.array_equal(X, draw_real("speech", imbalance=imbalance, random_state=2)[0])


def test_a_first_class_that_is_too_small_shrinks_the_others(tmp_path, monkeypatch):
    X = np.random.default_rng(0).normal(size=(304, 5))
    y = np.repeat([0, 1, 2], [100, 102, 102])
    np.savez(tmp_path / "accel_hmp.npz", X=X, y=y)
    monkeypatch.setenv("DEPCLUSTER_DATA", str(tmp_path))
    np.testing.assert_array_equal(
        np.bincount(draw_real("accelerometry", imbalance=4)[1]), [100, 25, 25]
    )


def test_faces_are_ten_persons_with_all_images(tmp_path, monkeypatch):
    """Images that hold the number of their person, to tell from a draw who was drawn."""
    person = np.repeat(np.arange(40), 10)
    noise = np.random.default_rng(0).normal(scale=1e-6, size=(400, 4096))
    np.savez(tmp_path / "olivetti_faces.npz", X=person[:, None] + noise, y=person)
    monkeypatch.setenv("DEPCLUSTER_DATA", str(tmp_path))
    X, y = draw_real("face", random_state=3)
    assert tuple(np.bincount(y)) == (10,) * 10
    centres = np.array([X[y == k].mean(axis=0) for k in range(10)])
    assert len(np.unique(centres[:, 0].round(3))) == 10
    assert all(np.abs(X[y == k] - centres[k]).max() < 1e-4 for k in range(10))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": "wine"}, "name must be one of digit"),
        ({"name": "speech", "imbalance": 0}, "imbalance must be an integer of at least 1"),
    ],
)
def test_draws_refuse(arguments, message):
    with pytest.raises(ValueError, match=message):
        draw_real(**arguments)


def test_documents_are_weighted_before_and_reduced_after_the_draw(tmp_path, monkeypatch):
    """100 texts a group are all there are, so the draw only reorders rows."""
    counts = sparse.csr_array(np.random.default_rng(0).poisson(0.1, (700, 60)))
    y = np.repeat(np.arange(len(CLASSES)), 100)
    arrays = {name: getattr(counts, name) for name in ("data", "indices", "indptr", "shape")}
    np.savez(tmp_path / "newsgroups_mini.npz", y=y, **arrays)
    monkeypatch.setenv("DEPCLUSTER_DATA", str(tmp_path))
    X, labels = draw_real("document")
    np.testing.assert_array_equal(labels, y)
    scores = principal_components(tf_idf(counts))
    want = scores / scores.std(axis=0)
    # Same rows in another order, and every principal axis up to its sign.
    np.testing.assert_allclose(np.sort(np.abs(X), axis=0), np.sort(np.abs(want), axis=0), rtol=1e-6)
