"""Sugiyama 2011: figures, claims, and the set-ups behind them."""

import numpy as np
import pytest
from scipy.stats import norm

import reference_lsmi
from depcluster import SMIC
from depcluster.papers.sugiyama2011 import LsmiPlan
from depcluster.reproduction.baselines import MIC
from depcluster.reproduction.claim import Statement
from depcluster.reproduction.records import Runs, read_runs
from depcluster.reproduction.sugiyama2011 import (
    PAPER,
    experiments,
)


@pytest.fixture
def record(monkeypatch):
    """The recorded rows, as a dict that a test may change; claims are then computed from it."""
    runs = Runs()
    runs.rows, kept = {k: np.copy(v) for k, v in read_runs("sugiyama2011").rows.items()}, runs
    runs._when = {study.name: study.recorded for study in PAPER.studies}
    monkeypatch.setattr("depcluster.reproduction.protocol.read_runs", lambda paper: kept)
    return runs.rows


def computed(item):
    """The claims of an item from the record as it is now, by text."""
    anew = Statement.__call__.__wrapped__
    return {of.text: anew(of) for of in PAPER.statements if of.item == item and of.study}


def test_the_path_is_that_of_the_estimator():
    X, _, c = experiments.toy("spirals", 1)
    found, t = experiments.toy_path("spirals", "sym", 1)
    model = SMIC(c, kernel_normalization="sym", random_state=1).fit(X)
    np.testing.assert_allclose(found["lsmi"], model.lsmi_path_, atol=1e-10)
    assert t == model.n_neighbors_


def test_mic_of_a_weight_is_the_estimator_of_it():
    weight = 6
    X, _, c = experiments.toy("high & low", 2)
    path = experiments.mic_paths(X, c, 2, [weight])[1][weight]
    model = MIC(c, regularization=weight, random_state=2).fit(X)
    np.testing.assert_allclose(path.mlmi, model.mlmi_path_, atol=1e-10)
    assert experiments.CANDIDATES[path.k] == model.n_neighbors_
    assert np.array_equal(path.results[path.k].labels, model.labels_)
    kernel, found = experiments.toy_mic("high & low", 2, weight, model.n_neighbors_)
    assert np.array_equal(found.labels, model.labels_)
    np.testing.assert_allclose(experiments.posterior(kernel, found).sum(axis=1), 1)
    kept = experiments.toy_mlmi("high & low", 2)[experiments.WEIGHTS.index(weight)]
    np.testing.assert_allclose(kept, path.mlmi, atol=1e-3)


def test_lsmi_of_any_kernels_is_lsmi():
    X, y, c = experiments.toy("blobs", 3)
    X, y = X[::5], y[::5]
    plan = LsmiPlan(X, random_state=0)
    literal = experiments.literal_lsmi(plan.bases.values.swapaxes(0, 1), y, c, plan.bases)
    assert literal == pytest.approx(plan.value(y, c).value, abs=1e-10)


def test_the_rules_that_choose():
    found = {"lsmi": [1, 3, 3, 2], "undecided": [0, 5, 1, 0], "smi": [9, 1, 1, 1]}
    found = {key: np.array(values) for key, values in found.items()}
    assert experiments.chosen(found) == {"lsmi": 1, "decided": 3, "smi": 0}
    found["undecided"] = np.array([4, 5, 4, 4])
    assert experiments.chosen(found)["decided"] == 1


def test_smi_of_the_bells():
    assert experiments.smi_of_bells(0) == 0
    densities = [norm(-1).pdf, norm(1).pdf]
    by_sum = reference_lsmi.smi_by_integration(densities, [0.5, 0.5], np.linspace(-8, 8, 2001))
    assert experiments.smi_of_bells(1) == pytest.approx(by_sum, abs=1e-6)


def test_mic_is_taken_at_the_weight_that_mlmi_takes(record):
    key = ("MIC", "word", "", "MIC")
    record[*key, "ari"] = np.tile([0.1, 0.2, 0.3, 0.5, 0.6], (10, 1))
    for k, weight in enumerate(experiments.WEIGHTS):
        record[*key, f"mlmi {weight:g}"] = np.full((10, 10), 0.1)
        record[*key, f"mlmi {weight:g}"][k::5, 4] += 1  # each weight has two of the ten draws
    expected = [0.1, 0.2, 0.3, 0.5, 0.6] * 2
    np.testing.assert_allclose(experiments.real("word", "MIC"), expected)
    ours, mic = experiments.paired("word", "SMIC printed", "MIC")
    assert len(ours) == len(mic) == 10
    assert experiments.best_rival("word") == "MIC"
    record["Table 1", "word", "", "SC", "ari"] += 0.5
    assert experiments.best_rival("word") == "SC"


@pytest.mark.parametrize("item", ["Table 1", "Table 2"])
def test_claims_of_a_table_follow_the_record(item, record):
    before = computed(item)
    for (study, _, _, method, metric), values in record.items():
        if study in ("Table 1", "Table 2", "MIC") and metric.startswith("ari"):
            if method in experiments.RIVALS:
                values[:] = 0.5 + values[:] / 2 + 0.01 * np.arange(values.shape[-1])
            else:
                values /= 2
        elif metric.startswith("seconds") and method in experiments.RIVALS:
            values /= 1 + np.arange(len(values)).reshape([-1] + [1] * (values.ndim - 1))
    after = computed(item)
    same = [text for text in before if before[text].measured == after[text].measured]
    assert same == []
    best = [text for text in before if "still works better" in text or "comparable to" in text]
    assert all(after[text].passed == 0 for text in best)
