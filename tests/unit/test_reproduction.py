"""What reproductions share: verdicts, comparisons, protocols, records, the command and the page."""

from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from cases import each
from matplotlib.figure import Figure
from scipy.stats import ttest_1samp

import depcluster.reproduction.command as command
import depcluster.reproduction.protocol as protocol
import depcluster.reproduction.records as records
import reference
import reference_zhong
from depcluster.command import main
from depcluster.kernels import centre, kernel_matrix
from depcluster.labels import chain, loss_rows, plain, ring, ring_loss
from depcluster.papers.zhong2010.cluhsical import cluhsical_objective
from depcluster.reproduction import (
    OURS,
    PAPER,
    Claim,
    Claims,
    Paper,
    Study,
    Table,
    algorithm_1,
    claim,
    comparison,
    effect,
    figure,
    random_starts,
    record,
    table,
)
from depcluster.reproduction.claim import (
    FINDING,
    FITTED,
    MARKS,
    STAND_IN,
    STRENGTHS,
    THEOREM,
)
from depcluster.reproduction.records import Runs, read_claims, read_runs, write_claims

# What the papers show, read off the papers, pseudo-code and diagrams left out.
FIELDS = {
    "item": "Fig. 1",
    "claim": "It holds.",
    "kind": STAND_IN,
    "unit": "draws",
    "measured": "ARI .9",
    "reported": "1",
}


def made(passed=20, cases=20, strength="usually", **given):
    return Claim(**FIELDS | {"passed": passed, "cases": cases, "strength": strength} | given)


@each(
    "strength, passed, verdict",
    [
        ("theorem", 19, "not reproduced"),
        ("always", 20, "reproduced"),
        ("always", 19, "partly"),
        ("always", 9, "not reproduced"),
        ("usually", 15, "reproduced"),
        ("usually", 14, "partly"),
        ("usually", 7, "not reproduced"),
        ("often", 4, "not reproduced"),
        ("may", 1, "reproduced"),
        ("may", 0, "not reproduced"),
    ],
)
def test_the_verdict_follows_the_word(strength, passed, verdict):
    found = made(passed, strength=strength)
    assert found.verdict == verdict
    assert found.held == f"held in {passed} of 20 draws"


@each("strength", STRENGTHS)
def test_open_cases_never_make_it_worse_and_never_count_as_passed(strength):
    ranks = list(MARKS)
    for cases in (1, 2, 3, 7):
        for passed in range(cases + 1):
            verdicts = [
                made(passed, cases, strength, undecided=k).verdict
                for k in range(cases - passed + 1)
            ]
            order = [ranks.index(one) for one in verdicts]
            assert order == sorted(order, reverse=True)
            if verdicts[0] != "not reproduced":
                assert set(verdicts) == {verdicts[0]}
            if passed == 0:
                assert verdicts[-1] == "undecided"
                assert set(verdicts) <= {"undecided", "not reproduced"}


def test_a_fitted_stand_in_is_told_in_the_verdict():
    assert made(kind=FITTED).verdict == "reproduced"
    assert made(kind=FITTED).shown == "✓ reproduced, on data fitted to it"
    assert made(7, kind=FITTED).shown == "✗ not reproduced, on data fitted to it"
    assert made(kind=FITTED, untestable="so").shown == "– not testable here"


def test_what_cannot_be_tested_says_why():
    ceiling = made(0, 0, untestable="every method is without error")
    assert (ceiling.verdict, ceiling.held) == ("not testable here", "")
    assert ceiling.untestable in repr(Claims([ceiling]))
    with pytest.raises(ValueError, match="say why in untestable"):
        made(0, 0)


