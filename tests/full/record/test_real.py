"""Real data from each of its three places; nothing here reaches a network."""

import os
from functools import partial
from http.client import IncompleteRead
from unittest.mock import Mock
from urllib.error import URLError

import numpy as np
import pytest
from sklearn.utils import Bunch

from depcluster.reproduction.datasets import load_newsgroup_tree, load_real

# Song 2007, Table 1: samples, dimensions, clusters.
SONG = {
    "iris": (150, 4, 3),
    "wine": (178, 13, 3),
    "soybean": (47, 21, 4),
    "vehicle": (846, 18, 4),
    "glass": (214, 9, 6),
    "segment": (2310, 18, 7),
    "usps": (2007, 256, 10),
    "vowel": (990, 10, 11),
}

# Sugiyama 2011, section 4.3.2, and Jenssen 2006.
LATER = {
    "digit": (9298, 256, 10),
    "face": (400, 4096, 40),
    "document": (700, 50, 7),
    "word": (1930, 50, 3),
    "accelerometry": (304, 5, 3),
    "speech": (1000, 50, 2),
    "pendigits": (1091, 16, 3),
}


@pytest.fixture
def no_folder(monkeypatch):
    monkeypatch.delenv("DEPCLUSTER_DATA", raising=False)


@pytest.fixture
def no_download(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("reached for the network")

    for name in ("openml", "file", "olivetti_faces", "20newsgroups"):
        monkeypatch.setattr(f"sklearn.datasets.fetch_{name}", refuse)


def check(name, X, y):
    m, d, c = (SONG | LATER)[name]
    assert X.shape == (m, d)
    assert X.dtype == float
    assert np.isfinite(X).all()
    assert y.shape == (m,)
    assert y.dtype.kind == "i"
    assert set(y) == set(range(c))


def openml(X, y):
    return Bunch(
        data=X,
        target=np.array([str(k) for k in y], dtype=object),
        feature_names=[str(k) for k in range(X.shape[1])],
        categories={},
    )


@pytest.mark.parametrize("name", ["iris", "wine"])
@pytest.mark.usefixtures("no_folder", "no_download")
def test_bundled(name):
    check(name, *load_real(name))


@pytest.mark.skipif("DEPCLUSTER_DATA" not in os.environ, reason="no DEPCLUSTER_DATA")
@pytest.mark.usefixtures("no_download")
@pytest.mark.parametrize("name", SONG | LATER)
def test_the_sizes_of_the_paper(name):
    check(name, *load_real(name))


def glass_like(random_state=0):
    rng = np.random.default_rng(random_state)
    return rng.normal(size=(214, 9)), rng.permutation(np.arange(214) % 6)


@pytest.mark.usefixtures("no_download")
def test_folder(tmp_path, monkeypatch):
    X, y = glass_like()
    np.savez(tmp_path / "glass.npz", X=X.astype(np.float32), y=y)
    monkeypatch.setenv("DEPCLUSTER_DATA", str(tmp_path))
    got, labels = load_real("glass")
    check("glass", got, labels)
    np.testing.assert_allclose(got, X, rtol=1e-6)
    np.testing.assert_array_equal(labels, y)


@pytest.mark.parametrize("load", [lambda: load_real("vowel"), load_newsgroup_tree])
def test_folder_that_is_none(tmp_path, monkeypatch, load):
    monkeypatch.setenv("DEPCLUSTER_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(ValueError, match=r"DEPCLUSTER_DATA.*nowhere"):
        load()


def test_openml(tmp_path, monkeypatch):
    """Nominal and constant columns and rows with gaps go; names of classes become numbers."""
    monkeypatch.setenv("DEPCLUSTER_DATA", str(tmp_path))
    X, y = glass_like()
    columns = [np.arange(214.0) % 3, *X.T, np.ones(214)]
    with_gap = np.vstack([np.column_stack(columns), np.full(11, np.nan)])
    asked = []

    def fetch(**query):
        asked.append(query)
        return Bunch(
            data=with_gap,
            target=np.array([f"class {k}" for k in [*y, 0]], dtype=object),
            feature_names=["site", *"abcdefghi", "constant"],
            categories={"site": ["north", "south", "west"]},
        )

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch)
    got, labels = load_real("glass")
    check("glass", got, labels)
    np.testing.assert_array_equal(got, X)
    np.testing.assert_array_equal(labels, y)
    assert [query["data_id"] for query in asked] == [41]


@pytest.mark.usefixtures("no_folder")
def test_uci(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    rows = [[*rng.integers(0, 5, 21), *[0] * 14, f"D{k % 4 + 1}"] for k in range(47)]
    file = tmp_path / "soybean-small.data"
    file.write_text("\n".join(",".join(map(str, row)) for row in rows))
    monkeypatch.setattr("sklearn.datasets.fetch_file", lambda url: file)
    X, y = load_real("soybean")
    check("soybean", X, y)
    np.testing.assert_array_equal(y, np.arange(47) % 4)


@pytest.mark.usefixtures("no_folder")
@pytest.mark.parametrize(
    "load", [*map(partial, [load_real] * 3, ["glass", "soybean", "face"]), load_newsgroup_tree]
)
def test_offline_names_the_other_ways(monkeypatch, load):
    for error in (URLError("no route"), TimeoutError("slow"), IncompleteRead(b"half")):
        fail = Mock(side_effect=error)
        for name in ("openml", "file", "olivetti_faces", "20newsgroups"):
            monkeypatch.setattr(f"sklearn.datasets.fetch_{name}", fail)
        with pytest.raises(OSError, match="npz") as caught:
            load()
        assert "DEPCLUSTER_DATA" in str(caught.value)


@pytest.mark.usefixtures("no_folder")
def test_pendigits_are_three_digits_of_the_test_split(monkeypatch):
    rng = np.random.default_rng(0)
    digits = np.repeat([0, 1, 2, 3], [363, 364, 364, 2407])
    y = np.concatenate([np.arange(7494) % 10, rng.permutation(digits)])
    X = rng.normal(size=(len(y), 16))
    asked = []

    def fetch(**query):
        asked.append(query)
        return openml(X, y)

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch)
    got, labels = load_real("pendigits")
    rows = 7494 + np.flatnonzero(y[7494:] < 3)
    check("pendigits", got, labels)
    np.testing.assert_array_equal(got, X[rows])
    np.testing.assert_array_equal(labels, y[rows])
    assert [query["data_id"] for query in asked] == [32]
