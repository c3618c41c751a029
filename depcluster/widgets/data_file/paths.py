"""Whether a page may name a file of the server, which the kernel then reads."""

from __future__ import annotations

import os

ALLOWED = "DEPCLUSTER_PATHS"
SERVED = (
    *("JUPYTERHUB_USER", "JUPYTERHUB_API_TOKEN", "JUPYTERHUB_SERVICE_PREFIX"),
    *("BINDER_SERVICE_HOST", "BINDER_REPO_URL", "BINDER_REF_URL"),
)
REFUSED = (
    "This page opens no file by its path. Choose the file, or load it in Python: table.load(path)."
)


def may_open_paths(paths):
    """Whether a page may, where ``paths`` is what Python asks for: True, False or None.

    >>> may_open_paths(False)
    False
    """
    said = os.environ.get(ALLOWED, "")
    if paths is not None or said:
        return paths is not False and said != "0"
    is_voila = os.environ.get("SERVER_SOFTWARE", "").startswith("voila")
    return not is_voila and not any(name in os.environ for name in SERVED)
