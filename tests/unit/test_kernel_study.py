"""The record of the criteria is read as it was written, and its losses are counted rightly."""

import json

import numpy as np
import pytest

from depcluster.choice import read_kernel_study
from depcluster.choice.criteria import BLIND


@pytest.fixture
def study(tmp_path):
    blank = [[0.0, 0.0, 0.0]] * 2
    values = dict.fromkeys(BLIND, blank) | {
        "ari": [[1.0, 0.5, 0.2], [0.4, 0.41, 0.0]],
        "lsmi": [[0.3, 0.2, 0.1], [0.3, 0.3, 0.1]],
        "gamma": [[2.0, "inf", None], [None, 2.0, 1.0]],
    }
    toy = {"kind": "toy", "seeds": [0, 1], "values": values}
    record = {
        "kernels": ["rbf x1", "linear", "poly 2"],
        "settings": {},
        "sets": {"moons": toy, "iris": toy | {"kind": "real"}},
    }
    path = tmp_path / "study.json"
    path.write_text(json.dumps(record))
    return read_kernel_study(path)


def test_ari_lost(study):
    lost = {name: by_set["moons"] for name, by_set in study.lost().items()}
    np.testing.assert_allclose(lost["lsmi"], [0, 0.005])  # the second seed is a tie
    np.testing.assert_allclose(lost["gamma"], [0, 0.41])
    np.testing.assert_allclose(lost["median rule"], [0, 0.01])
    np.testing.assert_allclose(lost["always linear"], [0.5, 0])
    np.testing.assert_allclose(lost["random kernel"], [1.3 / 3, 0.42 / 3])
    assert "always rbf x1" not in lost


def test_within(study):
    near = {name: by_set["moons"] for name, by_set in study.within(0.02).items()}
    np.testing.assert_allclose(near["lsmi"], [1, 1])
    np.testing.assert_allclose(near["random kernel"], [1 / 3, 2 / 3])
    np.testing.assert_allclose(near["gamma"], [1, 0])


def test_the_recorded_study_is_whole():
    study = read_kernel_study()
    assert {held["kind"] for held in study.sets.values()} == {"toy", "real"}
    for held in study.sets.values():
        assert len(set(held["seeds"])) == len(held["seconds"]) == len(held["seeds"])
        assert set(held["values"]) == {*BLIND, "ari"}
        for name, values in held["values"].items():
            assert values.shape == (len(held["seeds"]), len(study.kernels))
            assert not np.isinf(values).any() or name in ("gamma", "cauchy_schwarz")
            assert not np.isnan(values).all(axis=1).any()
            assert np.isfinite(values).all() or name not in ("lsmi", "ari")
