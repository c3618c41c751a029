"""Files that hold no data set: each gets an error that names it, none ends Python."""

import io
import os
import pickle
import zipfile

import numpy as np
import pytest
from refusals import not_refused
from scipy import sparse

from depcluster.reproduction.datasets import (
    draw_real,
    load_newsgroup_tree,
    load_newsgroups,
    load_real,
)
from depcluster.reproduction.datasets import local_files as files

GLASS = {"X": np.random.default_rng(0).normal(size=(214, 9)), "y": np.arange(214) % 6}
ROWS = sparse.csr_array(np.random.default_rng(1).integers(0, 3, (40, 12)))
COUNTS = {"data": ROWS.data, "indices": ROWS.indices, "indptr": ROWS.indptr}
COUNTS |= {"shape": np.array(ROWS.shape), "y": np.arange(40) % 7, "y20": np.arange(40) % 20}
COUNTS |= {"target_names20": np.array([f"group {k}" for k in range(20)])}
COUNTS |= {"vocab": np.array([f"word{k}" for k in range(12)])}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DEPCLUSTER_DATA", str(tmp_path))
    return tmp_path


def npy(array, shape=None):
    """The bytes of an npy file, of an array that says it has another shape."""
    held = io.BytesIO()
    said = {"descr": array.dtype.str, "fortran_order": False, "shape": shape or array.shape}
    np.lib.format.write_array_header_1_0(held, said)
    return held.getvalue() + array.tobytes()


def refused(load, stem):
    with pytest.raises(ValueError, match=rf"{stem}\.npz cannot be read: .*\. Replace it, or"):
        load()


def test_another_kind_of_file(folder):
    for content in (b"", b"PK\x03\x04", b"X,y\n1,2\n", npy(GLASS["X"]), pickle.dumps(GLASS)):
        for stem, load in (
            ("glass", lambda: load_real("glass")),
            ("newsgroups_mini", load_newsgroups),
        ):
            (folder / f"{stem}.npz").write_bytes(content)
            refused(load, stem)


def test_what_is_no_file_is_not_opened(folder):
    for make, remove in ((os.mkdir, os.rmdir), (os.mkfifo, os.remove)):
        make(folder / "glass.npz")
        refused(lambda: load_real("glass"), "glass")
        remove(folder / "glass.npz")


def test_tables_of_another_kind(folder):
    def load(name, array):
        held = {key: a for key, a in (GLASS | {name: array}).items() if a is not None}
        np.savez(folder / "glass.npz", **held)
        load_real("glass")

    X, infinite = GLASS["X"], GLASS["X"].copy()
    infinite[3, 4] = -np.inf
    wrong = {
        "X": (X.ravel(), X + 0j, X.astype(str), np.empty((214, 0)), None),
        "y": (np.arange(213), np.eye(214), np.zeros(214, "M8[s]"), np.zeros(214, [("a", int)])),
    }
    cannot = r"glass\.npz cannot be read"
    cases = [(cannot, load, name, a) for name in wrong for a in wrong[name]]
    cases += [(r"'glass' must be finite; got infinity from .*glass\.npz", load, "X", infinite)]
    assert not_refused(cases) == []


UNSOUND = {
    "an index beyond the columns": {"indices": COUNTS["indices"] + 7},
    "an index of 64 bits": {"indices": np.full(len(COUNTS["indices"]), 2**63, np.uint64)},
    "an index below 0": {"indices": COUNTS["indices"] - 1},
    "ends that fall on the way": {"indptr": np.r_[0, 2**30, COUNTS["indptr"][2:]]},
    "ends below 0": {"indptr": np.r_[0, -5, COUNTS["indptr"][2:]]},
    "a first end that is not 0": {"indptr": np.r_[1, COUNTS["indptr"][1:]]},
    "too many ends": {"indptr": np.r_[COUNTS["indptr"], COUNTS["indptr"][-1]]},
    "ends after the end": {"indptr": np.r_[COUNTS["indptr"][:-1], 10**6]},
    "fewer counts than indices": {"data": COUNTS["data"][:-1]},
    "counts that are not finite": {"data": COUNTS["data"] + np.nan},
    "counts below 0": {"data": -COUNTS["data"]},
    "indices that are not whole": {"indices": COUNTS["indices"] + 0.5},
    "indices in a table": {"indices": COUNTS["indices"][:, None]},
    "a shape of 8 petabytes": {"shape": np.array([40, 10**15])},
    "other rows": {"shape": np.array([2**40, 12])},
    "groups of other texts": {"y20": np.arange(41) % 20},
    "fewer words than columns": {"vocab": COUNTS["vocab"][1:]},
}


