"""What the widgets of a notebook are for a page without Python, from the state that it stores."""

from __future__ import annotations

from collections import Counter

from front_ends import STATE

from depcluster.widgets.base.saved import name_in_links
from depcluster.widgets.base.widget import VIEW

# Their pages compute, from samples that are stored with them.
EXPLORERS = {"KernelExplorer", "LossExplorer", "ModelSelectionExplorer", "PadExplorer"}
EXPLORERS |= {"PerturbationExplorer", "TaxonomyExplorer"}


def rest(stem, notebook):
    """Tell the widgets what links to them call them.

    The second `KernelExplorer` of a page is ``kernel-explorer-2``, and so on.

    Parameters
    ----------
    stem : str
        Name of the notebook's file without its ending.
    notebook : nbformat.NotebookNode
        Changed in place.

    Raises
    ------
    ValueError
        If an explorer was stored before its page could compute.
    """
    models = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    for model in models.values():
        state = model["state"]
        kind = state.get("_anywidget_id", "")
        if kind.rpartition(".")[2] in EXPLORERS and not _computes(state):
            raise ValueError(
                f"{stem} holds a {kind.rpartition('.')[2]} without the samples that its page "
                f"computes with; run the notebook again: python tools/execute.py {stem}"
            )
    called = _called(notebook, models)
    for name, state in called.items():
        state.setdefault("_page", {}).update(called=name, all=list(called))


def _called(notebook, models):
    """States of the widgets that are shown, by what links call them, in the order of the page."""
    outputs = [each for cell in notebook.cells for each in cell.get("outputs", ())]
    shown = [each.data[VIEW]["model_id"] for each in outputs if VIEW in each.get("data", {})]
    called, times = {}, Counter()
    for state in (models[one]["state"] for one in dict.fromkeys(shown) if one in models):
        kind = state.get("_anywidget_id", "")
        if kind.startswith("depcluster."):
            name = name_in_links(kind.rpartition(".")[2])
            times[name] += 1
            called[f"{name}-{times[name]}" if times[name] > 1 else name] = state
    return called


def _computes(state):
    return bool(state.get("_waiting") or state.get("_input"))
