"""What the widgets of a notebook are for a page without Python.

Most compute in their page, from the state stored in the notebook. Some explorers ask Python, but
their picture follows from the answer to one slider: such a one is made anew (`recipes`), its slider
is moved through some positions, and what changed in its state is put beside the state stored. In
the page `recorded.js` then answers in Python's place; what has no recording says that it rests. The
notebook itself is not run, and not changed.
"""

from __future__ import annotations

import base64
from pathlib import Path

import numpy as np
from front_ends import STATE
from ipywidgets.widgets.widget import _remove_buffers

from .cards import VIEW
from .recipes import RECIPES, SLIDERS

HERE = Path(__file__).parent
STAND_IN = (HERE / "recorded.js").read_text(encoding="utf-8")
RESTING = (HERE / "resting.js").read_text(encoding="utf-8")
PIXELS = 150
SAMPLES = {"_points": np.float32, "_pixels": np.uint8}
CONTROLS = ("n_clusters", "label_kernel", "kernel", "method", "weighting", "perturb", "loss")
CONTROLS += ("normalization", "kernel_normalization", "structure")
ENTRANCE = "export default"
COMPUTING = {"KernelExplorer", "LossExplorer", "PadExplorer"}  # their pages do, but for the angles


def record(stem, notebook):
    """Put recorded answers into the stored states of the explorers that ask Python, in place.

    Parameters
    ----------
    stem : str
        Name of the notebook's file without its ending.
    notebook : nbformat.NotebookNode

    Raises
    ------
    ValueError
        If a recipe fits no explorer of the notebook, because one of the two has changed, or an
        explorer that computes in its page was stored before it could.
    """
    explorers = _asking(stem, notebook)
    recordings = {}
    for make in RECIPES.get(stem, ()):
        explorer = make()
        places = _places(stem, explorers, explorer)
        recordings |= dict.fromkeys(places, _frames(explorer))
        explorer.close()
    for k, model in enumerate(explorers):
        _put(model, recordings.get(k, []))


def _asking(stem, notebook):
    """The stored explorers that ask Python; an error where another could not compute."""
    explorers = [model for model in _shown(notebook) if "_request" in model["state"]]
    able = [model for model in explorers if _name(model) in COMPUTING]
    alone = [model for model in able if model["state"].get("method") != "angle"]
    for model in able:
        state, needed = model["state"], ["_input", *(["_labelling"] if model in alone else [])]
        if not state.get("_waiting") and not all(state.get(name) for name in needed):
            raise ValueError(
                f"{stem} holds a {_name(model)} without the samples that its page computes with; "
                f"run the notebook again: python notebooks/execute.py {stem}"
            )
    return [model for model in explorers if model not in alone]


def _shown(notebook):
    """The stored models that stand in an output."""
    models = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    views = [output.data[VIEW]["model_id"] for output in outputs if VIEW in output.get("data", {})]
    return [models[name] for name in dict.fromkeys(views) if name in models]


def _places(stem, explorers, explorer):
    """Which of the stored explorers a new one stands for: one that a page shows twice, for both."""
    places = [k for k, model in enumerate(explorers) if _fits(model, explorer)]
    if not places:
        raise ValueError(
            f"{stem} shows no explorer like {explorer.summary()}; recipes.py must make the "
            "explorers as the notebook does."
        )
    return places


def _name(model):
    return model["state"].get("_anywidget_id", "").rpartition(".")[2]


def _fits(model, explorer):
    """Whether an explorer shows the same samples under the same controls as a stored one."""
    state = model["state"]
    if _name(model) != type(explorer).__name__:
        return False
    now = explorer.get_state()
    if any(not _same(now[name], state.get(name)) for name in CONTROLS if name in now):
        return False
    for name, kind in SAMPLES.items():
        if name in now:
            stored = next((b["data"] for b in model["buffers"] if b["path"] == [name]), "")
            theirs = np.frombuffer(base64.b64decode(stored), kind)
            ours = np.frombuffer(now[name], kind)
            if len(ours) != len(theirs) or not np.allclose(ours, theirs, atol=1e-4):
                return False
    return True


def _frames(explorer):
    """The states of the explorer at the stops of its slider, one dict of traits each.

    The slider goes outwards from where it stands, so that clusters keep their names.
    """
    slider = SLIDERS[type(explorer).__name__]
    explorer.settle()
    start = getattr(explorer, slider.trait)
    stops = sorted({*slider.stops(explorer), start})
    at = stops.index(start)
    seen = {}
    for way in (stops[at::-1], stops[at:]):
        for stop in way:
            setattr(explorer, slider.trait, stop)
            seen[stop] = explorer.settle().get_state()
    states = [seen[stop] for stop in stops]
    fixed = [key for key in states[0] if all(_same(s[key], states[0][key]) for s in states)]
    return [{key: s[key] for key in s if key not in {*fixed, "_request"}} for s in states]


def _smaller(gram):
    """Kernel pixels as `plotting.gram_pixels` sends them, averaged down once more."""
    size = gram["size"]
    if size <= PIXELS:
        return gram
    cuts = np.arange(PIXELS) * size // PIXELS
    pixels = np.frombuffer(gram["pixels"], np.int8).reshape(size, size).astype(float)
    width = np.diff(np.append(cuts, size))
    sums = np.add.reduceat(np.add.reduceat(pixels, cuts, axis=0), cuts, axis=1)
    return {
        **gram,
        "pixels": np.rint(sums / np.outer(width, width)).astype(np.int8).tobytes(),
        "size": PIXELS,
        "borders": [at * PIXELS / size for at in gram["borders"]],
    }


def _same(a, b):
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    return np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b


def _put(model, frames):
    """Hand an explorer's stored state its recording and the stand-in that plays it."""
    state = model["state"]
    slider = SLIDERS[_name(model)]
    if frames:
        note = f"Without Python: the slider has {len(frames)} recorded positions"
    else:
        note = "Without Python: this state is recorded"
    rests = [slider.rests] if slider.rests else []
    if not frames:
        rests.append(".controls .slider")
    if rests:
        note += "; controls shown pale rest"
    for frame in frames:
        frame["answer"] |= {"foot": note, "change": None}
        if "gram" in frame["answer"]:
            frame["answer"]["gram"] = _smaller(frame["answer"]["gram"])
    state["answer"]["foot"] = note
    state["panels"] = [name for name in state["panels"] if name not in state["folded"]]
    recorded = {
        "trait": slider.trait,
        "alive": list(slider.alive),
        "rests": rests,
        "frames": frames,
    }
    plain, paths, buffers = _remove_buffers({"_recorded": recorded})
    state.update(plain)
    model["buffers"] += [
        {"encoding": "base64", "path": path, "data": base64.b64encode(data).decode("ascii")}
        for path, data in zip(paths, buffers, strict=True)
    ]
    _wrap(model, "explorer", STAND_IN)


def _wrap(model, name, script):
    """Let a script stand before a model's front end, which it knows by a name."""
    before, entrance, after = model["state"]["_esm"].rpartition(ENTRANCE)
    if not entrance:
        raise ValueError(f"the front end of {_name(model)} has no '{ENTRANCE}'.")
    model["state"]["_esm"] = f"{before}const {name} ={after}\n{script}"


def rest(notebook):
    """Tell the widgets that no Python stands behind them; what only Python can do rests.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        Changed in place.
    """
    models = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    for model in models.values():
        if model["state"].get("_anywidget_id", "").startswith("depcluster."):
            model["state"]["_python"] = False
        if "_resting" in model["state"]:
            model["state"]["_resting"] = True
        elif _name(model) == "DataFile":
            _wrap(model, "widget", RESTING)
