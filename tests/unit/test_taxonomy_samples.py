"""What the taxonomy explorer shows of samples: images small enough to send, words of texts."""

from types import SimpleNamespace

import numpy as np

from depcluster.datasets import make_faces
from depcluster.widgets import TaxonomyExplorer
from depcluster.widgets.explorer.thumbnails import SIDE, as_thumbnails

faces, _, _ = make_faces(45)
X = faces.reshape(45, -1)


def test_images_are_bytes_small_enough_to_send():
    given = as_thumbnails(faces, X).images
    assert given.dtype == np.uint8
    assert given.shape == (45, 48, 36, 1)
    np.testing.assert_allclose(given[..., 0] / 255, faces, atol=0.51 / 255)
    rng = np.random.default_rng(0)
    large = rng.integers(0, 255, (45, 200, 130, 3), dtype=np.uint8)
    small = as_thumbnails(large, X).images
    assert max(small.shape[1:3]) <= SIDE
    assert small.shape[3] == 3
    block = large[7, 4:8, 8:12].astype(float).mean(axis=(0, 1))
    np.testing.assert_allclose(small[7, 1, 2], block, atol=0.51)
    stretched = as_thumbnails(np.arange(45 * 4.0).reshape(45, 2, 2) - 20, X).images
    assert (stretched.min(), stretched.max()) == (0, 255)
    labels = np.arange(45) % 3
    means = as_thumbnails(faces, X).means(labels, 3)
    np.testing.assert_allclose(means[1], faces[1::3].mean(axis=0), atol=0.51 / 255)


def test_texts_show_the_words_of_their_clusters():
    words = [["apple", "pear"], ["sonata", "fugue"], ["goal", "referee"]]
    texts = [f"the {words[i % 3][0]} and {words[i % 3][1]}, {'again ' * 60}" for i in range(30)]
    points = np.eye(3)[np.arange(30) % 3] + 0.01 * np.random.default_rng(0).random((30, 3))
    explorer = TaxonomyExplorer(points, texts, 3)
    labels = explorer.labels_
    for i in range(3):
        told = explorer._reading().words[labels[i]]
        assert set(words[i]) == set(told[:2])
    assert all(len(text) <= 160 for text in explorer._samples["texts"])
    corpus = SimpleNamespace(
        counts=np.eye(3, dtype=int)[np.arange(30) % 3],
        words=np.array(["fruit", "music", "sport"]),
        titles=[f"text {i}" for i in range(30)],
    )
    explorer = TaxonomyExplorer(points, corpus, 3)
    labels = explorer.labels_
    assert explorer._reading().words[labels[1]][0] == "music"
    explorer.to_figure()
