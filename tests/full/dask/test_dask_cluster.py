"""Fits on worker processes: what threads find, whatever happens to a worker.

In a process of its own: the cluster has an event loop, and a browser test beside it has one, too.
"""

import json
import os
import subprocess
import sys
import textwrap

import pytest

pytest.importorskip("distributed")

SCRIPT = """
    import json, os, signal, sys, threading, time
    from pathlib import Path
    import dask, dask.array as da
    import numpy as np
    from distributed import Client, LocalCluster
    from sklearn.datasets import make_blobs
    from depcluster import CLUHSIC
    from depcluster._base.dask_rows import DaskRows

    FOLDER = Path(sys.argv[1])
    BEGUN, HELD = FOLDER / "begun", FOLDER / "held"


    def told_and_held(block):
        "A block says that it is read, and waits while something is to happen in the meantime."
        BEGUN.touch()
        while HELD.exists():
            time.sleep(0.01)
        return block


    def rows():
        X, _ = make_blobs(6000, 4, centers=6, cluster_std=2.0, random_state=0)
        X = da.from_array(X, chunks=(400, 4))
        return X.map_blocks(told_and_held, dtype=float, meta=np.empty((0, 0)))


    def fit(X):
        options = {"rank": 20, "gamma": 0.005, "n_init": 3, "random_state": 0}
        return CLUHSIC(6, label_kernel="ring", **options).fit(X)


    def told(found):
        return {"J": float(found.objective_), "labels": found.labels_.compute().tolist()}


    class Disturbed:
        "Runs that something happens to in the middle."

        def __init__(self, number, happen):
            self.number, self.happen, self.runs = number, happen, 0
            self.run = DaskRows.run

        def __enter__(self):
            def run(rows, question, fold=None):
                self.runs += 1
                if self.runs == self.number:
                    BEGUN.unlink(missing_ok=True)
                    HELD.touch()
                    threading.Thread(target=self.disturb, daemon=True).start()
                return self.run(rows, question, fold)

            DaskRows.run = run
            return self

        def __exit__(self, *error):
            DaskRows.run = self.run

        def disturb(self):
            while not BEGUN.exists():
                time.sleep(0.01)
            self.happen()
            HELD.unlink()


    def interrupted(X):
        "Attributes that an interrupt leaves behind."
        estimator = CLUHSIC(6, rank=20, gamma=0.005, random_state=0)
        before = set(vars(estimator))
        try:
            with Disturbed(3, lambda: os.kill(os.getpid(), signal.SIGINT)):
                estimator.fit(X)
        except KeyboardInterrupt:
            return sorted(set(vars(estimator)) - before)


    if __name__ == "__main__":
        signal.signal(signal.SIGINT, signal.default_int_handler)
        X, said = rows(), {}
        with dask.config.set(scheduler="threads", num_workers=2):
            said["threads"] = told(fit(X))
            said["interrupted on threads"] = interrupted(X)
        options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
        waits = ("comm.timeouts.connect", "comm.timeouts.tcp", "scheduler.worker-ttl")
        dask.config.set({f"distributed.{name}": "600s" for name in waits})
        with LocalCluster(**options) as cluster, Client(cluster, timeout=600) as client:
            client.wait_for_workers(2, timeout=600)
            pids = list(client.run(os.getpid).values())
            said["workers"] = told(fit(X))
            with Disturbed(4, lambda: os.kill(pids[0], signal.SIGKILL)) as disturbed:
                said["one killed"] = told(fit(X))
            said["runs"] = disturbed.runs
            client.wait_for_workers(2, timeout=600)
            now = list(client.run(os.getpid).values())
            said["new workers"] = len(set(now) - set(pids))
            said["interrupted on workers"] = interrupted(X)
            said["after the interrupt"] = told(fit(X))
            said["pids"] = pids + list(client.run(os.getpid).values())
        print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    path = folder / "fits.py"
    path.write_text(textwrap.dedent(SCRIPT), encoding="utf-8")
    command = [sys.executable, path, folder]
    run = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.splitlines()[-1])


def test_workers_find_what_threads_find(said):
    assert said["workers"]["J"] == pytest.approx(said["threads"]["J"], rel=1e-12)
    assert said["workers"]["labels"] == said["threads"]["labels"]


def test_a_worker_killed_in_the_middle_changes_no_bit(said):
    assert said["new workers"] == 1
    assert said["runs"] >= 4
    assert said["one killed"] == said["workers"]


def test_an_interrupt_leaves_nothing_fitted(said):
    assert said["interrupted on threads"] == []
    assert said["interrupted on workers"] == []
    assert said["after the interrupt"] == said["workers"]


def test_no_process_stays_behind(said):
    for pid in said["pids"]:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
