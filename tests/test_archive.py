"""Files that hold no data set: each gets an error that names it, none ends Python."""

import io
import os
import subprocess
import sys
import zipfile

import numpy as np
import pytest
from scipy import sparse

from depcluster.datasets import archive, draw_real, load_newsgroup_tree, load_newsgroups, load_real
from depcluster.datasets.archive import read_arrays, read_counts
from depcluster.datasets.newsgroups import document_counts

GLASS = {"X": np.random.default_rng(0).normal(size=(214, 9)), "y": np.arange(214) % 6}
LOADERS = {
    "glass": lambda: load_real("glass"),
    "newsgroups_mini": load_newsgroups,
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DEPCLUSTER_DATA", str(tmp_path))
    return tmp_path


def npy(array):
    held = io.BytesIO()
    np.save(held, array)
    return held.getvalue()


def zipped(path, members, packing=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)


def head(shape, dtype):
    """What stands before the numbers of an array that says it has this shape."""
    held = io.BytesIO()
    described = {"descr": dtype, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(held, described)
    return held.getvalue()


def counts(**changed):
    rows = sparse.csr_array(np.random.default_rng(1).integers(0, 3, (40, 12)))
    held = {
        "data": rows.data,
        "indices": rows.indices,
        "indptr": rows.indptr,
        "shape": np.array(rows.shape),
        "y": np.arange(40) % 7,
        "y20": np.arange(40) % 20,
        "target_names20": np.array([f"group {k}" for k in range(20)]),
        "vocab": np.array([f"word{k}" for k in range(12)]),
    }
    return held | changed


def truncated(path, share):
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])


@pytest.mark.parametrize("stem", LOADERS)
@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"X,y\n1,2\n", npy(GLASS["X"])])
def test_what_is_no_npz(folder, stem, content):
    (folder / f"{stem}.npz").write_bytes(content)
    with pytest.raises(ValueError, match=rf"{stem}\.npz cannot be read: it is damaged"):
        LOADERS[stem]()


@pytest.mark.parametrize("stem", LOADERS)
@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_what_is_no_file_is_not_opened(folder, stem, make):
    make(folder / f"{stem}.npz")
    with pytest.raises(ValueError, match=rf"{stem}\.npz cannot be read: it is no regular file"):
        LOADERS[stem]()


@pytest.mark.parametrize("stem", LOADERS)
def test_a_link_that_leads_nowhere(folder, stem):
    (folder / f"{stem}.npz").symlink_to(folder / "gone.npz")
    with pytest.raises(FileNotFoundError, match=rf"{stem}\.npz leads nowhere"):
        LOADERS[stem]()


@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.99])
def test_a_file_cut_short(folder, share):
    np.savez_compressed(folder / "glass.npz", **GLASS)
    truncated(folder / "glass.npz", share)
    with pytest.raises(ValueError, match=r"glass\.npz cannot be read: it is damaged"):
        load_real("glass")


def test_bytes_that_changed(folder):
    np.savez_compressed(folder / "glass.npz", **GLASS)
    content = bytearray((folder / "glass.npz").read_bytes())
    content[2000:2010] = bytes(10)
    (folder / "glass.npz").write_bytes(content)
    with pytest.raises(ValueError, match=r"glass\.npz cannot be read: it is damaged"):
        load_real("glass")


@pytest.mark.parametrize("lacking", ["X", "y"])
def test_a_table_without_an_array(folder, lacking):
    np.savez(folder / "glass.npz", **{k: v for k, v in GLASS.items() if k != lacking})
    with pytest.raises(ValueError, match=rf"glass\.npz.*lacks the array '{lacking}'"):
        load_real("glass")