def test_counts_are_checked_in_full(folder):
    """SciPy takes indices for granted and writes where they lead."""
    loaders = (load_newsgroups, load_newsgroup_tree, lambda: load_real("document"))
    loaders += (lambda: draw_real("document"),)

    def load(name, loader=lambda: load_newsgroups(2)):
        np.savez(folder / "newsgroups_mini.npz", **COUNTS | UNSOUND[name])
        loader()

    cases = [(name,) for name in UNSOUND]
    cases += [("an index beyond the columns", loader) for loader in loaders]
    cannot = r"newsgroups_mini\.npz cannot be read"
    assert not_refused((cannot, load, *case) for case in cases) == []


def test_a_word_counted_twice_in_a_row_is_counted_together(tmp_path):
    held = {"data": np.array([100, 100, 3], np.int8), "indices": np.array([1, 1, 0])}
    held |= {"indptr": np.array([0, 2, 3]), "shape": np.array([2, 2])}
    np.savez(tmp_path / "some.npz", **held)
    found, _ = files.read_counts(tmp_path / "some.npz")
    assert found.toarray().tolist() == [[0, 200], [3, 0]]
    assert found.nnz == 2


def test_a_bomb_is_not_unpacked(folder, monkeypatch):
    """The directory of the file says what would come out of it."""
    monkeypatch.setattr(files, "MOST_BYTES", 2**22)
    np.savez_compressed(folder / "glass.npz", X=np.zeros(2**20), y=GLASS["y"])
    assert (folder / "glass.npz").stat().st_size < 2**15
    monkeypatch.setattr(zipfile.ZipFile, "open", None)
    with pytest.raises(ValueError, match=r"glass\.npz.*would take 8 MiB; at most 4"):
        load_real("glass")


def test_a_head_that_says_more_than_there_is(folder):
    for shape in ((10**12,), (2**40, 9), (2**62, 2**62)):
        np.savez(folder / "glass.npz", y=GLASS["y"])
        with zipfile.ZipFile(folder / "glass.npz", "a") as archive:
            archive.writestr("X.npy", npy(GLASS["X"], shape))
        refused(lambda: load_real("glass"), "glass")


def test_a_pickle_is_not_opened(folder):
    class Trap:
        def __reduce__(self):
            return os.mkdir, (str(folder / "sprung"),)

    np.savez(folder / "glass.npz", X=np.array([[Trap()]]), y=GLASS["y"])
    refused(lambda: load_real("glass"), "glass")
    assert not (folder / "sprung").exists()


def test_random_damage_gives_an_error_or_the_arrays(tmp_path):
    np.savez_compressed(tmp_path / "whole.npz", **COUNTS)
    whole, rng = (tmp_path / "whole.npz").read_bytes(), np.random.default_rng(0)
    path, n_refused = tmp_path / "damaged.npz", 0
    for cut in [0.02, 0.3, 0.7, 0.99] + 40 * [1]:
        content = bytearray(whole[: int(cut * len(whole))])
        for place in rng.integers(len(content), size=rng.integers(1, 5)):
            content[place] = rng.integers(256)
        path.write_bytes(content)
        try:
            assert (files.read_counts(path, words=["vocab"])[0] != ROWS).nnz == 0
        except ValueError as error:
            n_refused += "damaged.npz cannot be read" in str(error)
    assert n_refused > 25
