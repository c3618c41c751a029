"""What a student costs the machine that runs the kernel: every lesson, Run All.

    python benchmarks/timings.py lessons [NAME ...]

Each runs from top to bottom in a kernel of its own, as saved. Shown are the kernel's CPU seconds,
those of the cell that took the most, and the memory that it then has to itself and in all: what
kernels share is in memory once. Below, what forty such kernels come to. Needs Linux.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import nbformat
import numpy as np
import psutil
from nbclient import NotebookClient

from depcluster.reproduction import header

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
STUDENTS = 40


def run_all(path):
    """CPU seconds of the kernel and of its longest cell, memory of its own and in all in MB."""
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(notebook, resources=where, timeout=None)
    with client.setup_kernel():
        kernel, taken = psutil.Process(client.km.provisioner.pid), [0.0]
        for k, cell in enumerate(notebook.cells):
            client.execute_cell(cell, k)
            taken.append(sum(kernel.cpu_times()[:2]))
        memory = kernel.memory_full_info()
    return taken[-1], np.diff(taken).max(), memory.uss / 1e6, memory.rss / 1e6


def main(arguments):
    stems = [path.stem for path in sorted(NOTEBOOKS.glob("*.ipynb"))]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", default=stems, help=", ".join(stems))
    print(f"{header()}; forty kernels of each, of their own memory")
    print(f"{'lesson':20} CPU s  a cell  own MB  in all   {STUDENTS}: CPU s      GB")
    for name in parser.parse_args(arguments).names:
        seconds, longest, own, everything = run_all(NOTEBOOKS / f"{name}.ipynb")
        room = f"{STUDENTS * seconds:12.0f}{STUDENTS * own / 1e3:8.1f}"
        print(f"{name:20}{seconds:6.1f}{longest:8.1f}{own:8.0f}{everything:8.0f}{room}", flush=True)
