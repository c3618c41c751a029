"""What the site needs of others: Temml from npm, which runs only while the site is built."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from .links import ROOT

PACKAGE = "temml@0.13.5"
SERVED = {
    "dist/Temml-Local.css": "Temml-Local.css",
    "dist/Temml.woff2": "Temml.woff2",
    "LICENSE": "LICENSE-temml.txt",
}
FILES = {"dist/temml.cjs": "temml.cjs"} | SERVED
FOLDER = ROOT / "build" / "temml"


class CannotFetch(RuntimeError):
    """npm is missing or its registry is out of reach."""


def fetch():
    """Put what the site needs into `FOLDER`, with the licence.

    What an earlier build of the same version left there is kept, so that only the first build needs
    npm's registry. Raises `CannotFetch` with what to install or check.
    """
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise CannotFetch(
            "npm is not installed, and the site needs it for its formulas. Install Node.js (for "
            "example 'apt-get install npm') and build again."
        )
    note = FOLDER / "version.json"
    if note.exists() and json.loads(note.read_text(encoding="utf-8")) == PACKAGE:
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    note.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        _unpack(_pack(PACKAGE, Path(scratch)))
    note.write_text(json.dumps(PACKAGE), encoding="utf-8")


def _pack(spec, scratch):
    """Fetch a package as npm publishes it, without running its scripts."""
    command = ["npm", "pack", "--silent", "--ignore-scripts", spec]
    try:
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        raise CannotFetch(f"npm gave no answer for {spec} in 120 s; is there a network?") from None
    if done.returncode:
        raise CannotFetch(
            f"npm could not fetch {spec}; is its registry in reach? It says:\n"
            f"{done.stderr.strip() or done.stdout.strip()}"
        )
    return scratch / done.stdout.split()[-1]


def _unpack(archive):
    with tarfile.open(archive) as package:
        there = {member.name.split("/", 1)[-1]: member for member in package.getmembers()}
        for path, name in FILES.items():
            if path not in there:
                raise CannotFetch(f"{PACKAGE} holds no {path}; was another version fetched?")
            (FOLDER / name).write_bytes(package.extractfile(there[path]).read())