def test_a_claim_is_a_function_of_one_draw():
    asked = []

    @claim("Eq. (1)", "Small seeds.", THEOREM, draws=5, unit="seeds", measured="{max:.1f}, {n}")
    def small(seed):
        asked.append(seed)
        return seed < 4, seed / 2

    assert (small(3).verdict, asked) == ("reproduced", [0, 1, 2])
    found = small()
    assert (found.passed, found.cases, found.verdict) == (4, 5, "not reproduced")
    assert (found.measured, found.strength) == ("2.0, 5", "theorem")
    assert small() is found  # computed once


def test_a_comparison_asks_each_set_for_its_interval():
    rng = np.random.default_rng(0)
    low, noise = rng.normal(size=(2, 15))
    pairs = {
        "ahead": (low + 1, low + noise / 99),
        "open": {"first": (low + 1, low + noise / 99), "second": (low, low[::-1])},
        "behind": (low - 1, low + noise / 99),
    }

    @comparison("Table 1", "It is ahead.", STAND_IN, strength="may")
    def ahead():
        return pairs

    found = ahead()
    assert (found.passed, found.undecided, found.cases, found.unit) == (1, 1, 3, "data sets")
    assert effect(low, low[::-1]).text(100, 1) + " against second" in found.measured
    assert found.measured.endswith("behind in 1")


def test_an_effect_is_the_t_interval_of_the_differences():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 15))
    found = effect(a, b)
    interval = ttest_1samp(a - b, 0).confidence_interval(0.95)
    assert np.allclose([found.low, found.high], interval)
    assert found.mean == pytest.approx((a - b).mean())
    assert effect(a + 9, b).ahead
    assert effect(a - 9, b).behind
    assert not effect(a, a).ahead


def test_a_protocol_is_data_and_its_hash_changes_with_it():
    study = Study("doe2007", "Table 1", "doe.py", 20, (PAPER, OURS), {"kernels": ("a", "b")})
    same = replace(study, script="other.py", settings={"kernels": ["a", "b"]})
    assert same.hash == study.hash
    for change in (
        {"seeds": 21},
        {"protocols": (PAPER,)},
        {"protocols": (replace(PAPER, n_starts=9), OURS)},
        {"settings": {"kernels": ("a",)}},
    ):
        assert replace(study, **change).hash != study.hash


@each("A", [plain(3), chain(3), ring(3)])
def test_algorithm_1_is_the_printed_one(A, monkeypatch):
    K = centre(kernel_matrix(np.random.default_rng(0).standard_normal((20, 2))))
    starts = random_starts(3, 20, 3, seed=1)
    ended = algorithm_1(K, A, starts)
    for start, labels, J in zip(starts, ended.labels, ended.J, strict=True):
        assert np.bincount(labels, minlength=3).min() > 1  # where the two read it alike
        assert np.array_equal(labels, reference.algorithm_1(K, A, start, "l2"))
        assert np.isclose(J[-1], reference.cluhsic_objective(K, labels, A, "l2"))
    assert np.array_equal(ended.best, ended.labels[ended.J[:, -1].argmax()])
    H = np.eye(17) - 1 / 17
    monkeypatch.setattr(protocol, "_MOST_ROUNDS", 20)
    rounding = algorithm_1(H @ np.full((17, 17), 3.3) @ H, A, random_starts(3, 17, 3, seed=0))
    assert rounding.J.shape[1] <= 20


@each("normalization", ["l1", "l2"])
def test_algorithm_1_with_a_loss_leaves_no_better_place(normalization):
    K = centre(kernel_matrix(np.random.default_rng(3).standard_normal((15, 2))))
    A, Delta = ring(4), ring_loss(4)
    objective = cluhsical_objective(A, loss_rows(Delta), normalization, 0.0)
    ended = algorithm_1(K, A, random_starts(2, 15, 4, seed=0), objective)

    def literal(labels):
        return reference_zhong.cluhsical(K, labels, A, Delta, normalization, 0.0)

    for labels, J in zip(ended.labels, ended.J, strict=True):
        assert np.isclose(J[-1], literal(labels))
        for i in range(15):
            for j in range(4):
                other = np.r_[labels[:i], j, labels[i + 1 :]]
                assert literal(other) <= J[-1] + 1e-9


