"""Recorded studies: a run that is stopped loses nothing that was recorded."""

import json
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
STUDIES = {"song_table1": "line", "zhong_tables": "show", "jenssen_curves": "show"}


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


@pytest.mark.parametrize(("name", "shows"), STUDIES.items())
def test_an_interrupt_keeps_the_sets_that_are_done(name, shows, imported, monkeypatch, tmp_path):
    study, path = imported(name), tmp_path / "found.json"
    sets = list(study.PAPER if name == "song_table1" else study.SETS)
    path.write_text(json.dumps({"sets": {sets[0]: "old", sets[1]: "old", sets[2]: "old"}}))

    def measure(of):
        if of == sets[2]:
            raise KeyboardInterrupt
        return {"measured": of}

    monkeypatch.setattr(study, "measure", measure)
    monkeypatch.setattr(study, shows, lambda *args: "")
    monkeypatch.setattr(sys, "argv", [name, "--sets", *sets[1:3], "--output", str(path)])
    with pytest.raises(KeyboardInterrupt):
        study.main()
    found = json.loads(path.read_text())["sets"]
    assert found[sets[0]] == found[sets[2]] == "old"
    assert found[sets[1]]["measured"] == sets[1]
