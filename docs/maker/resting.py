"""What the widgets of a notebook are for a page without Python, from the state that it stores."""

from __future__ import annotations

from front_ends import STATE

# Their pages compute, from samples that are stored with them.
EXPLORERS = {"KernelExplorer", "LossExplorer", "ModelSelectionExplorer", "PadExplorer"}
EXPLORERS |= {"PerturbationExplorer", "TaxonomyExplorer"}


def rest(stem, notebook):
    """Tell the widgets that no Python stands behind them.

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
                f"computes with; run the notebook again: python notebooks/execute.py {stem}"
            )
        if kind.startswith("depcluster."):
            state["_python"] = False


def _computes(state):
    return bool(state.get("_waiting") or (state.get("_input") and state.get("_labelling")))
