"""Recorded studies: a run that is stopped loses nothing that was recorded."""

import json
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def imported(monkeypatch):
    """A function that imports a study as its own folder sees it."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    before = set(sys.modules)
    yield lambda name: __import__(name)
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "").parent == BENCHMARKS:
            del sys.modules[name]


def test_a_write_that_fails_leaves_the_record_as_it_was(imported, tmp_path):
    record, path = imported("record"), tmp_path / "found.json"
    assert record.read(path) == {}
    record.write({"sets": 1}, path)
    with pytest.raises(TypeError):
        record.write({"sets": 2, "what": object()}, path)
    assert record.read(path) == {"sets": 1}


def test_an_interrupt_keeps_the_sets_that_are_done(imported, monkeypatch):
    script, kept = imported("zhong_tables"), []
    (study, *_) = script.MEASURED

    def measure(name, seed):
        if name == "second":
            raise KeyboardInterrupt
        yield "paper", "CLUHSIC", "scores", [0.1 * seed, 1.0]

    monkeypatch.setitem(script.MEASURED, study, (measure, ("first", "second")))
    monkeypatch.setattr(script, "record", lambda of, rows: kept.append((of, rows)))
    monkeypatch.setattr(sys, "argv", ["zhong_tables", "--studies", study.name])
    with pytest.raises(KeyboardInterrupt):
        script.main()
    ((of, ((*keys, values),)),) = kept
    assert (of, keys) == (study, ["first", "paper", "CLUHSIC", "scores"])
    assert len(values) == study.seeds


def test_the_toys_of_a_study_are_kept_set_by_set(imported, monkeypatch, tmp_path):
    study, path = imported("sugiyama_tables"), tmp_path / "found.json"

    def toys(seeds):
        yield "blobs", {"paper": 1}
        raise KeyboardInterrupt

    monkeypatch.setattr(study, "toys", toys)
    path.write_text(json.dumps({"toys": {"sets": {"spirals": "old"}}, "real": {"word": "old"}}))
    monkeypatch.setattr(sys, "argv", ["study", "--parts", "toys", "--output", str(path)])
    with pytest.raises(KeyboardInterrupt):
        study.main()
    found = json.loads(path.read_text())
    assert found["toys"]["sets"] == {"spirals": "old", "blobs": {"paper": 1}}
    assert found["real"] == {"word": "old"}