def test_a_record_gives_back_what_it_was_given():
    rows = [
        ("a", "paper", "CLUHSIC", "leaf", [0.5, 0.25, 1 / 3]),
        ("a", "ours", "CLUHSIC", "curve", np.arange(6.0).reshape(3, 2)),
        ("b, with a comma", "", "", "labels", ["012", "210", "000"]),
    ]
    text = Runs().replaced("Table 1", "abc", rows, "2026-01-01, x")
    runs = Runs(text)
    assert len(text.splitlines()) == 1 + len(rows)
    assert np.allclose(runs("Table 1", *rows[0][:4]), rows[0][4], atol=1e-6)
    assert np.array_equal(runs("Table 1", *rows[1][:4]), rows[1][4])
    assert runs("Table 1", "b, with a comma", metric="labels") == rows[2][4]
    assert runs.names("set", study="Table 1") == ["a", "b, with a comma"]
    assert runs.names("method", set="a") == ["CLUHSIC"]
    assert (runs.hashes, runs.recorded("Table 1")) == ({"Table 1": "abc"}, "2026-01-01, x")


def test_sets_are_recorded_one_by_one_and_never_under_two_protocols():
    first = [(name, "", "", "x", [1.0, 2.0]) for name in ("a", "b")]
    runs = Runs(Runs().replaced("Table 1", "abc", first, "2026-01-01, x"))
    again = Runs(runs.replaced("Table 1", "abc", [("b", "", "", "x", [3.0, 4.0])], "2026-01-02, x"))
    assert again("Table 1", set="a", metric="x").tolist() == [1, 2]
    assert again("Table 1", set="b", metric="x").tolist() == [3, 4]
    assert again.recorded("Table 1") == "2026-01-01 to 2026-01-02, x"
    other = Runs(runs.replaced("Table 1", "new", [("b", "", "", "x", [3.0, 4.0])], "2026-01-02, x"))
    assert other.names("set", study="Table 1") == ["b"]
    assert other.recorded("Table 1") == "2026-01-02, x"


def test_a_write_that_fails_leaves_the_record_as_it_was(paper, tmp_path):
    before = (tmp_path / "doe2007" / "runs.csv").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="could not convert"):
        record(paper.studies[0], [("a", "paper", "", "x", ["one", "two"])] * 2)
    assert (tmp_path / "doe2007" / "runs.csv").read_text(encoding="utf-8") == before
    assert read_runs("doe2007")("Table 1", "a", "paper", metric="x").tolist() == [1, 2]


def drawn(n_seeds=3):
    picture = Figure(figsize=(4, 2), layout="constrained")
    picture.subplots().bar(range(n_seeds), 1)
    picture.axes[0].set(xlabel="seed", ylabel="one")
    return picture, f"{n_seeds} bars of the same height, side by side, one for each of the seeds."


def tabled():
    return Table("Nothing in it", ("a", "b"), [("row", "cell")])


def holds(seed):
    return True


def fails(seed):
    return False


@pytest.fixture
def paper(tmp_path, monkeypatch):
    """A small paper in an empty folder, in the place of the five."""
    monkeypatch.chdir(tmp_path)
    for function in (drawn, tabled):
        monkeypatch.setattr(function, "__module__", "depcluster.reproduction.doe2007.figures")
    figures = {
        "Fig. 1": figure("Fig. 1", "stand-in data")(drawn),
        "Table 1": table("Table 1")(tabled),
    }
    statements = [
        claim("Fig. 1 (a)", "It holds.", STAND_IN, draws=9, headline="Holds")(holds),
        claim("Fig. 1 (a)", "It fails.", STAND_IN, draws=9, why="so be it")(fails),
        claim("Eq. (1)", "It is so.", THEOREM, draws=9)(holds),
        claim("Section 2", "Ours.", FINDING, draws=9)(holds),
    ]
    study = Study("doe2007", "Table 1", "doe.py", 2, (PAPER,))
    monkeypatch.setattr(records, "record_path", lambda paper, name: tmp_path / paper / name)
    read_runs.cache_clear()
    record(study, [("a", "paper", "", "x", [1.0, 2.0])])
    found = Paper("Doe 2007", figures, statements, (study,), "Rely on it.")
    monkeypatch.setattr(command, "papers", lambda modules=(): [found])
    yield found
    read_runs.cache_clear()