@pytest.mark.parametrize("lacking", ["data", "indices", "indptr", "shape", "y20", "vocab"])
def test_counts_without_an_array(folder, lacking):
    np.savez(folder / "newsgroups_mini.npz", **{k: v for k, v in counts().items() if k != lacking})
    with pytest.raises(ValueError, match=rf"newsgroups_mini\.npz.*lacks the array '{lacking}'"):
        load_newsgroups(2)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"X": GLASS["X"].ravel()}, "X must be a table"),
        ({"X": GLASS["X"].reshape(214, 3, 3)}, "X must be a table"),
        ({"X": GLASS["X"].astype(complex)}, "X must be a table of real numbers; got complex"),
        ({"X": GLASS["X"].astype(str)}, "X must be a table of real numbers"),
        ({"X": np.empty((214, 0))}, "X must be a table"),
        ({"X": np.array(1.0)}, "X must be a table"),
        ({"X": np.full((214, 9), np.nan)}, r"must have shape \(214, 9\)"),
        ({"y": np.full(214, np.nan)}, r"must have shape \(214, 9\)"),
        ({"y": np.arange(213)}, "y must hold a class for each of 214 rows"),
        ({"y": np.eye(214)}, "y must hold a class"),
        ({"y": np.zeros(214, "M8[s]")}, "y must hold a class"),
        ({"X": GLASS["X"].astype(object)}, "the array 'X' holds objects"),
        ({"y": np.array([{}] * 214)}, "the array 'y' holds objects"),
        ({"y": np.zeros(214, [("a", int)])}, "the array 'y' holds objects"),
    ],
)
def test_tables_of_another_kind(folder, changed, told):
    np.savez(folder / "glass.npz", **GLASS | changed)
    with pytest.raises(ValueError, match=told) as caught:
        load_real("glass")
    assert "glass.npz" in str(caught.value)


@pytest.mark.parametrize("odd", [np.inf, -np.inf])
def test_infinity_is_no_measurement(folder, odd):
    X = GLASS["X"].copy()
    X[3, 4] = odd
    np.savez(folder / "glass.npz", X=X, y=GLASS["y"])
    with pytest.raises(ValueError, match=r"'glass' must be finite; got infinity from .*glass\.npz"):
        load_real("glass")


SOUND = counts()
UNSOUND = {
    "an index beyond the columns": {"indices": SOUND["indices"] + 7},
    "an index far beyond memory": {"indices": np.full_like(SOUND["indices"], 2**31 - 1)},
    "an index of 64 bits": {"indices": np.full(len(SOUND["indices"]), 2**63, np.uint64)},
    "an index below 0": {"indices": SOUND["indices"] - 1},
    "ends that fall": {"indptr": SOUND["indptr"][::-1]},
    "ends that fall on the way": {"indptr": np.r_[0, 2**30, SOUND["indptr"][2:]]},
    "ends below 0": {"indptr": np.r_[0, -5, SOUND["indptr"][2:]]},
    "a first end that is not 0": {"indptr": np.r_[1, SOUND["indptr"][1:]]},
    "too many ends": {"indptr": np.r_[SOUND["indptr"], SOUND["indptr"][-1]]},
    "ends before the end": {"indptr": np.minimum(SOUND["indptr"], 5)},
    "ends after the end": {"indptr": np.r_[SOUND["indptr"][:-1], 10**6]},
    "fewer counts than indices": {"data": SOUND["data"][:-1]},
    "counts that are words": {"data": SOUND["data"].astype(str)},
    "counts that are complex": {"data": SOUND["data"] + 0j},
    "counts that are not finite": {"data": SOUND["data"] + np.nan},
    "counts below 0": {"data": -SOUND["data"]},
    "indices that are not whole": {"indices": SOUND["indices"] + 0.5},
    "indices in a table": {"indices": SOUND["indices"][:, None]},
    "a shape of three": {"shape": np.array([40, 12, 1])},
    "a shape below 0": {"shape": np.array([40, -12])},
    "a shape of 8 petabytes": {"shape": np.array([40, 10**15])},
    "other rows": {"shape": np.array([2**40, 12])},
    "groups without a name": {"y20": np.arange(40)},
    "groups below 0": {"y20": np.arange(40) % 20 - 1},
    "groups of other texts": {"y20": np.arange(41) % 20},
    "groups that are words": {"y20": np.array(["a"] * 40)},
    "fewer words than columns": {"vocab": SOUND["vocab"][1:]},
    "words that are numbers": {"vocab": np.arange(12)},
}


@pytest.mark.parametrize("name", UNSOUND)
def test_counts_are_checked_in_full(folder, name):
    np.savez(folder / "newsgroups_mini.npz", **counts(**UNSOUND[name]))
    with pytest.raises(ValueError, match=r"newsgroups_mini\.npz cannot be read: \w+ .*must"):
        load_newsgroups(2)


