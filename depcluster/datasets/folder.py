"""The folder of data files that the environment variable DEPCLUSTER_DATA names."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = "DEPCLUSTER_DATA"


def local_file(stem):
    """The path of ``stem.npz`` in the folder DEPCLUSTER_DATA, or None."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return None
    if not Path(folder).is_dir():
        raise ValueError(f"{FOLDER} must name a folder; got {folder!r}. Correct or unset it.")
    path = Path(folder) / f"{stem}.npz"
    if path.is_symlink() and not path.exists():
        raise FileNotFoundError(f"{path} leads nowhere. Correct or remove it.")
    return path if path.exists() else None
