"""Sugiyama 2011: exhibits, claims, and the set-ups behind them."""

import copy

import numpy as np
import pytest
from reproduction_checks import check_claims, check_exhibit
from scipy.stats import norm

import naive_lsmi
from depcluster import SMIC
from depcluster.reproduction.sugiyama2011 import PAPER, cases, figure_4, table_1, table_2


def claims_now(item):
    """Computed again, whatever is kept."""
    return [made for of in PAPER.claimed if of.item == item for made in of.__wrapped__()]


def told(made):
    return made.measured, made.note, made.held


@pytest.fixture
def record(monkeypatch):
    """A copy of the records that a test may change."""
    kept = {name: copy.deepcopy(getattr(cases, name)()) for name in ("tables", "footnotes")}
    monkeypatch.setattr(cases, "read_record", lambda _, study: kept[study])
    return kept


@pytest.mark.parametrize("item", PAPER.items)
def test_exhibits(item):
    check_exhibit(PAPER, item)


@pytest.mark.parametrize("of", PAPER.claimed, ids=lambda of: of.item)
def test_claims(of):
    check_claims(PAPER, of)


def test_no_claim_stands_twice():
    told = [(made.item, made.claim) for made in PAPER.claims()]
    assert len(set(told)) == len(told)


def test_the_path_is_that_of_the_estimator():
    X, _, c = cases.toy("spirals", 1)
    found, t = cases.toy_path("spirals", "sym", 1)
    model = SMIC(c, kernel_normalization="sym", random_state=1).fit(X)
    np.testing.assert_allclose(found["lsmi"], model.lsmi_path_, atol=1e-10)
    assert t == model.n_neighbors_


def test_the_path_is_the_recorded_one():
    found, t = cases.toy_path("blobs", "printed", 1)
    kept = cases.tables()["toys"]["sets"]["blobs"]["printed"]
    np.testing.assert_allclose(found["lsmi"], kept["lsmi"][1], atol=1e-3)
    np.testing.assert_allclose(found["ari"], kept["ari"][1], atol=1e-3)
    assert t == cases.toy_t("blobs", "printed", 1) == kept["chosen"]["lsmi"]["t"][1]


def test_a_labelling_is_judged_once(monkeypatch):
    X, y, c = cases.toy("blobs")
    value = cases.Remembered(X, c, 0)
    first = value(y)
    monkeypatch.setattr(value, "plan", None)
    assert value(y.copy()) == first


def test_the_rules_that_choose():
    found = {"lsmi": [1, 3, 3, 2], "undecided": [0, 5, 1, 0], "smi": [9, 1, 1, 1]}
    assert cases.chosen(found) == {"lsmi": 1, "decided": 3, "smi": 0}
    assert cases.chosen(found | {"undecided": [4, 5, 4, 4]})["decided"] == 1


def test_smi_of_the_bells():
    assert cases.smi_of_bells(0) == 0
    densities = [norm(-1).pdf, norm(1).pdf]
    by_sum = naive_lsmi.smi_by_integration(densities, [0.5, 0.5], np.linspace(-8, 8, 2001))
    assert cases.smi_of_bells(1) == pytest.approx(by_sum, abs=1e-6)


def test_who_is_unbeaten(record):
    ari = record["tables"]["real"]["word"]["ari"]
    noise = np.random.default_rng(0).normal(scale=0.01, size=20)
    ari.update({method: [0.1] * 20 for method in cases.METHODS})
    assert all(cases.unbeaten("word", method) for method in (*cases.RIVALS, "SMIC printed"))
    ari["SC"] = list(0.5 + noise)
    assert cases.unbeaten("word", "SC")
    assert not cases.unbeaten("word", "SMIC printed")
    assert cases.best_rival("word") == "SC"


@pytest.mark.parametrize("item", ["Table 1", "Table 2"])
def test_claims_of_a_table_follow_the_record(item, record):
    before = claims_now(item)
    for row in record["tables"]["real"].values():
        for rival in cases.RIVALS:
            row["ari"][rival] = [0.5 + value / 2 for value in row["ari"][rival]]
            row["seconds"][rival] = [value / 2 for value in row["seconds"][rival]]
        for kernel in cases.KERNELS:
            ours = row["ari"][f"SMIC {kernel}"]
            ours[:] = [value / 2 for value in ours]
    after = claims_now(item)
    assert all(told(a) != told(b) for a, b in zip(before, after, strict=True))
    held = [made.held for made in after if "comparable to" in made.claim]
    assert sum(held) < sum(m.held for m in before if "comparable to" in m.claim)


@pytest.mark.parametrize("item", ["Fig. 4 (a)", "Fig. 5 (d)", "Fig. 8", "Section 5"])
def test_claims_of_the_toys_follow_the_record(item, record):
    before = claims_now(item)
    for name, row in record["tables"]["toys"]["sets"].items():
        for kernel in cases.KERNELS:
            rules = row[kernel]["chosen"]
            rules["lsmi"], rules["smi"] = rules["smi"], rules["lsmi"]
            shares = record["tables"]["imbalance"]["sets"][name][kernel]
            shares["true"] = [[0.01 * k for k in range(len(of))] for of in shares["true"]]
    for row in record["tables"]["mic"]["sets"].values():
        row["ari"] = [1 - value for value in row["ari"]]
    after = claims_now(item)
    assert all(a.measured != b.measured for a, b in zip(before, after, strict=True))
    assert sum(made.held for made in after) != sum(made.held for made in before)


def test_claims_of_the_footnotes_follow_the_record(record):
    for row in record["footnotes"]["class by class"]["sets"].values():
        seconds = row["seconds"]
        seconds["at once"], seconds["class by class"] = (
            seconds["class by class"],
            seconds["at once"],
        )
    assert claims_now("Footnote 4")[1].verdict == "not reproduced"
    for row in record["footnotes"]["more neighbours"]["sets"].values():
        row["printed"]["t"] = [11] * len(row["printed"]["t"])
    assert claims_now("Footnote 6")[0].held == 0


def test_tables_show_the_printed_values_beside_ours():
    rows = {row[0]: row for row in table_1("digit").rows}
    assert len(rows) == 2
    ari, seconds = rows.values()
    assert [cell[1] for cell in ari[1:6]] == [
        "0.42 (0.01)",
        "0.24 (0.02)",
        "0.44 (0.03)",
        "0.63 (0.08)",
        "0.63 (0.05)",
    ]
    assert seconds[5][1] == "14.4 [359.5]"
    shrunk = [row[0] for row in table_2("accelerometry").rows]
    assert [head.split("n = ")[1].split(",")[0] for head in shrunk] == ["300", "200", "166", "150"]


def test_every_set_of_the_tables_has_a_row():
    assert len(table_1().rows) == 2 * (len(cases.SETS) + len(cases.VARIANTS))
    assert len(table_2().rows) == 12


@pytest.mark.parametrize("wrong", [{"kernel": "rbf"}, {"random_state": -1}])
def test_figures_say_what_they_take(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        figure_4(**wrong)
