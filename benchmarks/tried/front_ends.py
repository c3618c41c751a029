"""Front ends that a small notebook is opened in: each starts, and says where its page is."""

import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from browser.lab import TOKEN, LabServer, free_port

ROOT = Path(__file__).parents[2]
STORED = "00_start_here"
CELLS = [
    "import json\n"
    "from pathlib import Path\n"
    "from matplotlib.figure import Figure\n"
    "from depcluster.datasets import make_blobs4\n"
    "from depcluster.widgets import KernelExplorer, PadExplorer\n"
    "from depcluster.widgets import SelectionSlider, interactive_figure\n"
    "X, y = make_blobs4(40, random_state=0)\n"
    "explorer = KernelExplorer(X, 4)\n"
    "explorer",
    "pad_explorer = PadExplorer([[0, 0], [1, 1], [0, 1], [2, 0], [2, 1]], 2)\npad_explorer",
    "def draw(n):\n"
    "    figure = Figure(figsize=(4, 1))\n"
    "    figure.add_subplot().bar(range(n), 1)\n"
    '    return figure, f"{n} bars."\n'
    "picture = interactive_figure(draw, n=SelectionSlider(range(1, 8), value=3))\n"
    "picture",
    "def tell(_=None):\n"
    '    told = {"width": explorer.width, "points": len(pad_explorer.pad.X)}\n'
    '    told |= {"labels": len(pad_explorer.labels_), "bars": picture.values["n"]}\n'
    '    place, new = Path(PLACE), Path(PLACE).with_suffix(".new")\n'
    "    new.write_text(json.dumps(told))\n"
    "    new.replace(place)\n"
    "for each in (explorer, pad_explorer, pad_explorer.pad, picture):\n"
    "    each.observe(tell)\n"
    "tell()",
]
# In JupyterLab and Notebook 7 somebody has to run the cells.
IS_READY = """() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel
  ?.status === "idle" && window.jupyterapp.commands.hasCommand("notebook:run-all-cells")"""
RUN_ALL = """() => { void window.jupyterapp.commands.execute("notebook:run-all-cells"); }"""


def _cells(folder):
    return [cell.replace("PLACE", repr(str(folder / "told.json"))) for cell in CELLS]


@contextmanager
def _jupyter(folder, path, *of):
    server = LabServer(folder, *of)
    name = server.write("tried.ipynb", _cells(folder))
    yield f"{server.origin}/{path}/{name}?token={TOKEN}"
    server.stop()


@contextmanager
def _program(folder, *command):
    """A server of one page, without a hand that runs the cells."""
    port = free_port()
    command = [sys.executable, "-m", *command, f"--port={port}"]
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=os.environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    end = time.monotonic() + 90
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 10).close()
            break
        except OSError:
            if time.monotonic() > end or process.poll() is not None:
                raise RuntimeError((folder / "server.log").read_text()[-3000:]) from None
        time.sleep(0.2)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(30)


def _written(folder):
    import nbformat

    cells = [nbformat.v4.new_code_cell(source) for source in _cells(folder)]
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    path = folder / "tried.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), path)
    return path


def jupyterlab(folder):
    return _jupyter(folder, "lab/tree")


def notebook(folder):
    return _jupyter(folder, "notebooks", "notebook", "JupyterNotebookApp")


def voila(folder):
    return _program(folder, "voila", str(_written(folder)), "--no-browser")


def marimo(folder):
    path = folder / "tried.py"
    convert = [sys.executable, "-m", "marimo", "convert", str(_written(folder)), "-o", str(path)]
    subprocess.run(convert, check=True, capture_output=True)
    return _program(folder, "marimo", "run", str(path), "--headless", "--no-token")


@contextmanager
def saved(folder):
    """A page by `save_html`; no Python is behind it, and there is no `interactive_figure`."""
    from depcluster.datasets import make_blobs4
    from depcluster.widgets import KernelExplorer

    X, _ = make_blobs4(40, random_state=0)
    yield KernelExplorer(X, 4).save_html(folder / "saved.html").as_uri()


@contextmanager
def site(folder):
    """A page of the site, built before; no Python is behind it."""
    yield (ROOT / "build" / "site" / "notebooks" / f"{STORED}.html").as_uri()


@contextmanager
def exported(folder):
    """A stored notebook as JupyterLab exports it to HTML; no Python is behind it."""
    command = [sys.executable, "-m", "nbconvert", "--to", "html", f"--output-dir={folder}"]
    subprocess.run([*command, ROOT / "notebooks" / f"{STORED}.ipynb"], check=True)
    yield (folder / f"{STORED}.html").as_uri()


# By name, what opens it, its package, and whether cells wait for a hand.
FRONT_ENDS = {
    "JupyterLab": (jupyterlab, "jupyterlab", True),
    "Notebook": (notebook, "notebook", True),
    "Voila": (voila, "voila", False),
    "marimo": (marimo, "marimo", False),
    "saved page": (saved, "depcluster", False),
    "site": (site, "depcluster", False),
    "exported HTML": (exported, "nbconvert", False),
}
