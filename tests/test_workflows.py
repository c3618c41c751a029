"""What runs on GitHub: workflows and CITATION.cff fit their schemas, and what they call exists."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import depcluster

pytest.importorskip("check_jsonschema")
from ruamel.yaml import YAML  # check-jsonschema brings it

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TAG = ROOT / ".ci/tag.py"

each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


def fits(schema, path):
    """Whether a file fits a schema that check-jsonschema carries, and what it says."""
    command = [sys.executable, "-m", "check_jsonschema", "--default-filetype", "yaml"]
    return subprocess.run(
        [*command, "--builtin-schema", schema, path], capture_output=True, text=True
    )


def jobs(path):
    return YAML(typ="safe").load(path)["jobs"]


def steps(path):
    return [step for job in jobs(path).values() for step in job["steps"]]


def commands(path):
    return [step["run"] for step in steps(path) if "run" in step]


def pythons(path):
    """The versions of Python that a workflow asks for."""
    for job in jobs(path).values():
        yield from job.get("strategy", {}).get("matrix", {}).get("python-version", ())
        asked = [step.get("with", {}).get("python-version") for step in job["steps"]]
        yield from (version for version in asked if version and not version.startswith("${{"))


def key(version):
    return tuple(int(number) for number in version.split("."))


def test_there_are_workflows():
    assert [path.stem for path in WORKFLOWS] == ["ci", "release", "site"]


@pytest.mark.parametrize(
    "schema", ["vendor.github-workflows", "custom.github-workflows-require-timeout"]
)
@each_workflow
def test_a_workflow_fits_its_schema(path, schema):
    run = fits(schema, path)
    assert run.returncode == 0, run.stdout


def test_the_citation_fits_its_schema_and_names_this_version():
    run = fits("vendor.citation-file-format", ROOT / "CITATION.cff")
    assert run.returncode == 0, run.stdout
    cited = YAML(typ="safe").load(ROOT / "CITATION.cff")
    assert cited["version"] == PROJECT["version"] == depcluster.__version__
    assert cited["license"] == PROJECT["license"]
    assert cited["keywords"] == PROJECT["keywords"][: len(cited["keywords"])]


def test_a_schema_finds_what_is_wrong(tmp_path):
    broken = tmp_path / "broken.yml"
    broken.write_text("on: push\njobs: {a: {runs-on: ubuntu-latest, steps: [{rum: x}]}}\n")
    assert fits("vendor.github-workflows", broken).returncode == 1


@each_workflow
def test_scripts_and_folders_of_a_command_exist(path):
    named = [word for line in commands(path) for word in shlex.split(line)]
    here = [word for word in named if word in {"docs", "tests"} or word.startswith(".ci/")]
    assert [word for word in here if not (ROOT / word).exists()] == []


@each_workflow
def test_extras_that_a_command_installs_exist(path):
    asked = [name for line in commands(path) for name in re.findall(r"\[([a-z,]+)\]", line)]
    extras = {name for names in asked for name in names.split(",")}
    assert extras <= set(PROJECT["optional-dependencies"])


@each_workflow
def test_only_the_last_job_may_do_more_than_read(path):
    workflow = YAML(typ="safe").load(path)
    assert workflow["permissions"] == {"contents": "read"}
    writing = [
        name
        for name, job in workflow["jobs"].items()
        if "write" in job.get("permissions", {}).values()
    ]
    assert writing in ([], ["publish"])


@each_workflow
def test_actions_are_pinned(path):
    used = [step["uses"] for step in steps(path) if "uses" in step]
    assert used
    assert [name for name in used if not re.search(r"@(v[0-9]+|release/v[0-9]+)$", name)] == []


def test_pythons_are_those_that_are_promised():
    told = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    lowest = PROJECT["requires-python"].removeprefix(">=")
    asked = {version for path in WORKFLOWS for version in pythons(path)}
    assert min(told, key=key) == lowest
    assert asked <= set(told)
    assert set(pythons(ROOT / ".github/workflows/ci.yml")) == set(told)


@pytest.fixture
def release(tmp_path):
    """A folder with the three files that tell a version."""

    def write(project="1.2.3", cited="1.2.3", heading="1.2.3, 2030-01-02"):
        (tmp_path / "pyproject.toml").write_text(f'[project]\nversion = "{project}"\n')
        (tmp_path / "CITATION.cff").write_text(f"cff-version: 1.2.0\nversion: {cited}\n")
        (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {heading}\n\n## 1.2.2\n")
        command = [sys.executable, TAG, "v1.2.3"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    return write


def test_a_tag_that_is_the_version_passes(release):
    assert release().returncode == 0


@pytest.mark.parametrize(
    ("wrong", "file"),
    [
        ({"project": "1.2.4"}, "pyproject.toml"),
        ({"cited": "1.2.2"}, "CITATION.cff"),
        ({"heading": "1.2.3, unreleased"}, "CHANGELOG.md"),
    ],
)
def test_a_tag_that_is_not_the_version_is_refused(release, wrong, file):
    run = release(**wrong)
    assert run.returncode == 1
    assert file in run.stderr