def test_claims_are_kept_whole(paper):
    write_claims("doe2007", paper.claims())
    header, kept = read_claims("doe2007")
    assert "depcluster" in header
    assert [asdict(one) for one in kept] == [asdict(one) for one in paper.claims()]


def test_a_recorded_claim_stands_in_where_its_data_are_missing(paper, monkeypatch):
    write_claims("doe2007", paper.claims())

    def needs(seed):
        raise FileNotFoundError("digits.npz is not there.")

    statement = claim("Fig. 1 (a)", "It holds.", STAND_IN, draws=2)(needs)
    found = paper.claim(statement)
    assert (found.passed, found.cases) == (9, 9)
    assert found.note == "Not computed anew: digits.npz is not there."
    unknown = claim("Fig. 1 (a)", "Never recorded.", STAND_IN, draws=2)(needs)
    with pytest.raises(FileNotFoundError):
        paper.claim(unknown)


def test_the_command_records_writes_and_checks(paper, tmp_path, capsys):
    assert main(["reproduction", "--record", "--out", "made"]) == 0
    assert sorted(path.name for path in Path("made").iterdir()) == [
        "doe2007_drawn.png", "doe2007_tabled.html",
    ]  # fmt: skip
    text = Path("REPRODUCTION.md").read_text(encoding="utf-8")
    notebook = "notebooks/reproduction/doe2007.ipynb"
    assert f"- **[Doe 2007]({notebook}).** Rely on it." in text
    assert f"| {STAND_IN} | 1 | 0 | 0 | 1 | 0 | 2 |\n" in text
    assert "| all | 2 | 0 | 0 | 1 | 0 | 3 |\n" in text  # without our own findings
    failed, held = text.index("## What did not hold"), text.index("## What held")
    row = f"| [Doe 2007, Fig. 1 (a)]({notebook}) | It fails. | stated | ✗ not reproduced: held in"
    assert failed < text.index(f"{row} 0 of 9 draws ({STAND_IN}) | so be it |") < held
    assert text.index("- Doe 2007. Fig. 1 (a): Holds.") > held
    assert "Ours." not in text
    said = capsys.readouterr().out
    assert "Doe 2007, Fig. 1 (a): 2 claims: 1 reproduced, 1 not reproduced" in said
    assert main(["reproduction", "--check"]) == 0
    Path("REPRODUCTION.md").write_text("Another page.", encoding="utf-8")
    assert main(["reproduction", "--check"]) == 1
    assert "REPRODUCTION.md is not what the recorded claims give" in capsys.readouterr().out
    Path("REPRODUCTION.md").write_text(text, encoding="utf-8")
    kept = tmp_path / "doe2007" / "claims.jsonl"
    before = kept.read_text(encoding="utf-8")
    kept.write_text(before.replace('"passed": 9', '"passed": 0', 1), encoding="utf-8")
    assert main(["reproduction", "--check"]) == 1
    assert "It holds. recorded: not reproduced, now: reproduced" in capsys.readouterr().out
    kept.write_text(before, encoding="utf-8")
    runs = tmp_path / "doe2007" / "runs.csv"
    of_another = runs.read_text(encoding="utf-8").replace(paper.studies[0].hash, "0" * 12)
    runs.write_text(of_another, encoding="utf-8")
    read_runs.cache_clear()
    assert main(["reproduction", "--check"]) == 1
    assert "Table 1: recorded under 000000000000, the protocol is" in capsys.readouterr().out
