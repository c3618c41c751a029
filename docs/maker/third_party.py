"""Scripts of others that the pages need: from npm, kept beside the pages."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

PACKAGES = {"mathjax": ("3.2.2", "es5/tex-svg.js")}


class CannotFetch(RuntimeError):
    """npm is missing or its registry is out of reach."""


def put_scripts(folder):
    """Put every script the pages load into `folder`.

    What an earlier build of the same versions left there is kept, so that only the first build
    needs npm and its registry. Raises `CannotFetch` with what to install or check.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {name: version for name, (version, _) in PACKAGES.items()}
    note = folder / "versions.json"
    if note.exists() and json.loads(note.read_text(encoding="utf-8")) == wanted:
        return
    note.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for name, (version, path) in PACKAGES.items():
            _unpack(_pack(f"{name}@{version}", Path(scratch)), path, name, folder)
    note.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")


def _pack(spec, scratch):
    """Fetch a package as npm publishes it, without running anything of it."""
    if shutil.which("npm") is None:
        raise CannotFetch(
            "npm is not installed, and the site needs what is published there: "
            f"{', '.join(PACKAGES)}. Install Node.js (for example 'apt-get install npm') and "
            "build again."
        )
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


def _unpack(archive, path, name, folder):
    """Take one script and the licence out of a package."""
    short = name.split("/")[-1]
    with tarfile.open(archive) as package:
        for member in package.getmembers():
            inside = member.name.split("/", 1)[-1]
            if inside == path:
                target = folder / Path(path).name
            elif inside.upper().startswith("LICENSE"):
                target = folder / f"LICENSE-{short}.txt"
            else:
                continue
            target.write_bytes(package.extractfile(member).read())
    if not (folder / Path(path).name).exists():
        raise CannotFetch(f"{name} holds no {path}; was another version fetched?")