def test_indices_out_of_range_do_not_end_python(folder):
    """SciPy takes such indices for granted and writes where they lead."""
    wild = np.random.default_rng(0).integers(-(2**31), 2**31 - 1, len(SOUND["indices"]))
    np.savez(folder / "newsgroups_mini.npz", **counts(indices=wild.astype(np.int32)))
    script = (
        "from depcluster.datasets import load_newsgroups, load_newsgroup_tree, load_real, draw_real"
        "\nfor load in (load_newsgroups, load_newsgroup_tree, lambda: load_real('document'),"
        "\n             lambda: draw_real('document')):"
        "\n    try: load()"
        "\n    except ValueError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("newsgroups_mini.npz cannot be read") == 4


@pytest.mark.parametrize("load", [load_newsgroups, load_newsgroup_tree, document_counts])
@pytest.mark.parametrize("name", ["an index far beyond memory", "ends after the end"])
def test_every_loader_has_the_same_door(folder, load, name):
    np.savez(folder / "newsgroups_mini.npz", **counts(**UNSOUND[name]))
    with pytest.raises(ValueError, match=r"newsgroups_mini\.npz cannot be read"):
        load()
    with pytest.raises(ValueError, match=r"newsgroups_mini\.npz cannot be read"):
        draw_real("document")


def test_groups_of_documents_are_numbers_of_the_seven(folder):
    np.savez(folder / "newsgroups_mini.npz", **counts(y=np.arange(40) % 8))
    with pytest.raises(ValueError, match=r"y must hold 40 numbers from 0 to 6"):
        document_counts()


def test_too_few_documents_of_a_group(folder):
    np.savez(folder / "newsgroups_mini.npz", **counts())
    with pytest.raises(ValueError, match=r"100 texts of each group; 'misc' has 5"):
        load_real("document")


def test_a_word_counted_twice_in_a_row_is_counted_together(tmp_path):
    held = {
        "data": np.array([100, 100, 3], np.int8),
        "indices": np.array([1, 1, 0]),
        "indptr": np.array([0, 2, 3]),
        "shape": np.array([2, 2]),
    }
    np.savez(tmp_path / "some.npz", **held)
    found, _ = read_counts(tmp_path / "some.npz", {})
    assert found.toarray().tolist() == [[0, 200], [3, 0]]
    assert found.nnz == 2


def test_a_bomb_is_not_unpacked(folder, monkeypatch):
    """The directory of the file says what would come out of it."""
    monkeypatch.setattr(archive, "MOST_BYTES", 2**22)
    zipped(folder / "glass.npz", {"X": head((2**23,), "|u1") + bytes(2**23), "y": npy(GLASS["y"])})
    assert (folder / "glass.npz").stat().st_size < 2**15
    monkeypatch.setattr(zipfile.ZipFile, "open", None)
    with pytest.raises(ValueError, match=r"glass\.npz.*would take 8 MiB, and at most 4"):
        load_real("glass")


@pytest.mark.parametrize("shape", [(10**12,), (-1, -214), (2**40, 9), (213, 9)])
def test_a_head_that_says_more_than_there_is(folder, shape):
    """NumPy would make room for all that the head says before it reads."""
    numbers = GLASS["X"].tobytes()
    zipped(folder / "glass.npz", {"X": head(shape, "<f8") + numbers, "y": npy(GLASS["y"])})
    with pytest.raises(ValueError, match=r"glass\.npz.*'X' is not of the size that it says"):
        load_real("glass")


def test_a_pickle_is_not_opened(folder):
    class Trap:
        def __reduce__(self):
            return os.mkdir, (str(folder / "sprung"),)

    np.savez(folder / "glass.npz", X=np.array([[Trap()]]), y=GLASS["y"])
    with pytest.raises(ValueError, match="holds objects"):
        load_real("glass")
    assert not (folder / "sprung").exists()


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_other_packings(tmp_path, packing):
    zipped(tmp_path / "some.npz", {"X": npy(np.eye(2))}, packing)
    with pytest.raises(ValueError, match="packed in a way that NumPy does not write"):
        read_arrays(tmp_path / "some.npz", ["X"])


def outcome(path):
    try:
        return read_counts(path, {"vocab": "words"})[0].toarray().tolist()
    except ValueError as error:
        return str(error)


def test_random_damage_gives_an_error_or_the_arrays(tmp_path):
    np.savez_compressed(tmp_path / "whole.npz", **counts())
    whole, rng = (tmp_path / "whole.npz").read_bytes(), np.random.default_rng(0)
    path, right = tmp_path / "damaged.npz", outcome(tmp_path / "whole.npz")
    for _ in range(150):
        content = bytearray(whole)
        for place in rng.integers(len(content), size=rng.integers(1, 5)):
            content[place] = rng.integers(256)
        path.write_bytes(content)
        assert outcome(path) == right or "damaged.npz cannot be read" in outcome(path)
